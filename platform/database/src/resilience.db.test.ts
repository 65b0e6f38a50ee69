import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createTestDatabase, rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import {
  databaseMigrations,
  openDatabases,
  systemSession,
  type DatabaseEvent,
  type Databases,
  type Session,
  type Timeouts,
} from './index.ts'

/** Somebody in particular: the reads of visitors are joined. */
const reader: Session = { role: 'authenticated', claims: { sub: 'reader' } }
const anon: Session = { role: 'anon', claims: {} }
const statement = { text: 'select 1' }
let shop: TestDatabase

beforeAll(async () => {
  shop = await createTestDatabase({ migrations: [databaseMigrations] })
})
afterAll(() => shop.dispose())

const open = (timeouts: Partial<Timeouts> = {}, observe: (event: DatabaseEvent) => void = () => {}) =>
  openDatabases({ kind: 'postgres', url: shop.url, pools: { gateway: 2, system: 2 }, timeouts }, observe)

const sleep = (databases: Databases, seconds: number) =>
  databases.gateway.once(anon, { text: 'select pg_sleep($1)', params: [seconds] }, 'write')

const endOthers = () =>
  rowsOf(
    shop,
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`,
  )

describe('a pool whose connections are all busy', () => {
  it('refuses after the time for waiting, while the other door stays open', async () => {
    await using databases = await open({ acquire: 300 })
    const slow = [sleep(databases, 1.2), sleep(databases, 1.2)]
    const late = databases.gateway.once(anon, statement, 'write')
    await expect(databases.system.once(systemSession, statement, 'read')).resolves.toMatchObject({ rowCount: 1 })
    await expect(late).rejects.toMatchObject({ name: 'DatabaseUnavailableError', reason: 'pool' })
    await Promise.all(slow)
    await expect(databases.gateway.once(anon, statement, 'write')).resolves.toMatchObject({ rowCount: 1 })
  })

  it('serves who waits in the order of coming', async () => {
    await using databases = await openDatabases({ kind: 'postgres', url: shop.url, pools: { gateway: 1 } }, () => {})
    const order: number[] = []
    const slow = sleep(databases, 0.2)
    const add = (n: number) => () => order.push(n)
    const work = Array.from({ length: 30 }, (_, n) =>
      (n % 2 === 0
        ? databases.gateway.once(reader, statement, 'read')
        : databases.gateway.write(anon, (tx) => tx.query('select 1'))
      ).then(add(n)),
    )
    await Promise.all([slow, ...work])
    expect(order).toEqual(Array.from({ length: 30 }, (_, n) => n))
  })

  it('does not queue quick reads behind a slow one', async () => {
    await using databases = await open()
    let isSlowDone = false
    const slow = databases.gateway.once(anon, { text: 'select pg_sleep(1)' }, 'read').then(() => (isSlowDone = true))
    await databases.gateway.once(anon, { text: 'select pg_sleep(0.1)' }, 'read')
    await Promise.all(Array.from({ length: 200 }, () => databases.gateway.once(reader, statement, 'read')))
    expect(isSlowDone).toBe(false)
    await slow
  })
})

describe('lost connections', () => {
  it('fail what they carried and are replaced', async () => {
    await using databases = await open()
    const carried = sleep(databases, 5).catch((error: unknown) => error)
    await vi.waitFor(async () => {
      const [row] = await rowsOf<{ n: number }>(
        shop,
        `select count(*)::int n from pg_stat_activity where wait_event = 'PgSleep'`,
      )
      expect(row?.n).toBeGreaterThan(0)
    }, 30_000)
    await endOthers()
    expect(await carried).toMatchObject({ reason: 'connection' })
    await expect(databases.gateway.once(anon, statement, 'read')).resolves.toMatchObject({ rowCount: 1 })
  })

  it('are not noticed by who reads or begins on one that died while it was idle', async () => {
    await using databases = await open()
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([
        databases.gateway.once(anon, statement, 'read'),
        databases.gateway.once(anon, statement, 'read'),
      ])
      await endOthers()
      await expect(
        round % 2 === 0
          ? databases.gateway.once(reader, statement, 'read')
          : databases.gateway.write(anon, (tx) => tx.query('select 1')),
      ).resolves.toBeDefined()
    }
  })

  it('are not noticed either where the others are ended only later', async () => {
    await using databases = await open()
    const text = 'select pg_backend_pid() as pid'
    const held: number[] = []
    const bothHeld = Promise.withResolvers<undefined>()
    const hold = () =>
      databases.gateway.read(reader, async (tx) => {
        const [row] = await tx.query<{ pid: number }>(text)
        held.push(row?.pid ?? Number.NaN)
        if (held.length === 2) bothHeld.resolve(undefined)
        await bothHeld.promise
      })
    await Promise.all([hold(), hold()])
    const pid = async () => {
      const { rows } = await databases.gateway.once(reader, { text }, 'read')
      return Number(String(rows[0]?.[0]))
    }
    const first = await pid()
    const other = held.find((one) => one !== first)
    assert(other !== undefined && held.includes(first))
    // Told to end, it had no turn yet.
    process.kill(other, 'SIGSTOP')
    try {
      await rowsOf(shop, `select pg_terminate_backend(${first}, 5000)`)
      expect(held).not.toContain(await pid())
    } finally {
      process.kill(other, 'SIGCONT')
    }
  })

  it('are not noticed by who writes what can happen only once; any other write is not repeated', async () => {
    await shop.databases.system.write(systemSession, async (tx) => {
      await tx.execute('create table public.calls (id int primary key)')
      await tx.execute('create sequence public.tries')
      // A sequence keeps what it counted, whatever became of the transaction.
      await tx.execute(`create function public.cut() returns trigger language plpgsql as $$ begin
        if nextval('public.tries') % 2 = 1 then perform pg_terminate_backend(pg_backend_pid(), 5000); end if;
        return new; end $$`)
      await tx.execute('create trigger cut before insert on public.calls for each row execute function public.cut()')
    })
    await using databases = await open()
    const call = (id: number, happensOnce: boolean) => {
      const text = 'insert into public.calls values ($1)'
      return databases.system.once(systemSession, { text, params: [id], happensOnce }, 'write')
    }
    expect(await call(1, true)).toMatchObject({ rowCount: 1 })
    await expect(call(2, false)).rejects.toMatchObject({ reason: 'connection' })
    expect(await rowsOf(shop, 'select id from public.calls')).toEqual([{ id: 1 }])
  })

  it('end their transaction', async () => {
    await using databases = await open()
    const attempt = databases.gateway.write(anon, async (tx) => {
      await tx.query('select 1')
      await endOthers()
      await tx.query('select 1')
    })
    await expect(attempt).rejects.toMatchObject({ reason: 'connection' })
    await expect(databases.gateway.read(anon, (tx) => tx.query('select 1 as one'))).resolves.toEqual([{ one: 1 }])
  })
})

describe('listening', () => {
  const notify = (channel: string, payload: string) => rowsOf(shop, 'select pg_notify($1, $2)', [channel, payload])

  it('passes on what is sent to its channel, until it is given up', async () => {
    await using databases = await open()
    const heard: string[] = []
    const listening = await databases.system.listen('Shop news', (payload) => heard.push(payload))
    await using other = await databases.system.listen('other', () => {})
    await notify('Shop news', 'one')
    await notify('other', 'not for us')
    await notify('Shop news', 'two')
    await vi.waitFor(() => expect(heard).toEqual(['one', 'two']), 30_000)
    await listening[Symbol.asyncDispose]()
    await notify('Shop news', 'three')
    let last = ''
    await using _ = await databases.system.listen('last', (payload) => (last = payload))
    await notify('last', 'after')
    await vi.waitFor(() => expect(last).toBe('after'), 30_000)
    expect(heard).toEqual(['one', 'two'])
    expect(other).toBeDefined()
  })

  it('goes on after a loss, and tells that something may have been missed', async () => {
    const events: string[] = []
    await using databases = await open({}, ({ kind }) => events.push(kind))
    const heard: string[] = []
    await using _ = await databases.gateway.listen('news', (payload) => heard.push(payload))
    await notify('news', 'before')
    await vi.waitFor(() => expect(heard).toEqual(['before']), 30_000)
    await endOthers()
    await vi.waitFor(() => expect(heard).toEqual(['before', '']), { timeout: 30_000 })
    await notify('news', 'after')
    await vi.waitFor(() => expect(heard).toEqual(['before', '', 'after']), 30_000)
    expect(events).toEqual(['database.started', 'database.listener-lost', 'database.listener-restored'])
  })
})

describe('a server that accepts and never answers', () => {
  it('is given up after the time for connecting', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const url = `postgres://owner:pw@127.0.0.1:${(silent.address() as AddressInfo).port}/shop`
    const started = performance.now()
    await expect(
      openDatabases({ kind: 'postgres', url, timeouts: { connect: 200, start: 300 } }, () => {}),
    ).rejects.toMatchObject({ name: 'DatabaseUnavailableError' })
    expect(performance.now() - started).toBeLessThan(3_000)
    silent.close()
  })
})

