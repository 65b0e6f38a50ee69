import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

/** A product's table that follows auth.users, and refuses some people. */
const fixtures = `
  create table public.readers (id uuid primary key references auth.users (id) on delete cascade, name text not null, had_identity boolean);
  create function public.add_reader() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    if new.raw_user_meta_data ->> 'name' = 'Nobody' then raise exception 'no such reader'; end if;
    insert into public.readers (id, name) values (new.id, new.raw_user_meta_data ->> 'name');
    return new;
  end $$;
  create trigger add_reader after insert on auth.users for each row execute function public.add_reader();
  create table public.secrets as select 1 as x;
`

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ fixtures })
})
afterAll(() => server[Symbol.asyncDispose]())

const signUp = (name: string | null) =>
  server.call('POST', '/signup', {
    body: { email: `${name ?? 'null'}@shop.example`, password: 'correct horse', data: { name } },
  })

describe('a trigger on auth.users', () => {
  it('adds its row with the person', async () => {
    const { body } = await signUp('Ada')
    expect(await server.sql('select name from public.readers where id = $1', [body.user.id])).toEqual([{ name: 'Ada' }])
  })

  it.each([
    ['refuses', 'Nobody'],
    ['breaks a constraint of its own', null],
  ])('that %s leaves nobody behind, and its words stay inside', async (_name, name) => {
    const answer = await signUp(name)
    expect(answer).toMatchObject({
      status: 500,
      body: { error_code: 'unexpected_failure', msg: 'Database error saving new user' },
    })
    expect(JSON.stringify(answer.body)).not.toContain('reader')
    expect(await server.sql('select from auth.users where email = $1', [`${name ?? 'null'}@shop.example`])).toEqual([])
    expect(server.events).toContainEqual(expect.objectContaining({ kind: 'auth.failed', status: 500 }))
  })
})

describe('the tables of auth', () => {
  const tables = [
    'users',
    'identities',
    'sessions',
    'refresh_tokens',
    'mfa_amr_claims',
    'one_time_tokens',
    'flow_state',
  ]

  it.each(['anon', 'authenticated', 'service_role'])('are closed to %s', async (role) => {
    const rows = await server.sql<{ name: string; open: boolean }>(
      `select c.relname as name, has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate, references, trigger') as open
       from pg_class c where relnamespace = 'auth'::regnamespace and relkind = 'r' order by 1`,
      [role],
    )
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(tables))
    expect(rows.filter(({ open }) => open)).toEqual([])
  })

  it('take the raw rows that seeds for the hosted service write, and let those people in', async () => {
    const { hash } = await import('@node-rs/bcrypt')
    await server.sql(
      `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
         confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change,
         email_change_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at,
         updated_at, phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at)
       values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'seed@shop.example',
         $1, now(), null, '', null, '', null, '', '', null, null, '{"provider":"email"}', '{"name":"Seed"}', null, now(),
         now(), null, null, '', '', null)`,
      [await hash('correct horse', { cost: 10, version: '2a' })],
    )
    const { data, error } = await server
      .client()
      .auth.signInWithPassword({ email: 'seed@shop.example', password: 'correct horse' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ identities: [], user_metadata: { name: 'Seed' } })
    expect(data.user).not.toHaveProperty('new_email')
    const [row] = await server.sql<{ hash: string }>(
      `select encrypted_password as hash from auth.users where email = 'seed@shop.example'`,
    )
    expect(row!.hash).toMatch(/^\$argon2id\$/)
    expect(
      (await server.client().auth.signInWithPassword({ email: 'seed@shop.example', password: 'correct horse' })).error,
    ).toBeNull()
  })
})
