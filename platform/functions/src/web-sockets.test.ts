/** How many websockets of functions there may be, and what a stop makes of them. */
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createHttpServer } from '@platform/http'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'

import { createFunctions, defaultFunctionsConfig, type FunctionsConfig } from './index.ts'

const source = `import { upgradeWebSocket } from '${join(import.meta.dirname, 'deno/web-socket.ts')}'
export default { async fetch(request) {
  const { response } = upgradeWebSocket(request)
  if (request.url.includes('late')) await new Promise((resolve) => {
    process.once('doors-open', resolve)
    process.emit('doors-wait')
  })
  return response
} }`

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

async function start(config: Partial<FunctionsConfig> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'functions-'))
  await mkdir(join(folder, 'room'))
  await writeFile(join(folder, 'room', 'index.js'), source)
  const http = createHttpServer({
    crossOrigin: { prefixes: [], ownPreflights: [] },
    https: false,
    trustProxy: false,
    observe: () => {},
  })
  const service = createFunctions({
    folder,
    identify: async () => ({ role: 'anon', claims: {}, token: null }),
    observe: () => {},
    config: { ...defaultFunctionsConfig, ...config },
  })
  await http.fastify.register(service.plugin, { prefix: '/functions/v1' })
  const { port } = await http.claim({ host: '127.0.0.1', port: 0 })
  await http.open()
  closings.push(
    () => http.close(0),
    () => rm(folder, { recursive: true }),
  )
  return { http, service, port }
}

function open(port: number, path = 'room'): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/functions/v1/${path}`, {
    headers: { authorization: 'Bearer x' },
  })
  return socket.on('error', () => {})
}

async function refusal(socket: WebSocket): Promise<number> {
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number; resume(): void }]
  answer.resume()
  return answer.statusCode
}

it.each([{ concurrency: 2 }, { socketsPerNetwork: 2 }])('has as many as there may be: %j', async (config) => {
  const { port } = await start(config)
  const [first, second] = [open(port), open(port)]
  await Promise.all([once(first, 'open'), once(second, 'open')])
  expect(await refusal(open(port))).toBe(546)
  first.close()
  await once(first, 'close')
  const third = open(port)
  await once(third, 'open')
  third.terminate()
  second.terminate()
})

it('counts those whose function has not answered yet', async () => {
  const { port } = await start({ socketsPerNetwork: 1 })
  const waits = once(process, 'doors-wait')
  const first = open(port, 'room/late')
  await waits
  expect(await refusal(open(port))).toBe(546)
  process.emit('doors-open' as 'beforeExit', 0)
  await once(first, 'open')
  first.terminate()
})

it('ends with those that are open, that are still to open, and that are refused', async () => {
  const { http, service, port } = await start()
  const here = open(port)
  await once(here, 'open')
  const waits = once(process, 'doors-wait')
  const late = open(port, 'room/late')
  await waits
  // Keeps its own side open when it is refused.
  const refused = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  refused.write('GET /functions/v1/nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(
    refused.on('error', () => {}),
    'data',
  )
  const gone = [once(here, 'close'), once(late, 'close')]
  await service.drain()
  expect(await refusal(open(port))).toBe(546)
  process.emit('doors-open' as 'beforeExit', 0)
  expect((await Promise.all(gone)).map(([code]: unknown[]) => code)).toEqual([1001, 1001])
  await http.close(20)
  refused.destroy()
})
