import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'

import { addCors } from './cors.ts'

const preflight = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }

function bookshop() {
  const fastify = Fastify()
  fastify.decorateReply('holdsWhile', null)
  addCors(fastify, { prefixes: ['/rest/v1', '/functions/v1'], ownPreflights: ['/functions/v1'] })
  fastify.get('/rest/v1/shared', (_request, reply) => reply.header('cache-control', 'public, max-age=60').send('a'))
  fastify.get('/rest/v1/recalled', (_request, reply) => {
    reply.holdsWhile = () => true
    return 'a'
  })
  fastify.get('/rest/v1/books', () => [])
  fastify.options('/rest/v1/books', (_request, reply) => reply.code(401).send())
  fastify.get('/catalogue', () => 'page')
  fastify.options('/functions/v1/own', (_request, reply) => reply.header('x-own', 'yes').send('mine'))
  return fastify
}

const listOf = (header: unknown) => String(header).split(', ')

describe('CORS', () => {
  it.each(['/rest/v1/books', '/rest/v1/unknown/deep', '/rest/v1', '/rest/v1?select=*'])(
    'answers the preflight of %s, known or not, without credentials',
    async (url) => {
      const answer = await bookshop().inject({ method: 'OPTIONS', url, headers: preflight })
      expect(answer.statusCode).toBe(204)
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        'access-control-max-age': '86400',
      })
    },
  )

  it('allows every header that the official client sends', async () => {
    const answer = await bookshop().inject({ method: 'OPTIONS', url: '/rest/v1/books', headers: preflight })
    const sent =
      'authorization, x-client-info, apikey, content-type, accept, accept-profile, content-profile, prefer, range, ' +
      'range-unit, x-supabase-api-version, x-retry-count, x-upsert, x-metadata, x-region, cache-control, ' +
      'x-signature, tus-resumable, upload-length, upload-defer-length, upload-offset, upload-metadata, upload-expires, if-none-match, ' +
      'traceparent, tracestate, baggage'
    expect(listOf(answer.headers['access-control-allow-headers'])).toEqual(expect.arrayContaining(listOf(sent)))
  })

  it('exposes what the official client reads, on errors too', async () => {
    const answer = await bookshop().inject('/rest/v1/nothing')
    expect(answer.statusCode).toBe(404)
    const read =
      'X-Supabase-Api-Version, X-Total-Count, Link, Content-Range, Range-Unit, Content-Location, Location, ' +
      'Preference-Applied, Content-Encoding, Content-Length, Content-Profile, ETag, Retry-After, Upload-Offset, ' +
      'Upload-Length, Upload-Defer-Length, Upload-Metadata, Upload-Expires, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, x-relay-error, ' +
      'sb-request-id'
    expect(listOf(answer.headers['access-control-expose-headers'])).toEqual(expect.arrayContaining(listOf(read)))
  })

  it.each([
    ['/rest/v1/nothing', 'same-origin', false],
    ['/rest/v1/nothing', 'same-site', true],
    ['/rest/v1/nothing', 'cross-site', true],
    ['/rest/v1/shared', 'same-origin', true],
    ['/rest/v1/recalled', 'same-origin', true],
  ])('%s, asked %s: what may be read is said: %s', async (url, site, isSaid) => {
    const answer = await bookshop().inject({ url, headers: { 'sec-fetch-site': site } })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-expose-headers'] !== undefined).toBe(isSaid)
  })

  it('leaves the preflight to a wire that wants it', async () => {
    const answer = await bookshop().inject({ method: 'OPTIONS', url: '/functions/v1/own', headers: preflight })
    expect(answer).toMatchObject({ statusCode: 200, body: 'mine' })
    expect(answer.headers).toMatchObject({ 'x-own': 'yes', 'access-control-allow-origin': '*' })
  })

  it.each(['/catalogue', '/rest/v10/books', '/'])('keeps %s to its own origin', async (url) => {
    const answer = await bookshop().inject({ url, headers: { origin: 'https://evil.example' } })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})
