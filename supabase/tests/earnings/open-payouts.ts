/** People who withdraw what they earned, over the payments; and processes that die wherever one likes. */
import { createHash, randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import type { PayoutAnswer } from '../../functions/_shared/contract/src/index.ts'
import { openBilling, type Billing } from '../billing/open-billing.ts'

/** The process is gone: what it had sent may have arrived. */
class Killed extends Error {}

export class Payouts implements AsyncDisposable {
  readonly billing: Billing
  #staff = ''

  constructor(billing: Billing) {
    this.billing = billing
  }

  hashOf = (number: string): string => createHash('sha256').update(number).digest('hex')

  /** So many francs are available to them, and their number is ready since yesterday's yesterday. */
  async earner(francs: number, number: string, sealed = number): Promise<string> {
    const person = await this.billing.ledger.newPerson()
    await this.billing.bought(person, { msisdn_hash: this.hashOf(number), msisdn_last4: number.slice(-4) })
    await this.destination(person, number, sealed)
    await this.billing.as(person, `select public.save_identity('Awa Sanogo', '1996-05-04', 'BJ', true)`)
    await this.earn(person, francs)
    return person
  }

  /** As `payment-number` does after the right code. */
  async destination(person: string, number: string, sealed = number): Promise<void> {
    await this.billing.ledger.asOwner(
      `insert into billing.numbers (user_id, msisdn_hash, operator, msisdn_last4) values ($1, decode($2, 'hex'), 'mtn_bj', $3)
       on conflict (user_id, msisdn_hash) do update set proven_at = billing.clock()`,
      [person, this.hashOf(number), number.slice(-4)],
    )
    const call = 'select public.set_payout_destination($1, $2, $3)'
    await this.billing.ledger.asServer(call, [person, this.hashOf(number), sealed])
  }

  async earn(person: string, francs: number): Promise<void> {
    await this.billing.ledger.post(`test:${randomUUID()}`, [
      { o: 'platform', k: 'royalty_pool', a: 'XOF', n: -francs },
      { o: `user:${person}`, k: 'earned', a: 'XOF', n: francs },
    ])
  }

  async ask(person: string, amount: number, key: string = randomUUID()): Promise<PayoutAnswer> {
    const rows = await this.billing.as<{ made: PayoutAnswer }>(person, 'select public.ask_payout($1, $2) as made', [
      amount,
      key,
    ])
    return rows[0]!.made
  }

  /** As a member of the staff who has looked. */
  async decide(payout: string, isSent = true): Promise<void> {
    this.#staff ||= await this.billing.ledger.newPerson()
    await this.billing.asStaff(this.#staff, 'select public.decide_payout($1, $2, $3)', [payout, isSent, 'Vu'])
  }

  async released(person: string, amount: number): Promise<PayoutAnswer> {
    const made = await this.ask(person, amount)
    if (made.status === 'held') await this.decide(made.id)
    return made
  }

  async statusOf(person: string): Promise<string | undefined> {
    const [row] = await this.billing.as<{ status: string }>(
      person,
      'select status from public.my_payouts order by id desc limit 1',
    )
    return row?.status
  }

  async places(person: string): Promise<{ earned: number; payable: number }> {
    const { earned = 0, payable = 0 } = (await this.billing.ledger.balancesOf(person)) as unknown as Record<
      string,
      number
    >
    return { earned, payable }
  }

  /** Functions of the database, called with the service key by a process that `dies()` before or after any of them. */
  process(dies: () => boolean): SupabaseClient {
    const rpc = async (name: string, params: Record<string, unknown>) => {
      if (dies()) throw new Killed()
      const named = Object.keys(params).map((param, place) => `${param} => $${place + 1}`)
      const call = `public.${name}(${named.join(', ')})`
      const text =
        name === 'claim_payouts'
          ? `select coalesce(jsonb_agg(to_jsonb(r)), '[]') as answer from ${call} r`
          : `select to_jsonb(${call}) as answer`
      const given = Object.values(params).map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      )
      const [row] = await this.billing.ledger.asServer<{ answer: unknown }>(text, given)
      if (dies()) throw new Killed()
      return { data: row?.answer ?? null, error: null, status: 200 }
    }
    return { rpc } as unknown as SupabaseClient
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.billing[Symbol.asyncDispose]()
  }
}

export const openPayouts = async (): Promise<Payouts> => new Payouts(await openBilling())
