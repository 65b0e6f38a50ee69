/** What payments tell by mail and by text: read in the mailbox and on the phone that they went to. */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { codeIn, messageTo } from '../../../tests/support/outbox.ts'
import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { PaymentStarted } from '../../functions/_shared/contract/src/index.ts'
import { pack25 } from './open-billing.ts'
import { asked, person, type Person } from './payment-callers.ts'

let system: RunningSystem
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system[Symbol.asyncDispose]())

const createur = '01940000-0000-7000-8000-000000000007'
const service = () => createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })
const mobile = (last: string) => ({ kind: 'mobile_money', operator: 'mtn_bj', number: `01 00 00 00 ${last}` })
const patient = { timeout: 60_000, interval: 250 }

interface Kept {
  readonly to: string
  readonly subject?: string
  readonly text: string
  readonly html?: string
}

async function mailsTo(to: string): Promise<Kept[]> {
  const folder = join(system.dataFolder, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted()
  const all = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Kept),
  )
  return all.filter((mail) => mail.to === to)
}

async function reader(language: 'fr' | 'en'): Promise<Person & { readonly address: string }> {
  const who = await person(system)
  const { data } = await service().auth.admin.updateUserById(who.id, { user_metadata: { language } })
  return { ...who, address: data.user!.email! }
}

async function started(who: Person, order: object): Promise<PaymentStarted> {
  const key = { 'idempotency-key': randomUUID() }
  const answer = await asked<PaymentStarted>(who, { price_id: pack25, method: mobile('01'), ...order }, key)
  if (!('payment_id' in answer)) throw new Error(`Not started: ${JSON.stringify(answer)}`)
  return answer
}

async function subjectsOf(address: string): Promise<(string | undefined)[]> {
  return (await mailsTo(address)).map(({ subject }) => subject)
}

describe('by mail goes', () => {
  test('a receipt, in the language of who paid, marked as fictitious, once', async () => {
    const [french, english] = [await reader('fr'), await reader('en')]
    await Promise.all([started(french, {}), started(english, {})])
    await expect.poll(() => mailsTo(french.address), patient).toHaveLength(1)
    await expect.poll(() => mailsTo(english.address), patient).toHaveLength(1)
    const [mail] = await mailsTo(french.address)
    expect(mail!.subject).toMatch(/^Votre reçu TEST-\d{4}-\d{6} · Cortexia$/u)
    expect(mail!.text).toContain('25 crédits sont sur votre compte. Vous avez payé 1\u202f000\u202fFCFA.')
    expect(mail!.text).toContain('aucun argent n’a circulé')
    expect(mail!.text).toMatch(/http:\/\/localhost:\d+\/credits\n/u)
    expect((await mailsTo(english.address))[0]!.text).toContain('25 credits are in your account.')
  })

  test('a refund', async () => {
    const who = await reader('fr')
    const { payment_id: id } = await started(who, {})
    await expect.poll(() => subjectsOf(who.address), patient).toHaveLength(1)
    expect((await who.client.rpc('ask_refund', { p_payment: id })).error).toBeNull()
    await expect
      .poll(() => subjectsOf(who.address), patient)
      .toContainEqual('Remboursement de 1\u202f000\u202fFCFA · Cortexia')
  })

  test('a gift, to whom it is for', async () => {
    const [giver, friend] = [await reader('fr'), await reader('fr')]
    const username = `amie_${friend.id.slice(-8)}`
    expect((await friend.client.from('profiles').update({ username }).eq('id', friend.id)).error).toBeNull()
    await started(giver, { gift: { username, message: 'Bonne fête' } })
    await expect.poll(() => mailsTo(friend.address), patient).toHaveLength(1)
    const [mail] = await mailsTo(friend.address)
    expect(mail!.subject).toContain('vous offre 25 crédits')
    expect(mail!.text).toContain('« Bonne fête »')
  })

  test('what is checked by hand, and no refusal that one has just seen', async () => {
    const [unclear, refused] = [await reader('fr'), await reader('fr')]
    await started(unclear, { method: mobile('11') })
    const { payment_id: id } = await started(refused, { method: mobile('03') })
    await expect
      .poll(() => subjectsOf(unclear.address), patient)
      .toContainEqual(expect.stringContaining('en vérification'))
    const status = async () => (await refused.client.from('my_payments').select('status').eq('id', id).single()).data
    await expect.poll(status, patient).toEqual({ status: 'failed' })
    expect(await mailsTo(refused.address)).toEqual([])
  })

  test('the end of a month, its days of grace, and the end of those', async () => {
    const who = await reader('fr')
    await started(who, { price_id: createur })
    await expect.poll(() => subjectsOf(who.address), patient).toHaveLength(1)
    for (const by of ['28 days', '3 days', '6 days']) {
      const before = (await mailsTo(who.address)).length
      // oxlint-disable-next-line no-await-in-loop -- time passes step by step
      await service().rpc('move_payment_clock', { p_by: by })
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => mailsTo(who.address), patient).not.toHaveLength(before)
    }
    await expect
      .poll(async () => (await subjectsOf(who.address)).slice(1), patient)
      .toEqual(
        expect.arrayContaining([
          'Votre mois Créateur se termine bientôt · Cortexia',
          'Votre mois Créateur est terminé · Cortexia',
          expect.stringMatching(/^Vos avantages Créateur restent jusqu’au /u),
          'Votre abonnement Créateur s’est arrêté · Cortexia',
        ]),
      )
  }, 120_000)
})

