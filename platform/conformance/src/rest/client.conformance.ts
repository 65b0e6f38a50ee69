/** The same wire as the official client speaks it. */
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openRestTarget, type Person, type RestTarget } from './target.ts'

describe('rest: the official client', () => {
  let target: RestTarget
  beforeAll(async () => {
    target = await openRestTarget()
  })
  afterAll(() => target[Symbol.asyncDispose]())

  const clientOf = async (person: Person) =>
    createClient(target.url, await target.tokenOf(person), { auth: { persistSession: false, autoRefreshToken: false } })

  test('reads a page with its count', async () => {
    const client = await clientOf('visitor')
    const { data, count } = await client
      .from('books')
      .select('title, publishers(name)', { count: 'exact' })
      .order('id')
      .range(0, 1)
    expect(count).toBe(5)
    expect(data).toEqual([
      { title: 'The Long Rain', publishers: { name: 'North Press' } },
      { title: 'Salt and Stars', publishers: { name: 'North Press' } },
    ])
  })

  test('writes, changes and removes a row of its own', async () => {
    const client = await clientOf('ada')
    const made = await client.from('reviews').insert({ book_id: 2, rating: 5 }).select('id').single()
    const id = made.data?.id as number
    expect((await client.from('reviews').update({ rating: 4 }).eq('id', id).select('rating').single()).data).toEqual({
      rating: 4,
    })
    expect((await client.from('reviews').delete().eq('id', id)).status).toBe(204)
    expect((await client.from('reviews').select().eq('id', id).maybeSingle()).data).toBeNull()
  })

  test('calls a function', async () => {
    const client = await clientOf('visitor')
    expect((await client.rpc('find_books', { term: 'salt' }).select('id').single()).data).toEqual({ id: 2 })
  })

  test('hears what went wrong', async () => {
    const client = await clientOf('visitor')
    const { error, status } = await client.from('genres').insert({ id: 1, name: 'x' })
    expect([status, error?.code]).toEqual([409, '23505'])
  })
})