it('a wrong password is not tried again', async () => {
  const url = new URL(shop.url)
  url.username = 'nobody_of_this_name'
  url.password = 'wrong'
  const started = performance.now()
  await expect(openDatabases({ kind: 'postgres', url: url.href }, () => {})).rejects.toThrow(/nobody_of_this_name/)
  expect(performance.now() - started).toBeLessThan(3_000)
})

it('takes a server that only reads for one that cannot write now, and reads on', async () => {
  await using own = await createTestDatabase({ migrations: [databaseMigrations] })
  const [{ name } = { name: '' }] = await rowsOf<{ name: string }>(own, 'select current_database() as name')
  await own.databases.system.write(systemSession, async (tx) => {
    await tx.execute('create table public.shelves (n int)')
    await tx.execute(`alter database ${name} set default_transaction_read_only = on`)
  })
  await using databases = await openDatabases({ kind: 'postgres', url: own.url }, () => {})
  const away = { name: 'DatabaseUnavailableError', reason: 'connection' }
  const text = 'insert into public.shelves values (1)'
  await expect(databases.system.once(systemSession, { text }, 'write')).rejects.toMatchObject(away)
  await expect(databases.system.write(systemSession, (tx) => tx.execute(text))).rejects.toMatchObject(away)
  expect(await databases.system.read(systemSession, (tx) => tx.query('select 1 as n'))).toEqual([{ n: 1 }])
  // Who only asked to read, and writes, is refused for that.
  await expect(databases.system.once(systemSession, { text }, 'read')).rejects.toMatchObject({ code: '25006' })
})
