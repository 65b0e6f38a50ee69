import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startProviderServer, type ProviderAnswer, type ProviderServer } from '../../../testing/provider-server.ts'
import type { TextMessage, TextSender } from '../delivery.ts'
import { createAfricasTalkingSender } from './africas-talking.ts'
import { sendByChannel } from './by-channel.ts'
import { SendFailure } from './send-failure.ts'
import { createTwilioSender } from './twilio.ts'
import { createWhatsAppCloudSender } from './whatsapp-cloud.ts'

let server: ProviderServer
beforeEach(async () => {
  server = await startProviderServer({ status: 500 })
})
afterEach(() => server[Symbol.asyncDispose]())

/** A busy machine is no failure: only silence is waited out. */
const timeoutMs = 30_000
const message: TextMessage = {
  to: '22997000000',
  text: 'Books: your code is 408213.',
  channel: 'sms',
  code: '408213',
  language: 'fr',
}
const onWhatsApp: TextMessage = { ...message, channel: 'whatsapp' }

const twilio = (more = {}): TextSender =>
  createTwilioSender({
    accountSid: 'AC1',
    authToken: 'secret',
    sender: '+15005550006',
    url: server.url,
    timeoutMs,
    ...more,
  })
const africasTalking = (more = {}): TextSender =>
  createAfricasTalkingSender({ username: 'books', apiKey: 'key', sender: 'BOOKS', url: server.url, timeoutMs, ...more })
const cloud = (more = {}): TextSender =>
  createWhatsAppCloudSender({
    phoneNumberId: '1066',
    accessToken: 'token',
    template: 'sign_in',
    url: server.url,
    timeoutMs,
    ...more,
  })

const twilioTook = (status = 'queued') => ({
  status: 201,
  body: { sid: 'SM7f', status, error_code: null, error_message: null, to: '+22997000000' },
})
const recipients = (statusCode: number, status: string) => ({
  status: 201,
  body: {
    SMSMessageData: {
      Message: 'Sent to 1/1 Total Cost: XOF 12.0000',
      Recipients: [{ statusCode, status, number: '+22997000000', cost: 'XOF 12.0000', messageId: 'ATXid_1' }],
    },
  },
})
const cloudTook = { status: 200, body: { messaging_product: 'whatsapp', contacts: [], messages: [{ id: 'wamid.1' }] } }

async function failureOf(sending: Promise<unknown>): Promise<SendFailure> {
  const error: unknown = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SendFailure)
  return error as SendFailure
}

describe('Twilio', () => {
  it('gets a form, and names the message', async () => {
    server.answer = twilioTook()
    expect(await twilio().sendText(message)).toBe('SM7f')
    const [call] = server.calls
    expect(call).toMatchObject({ method: 'POST', path: '/2010-04-01/Accounts/AC1/Messages.json' })
    expect(call?.headers['authorization']).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      To: '+22997000000',
      From: '+15005550006',
      Body: 'Books: your code is 408213.',
    })
  })

  it('writes on WhatsApp, freely or with a template of its own', async () => {
    server.answer = twilioTook()
    await twilio().sendText(onWhatsApp)
    await twilio({ whatsappSender: '+14155238886', contentSid: 'HX9' }).sendText(onWhatsApp)
    await twilio({ sender: 'MG5' }).sendText(message)
    const forms = server.calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    expect(forms).toEqual([
      { To: 'whatsapp:+22997000000', From: 'whatsapp:+15005550006', Body: 'Books: your code is 408213.' },
      {
        To: 'whatsapp:+22997000000',
        From: 'whatsapp:+14155238886',
        ContentSid: 'HX9',
        ContentVariables: '{"1":"408213"}',
      },
      { To: '+22997000000', MessagingServiceSid: 'MG5', Body: 'Books: your code is 408213.' },
    ])
  })

  it('refuses a number', async () => {
    server.answer = { status: 400, body: { code: 21_211, message: "Invalid 'To' Phone Number", status: 400 } }
    expect(await failureOf(twilio().sendText(message))).toMatchObject({
      reason: 'refused',
      message: "Twilio: Invalid 'To' Phone Number (21211)",
    })
    server.answer = twilioTook('failed')
    expect((await failureOf(twilio().sendText(message))).reason).toBe('refused')
  })
})

