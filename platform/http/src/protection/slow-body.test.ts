import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setInterval } from 'node:timers/promises'

import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'

import { addSlowBodyGuard } from './slow-body.ts'

async function listen(bytesPerSecond: number) {
  const fastify = Fastify()
  addSlowBodyGuard(fastify, { graceMs: 20, bytesPerSecond, checkMs: 20 })
  fastify.post('/', { bodyLimit: 1e6 }, () => ({ ok: true }))
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = fastify.server.address() as AddressInfo
  const post = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'content-length': 100 },
  })
  return { fastify, post }
}

describe('slow bodies', () => {
  it('ends a request whose body trickles in', async () => {
    const { fastify, post } = await listen(1e9)
    post.write('x')
    const [error] = await once(post, 'error')
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    await fastify.close()
  })

  it('waits for a body that comes fast enough, however long it takes', async () => {
    const { fastify, post } = await listen(0)
    let sent = 0
    for await (const _ of setInterval(10)) {
      post.write('x'.repeat(10))
      sent += 10
      if (sent === 100) break
    }
    post.end()
    const [answer] = await once(post, 'response')
    expect(answer.statusCode).toBe(200)
    await once(answer.resume(), 'end')
    await fastify.close()
  })
})
