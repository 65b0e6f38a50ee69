/** What is asked for all at once is what PostgreSQL answers each; and where it is not, each is asked. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { PolicyCatalog } from '../../src/changes/catalog/policies.ts'
import { TableCatalog, tableKey } from '../../src/changes/catalog/tables.ts'
import { QuestionsForAll } from '../../src/changes/delivery/for-all.ts'
import type { Binding } from '../../src/changes/row-changes.ts'
import { ada, bob } from '../../testing/bookshop.ts'
import { openNode, person, service, startListening, type Ear, type Listening } from '../../testing/listening.ts'
import { watched } from '../../testing/watched.ts'

const all = (table: string): Binding => ({ event: '*', schema: 'public', table })
const close = (...ears: { subscription: { close(): void } }[]) =>
  ears.forEach(({ subscription }) => subscription.close())
const idsOf = (ear: Ear, table: string) => ear.of(table).map(({ record }) => record?.['id'])

let shop: Listening
beforeAll(async () => {
  shop = await startListening()
})
afterAll(() => shop[Symbol.asyncDispose]())
/** Whatever the test before has made of them. */
beforeEach(() =>
  shop.run(`truncate books, diaries;
    drop policy if exists "without using" on diaries;
    alter policy "people read diaries that are public or theirs" on diaries to anon, authenticated;
    alter policy "people read books that are public or theirs" on books using (is_public or author = auth.uid());
    grant execute on function upper(text) to public;
    drop table if exists sheets, given, callers`),
)

async function policyOf(table: string) {
  const { system } = shop.database.databases
  const found = (await new TableCatalog(system).all()).get(tableKey('public', table))!
  return { table: found, policy: await new PolicyCatalog(system).of(found, 'authenticated') }
}

it.each([
  ['for select to authenticated', 'anon', []],
  ['for all to authenticated with check (true)', 'anon', []],
  ['as restrictive for select to authenticated', 'authenticated', ['INSERT', 'UPDATE', 'DELETE']],
])('a policy without USING lets nothing through and restricts nothing: %s', async (shape, othersFor, own) => {
  await shop.run(`create policy "without using" on diaries ${shape};
    alter policy "people read diaries that are public or theirs" on diaries to ${othersFor}`)
  const node = openNode(shop.database)
  const [writer, stranger, trusted] = await Promise.all(
    [person(ada), person(bob), service].map((audience) => node.listen(audience, all('diaries'))),
  )
  await shop.run(`insert into diaries values (1, '${ada}', 'today')`)
  await trusted!.hears(1, 'diaries')
  await shop.run(`update diaries set words = 'now'`)
  await trusted!.hears(2, 'diaries')
  await shop.run('delete from diaries')
  await shop.ring(writer!, stranger!, trusted!)
  expect(trusted!.of('diaries')).toHaveLength(3)
  expect(writer!.of('diaries').map(({ type }) => type)).toEqual(own)
  expect(stranger!.of('diaries')).toEqual([])
  await node.close()
})

const oddlyNamed = `"the caller's id" uuid, number uuid, key0 uuid, person uuid, callers uuid, given uuid`

const itsId = `"the caller's id" = auth.uid()`
const itsOthers = 'auth.uid() in (number, key0, person, callers, given)'

it.each([
  ['sheets', itsId, true],
  ['sheets', itsOthers, true],
  ['given', itsId, false],
  ['callers', itsId, false],
])('means the columns of %s by %s, whatever they are called', async (name, condition, isForAll) => {
  await shop.run(`create table ${name} (id integer primary key, ${oddlyNamed})`)
  await shop.run(`alter table ${name} enable row level security; grant select on ${name} to authenticated;
    alter publication supabase_realtime add table ${name};
    create policy "people read theirs" on ${name} for select to authenticated using (${condition})`)
  expect((await policyOf(name)).policy.forAll !== null).toBe(isForAll)
  const [one, other] = await Promise.all([ada, bob].map((sub) => shop.listen(person(sub), all(name))))
  await shop.run(`insert into ${name} (id, "the caller's id", number, person) values (1, '${ada}', '${ada}', null),
    (2, '${bob}', null, '${bob}')`)
  await shop.ring(one!, other!)
  expect([one!, other!].map((ear) => idsOf(ear, name))).toEqual([[1], [2]])
  close(one!, other!)
})

it.each([
  'author = any (array(select auth.uid()))',
  'author in (select auth.uid())',
  'author <> all (select auth.uid())',
  'author is not null and exists (select auth.uid())',
  `auth.uid() = author or upper(title) = 'FOR ALL'`,
])('asks each where not everybody would be answered the same way: %s', async (condition) => {
  await shop.run('revoke execute on function upper(text) from public')
  await shop.run(`alter policy "people read books that are public or theirs" on books using (${condition})`)
  expect((await policyOf('books')).policy.forAll).toBeNull()
})

