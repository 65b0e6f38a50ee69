import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createSiteVerify } from '../../src/requests/captcha.ts'
import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

/** The service: says yes to `human` with our secret, breaks for `broken`. */
let service: Server
let server: AuthServer
const asked: URLSearchParams[] = []
beforeAll(async () => {
  service = createServer((request, response) => void judge(request, response))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  server = await startAuthServer({ captcha: createSiteVerify({ url, secret: 'secret' }) })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await new Promise((resolve) => service.close(resolve))
})

async function judge(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = new URLSearchParams(Buffer.concat(chunks).toString())
  asked.push(form)
  const success = form.get('secret') === 'secret' && form.get('response') === 'human'
  response.writeHead(form.get('response') === 'broken' ? 500 : 200).end(JSON.stringify({ success }))
}

const password = 'correct horse'

describe('a captcha', () => {
  it('lets people in, by the official client', async () => {
    const email = 'person@shop.example'
    const { auth } = server.client()
    expect((await auth.signUp({ email, password, options: { captchaToken: 'human' } })).error).toBeNull()
    expect(Object.fromEntries(asked.at(-1)!)).toMatchObject({ response: 'human', remoteip: '127.0.0.1' })
    expect((await auth.signInWithPassword({ email, password, options: { captchaToken: 'human' } })).error).toBeNull()
    expect((await auth.refreshSession()).error).toBeNull()
    expect(
      (await auth.signInWithPassword({ email, password, options: { captchaToken: 'robot' } })).error,
    ).toMatchObject({
      status: 400,
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (invalid-input-response)',
    })
  })

  it.each([
    ['/signup', { email: 'robot@shop.example', password }],
    ['/token?grant_type=password', { email: 'person@shop.example', password }],
    ['/token?grant_type=id_token', { provider: 'google', id_token: 'x' }],
    ['/otp', { email: 'robot@shop.example' }],
    ['/magiclink', { email: 'robot@shop.example' }],
    ['/recover', { email: 'person@shop.example' }],
    ['/resend', { type: 'signup', email: 'person@shop.example' }],
  ])('guards %s', async (path, body) => {
    const bodies = [
      body,
      { ...body, gotrue_meta_security: {} },
      { ...body, gotrue_meta_security: { captcha_token: '' } },
    ]
    for (const attempt of bodies) {
      expect(await server.call('POST', path, { body: attempt })).toMatchObject({
        status: 400,
        body: {
          error_code: 'captcha_failed',
          msg: 'captcha protection: request disallowed (no captcha_token found in request)',
        },
      })
    }
    const robot = { ...body, gotrue_meta_security: { captcha_token: 'robot' } }
    expect((await server.call('POST', path, { body: robot })).body.error_code).toBe('captcha_failed')
  })

  it('asks nothing of the service’s own key, and something of a forged one', async () => {
    const body = { email: 'by-service@shop.example', password }
    expect((await server.call('POST', '/signup', { body, token: server.keys.serviceRoleKey })).status).toBe(200)
    const forged = `${server.keys.serviceRoleKey.slice(0, -4)}AAAA`
    expect((await server.call('POST', '/signup', { body, token: forged })).body.error_code).toBe('captcha_failed')
  })

  it('lets nobody in while its service is away', async () => {
    const body = { email: 'x@shop.example', password, gotrue_meta_security: { captcha_token: 'broken' } }
    expect((await server.call('POST', '/signup', { body })).status).toBe(503)
  })
})
