import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'

import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addShareTarget } from './share-target.ts'

const fastify = Fastify({ logger: false })
beforeAll(async () => {
  await addShareTarget(fastify)
  await fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => fastify.close())

const port = () => (fastify.server.address() as AddressInfo).port
const lost = '/?modal=create&shared=lost'

test('what no worker took is led to where the app says so', async () => {
  const body = new FormData()
  body.set('text', 'Un marché')
  body.set('files', new Blob(['small']), 'a.png')
  const init = { method: 'POST', body, redirect: 'manual' } as const
  const answer = await fetch(`http://127.0.0.1:${port()}/share-target`, init)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, lost])
})

test('of what is larger no more than about 64 kB are read', async () => {
  const socket = connect(port(), '127.0.0.1')
  await once(socket, 'connect')
  const head = 'POST /share-target HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n'
  socket.write(`${head}content-length: 50000000\r\n\r\n`)
  socket.write(Buffer.alloc(80_000))
  let said = ''
  socket.on('data', (bytes) => (said += String(bytes)))
  await once(socket, 'close')
  expect(said).toContain(`location: ${lost}`)
  expect(socket.bytesWritten).toBeLessThan(200_000)
})
