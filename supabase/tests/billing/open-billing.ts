/** Payments as servers and people use them: over the ledger, with the service role or as somebody who is signed in. */
import { randomUUID } from 'node:crypto'

import type pg from 'pg'

import { openLedger, type Ledger } from '../ledger/open-ledger.ts'

export type Status = 'pending' | 'paid' | 'failed' | 'canceled' | 'expired'

export interface Truth {
  readonly status: Status
  readonly currency: string
  readonly amount: number
  readonly refunded: number
  readonly fee: number | null
  readonly realm: 'test' | 'live'
  readonly raw: string
  readonly reason: string | null
  readonly mandate?: string
}

export interface Receipt {
  readonly payment_id: string
  readonly is_new: boolean
  readonly status: string
  readonly sku: string
  readonly credits: number
  readonly currency: string
  readonly amount: number
  readonly attempt_id: string
  readonly attempt_state: string
  readonly provider: string
  readonly checkout_url: string | null
}

export interface Payment {
  readonly id: string
  readonly status: string
  readonly reason: string | null
  readonly mandate?: string
  readonly refunded: number
  readonly dispute: string
  readonly duplicate_of: string | null
  readonly credits: number
  readonly refund_state: string | null
  readonly is_refundable: boolean
}

/** The present price of 25 credits in francs. */
export const pack25 = '01940000-0000-7000-8000-000000000003'
export const topup = '01940000-0000-7000-8000-000000000001'

export class Billing implements AsyncDisposable {
  readonly ledger: Ledger

  constructor(ledger: Ledger) {
    this.ledger = ledger
  }

  async start(user: string, order: Record<string, unknown> = {}): Promise<Receipt> {
    const full = { idempotency_key: randomUUID(), price_id: pack25, provider: 'sandbox', method: 'mtn_bj', ...order }
    return this.#call<Receipt>('public.start_payment($1, $2)', [user, JSON.stringify(full)])
  }

  retry(user: string, payment: string, order: Record<string, unknown> = {}): Promise<Receipt> {
    const full = { provider: 'sandbox', method: 'mtn_bj', ...order }
    return this.#call<Receipt>('public.retry_payment($1, $2, $3)', [user, payment, JSON.stringify(full)])
  }

  note(
    attempt: string,
    outcome: string,
    { ref = null, url = null, reason = null }: Partial<Record<'ref' | 'url' | 'reason', string | null>> = {},
  ) {
    return this.#call<Receipt>('public.note_attempt($1, $2, $3, $4, $5)', [attempt, outcome, ref, url, reason])
  }

  /** Started at the provider; answers the payment with the provider's reference. */
  async opened(user: string, order: Record<string, unknown> = {}): Promise<Receipt & { ref: string }> {
    const receipt = await this.start(user, order)
    const ref = `ref-${receipt.attempt_id}`
    await this.note(receipt.attempt_id, 'started', { ref })
    return { ...receipt, ref }
  }

  async bought(user: string, order: Record<string, unknown> = {}): Promise<Receipt & { ref: string }> {
    const opened = await this.opened(user, order)
    await this.believe(opened, { status: 'paid' })
    return opened
  }

  /** What the provider's API says; unless it is said otherwise, of the very amount. */
  believe(
    of: Receipt & { ref: string },
    truth: Partial<Truth> & { status: Status },
    ref = of.ref,
  ): Promise<string | null> {
    const { currency, amount } = of
    const whole: Truth = {
      currency,
      amount,
      refunded: 0,
      fee: null,
      realm: 'test',
      raw: truth.status,
      reason: null,
      ...truth,
    }
    const params = [of.provider, ref, of.attempt_id, JSON.stringify(whole)]
    return this.#call('public.apply_payment_truth($1, $2, $3, $4)', params)
  }

  /** As somebody who is signed in. */
  as<Row extends object>(user: string, text: string, params: unknown[] = []): Promise<Row[]> {
    return this.#asking({ sub: user, role: 'authenticated' }, text, params)
  }

  asStaff<Row extends object>(user: string, text: string, params: unknown[] = []): Promise<Row[]> {
    return this.#asking({ sub: user, role: 'authenticated', app_metadata: { staff: true } }, text, params)
  }

  async #asking<Row extends object>(claims: object, text: string, params: unknown[]): Promise<Row[]> {
    const client: pg.PoolClient = await this.ledger.ownConnection()
    try {
      await client.query('begin')
      await client.query(
        `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
        [JSON.stringify(claims)],
      )
      const { rows } = await client.query<Row>(text, params)
      await client.query('commit')
      return rows
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  async payment(user: string, id: string): Promise<Payment> {
    const [row] = await this.as<Omit<Payment, 'refunded'> & { refunded: string }>(
      user,
      'select * from public.my_payments where id = $1',
      [id],
    )
    if (!row) throw new Error('This payment is not theirs')
    return { ...row, refunded: Number(row.refunded) }
  }

  async findings(): Promise<string[]> {
    const rows = await this.ledger.asOwner<{ kind: string }>('select kind from billing.findings order by id')
    return rows.map(({ kind }) => kind)
  }

  async requireSound(): Promise<void> {
    await this.ledger.requireSound()
    const found = await this.ledger.asServer('select * from public.billing_violations()')
    if (found.length > 0) throw new Error(`The payments are broken: ${JSON.stringify(found)}`)
  }

  move(by: string): Promise<unknown> {
    return this.#call('public.move_payment_clock($1)', [by])
  }

  async #call<Answer>(call: string, params: unknown[]): Promise<Answer> {
    const [row] = await this.ledger.asServer<{ answer: Answer }>(`select ${call} as answer`, params)
    return row!.answer
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.ledger[Symbol.asyncDispose]()
  }
}

export const openBilling = async (): Promise<Billing> => new Billing(await openLedger())

/** `PT422 credits_used`: the code and the hint by which an app tells one refusal from another. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    const { code, hint } = error as pg.DatabaseError
    return [code, hint].filter(Boolean).join(' ')
  }
  return 'done'
}
