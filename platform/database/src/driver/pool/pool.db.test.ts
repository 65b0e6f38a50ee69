import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { createTestDatabase, rowsOf, type TestDatabase } from '../../../../../tests/support/test-database.ts'
import { databaseMigrations } from '../../index.ts'
import { parseUrl } from '../../postgres/parse-url.ts'
import { Connection } from '../connection.ts'
import { Pool } from './pool.ts'

let shop: TestDatabase
beforeAll(async () => {
  shop = await createTestDatabase({ migrations: [databaseMigrations] })
})
afterAll(() => shop.dispose())

const pidRequest = { statement: { text: 'select pg_backend_pid()' }, role: 'none', patience: 30_000 }

async function pidOf(asked: Pick<Connection, 'run'>): Promise<number> {
  const { rows } = await asked.run(pidRequest)
  return Number(String(rows[0]?.[0]))
}

const end = (pid: number) => rowsOf(shop, `select pg_terminate_backend(${pid}, 30000)`)

/** Of two connections, opened when the test says so. */
class PoolOfTwo implements AsyncDisposable {
  readonly #opened: { readonly pid: number; readonly give: () => void }[] = []
  readonly #seen = new Set<(number: number) => void>()
  readonly pool = new Pool({ size: 2, acquireTimeout: 30_000, open: () => this.#open() })

  async #open(): Promise<Connection> {
    const connection = await Connection.open(parseUrl(shop.url), { connectTimeout: 30_000, settings: {} })
    const pid = await pidOf(connection)
    const given = Promise.withResolvers<undefined>()
    this.#opened.push({ pid, give: () => given.resolve(undefined) })
    for (const see of this.#seen) see(this.#opened.length)
    await given.promise
    return connection
  }

  /** The pid of the nth that was opened, as soon as it is. */
  async nth(n: number): Promise<{ readonly pid: number; readonly give: () => void }> {
    if (this.#opened.length < n) {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      this.#seen.add((number) => number === n && resolve(undefined))
      await promise
    }
    return this.#opened[n - 1]!
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { give } of this.#opened) give()
    await this.pool[Symbol.asyncDispose]()
  }
}

const asked = (pool: Pool) => pidOf({ run: (request) => pool.run(request, false) })

it('after a loss lends none that was asked for before it: a server that ends one ends the others', async () => {
  await using two = new PoolOfTwo()
  const first = asked(two.pool)
  const second = asked(two.pool)
  const a = await two.nth(1)
  const b = await two.nth(2)
  a.give()
  expect(await Promise.all([first, second])).toEqual([a.pid, a.pid])
  await end(a.pid)
  await vi.waitFor(() => expect(two.pool.load.open).toBe(0), 30_000)

  const third = asked(two.pool)
  b.give()
  const c = await two.nth(3)
  c.give()
  expect(await third).toBe(c.pid)
})

it('lets one that is at work when another is lost finish, and closes it then', async () => {
  await using two = new PoolOfTwo()
  const [first, second] = [two.pool.withConnection(pidOf), two.pool.withConnection(pidOf)]
  const [a, b] = [await two.nth(1), await two.nth(2)]
  a.give()
  b.give()
  await Promise.all([first, second])

  const begun = Promise.withResolvers<number>()
  const mayEnd = Promise.withResolvers<undefined>()
  const work = two.pool.withConnection(async (connection) => {
    begun.resolve(await pidOf(connection))
    await mayEnd.promise
    return pidOf(connection)
  })
  const pid = await begun.promise
  await end(pid === a.pid ? b.pid : a.pid)
  await vi.waitFor(() => expect(two.pool.load.open).toBe(1), 30_000)
  mayEnd.resolve(undefined)
  expect(await work).toBe(pid)
  expect(two.pool.load.open).toBe(0)
})

it('goes on with the others where one was given up for a statement that took too long', async () => {
  await using two = new PoolOfTwo()
  const [first, second] = [two.pool.withConnection(pidOf), two.pool.withConnection(pidOf)]
  const [a, b] = [await two.nth(1), await two.nth(2)]
  a.give()
  b.give()
  await Promise.all([first, second])
  const slow = { statement: { text: 'select pg_sleep(60)' }, role: 'none', patience: 300 }
  const pids: number[] = []
  const late = two.pool.withConnection(async (connection) => {
    pids.push(await pidOf(connection))
    await connection.run(slow)
  })
  await expect(late).rejects.toMatchObject({ reason: 'timeout' })
  expect(await asked(two.pool)).toBe(pids[0] === a.pid ? b.pid : a.pid)
})
