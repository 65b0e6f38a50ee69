import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'

import type { ServerEvent } from '../watch/events.ts'
import { policyReports } from '../watch/policy-reports.ts'
import { addPublicRoutes, type PublicOptions } from './public-routes.ts'

const news = { version: '5.0.0', releaseNotes: 'New shelves', forced: false }
const release = { ...news, minimumVersion: '4.2.0', worker: 'caching' } as const

function bookshop({ build = '0123456789ab', ...options }: Partial<PublicOptions> & { readonly build?: string } = {}) {
  const fastify = Fastify()
  addPublicRoutes(fastify, {
    told: () => ({ release, build }),
    appEnv: 'development',
    anonKey: 'anon',
    vapidPublicKey: 'point',
    publicUrl: null,
    mediaUrl: null,
    fallbackUrl: 'http://localhost:3000',
    ...options,
  })
  return fastify
}

describe('/api/config', () => {
  it('names the address by which it was asked', async () => {
    const answer = await bookshop().inject({ url: '/api/config', headers: { host: '192.168.1.7:3000' } })
    expect(answer.json()).toEqual({
      supabaseUrl: 'http://192.168.1.7:3000',
      anonKey: 'anon',
      appEnv: 'development',
      version: '5.0.0',
      vapidPublicKey: 'point',
    })
  })

  it('names PUBLIC_URL where there is one', async () => {
    const answer = await bookshop({ publicUrl: 'https://shop.example' }).inject('/api/config')
    expect(answer.json().supabaseUrl).toBe('https://shop.example')
  })

  it('names MEDIA_URL where there is one', async () => {
    const answer = await bookshop({ mediaUrl: 'https://media.example' }).inject('/api/config')
    expect(answer.json().mediaUrl).toBe('https://media.example')
  })
})

describe('/.well-known/security.txt', () => {
  it('says whom to tell of a way in, and until when that may be believed (RFC 9116)', async () => {
    const answer = await bookshop({
      securityContact: 'mailto:security@shop.example',
      publicUrl: 'https://shop.example',
    }).inject('/.well-known/security.txt')
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.body).toMatch(
      /^Contact: mailto:security@shop\.example\nExpires: \S+Z\nCanonical: https:\/\/shop\.example\/\.well-known\/security\.txt\n$/,
    )
    const expires = new Date(/Expires: (\S+)/.exec(answer.body)?.[1] ?? '')
    expect(expires.getTime()).toBeGreaterThan(Date.now() + 30 * 86_400_000)
  })

  it('is not there where nobody is named', async () => {
    expect((await bookshop().inject('/.well-known/security.txt')).statusCode).toBe(404)
  })
})

describe('/api/version', () => {
  it('tells the release, to be asked for every time, and not twice to who knows it', async () => {
    const answer = await bookshop().inject('/api/version')
    expect(answer.json()).toEqual(news)
    expect(answer.headers['x-build']).toBe('0123456789ab')
    expect(answer.headers['cache-control']).toBe('no-cache')
    const again = await bookshop().inject({
      url: '/api/version',
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    // The same words of another build are news.
    const other = await bookshop({ build: 'ba9876543210' }).inject({
      url: '/api/version',
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect([other.statusCode, other.headers['x-build']]).toEqual([200, 'ba9876543210'])
  })

  it('is forced for who says that they run less than the least', async () => {
    const forcedFor = async (url: string) => (await bookshop().inject(url)).json().forced
    expect(await forcedFor('/api/version?current=4.1.9')).toBe(true)
    expect(await forcedFor('/api/version?current=4.2.0')).toBe(false)
    expect(await forcedFor('/api/version?current=a&current=b')).toBe(false)
  })
})

describe('policy reports', () => {
  const violation = (body: object) => ({ type: 'csp-violation', body })
  const inline = violation({ effectiveDirective: 'script-src-elem', blockedURL: 'inline' })

  async function report(payload: string, times = 1) {
    const events: ServerEvent[] = []
    const fastify = Fastify()
    await fastify.register(policyReports, { path: '/api/reports', observe: (event) => void events.push(event) })
    const headers = { 'content-type': 'application/reports+json' }
    let status = 0
    for (let sent = 0; sent < times; sent += 1) {
      status = (await fastify.inject({ method: 'POST', url: '/api/reports', headers, payload })).statusCode
    }
    return { status, events }
  }

  it('tells the directive and the origin of what was blocked, never an address', async () => {
    const image = violation({ effectiveDirective: 'img-src', blockedURL: 'https://evil.example/x?token=tulip' })
    const { status, events } = await report(JSON.stringify([inline, image]))
    expect(status).toBe(204)
    expect(events).toEqual([
      { kind: 'server.policy-violated', directive: 'script-src-elem', blocked: 'inline' },
      { kind: 'server.policy-violated', directive: 'img-src', blocked: 'https://evil.example' },
    ])
  })

  it.each(['', 'null', '{}', '[null, 1, {}]', '[{"type":"csp-violation"}]', '[{"type":"csp-violation","body":{}}]'])(
    'takes %j without a word',
    async (payload) => {
      expect((await report(payload)).events).toEqual([])
    },
  )

  it('says no more than 60 a minute', async () => {
    const { events } = await report(JSON.stringify(Array.from({ length: 25 }, () => inline)), 4)
    expect(events.length).toBe(60)
  })
})