const crates: Binding = { event: '*', schema: 'warehouse', table: 'crates' }

it.each([
  ['a right on the table', 'revoke select on warehouse.crates from authenticated'],
  [
    'the right on its key',
    'revoke select on warehouse.crates from authenticated; grant select (weight) on warehouse.crates to authenticated',
  ],
  ['a right on its schema', 'revoke usage on schema warehouse from authenticated'],
  ['a membership that a policy asks for', 'revoke pg_monitor from authenticated'],
])('obeys at once who revokes %s', async (_what, revocation) => {
  await shop.run(`grant usage on schema warehouse to authenticated; grant select on warehouse.crates to authenticated;
    grant pg_monitor to authenticated with inherit true; truncate warehouse.crates;
    alter table warehouse.crates enable row level security;
    drop policy if exists "monitors read crates" on warehouse.crates;
    create policy "monitors read crates" on warehouse.crates for select to pg_monitor using (weight > 0)`)
  const node = openNode(shop.database)
  const ear = await node.listen(person(bob), crates)
  await shop.run('insert into warehouse.crates values (1, 1)')
  await ear.hears(1, 'crates')
  await shop.run(`insert into warehouse.crates values (2, 2); ${revocation}`)
  await shop.ring(ear)
  expect(idsOf(ear, 'crates').filter((id) => id !== undefined)).toEqual([1])
  await node.close()
  await shop.run('revoke pg_monitor from authenticated')
})

it('takes nobody for two people who gets another token while a batch is looked at', async () => {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isArmed = false
  const system = watched(shop.database.databases.system, async (text, ask) => {
    if (isArmed && text.includes('json_to_record(given.row)')) {
      reached.resolve()
      await released.promise
    }
    await ask()
  })
  const node = openNode(shop.database, { source: 'outbox', databases: { ...shop.database.databases, system } })
  const ear = await node.listen(person(ada), all('diaries'), { ...all('books'), filter: 'title=like.A%' })
  isArmed = true
  await shop.run(`insert into diaries values (1, '${ada}', 'hers', true);
    insert into books (id, title) values (1, 'About')`)
  await reached.promise
  await ear.subscription.changeAudience(person(bob))
  released.resolve()
  await shop.ring(ear)
  expect([idsOf(ear, 'diaries'), idsOf(ear, 'books')]).toEqual([[1], [1]])
  await node.close()
})

const claims = [JSON.stringify(person(ada).claims)]

it('is asked twice at a time at most, and no more where it has failed', async () => {
  const { table, policy } = await policyOf('books')
  let asked = 0
  let now = 0
  let most = 0
  const reached = Promise.withResolvers<void>()
  const questions = new QuestionsForAll(
    watched(shop.database.databases.system, async (_text, ask) => {
      asked += 1
      most = Math.max(most, ++now)
      if (asked === 2) reached.resolve()
      await reached.promise
      await ask().finally(() => now--)
    }),
  )
  const right = { table, role: 'authenticated', policy, claims, keys: [['1']] }
  const answers = await Promise.all([right, right, right, right].map((question) => questions.ask(question)))
  expect(answers).toEqual(answers.map(() => new Map([[claims[0], new Set()]])))
  expect([asked, most]).toEqual([4, 2])
  const wrong = { ...right, policy: { ...policy, forAll: 'no_such_column' } }
  expect([await questions.ask(wrong), await questions.ask(wrong)]).toEqual([null, null])
  expect(asked).toBe(5)
})

it('lets sixteen questions wait, and has what comes then asked one by one', async () => {
  const { table, policy } = await policyOf('books')
  const release = Promise.withResolvers<void>()
  const questions = new QuestionsForAll(
    watched(shop.database.databases.system, async (_text, ask) => {
      await release.promise
      await ask()
    }),
  )
  const question = { table, role: 'authenticated', policy, claims, keys: [['1']] }
  const answered = Array.from({ length: 18 }, () => questions.ask(question))
  expect(await questions.ask(question)).toBeNull()
  release.resolve()
  expect(await Promise.all(answered)).not.toContain(null)
  expect(await questions.ask(question)).not.toBeNull()
})

it('waits for no table that somebody has locked, and is asked again afterwards', async () => {
  const { table, policy } = await policyOf('books')
  const { system } = shop.database.databases
  const question = { table, role: 'authenticated', policy, claims, keys: [['1']] }
  const failure = vi.fn<(error: unknown) => void>()
  const watching = new QuestionsForAll(
    watched(system, async (_text, ask) => {
      await ask().catch((error: unknown) => {
        failure(error)
        throw error
      })
    }),
  )
  await system.write({ role: 'none', claims: {} }, async (tx) => {
    await tx.execute('lock table books in access exclusive mode')
    expect(await watching.ask(question)).toBeNull()
  })
  expect(failure.mock.calls).toMatchObject([[{ code: '55P03' }]])
  expect(await watching.ask(question)).not.toBeNull()
})
