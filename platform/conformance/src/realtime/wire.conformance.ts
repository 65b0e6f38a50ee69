/** Broadcasts by HTTP, exchange by exchange (WIRE §4.5). */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { author, keyFor, realtimeUnderTest, type RealtimeUnderTest } from './realtime-under-test.ts'

interface Exchange {
  readonly name: string
  /** Below `/realtime/v1/api/broadcast`. */
  readonly path?: string
  readonly as?: string | null
  readonly type?: string
  readonly body: unknown
  readonly status: number
  /** JSON, or '' for nothing. */
  readonly answer: unknown
}

const message = { topic: 'room', event: 'said', payload: { a: 1 } }
const large = { text: 'x'.repeat(3_000_001) }
const single = '/room/events/said'
const theirs = `/${encodeURIComponent(`room of ${author}`)}/events/said?private=true`

const exchanges: readonly Exchange[] = [
  { name: 'one message', body: { messages: [message] }, status: 202, answer: '' },
  { name: 'none', body: { messages: [] }, status: 202, answer: '' },
  {
    name: 'private ones that may not be written, silently',
    body: { messages: [{ ...message, private: true }] },
    status: 202,
    answer: '',
  },
  { name: 'nobody', as: null, body: { messages: [message] }, status: 401, answer: { message: 'Unauthorized' } },
  { name: 'a bad key', as: 'bad', body: { messages: [message] }, status: 401, answer: { message: 'Unauthorized' } },
  { name: 'no list', body: {}, status: 422, answer: { errors: { messages: ["can't be blank"] } } },
  { name: 'no JSON', body: 'nonsense', status: 422, answer: { message: 'The body is not JSON' } },
  {
    name: 'what is missing, message by message',
    body: { messages: [message, { topic: '' }] },
    status: 422,
    answer: {
      errors: {
        messages: [{}, { topic: ["can't be blank"], event: ["can't be blank"], payload: ["can't be blank"] }],
      },
    },
  },
  {
    name: 'more than fits',
    body: { messages: [{ ...message, payload: large }] },
    status: 422,
    answer: { errors: { messages: [{ payload: ['Payload size exceeds tenant limit'] }] } },
  },
  { name: 'one event as it is', path: single, body: { a: 1 }, status: 202, answer: '' },
  { name: 'one event of bytes', path: single, type: 'application/octet-stream', body: 'abc', status: 202, answer: '' },
  { name: 'one private event of theirs', path: theirs, as: keyFor(author), body: {}, status: 202, answer: '' },
  { name: 'one private event of others', path: theirs, body: {}, status: 403, answer: { message: 'Unauthorized' } },
  {
    name: 'one event that is too large',
    path: single,
    body: large,
    status: 422,
    answer: { errors: { payload: ['Payload size exceeds tenant limit'] } },
  },
  {
    name: 'one event that is no JSON',
    path: single,
    body: '{',
    status: 422,
    answer: { message: 'The body is not JSON' },
  },
]

let target: RealtimeUnderTest
beforeAll(async () => {
  target = await realtimeUnderTest()
})
afterAll(() => target[Symbol.asyncDispose]())

test.each(exchanges)('$status: $name', async ({ path = '', as = keyFor('anon'), type, body, status, answer }) => {
  const reply = await fetch(`${target.url}/api/broadcast${path}`, {
    method: 'POST',
    headers: { 'content-type': type ?? 'application/json', ...(as !== null && { authorization: `Bearer ${as}` }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await reply.text()
  expect({ status: reply.status, answer: answer === '' ? text : JSON.parse(text) }).toEqual({ status, answer })
})

test('415: a body of another type, and 404 elsewhere', async () => {
  const send = (path: string, type: string) =>
    fetch(`${target.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, apikey: keyFor('anon') },
      body: 'text',
    })
  expect((await send(`/api/broadcast${single}`, 'text/plain')).status).toBe(415)
  expect((await send('/api/nothing', 'application/json')).status).toBe(404)
})
