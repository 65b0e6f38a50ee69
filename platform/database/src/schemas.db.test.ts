import { randomBytes } from 'node:crypto'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createTestDatabase, rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import { databaseMigrations, migrate, openDatabases, systemSession, type Session } from './index.ts'

let shop: TestDatabase
beforeAll(async () => {
  shop = await createTestDatabase({ migrations: [databaseMigrations] })
})
afterAll(() => shop.dispose())

const change = (text: string) => shop.databases.system.write(systemSession, (tx) => tx.execute(text))
const ask = (session: Session, text: string) => shop.databases.gateway.once(session, { text }, 'read')

describe('what the first migrations make', () => {
  it('are the roles, with the attributes that the rest relies on', async () => {
    const rows = await rowsOf(
      shop,
      `select rolname as name, rolcanlogin as login, rolinherit as inherit, rolbypassrls as bypass, rolsuper as super
       from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'authenticator') order by 1`,
    )
    const role = (name: string, more: object = {}) => ({
      name,
      login: false,
      inherit: false,
      bypass: false,
      super: false,
      ...more,
    })
    expect(rows).toEqual([
      role('anon'),
      role('authenticated'),
      role('authenticator', { login: true }),
      role('service_role', { bypass: true }),
    ])
  })

  it('lets the three roles use what is made in public from then on, and nobody create there', async () => {
    await change('create table public.books (id int generated always as identity primary key, title text)')
    await change(`create function public.greet() returns text language sql as $$ select 'hello' $$`)
    await change('create schema stock')
    await change('create table stock.boxes ()')
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const session = { role, claims: {} }
      await expect(ask(session, 'select public.greet() from public.books limit 0')).resolves.toMatchObject({
        rowCount: 0,
      })
      const insert = { text: `insert into public.books (title) values ('Candide')` }
      await expect(shop.databases.gateway.once(session, insert, 'write')).resolves.toMatchObject({ rowCount: 1 })
      await expect(ask(session, 'select from stock.boxes')).rejects.toMatchObject({ code: '42501' })
      const create = { text: 'create table public.mine ()' }
      await expect(shop.databases.gateway.once(session, create, 'write')).rejects.toMatchObject({ code: '42501' })
    }
  })

  it('has the extensions within reach of every role', async () => {
    const { rows } = await ask(
      { role: 'anon', claims: {} },
      `select 'É'::citext = 'é', unaccent('été'), similarity('livre', 'livres') > 0.5,
        length(gen_random_bytes(8)), uuid_generate_v4() is not null, encode(digest('a', 'sha256'), 'hex')`,
    )
    const sha256 = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'
    expect(rows[0]?.map(String)).toEqual(['t', 'ete', 't', '8', 't', sha256])
  })

  it('understands claims in the older, singular settings too', async () => {
    const settings = {
      'request.jwt.claim.sub': '00000000-0000-4000-8000-000000000009',
      'request.jwt.claim.role': 'anon',
    }
    const { rows } = await ask({ role: 'anon', claims: {}, settings }, 'select auth.uid(), auth.role()')
    expect(rows[0]?.map(String)).toEqual([settings['request.jwt.claim.sub'], 'anon'])
  })

  it('tells when the schema changes, and only then', async () => {
    const heard: string[] = []
    await using _ = await shop.databases.system.listen('pgrst', (payload) => heard.push(payload))
    const told = async (text: string) => {
      heard.length = 0
      await change(text)
      await rowsOf(shop, `select pg_notify('pgrst', 'end')`)
      await vi.waitFor(() => expect(heard).toContain('end'), 30_000)
      return heard.filter((payload) => payload !== 'end')
    }
    expect(await told('create table public.shelves (id int)')).toEqual(['reload schema'])
    expect(await told('alter table public.shelves add column label text')).toEqual(['reload schema'])
    expect(await told('insert into public.shelves values (1)')).toEqual([])
    expect(await told('create temp table scratch (id int)')).toEqual([])
    expect(await told('drop table public.shelves')).toEqual(['reload schema'])
  })
})

describe('an owner who is no superuser', () => {
  const landlord = `landlord_${randomBytes(4).toString('hex')}`
  const admin = () => new pg.Client({ connectionString: shop.url })
  const ownUrl = (database: string) => {
    const url = new URL(shop.url)
    url.username = landlord
    url.password = 'key'
    url.pathname = `/${database}`
    return url.href
  }

  beforeAll(() =>
    asAdmin(
      `create role ${landlord} login createrole createdb password 'key'`,
      `create database ${landlord} owner ${landlord}`,
    ),
  )
  afterAll(() => asAdmin(`drop database ${landlord} with (force)`, `drop role ${landlord}`))

  async function asAdmin(...statements: string[]): Promise<void> {
    const client = admin()
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  it('gets everything but the watch on the schema', async () => {
    await using databases = await openDatabases({ kind: 'postgres', url: ownUrl(landlord) }, () => {})
    await migrate(databases, [databaseMigrations], () => {})
    const rows = await databases.system.read(systemSession, (tx) =>
      tx.query(
        `select has_function_privilege('anon', 'auth.uid()', 'execute') as uid, count(*)::int as watches from pg_event_trigger`,
      ),
    )
    expect(rows).toEqual([{ uid: true, watches: 0 }])
  })

  it('is told what is missing in a database that belongs to somebody else', async () => {
    const elsewhere = new URL(shop.url).pathname.slice(1)
    await expect(openDatabases({ kind: 'postgres', url: ownUrl(elsewhere) }, () => {})).rejects.toThrow(
      /DATABASE_URL cannot be used yet:\n- user "landlord_\w+" may not create schemas/,
    )
  })
})
