/** What nobody may learn by listening (THREATS W-01 to W-04). */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { rowsOf } from '../../../../tests/support/test-database.ts'
import { RowChangesRefused, type Binding } from '../../src/changes/row-changes.ts'
import { ada, bob } from '../../testing/bookshop.ts'
import { anon, openNode, person, service, startListening, type Ear, type Listening } from '../../testing/listening.ts'

const all = (table: string): Binding => ({ event: '*', schema: 'public', table })

describe.each(['auto', 'outbox'] as const)('source %s', (source) => {
  let shop: Listening
  beforeAll(async () => {
    shop = await startListening({ source })
  })
  afterAll(() => shop[Symbol.asyncDispose]())
  beforeEach(() => shop.run('truncate books, diaries, letters, readers'))

  const strangeEars = () =>
    Promise.all([
      shop.listen(person(bob), all('books'), all('letters'), all('diaries')),
      shop.listen(person(bob), { event: '*', schema: '*' }, { event: '*', schema: 'public', table: '*' }),
      shop.listen(
        person(bob),
        { ...all('books'), filter: `author=eq.${ada}` },
        { ...all('letters'), filter: 'shelf=eq.a' },
      ),
      shop.listen(anon, all('books'), all('letters'), all('diaries')),
    ])
  const close = (ears: { subscription: { close(): void } }[]) =>
    ears.forEach(({ subscription }) => subscription.close())
  const secrets = (ear: Ear) => ear.heard.filter(({ table }) => table !== 'bells')

  it('W-01 tells nobody of rows that they may not read, however they ask', async () => {
    const ears = await strangeEars()
    const own = await shop.listen(person(ada), all('books'), all('letters'), all('diaries'))
    await shop.run(`insert into readers values ('a', '${ada}')`)
    await shop.run(`insert into books (id, author, title, is_public) values (1, '${ada}', 'Secret', false);
      insert into letters (shelf, body) values ('a', 'Dear');
      insert into diaries values (1, '${ada}', 'today')`)
    await own.hears(1, 'diaries')
    await shop.run(
      `update books set title = 'Still secret'; update letters set body = 'Dearest'; update diaries set words = 'now'`,
    )
    await shop.ring(own, ...ears)
    expect(own.heard.filter(({ table }) => table !== 'bells')).toHaveLength(6)
    for (const ear of ears) expect(secrets(ear)).toEqual([])
    close([own, ...ears])
  })

  it.each(['auth', 'realtime', 'pg_catalog', 'public'])(
    'W-01 refuses tables of %s that are not published',
    async (schema) => {
      for (const table of ['users', 'outbox', 'messages', 'pg_authid', 'tills']) {
        await expect(shop.listen(person(bob), { event: '*', schema, table })).rejects.toThrow(RowChangesRefused)
      }
    },
  )

  it('W-01 tells a role without rights on the table nothing of the row', async () => {
    await shop.run('revoke select on diaries from anon')
    const node = openNode(shop.database, { source })
    const ear = await node.listen(anon, all('diaries'))
    await shop.run(`insert into diaries values (7, '${ada}', 'secret', true)`)
    await ear.hears(1, 'diaries')
    await shop.run('delete from diaries')
    await shop.ring(ear)
    expect(ear.of('diaries')).toEqual([
      { schema: 'public', table: 'diaries', type: 'INSERT', errors: ['Error 401: Unauthorized'] },
    ])
    await shop.run('grant select on diaries to anon')
    await node.close()
  })

  it('W-02 tells nobody of an update that hides the row, nor what was written while it was hidden', async () => {
    const ear = await shop.listen(person(bob), all('books'), { ...all('books'), filter: 'title=eq.Draft' })
    await shop.run(`insert into books (id, author, title) values (1, '${ada}', 'Draft')`)
    await ear.hears(1, 'books')
    await shop.run(`update books set is_public = false, title = 'Hidden'`)
    await shop.ring(ear)
    expect(ear.of('books')).toHaveLength(1)
    // One transaction, and many that are all read together: what came before it was public stays private.
    await shop.run(`update books set title = 'Secret words'; update books set is_public = true, title = 'Published'`)
    await ear.hears(2, 'books')
    await shop.ring(ear)
    expect(
      ear
        .of('books')
        .slice(1)
        .map(({ record }) => record?.['title']),
    ).toEqual(['Published'])
    expect(ear.texts.join()).not.toMatch(/Hidden|Secret/)
    ear.subscription.close()
  })

  it('W-02 tells of versions that have been overtaken only what was public', async () => {
    const ear = await shop.listen(person(bob), all('books'), all('diaries'))
    await shop.run(`create policy "people wait" on diaries as restrictive for select
      using (pg_advisory_xact_lock_shared(1) is not null)`)
    // While the diary is judged, what follows waits: the book is public before anybody asks about its first version.
    await shop.database.databases.system.write({ role: 'none', claims: {} }, async (tx) => {
      await tx.execute('select pg_advisory_xact_lock(1)')
      await shop.run(`insert into diaries values (1, '${ada}', 'today', true)`)
      await vi.waitFor(async () => expect(await waiting(shop)).toBe(1), { timeout: 20_000, interval: 10 })
      await shop.run(`insert into books (id, author, title, is_public) values (1, '${ada}', 'Secret words', false)`)
      await shop.run(`update books set is_public = true, title = 'Published'`)
    })
    await ear.hears(1, 'books')
    await shop.run(`drop policy "people wait" on diaries`)
    await shop.ring(ear)
    expect(ear.of('books').map(({ record }) => record?.['title'])).toEqual(['Published'])
    ear.subscription.close()
  })

  it('W-02 tells of a delete only the key, and only whoever could see the row where the log has all of it', async () => {
    const ears = await strangeEars()
    const own = await shop.listen(person(ada), all('diaries'), all('books'))
    await shop.run(`insert into diaries values (1, '${ada}', 'private', false), (2, '${ada}', 'public', true);
      insert into books (id, author, title, is_public) values (1, '${ada}', 'Secret', false)`)
    await own.hears(2, 'diaries')
    await shop.run('delete from diaries; delete from books')
    await shop.ring(own, ...ears)
    const deletes = (ear: Ear, table: string) =>
      ear
        .of(table)
        .filter(({ type }) => type === 'DELETE')
        .map(({ old_record: old }) => old)
    expect(deletes(own, 'diaries')).toEqual([{ id: 1 }, { id: 2 }])
    for (const ear of [ears[0], ears[1], ears[3]]) expect(deletes(ear, 'diaries')).toEqual([{ id: 2 }])
    // The log has nothing but the key: as on the hosted service, the key is all that anybody learns.
    expect(deletes(ears[0], 'books')).toEqual([{ id: 1 }])
    expect(deletes(ears[2], 'books')).toEqual([])
    close([own, ...ears])
  })

  it('W-02 tells nobody of deletes that cannot be judged, where the operator wants it so', async () => {
    const node = openNode(shop.database, { source, unseenDeletes: 'nothing' })
    const [stranger, trusted] = await Promise.all([
      node.listen(person(bob), all('books')),
      node.listen(service, all('books')),
    ])
    await shop.run(`insert into books (id, author, is_public) values (1, '${ada}', false)`)
    await trusted.hears(1, 'books')
    await shop.run('delete from books')
    await shop.ring(stranger, trusted)
    expect(secrets(stranger)).toEqual([])
    expect(trusted.of('books').map(({ type }) => type)).toEqual(['INSERT', 'DELETE'])
    await node.close()
  })

  it('W-02 cuts the old row to its key for whoever could not see it', async () => {
    const stranger = await shop.listen(person(bob), all('diaries'))
    const own = await shop.listen(person(ada), all('diaries'))
    await shop.run(`insert into diaries values (1, '${ada}', 'Secret')`)
    await own.hears(1, 'diaries')
    await shop.run(`update diaries set words = 'Published', is_public = true`)
    await shop.ring(stranger, own)
    expect(stranger.of('diaries').map(({ old_record: old }) => old)).toEqual([{ id: 1 }])
    expect(own.of('diaries')[1]!.old_record).toMatchObject({ words: 'Secret' })
    close([stranger, own])
  })

  it('W-03 leaves out columns that the role may not read', async () => {
    const [stranger, trusted] = await Promise.all([shop.listen(anon, all('books')), shop.listen(service, all('books'))])
    await shop.run(`insert into books (id, title, purchase_price) values (1, 'Dune', 3.33)`)
    await shop.ring(stranger, trusted)
    await shop.run('update books set purchase_price = 4.44')
    await shop.ring(stranger, trusted)
    expect(trusted.of('books').map(({ record }) => record?.['purchase_price'])).toEqual([3.33, 4.44])
    expect(stranger.of('books')).toHaveLength(2)
    expect(stranger.texts.join()).not.toMatch(/purchase_price|3\.33|4\.44/)
    close([stranger, trusted])
  })

  it('W-04 stops telling whoever is removed from a group', async () => {
    const ear = await shop.listen(person(bob), all('letters'))
    await shop.run(`insert into readers values ('a', '${bob}'); insert into letters (shelf, body) values ('a', 'one')`)
    await ear.hears(1, 'letters')
    await shop.run(`delete from readers`)
    await shop.run(`insert into letters (shelf, body) values ('a', 'two')`)
    await shop.ring(ear)
    expect(ear.of('letters')).toHaveLength(1)
    ear.subscription.close()
  })

  it('W-04 judges by the newest token only', async () => {
    const ear = await shop.listen(person(ada), all('books'))
    await shop.run(`insert into books (id, author, is_public) values (1, '${ada}', false)`)
    await ear.hears(1, 'books')
    await ear.subscription.changeAudience(person(bob))
    await shop.run(`insert into books (id, author, is_public) values (2, '${ada}', false), (3, '${bob}', false)`)
    await shop.ring(ear)
    expect(ear.of('books').map(({ record }) => record?.['id'])).toEqual([1, 3])
    ear.subscription.close()
  })

  it('W-04 judges whoever gets another token during the check as who they are then', async () => {
    const [ear, other] = await Promise.all([shop.listen(person(ada), all('diaries')), shop.listen(anon)])
    await shop.run(`create policy "people wait" on diaries as restrictive for select
      using (pg_advisory_xact_lock_shared(1) is not null)`)
    await shop.database.databases.system.write({ role: 'none', claims: {} }, async (tx) => {
      await tx.execute('select pg_advisory_xact_lock(1)')
      await shop.run(`insert into diaries (id, author, words, is_public)
        values (1, '${ada}', 'hers', false), (2, '${bob}', 'his', false), (3, null, 'for all', true)`)
      await vi.waitFor(async () => expect(await waiting(shop)).toBe(1), { timeout: 20_000, interval: 10 })
      await ear.subscription.changeAudience(person(bob))
    })
    await ear.hears(2, 'diaries')
    await shop.run(`drop policy "people wait" on diaries`)
    await shop.ring(ear, other)
    expect(ear.of('diaries').map(({ record, errors }) => record?.['id'] ?? errors)).toEqual([2, 3])
    close([ear, other])
  })

  it('isolates whoever a policy fails on', async () => {
    const broken = await shop.listen({ role: 'authenticated', claims: { sub: 'nobody' } }, all('letters'))
    const reader = await shop.listen(person(bob), all('letters'))
    await shop.run(`insert into readers values ('a', '${bob}'); insert into letters (shelf, body) values ('a', 'one')`)
    await shop.ring(broken, reader)
    expect(reader.of('letters')).toHaveLength(1)
    expect(broken.of('letters')).toEqual([
      {
        schema: 'public',
        table: 'letters',
        type: 'INSERT',
        errors: ['Error 500: Internal Server Error, RLS policy evaluation failed'],
      },
    ])
    close([broken, reader])
  })
})

/** How many sessions wait for the lock of "people wait". */
async function waiting({ database }: Listening): Promise<number> {
  const rows = await rowsOf<{ count: number }>(
    database,
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]!.count
}
