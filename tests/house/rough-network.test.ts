import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { RoughNetwork } from '../support/rough-network.ts'

test('a server that is gone for a moment is a broken connection for whoever asks, and no endless wait', async () => {
  const server = createServer((_, response) => response.end('here')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await using network = await RoughNetwork.to(`http://127.0.0.1:${port}`)
  expect(await (await fetch(network.url)).text()).toBe('here')
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  await expect(fetch(network.url, { headers: { connection: 'close' } })).rejects.toThrow('fetch failed')
})
