/** The sandbox's HTTP API: FedaPay's documented wire under `/v1`, and what the page for cards asks. */
import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'

import { parseRequest } from '../../parse-request.ts'
import { FunctionError, json, readJson } from '../../respond.ts'
import { callRpc } from '../../rpc.ts'
import { SandboxPayouts } from './sandbox-payouts.ts'
import {
  cardOutcomes,
  deliveriesOf,
  disputeFee,
  disputeOf,
  renewalOf,
  scenarioNamed,
  scenarioOfNumber,
  standingOf,
  standingUnsent,
  type Scenario,
} from './scenarios.ts'

interface Row {
  readonly id: number
  readonly reference: string
  readonly merchant_reference: string
  readonly description: string
  readonly currency: string
  readonly amount: number
  readonly callback_url: string | null
  readonly mode: string | null
  readonly scenario: string | null
  readonly refunded: number
  readonly created_at: string
  readonly sent_at: string | null
  /** Seconds since it was sent. */
  readonly elapsed: number
}

declare module '../../rpc.ts' {
  interface RpcAnswers {
    sandbox_create: Row
    sandbox_send: Row | null
    sandbox_transactions: readonly Row[]
    sandbox_refund: Row | null
  }
}

const Phone = v.object({ number: v.string(), country: v.string() })
const NewTransaction = v.object({
  description: v.string(),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: v.object({ iso: v.string() }),
  callback_url: v.optional(v.string()),
  merchant_reference: v.string(),
  customer: v.optional(v.object({ phone_number: Phone })),
  mandate: v.optional(v.string()),
})
const Sending = v.object({ token: v.string(), phone_number: Phone })
const Refunding = v.object({ amount: v.pipe(v.number(), v.integer(), v.minValue(1)), key: v.string() })
const Pressed = v.object({ outcome: v.picklist(cardOutcomes) })

export class SandboxApi {
  readonly #service: SupabaseClient
  /** Where people reach the app. */
  readonly #origin: string

  constructor(service: SupabaseClient, origin: string) {
    this.#service = service
    this.#origin = origin
  }

