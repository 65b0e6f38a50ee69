/** The official client, unmodified, over a listening server. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, ben, openShop, type Shop, tokenFor } from '../testing/shop.ts'

let shop: Shop
let url: string
beforeAll(async () => {
  shop = await openShop({ allowsRollback: true, allowsPlan: true })
  url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop[Symbol.asyncDispose]())

function clientFor(claims: Record<string, unknown>): SupabaseClient {
  const key = tokenFor(claims)
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}

interface Capped {
  maxAffected(rows: number): PromiseLike<{ error: { code: string } | null }>
}

const visitor = () => clientFor({ role: 'anon' })
const asReader = (sub: string) => clientFor({ role: 'authenticated', sub })
const shopkeeper = () => clientFor({ role: 'service_role' })

describe('select', () => {
  test('embeds, filters, order, range and count', async () => {
    const { data, error, count, status } = await visitor()
      .from('books')
      .select('id, title, author:authors!books_author_id_fkey (name), genres (name), covers (colour)', {
        count: 'exact',
      })
      .gt('price', 9)
      .not('in_print', 'is', null)
      .order('price', { ascending: false })
      .range(0, 1)
    expect(error).toBeNull()
    expect([count, status]).toEqual([4, 206])
    expect(data).toEqual([
      { id: 4, title: 'A Quiet Year', author: { name: 'Mina Okoro' }, genres: [], covers: null },
      {
        id: 2,
        title: 'Salt and Stars',
        author: { name: 'Ada Berg' },
        genres: [{ name: 'Novel' }, { name: 'Poetry' }],
        covers: { colour: 'blue' },
      },
    ])
  })

  test('or, in, contains, text search, filters on embeds', async () => {
    const some = await visitor().from('books').select('id').or('title.ilike.%rain%,price.gte.22').order('id')
    expect(some.data).toEqual([{ id: 1 }, { id: 4 }])
    const quoted = await visitor().from('books').select('id').in('title', ['A, (b)', 'Salt and Stars']).order('id')
    expect(quoted.data).toEqual([{ id: 2 }])
    const tagged = await visitor().from('books').select('id').contains('tags', ['sea']).order('id')
    expect(tagged.data).toEqual([{ id: 2 }, { id: 3 }])
    const found = await visitor()
      .from('books')
      .select('id')
      .textSearch('search', 'harbour lights', { type: 'plain', config: 'english' })
    expect(found.data).toEqual([{ id: 3 }])
    const inner = await visitor()
      .from('authors')
      .select('name, books!author_id!inner(title)')
      .eq('books.title', 'Harbour Lights')
    expect(inner.data).toEqual([{ name: 'Luis Prado', books: [{ title: 'Harbour Lights' }] }])
    const limited = await visitor()
      .from('authors')
      .select('id, books!author_id(id)')
      .eq('id', 1)
      .order('id', { referencedTable: 'books', ascending: false })
      .limit(1, { referencedTable: 'books' })
    expect(limited.data).toEqual([{ id: 1, books: [{ id: 2 }] }])
  })

  test('single, maybeSingle, head, csv', async () => {
    expect((await visitor().from('genres').select().eq('id', 1).single()).data).toEqual({ id: 1, name: 'Novel' })
    expect((await visitor().from('genres').select().single()).error).toMatchObject({ code: 'PGRST116' })
    expect((await visitor().from('genres').select().eq('id', 99).maybeSingle()).data).toBeNull()
    const head = await visitor().from('books').select('*', { count: 'exact', head: true })
    expect([head.count, head.data, head.status]).toEqual([5, null, 200])
    expect((await visitor().from('genres').select('id').order('id').csv()).data).toBe('id\n1\n2\n3')
  })

  test('refusals reach the caller whole', async () => {
    const { error, status } = await visitor().from('book').select()
    expect(status).toBe(404)
    expect(error).toMatchObject({
      code: 'PGRST205',
      message: "Could not find the table 'public.book' in the schema cache",
      hint: "Perhaps you meant the table 'public.books'",
    })
  })

  test('explain', async () => {
    const { data } = await visitor().from('genres').select().explain({ format: 'json' })
    expect(data).toMatchObject([{ Plan: { 'Node Type': 'Aggregate' } }])
    const text = await visitor().from('genres').select().explain({ analyze: true })
    expect(text.data).toMatch(/^Aggregate .*actual time=/)
  })

  test('another schema', async () => {
    expect((await visitor().schema('archive').from('ledgers').select('year').eq('id', 1)).data).toEqual([
      { year: 1999 },
    ])
  })
})

describe('changes under row-level security', () => {
  test('insert, update, upsert and delete of own rows', async () => {
    const client = asReader(ada)
    const made = await client
      .from('reviews')
      .insert({ book_id: 5, rating: 2 })
      .select('id, reader, books(title)')
      .single()
    expect(made.error).toBeNull()
    expect(made.data).toMatchObject({ reader: ada, books: { title: 'Untitled, "draft"' } })
    const id = made.data?.id as number
    expect((await client.from('reviews').update({ rating: 3 }).eq('id', id).select('rating')).data).toEqual([
      { rating: 3 },
    ])
    const upserted = await client
      .from('reviews')
      .upsert({ id, book_id: 5, rating: 4, reader: ada })
      .select('rating')
      .single()
    expect(upserted.data).toEqual({ rating: 4 })
    expect((await asReader(ben).from('reviews').update({ rating: 1 }).eq('id', id).select()).data).toEqual([])
    const removed = await client.from('reviews').delete({ count: 'exact' }).eq('id', id)
    expect([removed.count, removed.status]).toEqual([1, 204])
  })

  test('a visitor may not write', async () => {
    const { error, status } = await visitor().from('reviews').insert({ book_id: 1, rating: 1 })
    expect([status, error?.code]).toEqual([401, '42501'])
  })

  test('bulk insert with different keys and defaults', async () => {
    const { data, error } = await shopkeeper()
      .from('books')
      .insert([{ title: 'One' }, { title: 'Two', price: 3 }], { defaultToNull: false })
      .select('title, price')
    expect(error).toBeNull()
    expect(data).toEqual([
      { title: 'One', price: 9.9 },
      { title: 'Two', price: 3 },
    ])
  })

  test('rollback and maxAffected', async () => {
    const undone = await shopkeeper().from('reviews').delete().eq('id', 1).select('id').rollback()
    expect(undone.data).toEqual([{ id: 1 }])
    // The client's types offer this only to generated database types that name a version.
    const change = shopkeeper().from('reviews').update({ rating: 5 }).gt('id', 0) as unknown as Capped
    expect((await change.maxAffected(1)).error?.code).toBe('PGRST124')
    expect((await visitor().from('reviews').select('rating').eq('id', 1)).data).toEqual([{ rating: 5 }])
  })
})

describe('rpc', () => {
  test('by POST, GET and HEAD, filtered and embedded', async () => {
    expect((await visitor().rpc('add', { a: 2, b: 3 })).data).toBe(5)
    expect((await visitor().rpc('sum_of', { amounts: [1, 2] }, { get: true })).data).toBe(3)
    const head = await visitor().rpc('find_books', { term: 'a' }, { head: true, count: 'exact' })
    expect(head.count).toBeGreaterThan(3)
    const found = await visitor().rpc('find_books', { term: 'a' }).select('id, house(name)').eq('id', 4).single()
    expect(found.data).toEqual({ id: 4, house: { name: 'Quiet House' } })
    expect((await shopkeeper().rpc('do_nothing')).status).toBe(204)
  })
})