describe('a code to a paying number', () => {
  const order = { operator: 'mtn_bj', number: '01 97 12 34 56' }
  const ask = async ({ client }: Person, body: object) => {
    const { data, error } = await client.functions.invoke<Record<string, unknown>>('payment-number', { body })
    if (error === null) return data
    const response = error.context as Response
    return { status: response.status, ...((await response.json()) as object) }
  }
  const numbersOf = async ({ client }: Person) => (await client.from('my_numbers').select('operator,msisdn_last4')).data

  test('proves it: the newest one, once, and for who asked alone', async () => {
    const [who, other] = [await reader('fr'), await reader('fr')]
    expect(await ask(who, order)).toEqual({ sent: true })
    const code = codeIn(await messageTo(system.dataFolder, '2290197123456'))
    expect(await ask(other, { ...order, code })).toEqual({ proven: false })
    expect(await ask(who, { ...order, number: '01 97 12 34 57', code })).toEqual({ proven: false })
    expect(await ask(who, { ...order, code })).toEqual({ proven: true })
    expect(await ask(who, { ...order, code })).toEqual({ proven: false })
    expect(await numbersOf(who)).toEqual([{ operator: 'mtn_bj', msisdn_last4: '3456' }])
    expect(await numbersOf(other)).toEqual([])
  })

  test('is not guessed: after five wrong ones the right one is wrong too', async () => {
    const who = await reader('fr')
    const own = { ...order, number: '01 97 12 34 60' }
    await ask(who, own)
    const code = codeIn(await messageTo(system.dataFolder, '2290197123460'))
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = Array.from({ length: 5 }, () => ask(who, { ...own, code: wrong }))
    expect(await Promise.all(tries)).toEqual(Array.from({ length: 5 }, () => ({ proven: false })))
    expect(await ask(who, { ...own, code })).toEqual({ proven: false })
  })

  test('is sent three times an hour, to numbers that are some', async () => {
    const who = await reader('fr')
    const own = { ...order, number: '01 97 12 34 61' }
    for (const answer of [{ sent: true }, { sent: true }, { sent: true }, { status: 429, code: 'throttled' }]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await ask(who, own)).toMatchObject(answer)
    }
    expect(await ask(await reader('fr'), { ...order, number: '12' })).toMatchObject({ code: 'number_invalid' })
  })
})
