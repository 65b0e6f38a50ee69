import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createTwilioSender } from '../../src/delivery/texts/twilio.ts'
import { provenAddresses, startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { startProviderServer, type ProviderServer } from '../../testing/provider-server.ts'

let service: ProviderServer
let server: AuthServer
beforeEach(async () => {
  service = await startProviderServer({ status: 201, body: { sid: 'SM1', status: 'queued' } })
  server = await startAuthServer({
    change: (config) => {
      const proven = provenAddresses(config)
      return { ...proven, phone: { ...proven.phone, provider: 'twilio', testCodes: { '22990000001': '135790' } } }
    },
    textSender: createTwilioSender({
      accountSid: 'AC1',
      authToken: 'x',
      sender: '+1',
      url: service.url,
      timeoutMs: 3000,
    }),
  })
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const askCode = (phone: string, more = {}) => server.call('POST', '/otp', { body: { phone, ...more } })

describe('a code by text', () => {
  it('answers the name of the message, through the official client too', async () => {
    expect((await askCode('+22997000000')).body).toEqual({ message_id: 'SM1' })
    const { data, error } = await server.client().auth.signInWithOtp({ phone: '+22997000001' })
    expect(error).toBeNull()
    expect(data.messageId).toBe('SM1')
    expect((await server.call('GET', '/settings')).body.sms_provider).toBe('twilio')
  })

  it('goes through the channel that the client names', async () => {
    await askCode('+22997000000', { channel: 'whatsapp' })
    expect(new URLSearchParams(service.calls[0]?.body).get('To')).toBe('whatsapp:+22997000000')
  })

  it.each([
    [{ status: 400, body: { code: 21_211, message: 'secret of the account' } }, 422, 'sms_send_failed'],
    [{ status: 429, headers: { 'retry-after': '9' } }, 429, 'over_sms_send_rate_limit'],
    [{ status: 500 }, 503, 'sms_send_failed'],
    ['silence', 503, 'sms_send_failed'],
    ['half', 503, 'sms_send_failed'],
  ] as const)('that the service answers with %j is %i %s', async (answer, status, code) => {
    service.answer = answer
    const refusal = await askCode('+22997000000')
    expect(refusal).toMatchObject({ status, body: { error_code: code } })
    expect(JSON.stringify(refusal.body)).not.toContain('secret')
    expect(refusal.headers.get('retry-after')).toBe({ 422: null, 429: '9', 503: '5' }[status])
    expect(server.events).toContainEqual({ kind: 'auth.message-failed', channel: 'sms', error: expect.any(Error) })
  })

  it('of a number for tests is the configured one, and costs no message', async () => {
    expect((await askCode('+22990000001')).body).toEqual({ message_id: 'test-otp' })
    const { data } = await server.client().auth.verifyOtp({ phone: '+22990000001', token: '135790', type: 'sms' })
    expect(data.user?.phone).toBe('22990000001')
    expect(service.calls).toEqual([])
  })
})
