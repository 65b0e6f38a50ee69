/** Row changes as they reach a listener, from PostgreSQL's log and from the outbox (WIRE §4.8). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { RowChangesRefused, type Binding } from '../../src/changes/row-changes.ts'
import { ada, bob } from '../../testing/bookshop.ts'
import { anon, person, startListening, type Ear, type Listening } from '../../testing/listening.ts'

const books: Binding = { event: '*', schema: 'public', table: 'books' }

describe.each(['auto', 'outbox'] as const)('source %s', (source) => {
  let shop: Listening
  beforeAll(async () => {
    shop = await startListening({ source })
  })
  afterAll(() => shop[Symbol.asyncDispose]())
  beforeEach(() => shop.run('truncate books, diaries, warehouse.crates'))

  const titles = (ear: Ear) => ear.of('books').map(({ record, old_record: old }) => record?.['id'] ?? old?.['id'])

  it('starts with the first listener', async () => {
    expect(shop.events).toEqual([])
    const ear = await shop.listen(anon)
    await shop.ring(ear)
    expect(shop.events).toMatchObject([
      { kind: 'realtime.source-started', source: source === 'auto' ? 'decoding' : 'outbox' },
    ])
    ear.subscription.close()
  })

  it('tells inserts, updates and deletes in order', async () => {
    const ear = await shop.listen(person(ada), books)
    await shop.run(`insert into books (id, author, title, stock) values (1, '${ada}', 'Dune', 3)`)
    await ear.hears(1, 'books')
    await shop.run(`update books set stock = 2 where id = 1`)
    await ear.hears(2, 'books')
    await shop.run(`delete from books where id = 1`)
    const [insert, update, remove] = await ear.hears(3, 'books')
    expect(insert).toMatchObject({ schema: 'public', type: 'INSERT', record: { id: 1, title: 'Dune', tags: null } })
    expect(insert).not.toHaveProperty('old_record')
    expect(insert!.errors).toBeNull()
    expect(insert!.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(update).toMatchObject({ type: 'UPDATE', record: { id: 1, stock: 2 }, old_record: { id: 1 } })
    expect(Object.keys(update!.old_record!)).toEqual(['id'])
    expect(remove).toMatchObject({ type: 'DELETE', old_record: { id: 1 } })
    expect(remove).not.toHaveProperty('record')
    ear.subscription.close()
  })

  it('tells values as PostgreSQL makes JSON of them, and names their types', async () => {
    const ear = await shop.listen(anon, books)
    await shop.run(`insert into books (id, title, price, stock, binding, tags, facts, sold_at, synopsis)
      values (9007199254740993, 'Say "é"', 12.50, -1, 'soft', array['a,b', null, '"'], '{"pages": [1, 2.0]}',
        '2026-11-21 10:00:00.5+02', repeat('x', 300000))`)
    await ear.hears(1, 'books')
    const [row] = await shop.database.databases.system.read(
      { role: 'none', claims: {}, settings: { TimeZone: 'UTC' } },
      (tx) => tx.query<{ json: string }>(`select to_jsonb(b) - 'purchase_price' || '{}' as json from books b`),
    )
    expect(ear.of('books')[0]!.record).toEqual(row!.json)
    expect(ear.texts[0]).toContain('"id":9007199254740993,')
    expect(ear.texts[0]).toContain('"price":12.50,')
    expect(ear.texts[0]).toContain('"sold_at":"2026-11-21T08:00:00.5+00:00"')
    expect(Object.fromEntries(ear.of('books')[0]!.columns!.map(({ name, type }) => [name, type]))).toMatchObject({
      id: 'int8',
      author: 'uuid',
      price: 'numeric',
      is_public: 'bool',
      binding: 'binding',
      tags: '_text',
      facts: 'jsonb',
      sold_at: 'timestamptz',
    })
    await shop.run('update books set stock = 5')
    await ear.hears(2, 'books')
    expect(ear.of('books')[1]!.record!['synopsis']).toHaveLength(300_000)
    ear.subscription.close()
  })

  it.each<[string, number[]]>([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['id=gt.1,id=lte.3', [2, 3]],
    ['id=in.(1,3)', [1, 3]],
    ['id=not.in.(1,3)', [2, 4]],
    ['price=eq.7.5', [1]],
    ['price=lt.9', [1, 2]],
    ['price=neq.7.5', [2, 3]],
    ['price=is.null', [4]],
    ['price=not.is.null', [1, 2, 3]],
    ['price=isdistinct.7.5', [2, 3, 4]],
    ['title=like.The%', [1, 2]],
    ['title=not.like.The%', [3, 4]],
    ['title=ilike.%SEA%', [2]],
    ['title=match.^(Dune|Emma)$', [3, 4]],
    ['title=imatch.^dune', [3]],
    ['title=eq."The Sea, the Sea"', [2]],
    ['title=in.("The Sea, the Sea",Dune)', [2, 3]],
    ['is_public=is.true', [1, 2, 3, 4]],
    ['binding=eq.soft', [2]],
    ['binding=gt.hard', [2]],
    ['sold_at=eq.2026-01-02T03:04:05Z', [3]],
    ['sold_at=gte.2026-01-01', [3]],
    [`author=eq.${ada}`, [1]],
    ['stock=eq.01', [1, 2, 3, 4]],
  ])('filters by %s', async (filter, expected) => {
    const ear = await shop.listen(anon, { ...books, filter })
    await shop.run(`insert into books (id, author, title, price, stock, binding, sold_at) values
      (1, '${ada}', 'The Castle', 7.50, 1, 'hard', null), (2, '${bob}', 'The Sea, the Sea', 8, 1, 'soft', null),
      (3, null, 'Dune', 9, 1, null, '2026-01-02 03:04:05+00'), (4, null, 'Emma', null, 1, null, null)`)
    await shop.ring(ear)
    expect(titles(ear)).toEqual(expected)
    ear.subscription.close()
  })

  it('filters updates by the new row, and deletes by what the log keeps of the old one', async () => {
    const dear = await shop.listen(anon, { ...books, filter: 'stock=gt.1' })
    const one = await shop.listen(anon, { ...books, event: 'DELETE', filter: 'id=eq.1' })
    await shop.run('insert into books (id, title, stock) values (1, $$a$$, 5), (2, $$b$$, 5)')
    await shop.ring(dear)
    await shop.run('update books set stock = 0 where id = 1; update books set stock = 7 where id = 2')
    await shop.ring(dear, one)
    await shop.run('delete from books')
    await shop.ring(dear, one)
    expect(dear.of('books').map(({ type, record }) => [type, record?.['id']])).toEqual([
      ['INSERT', 1],
      ['INSERT', 2],
      ['UPDATE', 2],
    ])
    expect(one.of('books').map(({ type, old_record: old }) => [type, old])).toEqual([['DELETE', { id: 1 }]])
    for (const ear of [dear, one]) ear.subscription.close()
  })

  it('tells which bindings match, by ids that stay the same', async () => {
    const bindings: Binding[] = [
      { event: 'insert', schema: 'public', table: 'books' },
      { event: '*', schema: '*' },
      { event: '*', schema: 'public', table: '*' },
      { event: 'UPDATE', schema: 'public', table: 'books' },
      { event: '*', schema: 'warehouse', table: 'books' },
    ].slice(0, 4)
    const ear = await shop.listen(anon, ...bindings)
    const id = (index: number) => shop.changes.rowChanges.bindingId(bindings[index]!)
    await shop.run('insert into books (id) values (1); insert into warehouse.crates values (1, 10)')
    await ear.hears(1, 'crates')
    expect(ear.ids[ear.heard.findIndex(({ table }) => table === 'books')]).toEqual([id(0), id(2), id(1)])
    expect(ear.ids[ear.heard.findIndex(({ table }) => table === 'crates')]).toEqual([id(1)])
    expect(id(0)).toBe(shop.changes.rowChanges.bindingId({ ...bindings[0]! }))
    expect(new Set(bindings.map((_binding, index) => id(index))).size).toBe(4)
    ear.subscription.close()
  })

  it('tells only the columns asked for, and the key', async () => {
    const ear = await shop.listen(anon, { ...books, select: ['title'] })
    await shop.run(`insert into books (id, title, stock) values (1, 'Dune', 3)`)
    const [insert] = await ear.hears(1, 'books')
    expect(insert!.record).toEqual({ id: 1, title: 'Dune' })
    expect(insert!.columns).toEqual([
      { name: 'id', type: 'int8' },
      { name: 'title', type: 'text' },
    ])
    ear.subscription.close()
  })

  it('tells the whole old row where the log has it', async () => {
    const ear = await shop.listen(person(ada), { ...books, table: 'diaries' })
    await shop.run(`insert into diaries values (1, '${ada}', 'first')`)
    await ear.hears(1, 'diaries')
    await shop.run(`update diaries set words = 'second'`)
    const [, update] = await ear.hears(2, 'diaries')
    expect(update!.old_record).toEqual({ id: 1, author: ada, words: 'first', is_public: false })
    ear.subscription.close()
  })

  it('tells of tables without a key, and of rows too large, only that they changed', async () => {
    const ear = await shop.listen(anon, books, { ...books, table: 'footprints' })
    await shop.run(`insert into footprints values ('/a'); insert into books (id, title, synopsis)
      select 1, 'Large', string_agg(md5(n::text), '') from generate_series(1, 40000) n`)
    const [footprint] = await ear.hears(1, 'footprints')
    expect(footprint).toEqual({
      schema: 'public',
      table: 'footprints',
      type: 'INSERT',
      errors: ['Error 400: Bad Request, no primary key'],
    })
    const [large] = await ear.hears(1, 'books')
    expect(large!.errors).toEqual(['Error 413: Payload Too Large'])
    expect(large!.record).toMatchObject({ id: 1, title: 'Large' })
    expect(large!.record).not.toHaveProperty('synopsis')
    ear.subscription.close()
  })

  it('does not tell truncation, nor what was rolled back', async () => {
    const ear = await shop.listen(anon, books)
    await expect(shop.run('insert into books (id) values (1); select 1 / 0')).rejects.toThrow('division by zero')
    await shop.run('truncate books')
    await shop.ring(ear)
    expect(ear.of('books')).toEqual([])
    ear.subscription.close()
  })

  it('keeps the order of commits for each row, whoever writes', async () => {
    const ear = await shop.listen(anon, { ...books, event: 'UPDATE' })
    await shop.run('insert into books (id, stock) select n, 0 from generate_series(1, 3) n')
    const write = async (id: number) => {
      for (let turn = 0; turn < 15; turn += 1) await shop.run(`update books set stock = stock + 1 where id = ${id}`)
    }
    await Promise.all([1, 2, 3, 1, 2, 3].map(write))
    await shop.ring(ear)
    for (const id of [1, 2, 3]) {
      const stocks = ear
        .of('books')
        .filter(({ record }) => record?.['id'] === id)
        .map(({ record }) => record!['stock'])
      expect(stocks).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    }
    ear.subscription.close()
  })

  it('stops with the last word of a subscription, and hears tables that are published later', async () => {
    const gone = await shop.listen(anon, books)
    gone.subscription.close()
    await shop.run('alter publication supabase_realtime add table tills')
    const ear = await shop.listen(anon, { ...books, table: 'tills' })
    await shop.run('insert into tills values (1, 5); insert into books (id) values (1)')
    await ear.hears(1, 'tills')
    expect(gone.heard).toEqual([])
    await shop.run('alter publication supabase_realtime drop table tills')
    ear.subscription.close()
  })

  it.each<[Binding, RegExp]>([
    [{ event: '*', schema: 'public', table: 'readers' }, /Please check Realtime is enabled .* table: readers/],
    [{ event: '*', schema: 'nowhere' }, /Please check Realtime is enabled/],
    [{ ...books, filter: 'nothing=eq.1' }, /invalid column for filter nothing/],
    [{ ...books, filter: 'purchase_price=eq.1' }, /invalid column for filter purchase_price/],
    [{ ...books, filter: 'id=eq.x' }, /invalid input syntax for type bigint: "x"/],
    [{ ...books, filter: 'stock=match.1' }, /operator does not exist/],
    [{ ...books, filter: 'id=like.1%' }, /invalid input syntax for type bigint/],
    [{ ...books, filter: 'title=match.(' }, /invalid regular expression/],
    [{ ...books, filter: 'title' }, /Error parsing `filter` params/],
    [{ ...books, select: ['purchase_price'] }, /invalid column for select purchase_price/],
    [{ event: '*', schema: 'public', select: ['id'] }, /not supported for wildcard/],
  ])('refuses %j', async (binding, reason) => {
    await expect(shop.listen(anon, binding)).rejects.toThrow(RowChangesRefused)
    await expect(shop.listen(anon, binding)).rejects.toThrow(reason)
  })
})
