/** The ledger as its servers use it: many connections at once, each with the service role, and an owner who looks on. */
import { randomUUID } from 'node:crypto'

import pg from 'pg'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { productDatabase } from '../support/product-database.ts'

export interface Hold {
  readonly id: string
  readonly state: 'open' | 'captured' | 'released' | 'expired'
  readonly amount: string
  readonly from_promo: string
  readonly from_paid: string
  readonly captured: string
  readonly captured_paid: string
  readonly released: string
}

export interface Balances {
  readonly promo: number
  readonly paid: number
  readonly held: number
  readonly debt: number
}

export interface Leg {
  readonly o: string
  readonly k: string
  readonly a?: string
  readonly n: number
}

export interface Ordering {
  readonly user: string
  readonly amount: number
  readonly id?: string
  readonly job?: string
  readonly ttl?: string
}

export interface Settling {
  readonly capture?: number
  readonly parts?: readonly Leg[]
  readonly why?: string
}

export class Ledger implements AsyncDisposable {
  readonly database: TestDatabase
  /** As the service role. */
  readonly #servers: pg.Pool
  readonly #owners: pg.Pool

  constructor(database: TestDatabase) {
    this.database = database
    const connectionString = database.url
    this.#servers = new pg.Pool({ connectionString, max: 40, options: '-c role=service_role' })
    this.#owners = new pg.Pool({ connectionString, max: 10 })
    // A pool has ended before its last connection is closed, and dropping the database may reach that one.
    for (const pool of [this.#servers, this.#owners]) pool.on('error', () => undefined)
  }

  /** Signs somebody up: five credits. */
  async newPerson(): Promise<string> {
    const id = randomUUID()
    await this.asOwner('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.com`])
    return id
  }

  /** Somebody with just so many credits. */
  async personWith({ promo = 0, paid = 0 }: { promo?: number; paid?: number }): Promise<string> {
    const id = await this.newPerson()
    const platform = { o: 'platform', a: 'CREDIT' }
    const user = { o: `user:${id}`, a: 'CREDIT' }
    if (promo !== 5) {
      const legs = [
        { ...platform, k: 'bonus', n: 5 - promo },
        { ...user, k: 'promo', n: promo - 5 },
      ]
      await this.post(`test:${id}:promo`, legs)
    }
    if (paid > 0) await this.buy(id, paid)
    return id
  }

  /** As a purchase will do. */
  async buy(user: string, credits: number): Promise<void> {
    await this.post(`test:${randomUUID()}`, [
      { o: 'platform', k: 'issued', a: 'CREDIT', n: -credits },
      { o: `user:${user}`, k: 'paid', a: 'CREDIT', n: credits },
    ])
  }

  /** As the owner, since nobody else may. */
  post(key: string, legs: readonly Leg[], kind = 'test'): Promise<object[]> {
    return this.asOwner('select * from ledger.post($1, $2, $3)', [key, kind, JSON.stringify(legs)])
  }

  async hold({ user, amount, id = randomUUID(), job = randomUUID(), ttl = '15 minutes' }: Ordering): Promise<Hold> {
    const text = `select * from ledger.hold($1, $2, $3, 'generation', $4, $5)`
    const { rows } = await this.#servers.query<Hold>(text, [id, user, amount, job, ttl])
    return rows[0]!
  }

  async settle(id: string, { capture = 0, parts, why = 'capture' }: Settling = {}): Promise<Hold> {
    const text = 'select * from ledger.settle($1, $2, $3, $4)'
    const given = parts === undefined ? null : JSON.stringify(parts)
    const { rows } = await this.#servers.query<Hold>(text, [id, capture, given, why])
    return rows[0]!
  }

  async extend(id: string, ttl: string): Promise<void> {
    await this.#servers.query('select ledger.extend($1, $2)', [id, ttl])
  }

  async sweep(limit = 100): Promise<number> {
    const { rows } = await this.#servers.query<{ swept: number }>('select ledger.sweep($1) as swept', [limit])
    return rows[0]!.swept
  }

  /** Any statement of a server's. */
  async asServer<Row extends object>(text: string, params: unknown[] = []): Promise<Row[]> {
    return (await this.#servers.query<Row>(text, params)).rows
  }

  async asOwner<Row extends object>(text: string, params: unknown[] = []): Promise<Row[]> {
    return (await this.#owners.query<Row>(text, params)).rows
  }

  /** Statements in one transaction as any role, and its COMMIT, where the ledger looks again. */
  async inTransaction(role: string, ...statements: string[]): Promise<void> {
    const client = await this.ownConnection()
    try {
      await client.query('begin')
      if (role !== 'owner') await client.query(`set local role ${role}`)
      for (const statement of statements) await client.query(statement)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  /** To be released by whoever asked for it. */
  ownConnection(): Promise<pg.PoolClient> {
    return this.#owners.connect()
  }

  async balancesOf(user: string): Promise<Balances> {
    const rows = await this.asOwner<{ kind: string; balance: string }>(
      'select a.kind, b.balance from ledger.accounts a join ledger.balances b on b.account_id = a.id where a.owner = $1',
      [`user:${user}`],
    )
    return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)])) as unknown as Balances
  }

  /** Every row is a defect. */
  violations(): Promise<{ rule: string; what: string }[]> {
    return this.asServer('select * from public.ledger_violations()')
  }

  async requireSound(): Promise<void> {
    const found = await this.violations()
    if (found.length > 0) throw new Error(`The ledger is broken: ${JSON.stringify(found)}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#servers.end()
    await this.#owners.end()
    await this.database.dispose()
  }
}

export const openLedger = async (): Promise<Ledger> => new Ledger(await productDatabase())

/** How many of the calls ended in which way: `done`, or the SQLSTATE. */
export async function countOutcomes(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(calls)) {
    const outcome = result.status === 'fulfilled' ? 'done' : codeOf(result.reason)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

export function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? 'none') : String(error)
}
