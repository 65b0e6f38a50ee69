import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { databaseMigrations, type Session } from './index.ts'

const anon: Session = { role: 'anon', claims: { role: 'anon' } }
let shop: TestDatabase

beforeAll(async () => {
  shop = await createTestDatabase({
    migrations: [databaseMigrations],
    fixtures: `
      create table public.books (id int primary key, title text not null, owner uuid default auth.uid(), is_public boolean not null default true);
      alter table public.books enable row level security;
      create policy "readers see public books and their own" on public.books for select using (is_public or owner = (select auth.uid()));
      create policy "authors add their own" on public.books for insert to authenticated with check (owner = (select auth.uid()));
      insert into public.books values (1, 'Candide', null, true), (2, 'Draft', '00000000-0000-0000-0000-000000000001', false);`,
  })
})
afterAll(() => shop.dispose())

describe('once', () => {
  it('answers as the role of the session', async () => {
    const { rows } = await shop.databases.gateway.once(
      anon,
      { text: 'select current_user, session_user, count(*) from public.books' },
      'read',
    )
    expect(rows[0]?.map(String)).toEqual(['anon', 'authenticator', '1'])
  })
})