describe('Africa’s Talking', () => {
  it('gets a form, and names the message', async () => {
    server.answer = recipients(101, 'Success')
    expect(await africasTalking().sendText(message)).toBe('ATXid_1')
    const [call] = server.calls
    expect(call).toMatchObject({ method: 'POST', path: '/version1/messaging' })
    expect(call?.headers).toMatchObject({ apikey: 'key', accept: 'application/json' })
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      username: 'books',
      to: '+22997000000',
      message: 'Books: your code is 408213.',
      from: 'BOOKS',
    })
  })

  it.each<[string, ProviderAnswer, SendFailure['reason']]>([
    ['an invalid number', recipients(403, 'InvalidPhoneNumber'), 'refused'],
    ['an empty account', recipients(405, 'InsufficientBalance'), 'refused'],
    ['its gateway down', recipients(501, 'GatewayError'), 'unavailable'],
    [
      'a wrong sender',
      { status: 201, body: { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } } },
      'refused',
    ],
    ['a wrong key', { status: 401, body: 'The supplied authentication is invalid' }, 'refused'],
  ])('says %s', async (_case, answer, reason) => {
    server.answer = answer
    expect((await failureOf(africasTalking().sendText(message))).reason).toBe(reason)
  })

  it('has no WhatsApp', async () => {
    expect((await failureOf(africasTalking().sendText(onWhatsApp))).reason).toBe('unsupported')
    expect(server.calls).toEqual([])
  })
})

describe('WhatsApp', () => {
  it('gets the code for its template, and names the message', async () => {
    server.answer = cloudTook
    expect(await cloud().sendText(onWhatsApp)).toBe('wamid.1')
    const [call] = server.calls
    expect(call).toMatchObject({ method: 'POST', path: '/1066/messages' })
    expect(call?.headers['authorization']).toBe('Bearer token')
    const parameters = [{ type: 'text', text: '408213' }]
    expect(JSON.parse(call?.body ?? '')).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '22997000000',
      type: 'template',
      template: {
        name: 'sign_in',
        language: { code: 'fr' },
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
    })
  })

  it.each<[number, SendFailure['reason']]>([
    [131_026, 'refused'],
    [190, 'refused'],
    [130_429, 'busy'],
    [131_056, 'busy'],
    [131_016, 'unavailable'],
  ])('answers the error %i', async (code, reason) => {
    server.answer = { status: 400, body: { error: { message: 'no', type: 'OAuthException', code, fbtrace_id: 'A' } } }
    expect((await failureOf(cloud().sendText(onWhatsApp))).reason).toBe(reason)
  })

  it('stands beside another service for SMS', async () => {
    server.answer = cloudTook
    const both = sendByChannel({ sms: africasTalking(), whatsapp: cloud() })
    expect(await both.sendText(onWhatsApp)).toBe('wamid.1')
    server.answer = recipients(102, 'Success')
    expect(await both.sendText(message)).toBe('ATXid_1')
  })
})

describe.each<[string, (more?: object) => TextSender, TextMessage]>([
  ['Twilio', twilio, message],
  ['Africa’s Talking', africasTalking, message],
  ['WhatsApp', cloud, onWhatsApp],
])('%s', (_service, create, text) => {
  it.each<[string, ProviderAnswer]>([
    ['is silent', 'silence'],
    ['breaks off', 'half'],
    ['answers 500', { status: 500, body: 'oops' }],
    ['answers 503', { status: 503, body: { message: 'down' } }],
    ['answers no JSON', { status: 200, body: '<html>' }],
    ['answers something else', { status: 200, body: [] }],
    ['leads elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
  ])('that %s cannot be relied on, and is asked once', async (_case, answer) => {
    server.answer = answer
    const sender = answer === 'silence' ? create({ timeoutMs: 100 }) : create()
    expect((await failureOf(sender.sendText(text))).reason).toBe('unavailable')
    expect(server.calls.length).toBeLessThan(2)
  })

  it('that nobody answers for cannot be relied on', async () => {
    expect((await failureOf(create({ url: 'http://127.0.0.1:9' }).sendText(text))).reason).toBe('unavailable')
  })

  it('that has too much to do says when to come back', async () => {
    server.answer = {
      status: 429,
      body: { code: 20_429, message: 'Too Many Requests' },
      headers: { 'retry-after': '7' },
    }
    expect(await failureOf(create().sendText(text))).toMatchObject({ reason: 'busy', retryAfter: 7 })
  })
})
