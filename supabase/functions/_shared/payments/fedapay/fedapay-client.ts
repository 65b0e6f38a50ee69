/**
 * FedaPay's API as far as we need it, in strict shapes. Its own package has no time limit, accepts webhooks of the future and
 * carries our key in its errors.
 */
import * as v from 'valibot'

import { ProviderError, type ProviderName } from '../provider.ts'

const patienceMs = 10_000

export const FedapayTransaction = v.object({
  id: v.union([v.number(), v.string()]),
  reference: v.string(),
  status: v.string(),
  amount: v.number(),
  currency: v.object({ iso: v.string() }),
  merchant_reference: v.nullish(v.string()),
  custom_metadata: v.nullish(v.record(v.string(), v.unknown())),
  fees: v.nullish(v.number()),
  amount_refunded: v.nullish(v.number()),
  last_error_code: v.nullish(v.string()),
  /** The sandbox alone has these two. */
  mandate: v.nullish(v.string()),
  disputes: v.nullish(
    v.array(v.object({ id: v.string(), status: v.picklist(['open', 'won', 'lost']), fee: v.number() })),
  ),
})
export type FedapayTransaction = v.InferOutput<typeof FedapayTransaction>

export const FedapayPayout = v.object({
  id: v.union([v.number(), v.string()]),
  status: v.string(),
  amount: v.number(),
  currency: v.object({ iso: v.string() }),
  fees: v.nullish(v.number()),
  last_error_code: v.nullish(v.string()),
  merchant_reference: v.nullish(v.string()),
})
export type FedapayPayout = v.InferOutput<typeof FedapayPayout>

const OnePayout = v.object({ 'v1/payout': FedapayPayout })
const ManyPayouts = v.object({ 'v1/payouts': v.array(FedapayPayout) })

const One = v.object({ 'v1/transaction': FedapayTransaction })
const Many = v.object({ 'v1/transactions': v.array(FedapayTransaction) })
const Balances = v.object({
  'v1/balances': v.array(v.object({ amount: v.number(), currency: v.object({ iso: v.string() }) })),
})
const Webhooks = v.object({ 'v1/webhooks': v.array(v.object({ url: v.string(), enabled: v.boolean() })) })
const Token = v.object({ token: v.string(), url: v.string() })

export interface FedapayAccount {
  readonly provider: ProviderName
  readonly url: string
  readonly key: string
}

export interface NewTransaction {
  readonly description: string
  readonly amount: number
  readonly currency: { readonly iso: string }
  readonly callback_url: string
  readonly merchant_reference: string
  readonly custom_metadata: Readonly<Record<string, string>>
  /** A card that was paid with before: the sandbox alone takes it. */
  readonly mandate?: string
  readonly customer?: { readonly phone_number: { readonly number: string; readonly country: string } }
}

export interface NewPayout {
  readonly amount: number
  readonly currency: { readonly iso: string }
  readonly merchant_reference: string
  readonly description: string
  readonly mode?: string
  readonly customer: { readonly phone_number: { readonly number: string; readonly country: string } }
}

export class FedapayClient {
  readonly #account: FedapayAccount

  constructor(account: FedapayAccount) {
    this.#account = account
  }

  async create(body: NewTransaction, signal: AbortSignal): Promise<FedapayTransaction> {
    return (await this.#ask(One, '/transactions', { body, signal }))['v1/transaction']
  }

  token(id: string, signal: AbortSignal): Promise<v.InferOutput<typeof Token>> {
    return this.#ask(Token, `/transactions/${encodeURIComponent(id)}/token`, { body: {}, signal })
  }

  /** Rings the payer's phone. */
  async send(
    mode: string,
    { token, number, country }: { token: string; number: string; country: string },
    signal: AbortSignal,
  ) {
    const body = { token, phone_number: { number, country } }
    await this.#ask(v.object({}), `/${encodeURIComponent(mode)}`, { body, signal })
  }

  async read(id: string, signal: AbortSignal): Promise<FedapayTransaction> {
    return (await this.#ask(One, `/transactions/${encodeURIComponent(id)}`, { signal }))['v1/transaction']
  }

  /** Of one merchant reference, or all since then. */
  async search(
    merchantReference: string | null,
    since: Date,
    signal: AbortSignal,
  ): Promise<readonly FedapayTransaction[]> {
    const query = new URLSearchParams({ 'created_at[gte]': since.toISOString() })
    if (merchantReference !== null) query.set('merchant_reference', merchantReference)
    return (await this.#ask(Many, `/transactions/search?${query.toString()}`, { signal }))['v1/transactions']
  }

  async balances(signal: AbortSignal): Promise<readonly { currency: string; amount: number }[]> {
    const { 'v1/balances': balances } = await this.#ask(Balances, '/balances', { signal })
    return balances.map(({ amount, currency }) => ({ amount, currency: currency.iso }))
  }

  async webhooks(signal: AbortSignal): Promise<readonly { url: string; enabled: boolean }[]> {
    return (await this.#ask(Webhooks, '/webhooks', { signal }))['v1/webhooks']
  }

  /** The sandbox alone has it: FedaPay refunds in its own pages. */
  async refund(id: string, amount: number, key: string, signal: AbortSignal): Promise<void> {
    await this.#ask(One, `/transactions/${encodeURIComponent(id)}/refund`, { body: { amount, key }, signal })
  }

  async createPayout(body: NewPayout, signal: AbortSignal): Promise<FedapayPayout> {
    return (await this.#ask(OnePayout, '/payouts', { body, signal }))['v1/payout']
  }

  async readPayout(id: string, signal: AbortSignal): Promise<FedapayPayout> {
    return (await this.#ask(OnePayout, `/payouts/${encodeURIComponent(id)}`, { signal }))['v1/payout']
  }

  async searchPayouts(merchantReference: string, signal: AbortSignal): Promise<readonly FedapayPayout[]> {
    const query = new URLSearchParams({ merchant_reference: merchantReference })
    return (await this.#ask(ManyPayouts, `/payouts/search?${query.toString()}`, { signal }))['v1/payouts']
  }

  async startPayout(id: string, signal: AbortSignal): Promise<void> {
    const body = { payouts: [{ id: Number(id) }] }
    await this.#ask(v.object({}), '/payouts/start', { method: 'PUT', body, signal })
  }

  async dropPayout(id: string, signal: AbortSignal): Promise<void> {
    await this.#ask(v.object({}), `/payouts/${encodeURIComponent(id)}`, { method: 'DELETE', signal })
  }

  async #ask<Output>(
    schema: v.GenericSchema<unknown, Output>,
    path: string,
    { body, signal, method }: { body?: object; signal: AbortSignal; method?: 'PUT' | 'DELETE' },
  ): Promise<Output> {
    const { url, key, provider } = this.#account
    const response = await fetch(`${url}/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new ProviderError(provider, 'network')
    })
    if (!response.ok) throw new ProviderError(provider, `http_${response.status}`)
    const parsed = v.safeParse(schema, await response.json().catch(() => undefined))
    if (!parsed.success) throw new ProviderError(provider, 'shape')
    return parsed.output
  }
}
