/** A signed statement of one's credits: what it says, whose it is, and that anybody can see whether it is ours. */
import { Buffer } from 'node:buffer'
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { person, type Person } from './payment-callers.ts'

let system: RunningSystem
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system[Symbol.asyncDispose]())

const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const address = () => `${system.url}/functions/v1/credit-statement`

function fetched({ token }: Pick<Person, 'token'>, from = day(-30), to = day(1)): Promise<Response> {
  return fetch(`${address()}?from=${from}&to=${to}`, { headers: { authorization: `Bearer ${token}` } })
}

const fileOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const verified = async (body: Uint8Array<ArrayBuffer>) =>
  (await (await fetch(`${address()}/verify`, { method: 'POST', body })).json()) as Record<string, unknown>

test('is a PDF of one’s own lines, that anybody has verified or verifies alone', async () => {
  const who = await person(system)
  const response = await fetched(who)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const file = await fileOf(response)
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await verified(file)).toMatchObject({ is_genuine: true, signed_since: expect.any(String) })

  const published = (await (await fetch(`${address()}/keys`)).json()) as { keys: JsonWebKey[] }
  const [, , signature = ''] = /\n%signed-ed25519 (\S+) (\S+)\n$/.exec(file.toString('latin1')) ?? []
  const content = file.subarray(0, file.lastIndexOf('\n%signed-ed25519 '))
  const key = createPublicKey({ key: published.keys[0]!, format: 'jwk' })
  expect(verify(null, content, key, Buffer.from(signature, 'hex'))).toBe(true)
})

test('with one byte changed, or signed by somebody else, is not ours', async () => {
  const file = await fileOf(await fetched(await person(system)))
  const forged = Buffer.from(file)
  forged[file.indexOf('/Title') + 8]! ^= 1
  expect(await verified(forged)).toEqual({ is_genuine: false, signed_since: null })
  expect(await verified(file.subarray(0, -10))).toMatchObject({ is_genuine: false })
  expect(await verified(Buffer.from('%PDF-1.7\n%%EOF'))).toMatchObject({ is_genuine: false })
})

test('adds up: where it begins, every line, where it ends', async () => {
  const who = await person(system)
  const service = createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })
  await service.rpc('hold_credits', { p_user: who.id, p_amount: 2 })
  const { data } = await who.client.rpc('statement_to_print', { p_from: day(-1), p_to: day(1) })
  const { opening, closing, lines } = data as { opening: number; closing: number; lines: { amount: number }[] }
  expect(opening + lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(closing)
  const later = await who.client.rpc('statement_to_print', { p_from: day(1), p_to: day(2) })
  expect(later.data).toMatchObject({ opening: closing, closing, lines: [] })
})

test('is nobody’s who is not signed in, and of a year at most', async () => {
  const who = await person(system)
  expect((await fetched({ token: system.anonKey })).status).toBe(401)
  expect((await fetched(who, day(-400), day(0))).status).toBe(422)
  expect((await fetched(who, day(0), day(-1))).status).toBe(422)
  expect((await fetched(who, 'yesterday', day(0))).status).toBe(400)
})
