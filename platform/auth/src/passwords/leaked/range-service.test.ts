import { createHash } from 'node:crypto'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { startProviderServer, type ProviderAnswer, type ProviderServer } from '../../../testing/provider-server.ts'
import type { AuthEvent } from '../../events.ts'
import { createRangeService } from './range-service.ts'

let server: ProviderServer
let events: AuthEvent[]
beforeEach(async () => {
  server = await startProviderServer({ status: 500 })
  events = []
})
afterEach(() => server[Symbol.asyncDispose]())

const digest = createHash('sha1').update('liverpool').digest('hex').toUpperCase()
const range = (...lines: string[]): ProviderAnswer => ({ status: 200, body: `${lines.join('\r\n')}\r\n` })
const other = `${'0'.repeat(35)}:12`
const isLeaked = (timeoutMs = 30_000) =>
  createRangeService({ url: `${server.url}/range/`, timeoutMs, observe: (event) => events.push(event) })('liverpool')

it('tells five digits only, and finds the rest in the answer', async () => {
  server.answer = range(other, `${digest.slice(5)}:42`)
  expect(await isLeaked()).toBe(true)
  expect(server.calls).toMatchObject([{ method: 'GET', path: `/range/${digest.slice(0, 5)}`, body: '' }])
  expect(server.calls[0]?.headers['add-padding']).toBe('true')
  expect(JSON.stringify(server.calls)).not.toContain(digest.slice(5))
  expect(events).toEqual([])
})

it.each([
  ['another', other],
  ['padding', `${digest.slice(5)}:0`],
])('is not alarmed by %s', async (_case, line) => {
  server.answer = range(line)
  expect(await isLeaked()).toBe(false)
  expect(events).toEqual([])
})

it.each<[string, ProviderAnswer]>([
  ['is silent', 'silence'],
  ['breaks off', 'half'],
  ['fails', { status: 503 }],
  ['has too much to do', { status: 429 }],
  ['answers a page', { status: 200, body: '<html></html>' }],
])('lets a password pass when the service %s, and says so', async (_case, answer) => {
  server.answer = answer
  expect(await isLeaked(answer === 'silence' ? 100 : undefined)).toBe(false)
  expect(events).toEqual([{ kind: 'auth.leaked-passwords-unknown', error: expect.any(Error) }])
})
