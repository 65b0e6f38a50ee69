/** Rows that a test holds, so that calls meet at the very place where they would lock each other out. */
import pg from 'pg'
import { vi } from 'vitest'

export class HeldRows implements AsyncDisposable {
  readonly #holder: pg.Client
  /** In one transaction the list of who waits stays what it was. */
  readonly #watcher: pg.Client
  #isOpen = true

  private constructor(holder: pg.Client, watcher: pg.Client) {
    this.#holder = holder
    this.#watcher = watcher
  }

  /** As the owner: `select … for update`. */
  static async hold(url: string, text: string, params: unknown[]): Promise<HeldRows> {
    const [holder, watcher] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
    await Promise.all([holder.connect(), watcher.connect()])
    await holder.query('begin')
    const { rowCount } = await holder.query(text, params)
    if (!rowCount) throw new Error('There is no such row to hold')
    return new HeldRows(holder, watcher)
  }

  /** Until so many calls wait for a lock. */
  async waiting(count: number): Promise<void> {
    const text = `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const isReached = async () => (await this.#watcher.query<{ waiting: number }>(text)).rows[0]?.waiting === count
    await vi.waitUntil(isReached, { timeout: 50_000 })
  }

  async letGo(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#holder.query('commit')
    await Promise.all([this.#holder.end(), this.#watcher.end()])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.letGo()
  }
}
