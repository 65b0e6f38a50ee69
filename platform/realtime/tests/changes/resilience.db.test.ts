/** Broken connections, lost slots, dead nodes: what is committed is told once, or people hear that something is missing. */
import { systemSession } from '@platform/database'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { rowsOf } from '../../../../tests/support/test-database.ts'
import { ada } from '../../testing/bookshop.ts'
import { anon, openNode, person, startListening, type Ear, type Listening } from '../../testing/listening.ts'

const books = { event: 'INSERT', schema: 'public', table: 'books' }
const ids = (ear: Ear) => ear.of('books').map(({ record }) => record?.['id'])
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

let shop: Listening
afterEach(() => shop[Symbol.asyncDispose]())

const insert = (id: number) => shop.run(`insert into books (id, title) values (${id}, 'Book ${id}')`)

const slots = () =>
  rowsOf<{ name: string; temporary: boolean; active: boolean }>(
    shop.database,
    `select slot_name as name, temporary, active from pg_replication_slots where database = current_database()`,
  )

async function endWalsenders(): Promise<void> {
  await shop.run(`select pg_terminate_backend(active_pid) from pg_replication_slots
    where database = current_database() and active`)
}

describe("PostgreSQL's log", () => {
  beforeEach(async () => {
    shop = await startListening()
  })

  it('loses and repeats nothing when its connection is ended over and over, under writes', async () => {
    const ear = await shop.listen(anon, books)
    let written = 0
    const over = new AbortController()
    const writing = (async () => {
      while (!over.signal.aborted) await insert(++written)
    })()
    for (let round = 0; round < 4; round += 1) {
      const heard = ear.heard.length
      await vi.waitFor(() => expect(ear.heard.length).toBeGreaterThan(heard), { timeout: 20_000, interval: 5 })
      await endWalsenders()
    }
    over.abort()
    await writing
    await shop.ring(ear)
    expect(ids(ear)).toEqual(range(written))
    expect(ear.losses).toEqual([])
    expect(shop.events.filter(({ kind }) => kind === 'realtime.source-resumed').length).toBeGreaterThan(0)
  })

  it('loses and repeats nothing of one large transaction', async () => {
    const ear = await shop.listen(anon, books)
    await shop.run('insert into books (id) select n from generate_series(1, 4000) n')
    await vi.waitFor(() => expect(ear.heard.length).toBeGreaterThan(0), { timeout: 20_000, interval: 1 })
    await endWalsenders()
    await shop.ring(ear)
    expect(ids(ear)).toEqual(range(4000))
  })

  it('says so when the log was let go of, and goes on', async () => {
    const ear = await shop.listen(anon, books)
    const [slot] = await slots()
    await vi.waitFor(async () => {
      await endWalsenders()
      await shop.run(`select pg_drop_replication_slot('${slot!.name}')`)
    }, 30_000)
    await vi.waitFor(() => expect(ear.losses).toHaveLength(1), { timeout: 20_000, interval: 10 })
    await insert(1)
    await shop.ring(ear)
    expect(ids(ear)).toEqual([1])
  })

  it('leaves no slot behind, and none before anybody listens', async () => {
    expect(await slots()).toEqual([])
    await shop.listen(anon, books)
    expect(await slots()).toMatchObject([{ active: true, temporary: false }])
    await shop.close()
    expect(await slots()).toEqual([])
  })

  it('forgets what it has told, so that the server may too', async () => {
    const ear = await shop.listen(anon, books)
    await insert(1)
    await shop.ring(ear)
    const [before] = await rowsOf<{ lsn: string }>(shop.database, 'select pg_current_wal_flush_lsn()::text as lsn')
    await vi.waitFor(
      async () => {
        const [slot] = await rowsOf<{ isTold: boolean }>(
          shop.database,
          `select confirmed_flush_lsn >= $1::pg_lsn as "isTold" from pg_replication_slots where database = current_database()`,
          [before!.lsn],
        )
        expect(slot!.isTold).toBe(true)
      },
      { timeout: 20_000, interval: 100 },
    )
  })
})

describe('two nodes', () => {
  it.each(['auto', 'outbox'] as const)('hear the same, each once (%s)', async (source) => {
    shop = await startListening({ source })
    const other = openNode(shop.database, { source })
    const [here, there] = await Promise.all([shop.listen(anon, books), other.listen(person(ada), books)])
    for (const id of range(20)) await insert(id)
    await shop.ring(here, there)
    expect(ids(here)).toEqual(range(20))
    expect(ids(there)).toEqual(range(20))
    await other.close()
    await insert(21)
    await shop.ring(here)
    expect(ids(here)).toHaveLength(21)
    expect(ids(there)).toHaveLength(20)
  })
})

describe('the outbox', () => {
  beforeEach(async () => {
    shop = await startListening({ source: 'outbox' })
  })

  it('loses nothing when every connection is ended', async () => {
    const ear = await shop.listen(anon, books)
    for (const id of range(50)) {
      await insert(id)
      if (id % 20 === 0) {
        await shop.run(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
      }
    }
    await shop.ring(ear)
    expect(ids(ear)).toEqual(range(50))
  })

  it('does not wait for a transaction that takes long', async () => {
    const ear = await shop.listen(anon, books)
    const { system } = shop.database.databases
    await system.write(systemSession, async (tx) => {
      await tx.execute(`insert into books (id) values (1)`)
      await insert(2)
      await ear.hears(1, 'books')
      expect(ids(ear)).toEqual([2])
    })
    await shop.ring(ear)
    expect(ids(ear)).toEqual([2, 1])
  })

  it('is written only while somebody reads, and emptied', async () => {
    const count = async () =>
      (await rowsOf<{ count: number }>(shop.database, 'select count(*)::int as count from realtime.outbox'))[0]!.count
    const ear = await shop.listen(anon, books)
    const { system } = shop.database.databases
    await system.write(systemSession, async (other) => {
      // Whoever else is at work, and has been for longer.
      await other.execute('select pg_current_xact_id()')
      await insert(1)
      await shop.ring(ear)
      expect(await count()).toBeGreaterThan(0)
      await shop.close()
    })
    await insert(2)
    expect(await count()).toBe(0)
  })

  it('says so when this node was taken for dead', async () => {
    const ear = await shop.listen(anon, books)
    await shop.run('delete from realtime.outbox_readers')
    await vi.waitFor(() => expect(ear.losses).toHaveLength(1), { timeout: 20_000, interval: 50 })
    await insert(1)
    await shop.ring(ear)
    expect(ids(ear)).toEqual([1])
  })

  it('goes when the log takes over', async () => {
    await shop.listen(anon, books)
    const triggers = () => rowsOf(shop.database, `select tgname from pg_trigger where tgname = 'realtime_outbox'`)
    expect((await triggers()).length).toBeGreaterThan(0)
    await shop.close()
    const other = openNode(shop.database)
    await other.listen(anon, books)
    expect(await triggers()).toEqual([])
    await other.close()
  })
})
