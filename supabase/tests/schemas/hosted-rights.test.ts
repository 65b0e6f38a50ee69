/**
 * The migrations run with the rights that the hosted service gives its migrations' role: it owns the database and nothing of
 * auth, storage and realtime, where it may use tables, hang triggers on them and write policies.
 */
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { platformMigrations } from '../../../tools/schema-text/product-schema.ts'

const migrations = new URL('../../migrations/', import.meta.url)

/** Roles are the whole server's: this one is dropped in the end. */
const role = `migrations_${randomBytes(4).toString('hex')}`

const rights = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'ledger_owner') then
      create role ledger_owner nologin noinherit;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$;
  do $$ begin
    if not exists (select from pg_roles where rolname = 'picture_worker') then
      create role picture_worker nologin noinherit;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$;
  do $$ begin
    -- What this role gave would go with it, from every database of the server.
    if not pg_has_role('authenticator', 'picture_worker', 'member') then grant picture_worker to authenticator; end if;
  end $$;
  create role ${role} createrole bypassrls;
  grant ledger_owner, picture_worker to ${role} with admin option;
  grant anon, authenticated, service_role to ${role};
  grant usage on schema extensions, auth, storage, realtime to ${role};
  grant all on all tables in schema auth, storage, realtime to ${role};
  grant all on all sequences in schema auth, storage, realtime to ${role};
  grant execute on all functions in schema extensions, auth, storage, realtime to ${role};
  alter default privileges for role ${role} in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role ${role} in schema public
    grant all on sequences to anon, authenticated, service_role;
  alter default privileges for role ${role} in schema public
    grant execute on functions to anon, authenticated, service_role;`

/** There a role may write policies on tables that it does not own, which PostgreSQL alone has no right for. */
const foreignPolicy =
  /^((?:create|alter|drop) policy "(?:[^"]|"")+" on (?:storage\.objects|realtime\.messages)\b[^;]*;)/m

/** What is split off by its own match stands at every second place. */
const stepsOf = (text: string) =>
  text.split(foreignPolicy).map((step, index) => ({ text: step, asOwner: index % 2 === 1 }))

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase({ migrations: platformMigrations })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(rights)
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.query(`alter database ${rows[0]!.name} owner to ${role}`)
})

afterAll(async () => {
  await client.query(`reset session authorization; reassign owned by ${role} to current_user; drop owned by ${role}`)
  await client.end()
  await database.dispose()
  await dropRole()
})

async function dropRole(): Promise<void> {
  await using other = await createTestDatabase({ migrations: [] })
  const last = new pg.Client({ connectionString: other.url })
  await last.connect()
  await last.query(`drop role ${role}`)
  await last.end()
}

async function run(text: string): Promise<void> {
  for (const step of stepsOf(text)) {
    await client.query(step.asOwner ? 'reset session authorization' : `set session authorization ${role}`)
    await client.query(step.text)
  }
}

it('run from the first to the last', async () => {
  const files = (await readdir(migrations)).sort()
  for (const file of files) await run(await readFile(new URL(file, migrations), 'utf8'))
  const { rows } = await client.query<{ owner: string }>(
    `select tableowner as owner from pg_tables where schemaname = 'public' and tablename = 'feed_posts'`,
  )
  expect(rows).toEqual([{ owner: role }])
})

it('leave nothing with the server’s roles that goes with the one that ran them', async () => {
  await client.query('reset session authorization')
  const { rows } = await client.query(
    `select roleid::regrole as role, member::regrole from pg_auth_members
     where grantor = '${role}'::regrole and member <> '${role}'::regrole`,
  )
  expect(rows).toEqual([])
})

it.each([
  ['an index on stored files', 'create index another on storage.objects (name)'],
  ['a column of accounts', 'alter table auth.users add column nickname text'],
  ['a function of realtime', `create function realtime.shout() returns int language sql as 'select 1'`],
  ['a policy on somebody else’s tables', 'create policy "anybody" on auth.users for select using (true)'],
])('may not make %s', async (_what, statement) => {
  await expect(run(`${statement};`)).rejects.toMatchObject({ code: '42501' })
})
