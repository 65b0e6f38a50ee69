/** The queue's own functions, called as the server calls them, over a database of the product. */
import { systemSession } from '@platform/database'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { rowsOf } from '../../../tests/support/test-database.ts'
import type { Outcome, Verdict, Work } from '../../functions/_shared/generation/queue.ts'
import { generationViolations } from './generation-violations.ts'
import { awa } from './product-database.ts'

export interface Receipt {
  readonly generation_id: string
  readonly is_new: boolean
  readonly status: string
  readonly position: number | null
  readonly eta_seconds: number | null
  readonly cost: number
}

export interface GenerationRow {
  readonly id: string
  readonly status: string
  readonly stage: string | null
  readonly progress: number | null
  readonly cost_quoted: number
  readonly cost_charged: number
  readonly error_code: string | null
  readonly engine: string
  readonly metadata: Record<string, unknown>
  readonly finished_at: Date | null
}

export const usualOrder = {
  request_hash: 'x',
  prompt: 'une pirogue',
  negative_prompt: null,
  mode: 'normal',
  width: 256,
  height: 256,
  seed: 1,
  n_images: 1,
  settings: {},
  source: 'api',
  parent_post_id: null,
  engine: 'builtin',
  references: [],
}

interface Limits {
  readonly user?: string
  readonly gap?: number
  readonly most?: number
  readonly trials?: number
}

export class TestQueue {
  readonly #database: TestDatabase

  constructor(database: TestDatabase) {
    this.#database = database
  }

  async call<T>(name: string, ...params: unknown[]): Promise<T> {
    const places = params.map((_, place) => `$${place + 1}`).join(', ')
    const texts = params.map((param) => (typeof param === 'object' ? JSON.stringify(param) : param)) as string[]
    const rows = await this.#database.databases.system.write(systemSession, (tx) =>
      tx.query<{ answer: T }>(`select ${name}(${places}) as answer`, texts),
    )
    return rows[0]?.answer as T
  }

  enqueue(fields: object = {}, { user = awa, gap = 0, most = 3, trials = 10 }: Limits = {}): Promise<Receipt> {
    const order = { ...usualOrder, idempotency_key: crypto.randomUUID(), ...fields }
    return this.call('public.enqueue_generation', user, order, gap, most, trials)
  }

  claim(by: string): Promise<Work | null> {
    return this.call('public.claim_generation', by, 30)
  }

  async claimed(by: string): Promise<Work> {
    const work = await this.claim(by)
    if (work === null) throw new Error('There is nothing to claim')
    return work
  }

  record({ generation_id: id, attempt, paths }: Work, position: number, by: string): Promise<Verdict> {
    const path = paths[position - 1]
    const place = { position, bucket: 'generated-images', path, url: `http://x/${path}` }
    const image = { ...place, width: 256, height: 256, bytes: 10, thumbhash: 'abc', seed: position }
    return this.call('public.record_generation_image', by, attempt, id, image)
  }

  finish({ generation_id: id, attempt }: Work, outcome: Outcome, by: string): Promise<string> {
    return this.call('public.finish_generation', by, attempt, id, outcome)
  }

  async beat({ generation_id, attempt }: Work, by: string, news: object = {}): Promise<Verdict | undefined> {
    const beats = [{ generation_id, attempt, ...news }]
    const verdicts = await this.call<Record<string, Verdict>>('public.beat_generations', by, beats, 30)
    return verdicts[generation_id]
  }

  sweep(): Promise<{ crashed: number; expired: number; holds: number }> {
    return this.call('public.sweep_generations', 100)
  }

  /** As the owner of the tables: time passes, or what else a test needs. */
  async change(sql: string, params: readonly string[] = []): Promise<void> {
    await this.#database.databases.system.write(systemSession, (tx) => tx.execute(sql, [...params]))
  }

  async row(id: string): Promise<GenerationRow> {
    const [row] = await rowsOf<GenerationRow>(this.#database, 'select * from public.generations where id = $1', [id])
    if (row === undefined) throw new Error(`There is no generation ${id}`)
    return row
  }

  /** Credits that can be spent, and those set aside. */
  async credits(user = awa): Promise<{ available: number; held: number }> {
    const [sums] = await rowsOf<{ available: number; held: number }>(
      this.#database,
      `select coalesce(sum(b.balance) filter (where a.kind in ('promo', 'paid')), 0)::int as available,
         coalesce(sum(b.balance) filter (where a.kind = 'held'), 0)::int as held
       from ledger.accounts a join ledger.balances b on b.account_id = a.id where a.owner = 'user:' || $1`,
      [user],
    )
    return sums ?? { available: 0, held: 0 }
  }

  violations(): Promise<unknown[]> {
    return rowsOf(this.#database, generationViolations)
  }
}