  async create(request: Request): Promise<Response> {
    const { amount, currency, customer, mandate, ...rest } = parseRequest(NewTransaction, await readJson(request))
    const name = customer && scenarioOfNumber(customer.phone_number.number)
    const scenario = name === undefined ? undefined : scenarioNamed(name)
    refuseBy(scenario)
    const row = await callRpc(this.#service, 'sandbox_create', {
      p_transaction: { ...rest, amount, currency: currency.iso, scenario: name },
    })
    if (scenario?.creating === 'answer lost') {
      await this.#send(row, name ?? '01', 'lost', customer?.phone_number.number ?? '')
      throw new FunctionError(504, 'engine_timeout', 'No answer')
    }
    if (mandate !== undefined) await this.#chargeAgain(row, mandate)
    return json({ 'v1/transaction': shape(row) })
  }

  /** What was received and neither given back, lost nor sent, less the fees. */
  async balances(): Promise<Response> {
    const rows = await callRpc(this.#service, 'sandbox_transactions', {})
    const sums = new Map<string, number>()
    for (const { status, amount, amount_refunded: refunded, fees, currency, disputes } of rows.map(shape)) {
      if (!isPaid(status)) continue
      const lost = disputes.some(({ status: end }) => end === 'lost') ? amount - refunded + disputeFee : 0
      sums.set(currency.iso, (sums.get(currency.iso) ?? 0) + amount - refunded - (fees ?? 0) - lost)
    }
    for (const [iso, sum] of await new SandboxPayouts(this.#service).sums()) sums.set(iso, (sums.get(iso) ?? 0) - sum)
    const balances = [...sums].map(([iso, amount]) => ({ amount, currency: { iso } }))
    return json({ 'v1/balances': balances })
  }

  async token(id: string): Promise<Response> {
    const { reference } = await this.#one(id)
    return json({ token: reference, url: `${this.#origin}/payment?sandbox=${reference}` })
  }

  /** Rings the payer's phone: from now on the number decides. */
  async send(mode: string, request: Request): Promise<Response> {
    const { token, phone_number: phone } = parseRequest(Sending, await readJson(request))
    const name = scenarioOfNumber(phone.number)
    const row = await this.#byReference(token)
    await this.#send(row, name, mode, phone.number)
    if (scenarioNamed(name).hasTwin) await this.#makeTwin(row, mode, phone.number)
    return json({ 'v1/payment_intent': { status: 'pending' } })
  }

  async read(id: string): Promise<Response> {
    return json({ 'v1/transaction': shape(await this.#one(id)) })
  }

  async search(query: URLSearchParams): Promise<Response> {
    const reference = query.get('merchant_reference')
    const since = query.get('created_at[gte]')
    const rows = await callRpc(this.#service, 'sandbox_transactions', {
      ...(reference !== null && { p_merchant_reference: reference }),
      ...(since !== null && { p_since: since }),
    })
    return json({ 'v1/transactions': rows.map(shape), meta: { total_count: rows.length } })
  }

  async refund(id: string, request: Request): Promise<Response> {
    const { amount } = parseRequest(Refunding, await readJson(request))
    const row = await this.#one(id)
    if (shape(row).status !== 'approved' || amount > row.amount - row.refunded) {
      throw new FunctionError(422, 'bad_request', 'So much was not paid')
    }
    const refunded = await callRpc(this.#service, 'sandbox_refund', { p_id: row.id, p_amount: amount })
    return json({ 'v1/transaction': shape(refunded ?? row) })
  }

  /** What the page that stands for a bank's shows. */
  async page(reference: string): Promise<Response> {
    const row = await this.#byReference(reference)
    const { status } = shape(row)
    return json({
      reference,
      description: row.description,
      amount: row.amount,
      currency: row.currency,
      status,
      return_url: row.callback_url,
    })
  }

  async press(reference: string, request: Request): Promise<Response> {
    const { outcome } = parseRequest(Pressed, await readJson(request))
    const row = await this.#byReference(reference)
    await this.#send(row, outcome, 'card', '')
    return this.page(reference)
  }

  async #chargeAgain(row: Row, mandate: string): Promise<void> {
    const first = await this.#byReference(mandate.replace('mandate_', ''))
    await this.#send(row, renewalOf(first.scenario ?? '', first.elapsed), mandate, '')
  }

  async #makeTwin(row: Row, mode: string, number: string): Promise<void> {
    const { merchant_reference, description, currency, amount } = row
    const twin = await callRpc(this.#service, 'sandbox_create', {
      p_transaction: { merchant_reference, description, currency, amount },
    })
    await this.#send(twin, '01', mode, number)
  }

  async #send(row: Row, name: string, mode: string, number: string): Promise<void> {
    const deliveries = deliveriesOf(scenarioNamed(name)).flatMap(
      ({ after, status, signature = 'good', copies = 1 }) => {
        const event_id = `evt_${randomUUID()}`
        return Array.from({ length: copies }, () => ({ event_id, type: `transaction.${status}`, signature, after }))
      },
    )
    await callRpc(this.#service, 'sandbox_send', {
      p_id: row.id,
      p_scenario: name,
      p_mode: mode,
      p_number: number,
      p_deliveries: deliveries,
    })
  }

  async #one(id: string): Promise<Row> {
    const [row] = /^\d{1,15}$/.test(id)
      ? await callRpc(this.#service, 'sandbox_transactions', { p_id: Number(id) })
      : []
    return row ?? unknown()
  }

  async #byReference(reference: string): Promise<Row> {
    const [row] = await callRpc(this.#service, 'sandbox_transactions', { p_reference: reference })
    return row ?? unknown()
  }
}

function refuseBy(scenario: Scenario | undefined): void {
  if (scenario?.creating === 'operator down')
    throw new FunctionError(503, 'engine_busy', 'The operator does not answer')
  if (scenario?.creating === 'nothing made') throw new FunctionError(504, 'engine_timeout', 'No answer')
}

const isPaid = (status: string): boolean => ['approved', 'transferred', 'refunded'].includes(status.split('_')[0] ?? '')

function unknown(): never {
  throw new FunctionError(404, 'not_found', 'There is no such transaction')
}

/** A renewal stays the first payment's. */
function mandateOf({ mode, reference }: Row): string {
  return mode?.startsWith('mandate_') === true ? mode : `mandate_${reference}`
}

function shape(row: Row) {
  const standing =
    row.sent_at === null
      ? { ...standingUnsent(row.elapsed), amount: row.amount, currency: row.currency, refunded: 0 }
      : standingOf(scenarioNamed(row.scenario ?? '01'), row, row.elapsed)
  const { status, amount, currency, refunded, error } = standing
  const dispute = row.sent_at === null ? null : disputeOf(scenarioNamed(row.scenario ?? '01'), row.elapsed)
  return {
    klass: 'v1/transaction',
    id: row.id,
    reference: row.reference,
    merchant_reference: row.merchant_reference,
    description: row.description,
    status,
    amount,
    currency: { iso: currency },
    // As FedaPay takes them, more or less: 1.8 %.
    fees: isPaid(status) ? Math.ceil(amount * 0.018) : null,
    mandate: isPaid(status) && row.scenario?.startsWith('card_') === true ? mandateOf(row) : null,
    amount_refunded: refunded,
    disputes: dispute === null ? [] : [{ id: `dp_${row.reference}`, status: dispute, fee: disputeFee }],
    last_error_code: error,
    callback_url: row.callback_url,
    created_at: row.created_at,
  }
}
