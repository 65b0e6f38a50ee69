/** What people may learn and change of rows that are not theirs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, ben, openShop, reader, service, type Shop } from '../../testing/shop.ts'

const more = `
  create table public.subscribers (
    id int primary key, owner uuid not null default auth.uid(), email text not null unique, shelf int unique
  );
  alter table public.subscribers enable row level security;
  create policy "people see themselves" on public.subscribers for select using (owner = auth.uid());
  create policy "people add themselves" on public.subscribers for insert with check (owner = auth.uid());
  create policy "people change themselves" on public.subscribers for update using (owner = auth.uid()) with check (owner = auth.uid());
  insert into public.subscribers values (1, '${ada}', 'ada@example.com', 7), (2, '${ben}', 'ben@example.com', 8);
  create table public.parcels (id int primary key, subscriber int references public.subscribers);
  insert into public.parcels values (1, 2);
  create function public.subscribe(address text) returns void language sql security definer set search_path = ''
    as $$ insert into public.subscribers (id, owner, email) values (99, auth.uid(), address) $$;
  create function public.unsubscribe(who int) returns void language sql security definer set search_path = ''
    as $$ delete from public.subscribers where id = who $$;`

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, more)
})
afterAll(() => shop[Symbol.asyncDispose]())

const bodyOf = (answer: { json: () => unknown }) =>
  answer.json() as { code: string; details: string | null; message: string }

describe('R-09 nothing is learned', () => {
  test.each([
    '/members?select=id&email=like.t*',
    '/members?select=id&or=(id.eq.1,email.eq.x)',
    '/members?select=id&order=email',
    '/members?select=id&not.and=(email.is.null,id.eq.1)',
    '/members?select=email',
    '/members',
  ])('R-09 %s needs the right to the column', async (path) => {
    const answer = await shop.get(path, reader(ada))
    expect([answer.statusCode, bodyOf(answer).code]).toEqual([403, '42501'])
  })

  test("R-09 of others' rows by what is unique", async () => {
    const taken = await shop.send('POST', '/subscribers', {
      headers: reader(ada),
      body: { id: 3, email: 'ben@example.com' },
    })
    expect([taken.statusCode, bodyOf(taken).code, bodyOf(taken).details]).toEqual([409, '23505', null])
    expect(taken.body).not.toContain('ben@')
  })

  test("R-09 of others' rows by functions with their owner's rights", async () => {
    const headers = reader(ada)
    const taken = await shop.send('POST', '/rpc/subscribe', { headers, body: { address: 'ben@example.com' } })
    expect([taken.statusCode, bodyOf(taken).code, bodyOf(taken).details]).toEqual([409, '23505', null])
    expect(taken.body).not.toContain('ben@')
    const kept = await shop.send('POST', '/rpc/unsubscribe', { headers, body: { who: 2 } })
    expect([kept.statusCode, bodyOf(kept).code]).toEqual([409, '23503'])
    expect(
      bodyOf(await shop.send('POST', '/rpc/unsubscribe', { headers: service, body: { who: 2 } })).details,
    ).toContain('Key (id)=(2)')
  })

  test('R-09 what anybody may see anyway is said', async () => {
    const taken = await shop.send('POST', '/genres', { headers: reader(ada), body: { id: 1, name: 'x' } })
    expect(bodyOf(taken).details).toBe('Key (id)=(1) already exists.')
  })
})

describe('R-12 nothing of others is replaced', () => {
  const merging = { prefer: 'resolution=merge-duplicates,return=representation' }

  test.each([
    ['by the key', '/subscribers', { id: 2, email: 'mine@example.com' }],
    ['by the key, as the other', '/subscribers', { id: 2, owner: ben, email: 'mine@example.com' }],
    ['by another key', '/subscribers?on_conflict=email', { id: 5, email: 'ben@example.com' }],
    ['by a third key', '/subscribers?on_conflict=shelf', { id: 6, email: 'x@example.com', shelf: 8 }],
  ])('R-12 %s', async (_name, path, body) => {
    const answer = await shop.send('POST', path, { headers: { ...reader(ada), ...merging }, body })
    expect([answer.statusCode, bodyOf(answer).code]).toEqual([403, '42501'])
  })

  test('R-12 nor handed to others', async () => {
    const given = await shop.send('PATCH', '/subscribers?id=eq.1', { headers: reader(ada), body: { owner: ben } })
    expect([given.statusCode, bodyOf(given).code]).toEqual([403, '42501'])
    const put = await shop.send('PUT', '/subscribers?id=eq.2', {
      headers: reader(ada),
      body: { id: 2, owner: ada, email: 'x@example.com', shelf: null },
    })
    expect(put.statusCode).toBe(403)
    const rows = (await shop.get('/subscribers?select=id,owner,email&order=id', service)).json()
    expect(rows).toEqual([
      { id: 1, owner: ada, email: 'ada@example.com' },
      { id: 2, owner: ben, email: 'ben@example.com' },
    ])
  })
})

describe('R-14 whole tables', () => {
  test.each([
    ['PATCH', '/genres'],
    ['PATCH', '/genres?limit=1'],
    ['PATCH', '/genres?order=id&select=id'],
    ['PATCH', '/genres?select=id,books()&books.id=eq.1'],
    ['DELETE', '/genres'],
    ['DELETE', '/genres?offset=1'],
    ['DELETE', '/notes?on_conflict=body'],
  ] as const)('R-14 %s %s is refused without a filter', async (method, path) => {
    for (const headers of [reader(ada), service]) {
      const answer = await shop.send(method, path, { headers, ...(method === 'PATCH' ? { body: { name: 'x' } } : {}) })
      expect([answer.statusCode, bodyOf(answer).code]).toEqual([400, '21000'])
      expect(bodyOf(answer).message).toBe(`${method === 'PATCH' ? 'UPDATE' : 'DELETE'} requires a WHERE clause`)
    }
  })

  test('R-14 with a filter they are changed', async () => {
    expect((await shop.send('DELETE', '/notes?body=is.null', { headers: service })).statusCode).toBe(204)
  })
})
