import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'

import { addCompression } from './compression.ts'

const books = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id, title: `Volume ${id} of the bookshop` })))

function get(url: string, accept: string | null) {
  const fastify = Fastify()
  addCompression(fastify)
  const json = 'application/json; charset=utf-8'
  fastify.get('/rows', (_request, reply) =>
    reply.type(json).header('content-range', '0-99/*').header('etag', '"one"').send(Buffer.from(books)),
  )
  fastify.get('/part', (_request, reply) =>
    reply.code(206).type(json).header('content-range', 'bytes 0-9/20').send(books),
  )
  fastify.get('/kept', (_request, reply) => reply.type(json).header('cache-control', 'no-transform').send(books))
  fastify.get('/small', () => ({ id: 1 }))
  fastify.get('/cover', (_request, reply) => reply.type('image/webp').send(Buffer.alloc(5_000)))
  fastify.get('/stream', (_request, reply) => reply.type(json).send(Readable.from([books])))
  return fastify.inject({ url, headers: accept === null ? {} : { 'accept-encoding': accept } })
}

describe('compression', () => {
  it('compresses rows, whose Content-Range counts rows, and weakens their tag', async () => {
    const answer = await get('/rows', 'gzip, deflate, br')
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(answer.rawPayload.length),
      'content-range': '0-99/*',
      etag: 'W/"one"',
      vary: 'Accept-Encoding',
    })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(books)
    expect(answer.rawPayload.length).toBeLessThan(books.length / 5)
  })

  it.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1.0, *;q=0', 'gzip'],
    ['*', 'br'],
    ['BR', 'br'],
    ['identity', undefined],
    ['br;q=0.000', undefined],
    [null, undefined],
  ])('reads Accept-Encoding %j as %j', async (accept, encoding) => {
    const answer = await get('/rows', accept)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('Accept-Encoding')
  })

  it('makes real gzip', async () => {
    expect(gunzipSync((await get('/rows', 'gzip')).rawPayload).toString()).toBe(books)
  })

  it.each(['/part', '/kept', '/small', '/cover', '/stream'])('leaves %s as it is', async (url) => {
    const answer = await get(url, 'br, gzip')
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body).toBe((await get(url, null)).body)
  })
})
