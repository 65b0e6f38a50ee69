/** What people keep, and the collections they put it into. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { awa, kossi } from '../support/product-database.ts'
import { ama, openFeed, type Entry, type FeedPeople } from './feed-people.ts'

let people: FeedPeople
beforeAll(async () => {
  people = await openFeed()
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['feed_posts', 'collections', 'blocks', 'follows'])
    await people.sql(`delete from public.${table}`)
})

const countOf = (post: string) =>
  people.sql('select saves_count::text as value from public.feed_posts where id = $1', [post])
const save = async (person: string, post: string) =>
  (await people.client(person)).from('post_saves').insert({ post_id: post })
const newCollection = async (person: string, fields: object = {}) => {
  const { data, error } = await (
    await people.client(person)
  )
    .from('collections')
    .insert({ name: 'Lagunes', ...fields })
    .select('id')
    .single<{ id: string }>()
  if (error) throw error
  return data.id
}
const put = async (person: string, collection: string, post: string) => {
  const client = await people.client(person)
  return (await client.from('collection_items').insert({ collection_id: collection, post_id: post })).error
}
const content = async (person: string, collection_id: string, page_size = 2) => {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const params: object = { collection_id, cursor, page_size }
    const { data, error } = await (await people.client(person)).rpc('collection_page', params).select('id,cursor')
    if (error) throw error
    const entries = data as unknown as Entry[]
    found.push(...entries.map(({ id }) => id))
    cursor = entries.at(-1)?.cursor ?? null
  } while (cursor !== null)
  return found
}

describe('keeping', () => {
  test('counts exactly, however many keep and let go at once', async () => {
    const [post = ''] = await people.publish(kossi, {})
    const crowd = await people.join(12)
    await Promise.all(crowd.map((person) => save(person, post)))
    await Promise.all(
      crowd
        .slice(0, 5)
        .map(async (person) => (await people.client(person)).from('post_saves').delete().eq('post_id', post)),
    )
    expect(await countOf(post)).toBe('7')
    expect((await save(crowd[7] ?? '', post)).error?.code).toBe('23505')
    expect(await countOf(post)).toBe('7')
  })

  test('R-01 is of what one sees, and nobody else knows of it', async () => {
    const [open = '', secret = ''] = await people.publish(kossi, {}, { visibility: 'private' })
    expect((await save(awa, secret)).error?.code).toBe('42501')
    await save(awa, open)
    const { data } = await (await people.client(ama)).from('post_saves').select('user_id')
    expect(data).toEqual([])
    const forged = await (await people.client(ama)).from('post_saves').insert({ post_id: open, user_id: awa })
    expect(forged.error?.code).toBe('42501')
  })
})

describe('a collection', () => {
  test('keeps what is put into it, and loses what is no longer kept', async () => {
    const posts = await people.publish(kossi, {}, {}, {})
    const [one, other] = [await newCollection(awa), await newCollection(awa, { name: ' Marché\u202e ' })]
    for (const post of posts) expect(await put(awa, one, post)).toBeNull()
    await put(awa, other, posts[0] ?? '')
    const client = await people.client(awa)
    const rows = async () =>
      (await client.from('collections').select('name,items_count').order('id')).data as unknown as object[]
    expect(await rows()).toEqual([
      { name: 'Lagunes', items_count: 3 },
      { name: 'Marché', items_count: 1 },
    ])
    expect(await countOf(posts[0] ?? '')).toBe('1')
    await client
      .from('post_saves')
      .delete()
      .eq('post_id', posts[0] ?? '')
    expect((await rows()).map((row) => (row as { items_count: number }).items_count)).toEqual([2, 0])
    await people.sql('delete from public.feed_posts where id = $1', [posts[1] ?? ''])
    expect(await content(awa, one)).toEqual([posts[2]])
    expect((await client.from('collections').insert({ name: '\u200b ' })).error?.code).toBe('23514')
  })

  test('has the last first, or the order that one gives it, page by page', async () => {
    const posts = await people.publish(kossi, {}, {}, {}, {}, {})
    const collection = await newCollection(awa)
    for (const post of posts) await put(awa, collection, post)
    expect(await content(awa, collection)).toEqual(posts.toReversed())
    const wanted = [posts[1], posts[4], posts[0]]
    await (await people.client(awa)).rpc('order_collection', { collection_id: collection, post_ids: wanted })
    expect(await content(awa, collection)).toEqual([...wanted, posts[3], posts[2]])
    await (await people.client(ama)).rpc('order_collection', { collection_id: collection, post_ids: posts })
    expect(await content(awa, collection)).toEqual([...wanted, posts[3], posts[2]])
  })

  test('keeps the order of all when a few are put first anew', async () => {
    const posts = await people.publish(kossi, {}, {}, {}, {})
    const collection = await newCollection(awa)
    for (const post of posts) await put(awa, collection, post)
    const order = async (post_ids: (string | undefined)[]) =>
      (await people.client(awa)).rpc('order_collection', { collection_id: collection, post_ids })
    await order(posts)
    await order([posts[2], posts[3]])
    expect(await content(awa, collection)).toEqual([posts[2], posts[3], posts[0], posts[1]])
  })

  test('R-01 is taken away and brought back by its owner alone, and seen by nobody meanwhile', async () => {
    const [post = ''] = await people.publish(kossi, {})
    const collection_id = await newCollection(awa, { visibility: 'public' })
    await put(awa, collection_id, post)
    const act = async (person: string, name: string) =>
      (await people.client(person)).rpc(name, { collection_id }).then(({ error }) => error?.code ?? null)
    const seenBy = async (person: string) => {
      const client = await people.client(person)
      const rows = await client.from('collections').select('id')
      const one = await client.rpc('get_collection', { collection_id })
      return [rows.data?.length, (one.data as object[]).length, (await content(person, collection_id)).length]
    }
    expect(await act(ama, 'delete_collection')).toBe('PT404')
    expect(await seenBy(ama)).toEqual([1, 1, 1])
    expect(await act(awa, 'delete_collection')).toBeNull()
    for (const person of [awa, ama]) expect(await seenBy(person)).toEqual([0, 0, 0])
    expect(await put(awa, collection_id, post)).toMatchObject({ code: '42501' })
    expect(await act(ama, 'restore_collection')).toBe('PT404')
    expect(await act(awa, 'restore_collection')).toBeNull()
    expect(await seenBy(ama)).toEqual([1, 1, 1])
    await act(awa, 'delete_collection')
    await people.sql(`update public.collections set deleted_at = now() - interval '25 hours'`)
    expect(await act(awa, 'restore_collection')).toBe('PT404')
    const other = await newCollection(awa)
    await (await people.client(awa)).rpc('delete_collection', { collection_id: other })
    expect(await people.sql('select count(*)::text as value from public.collections')).toBe('1')
  })

  test('R-01 has a cover of what each reader may see, the first four', async () => {
    const posts = await people.publish(kossi, {}, {}, {}, {}, {}, { visibility: 'followers' }, { rating: 2 })
    await people.follow(awa, kossi)
    const [open, secret] = [await newCollection(awa, { visibility: 'unlisted' }), await newCollection(awa)]
    for (const id of [open, secret]) for (const post of posts) await put(awa, id, post)
    const covers = async (person: string) => {
      const { data } = await (await people.client(person)).rpc('collection_covers', { collection_ids: [open, secret] })
      const rows = data as unknown as { collection_id: string; post_id: string }[]
      return [open, secret].map((id) => rows.filter((row) => row.collection_id === id).map((row) => row.post_id))
    }
    const newest = posts.slice(0, 5).toReversed()
    expect(await covers(ama)).toEqual([newest.slice(0, 4), []])
    expect((await covers(awa)).map((ids) => ids[0])).toEqual([posts[5], posts[5]])
  })

  test('R-01 is seen as its owner decides, with what each reader may see', async () => {
    const [open = '', forFollowers = ''] = await people.publish(kossi, {}, { visibility: 'followers' })
    await people.follow(awa, kossi)
    const ids = await Promise.all(
      ['private', 'unlisted', 'public'].map((visibility) => newCollection(awa, { name: visibility, visibility })),
    )
    for (const id of ids) for (const post of [open, forFollowers]) expect(await put(awa, id, post)).toBeNull()
    const seenBy = async (person: string) => {
      const client = await people.client(person)
      const listed = (await client.from('collections').select('name')).data ?? []
      const found = await Promise.all(
        ids.map(
          async (collection_id) => ((await client.rpc('get_collection', { collection_id })).data ?? []) as object[],
        ),
      )
      const contents = await Promise.all(ids.map((id) => content(person, id)))
      return {
        listed: listed.map(({ name }) => name as string).toSorted(),
        found: found.map((rows) => rows.length),
        contents,
      }
    }
    expect(await seenBy(awa)).toMatchObject({ listed: ['private', 'public', 'unlisted'], found: [1, 1, 1] })
    expect(await seenBy(ama)).toEqual({ listed: ['public'], found: [0, 1, 1], contents: [[], [open], [open]] })
    expect(await put(ama, ids[2] ?? '', open)).toMatchObject({ code: '42501' })
    await people.sql('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [awa, ama])
    expect(await seenBy(ama)).toEqual({ listed: [], found: [0, 0, 0], contents: [[], [], []] })
  })

  test('R-03 has cursors of its own', async () => {
    const posts = await people.publish(kossi, {}, {})
    const [one, other] = [await newCollection(awa), await newCollection(awa)]
    for (const post of posts) for (const id of [one, other]) await put(awa, id, post)
    const client = await people.client(awa)
    const ask = async (collection_id: string, cursor: string | null) =>
      client.rpc('collection_page', { collection_id, cursor, page_size: 1 }).select('cursor')
    const [{ cursor }] = (await ask(one, null)).data as unknown as [{ cursor: string }]
    for (const given of [await ask(other, cursor), await ask(one, 'x'), await ask(one, `collection.${one}.1.2`)])
      expect(given.error).toMatchObject({ code: 'PT400', hint: 'cursor_invalid' })
  })
})
