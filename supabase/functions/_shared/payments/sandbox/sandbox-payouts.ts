/** Withdrawals in the sandbox, in FedaPay's words: made, started, and what becomes of them by the number they go to. */
import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'

import { parseRequest } from '../../parse-request.ts'
import { FunctionError, json, readJson } from '../../respond.ts'
import { callRpc } from '../../rpc.ts'

interface Row {
  readonly id: number
  readonly merchant_reference: string
  readonly currency: string
  readonly amount: number
  readonly number: string
  /** Seconds since it was made. */
  readonly age: number
  /** Seconds since it was started; null before. */
  readonly elapsed: number | null
}

declare module '../../rpc.ts' {
  interface RpcAnswers {
    sandbox_payout: Row | null
    sandbox_payouts: readonly Row[]
  }
}

const NewPayout = v.object({
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: v.object({ iso: v.string() }),
  merchant_reference: v.string(),
  customer: v.object({ phone_number: v.object({ number: v.string(), country: v.string() }) }),
})
const Starting = v.object({ payouts: v.pipe(v.array(v.object({ id: v.number() })), v.length(1)) })

/** By the last two digits of +229 01 00 00 00 …; any other number gets its money. */
const scenarioOf = (number: string): string => /^22901000000(3[1-6])$/.exec(number)?.[1] ?? '31'

const answerLost = new FunctionError(504, 'engine_timeout', 'No answer')
const emptyFor = 15 * 60

export class SandboxPayouts {
  readonly #service: SupabaseClient

  constructor(service: SupabaseClient) {
    this.#service = service
  }

  async create(request: Request): Promise<Response> {
    const { amount, currency, customer, merchant_reference } = parseRequest(NewPayout, await readJson(request))
    const { number } = customer.phone_number
    const p_payout = { merchant_reference, amount, currency: currency.iso, number }
    const row = await callRpc(this.#service, 'sandbox_payout', { p_act: 'create', p_payout })
    if (row === null) unknown()
    if (scenarioOf(number) === '33') throw answerLost
    return json({ 'v1/payout': shape(row) })
  }

  async start(request: Request): Promise<Response> {
    const [{ id } = { id: 0 }] = parseRequest(Starting, await readJson(request)).payouts
    const before = await this.#one(String(id))
    const scenario = scenarioOf(before.number)
    if (scenario === '36' && before.age < emptyFor) {
      throw new FunctionError(402, 'bad_request', 'The balance is too low')
    }
    const row = await callRpc(this.#service, 'sandbox_payout', { p_act: 'start', p_payout: { id } })
    if (row === null) throw new FunctionError(422, 'bad_request', 'It was started already')
    if (scenario === '34') throw answerLost
    return json({ 'v1/payouts': [shape(row)] })
  }

  async drop(id: string): Promise<Response> {
    await callRpc(this.#service, 'sandbox_payout', { p_act: 'drop', p_payout: { id: Number(id) } })
    return json({})
  }

  async read(id: string): Promise<Response> {
    return json({ 'v1/payout': shape(await this.#one(id)) })
  }

  async search(query: URLSearchParams): Promise<Response> {
    const p_merchant_reference = query.get('merchant_reference') ?? ''
    const rows = await callRpc(this.#service, 'sandbox_payouts', { p_merchant_reference })
    return json({ 'v1/payouts': rows.map(shape) })
  }

  /** What has left, with what was taken for it, by currency. */
  async sums(): Promise<ReadonlyMap<string, number>> {
    const sums = new Map<string, number>()
    for (const { status, amount, currency, fees } of (await callRpc(this.#service, 'sandbox_payouts', {})).map(shape)) {
      const left = status === 'sent' ? amount : 0
      sums.set(currency.iso, (sums.get(currency.iso) ?? 0) + left + (fees ?? 0))
    }
    return sums
  }

  async #one(id: string): Promise<Row> {
    const [row] = /^\d{1,15}$/.test(id) ? await callRpc(this.#service, 'sandbox_payouts', { p_id: Number(id) }) : []
    return row ?? unknown()
  }
}

function unknown(): never {
  throw new FunctionError(404, 'not_found', 'There is no such payout')
}

function statusOf(scenario: string, elapsed: number | null): string {
  if (elapsed === null) return 'pending'
  if (elapsed < 2) return 'started'
  if (scenario === '32') return 'failed'
  return scenario === '35' && elapsed >= 60 ? 'returned' : 'sent'
}

function shape({ id, merchant_reference, currency, amount, number, elapsed }: Row) {
  const status = statusOf(scenarioOf(number), elapsed)
  return {
    klass: 'v1/payout',
    id,
    merchant_reference,
    amount,
    currency: { iso: currency },
    status,
    fees: status === 'sent' || status === 'returned' ? Math.ceil(amount * 0.01) : null,
    last_error_code: status === 'failed' ? 'payer_not_found' : null,
  }
}
