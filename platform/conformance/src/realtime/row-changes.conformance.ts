/** postgres_changes, as the official client receives them (WIRE §4.8). */
import type { RealtimeChannel, RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { author, realtimeUnderTest, stranger, subscribed, type RealtimeUnderTest } from './realtime-under-test.ts'

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>

let target: RealtimeUnderTest
beforeAll(async () => {
  target = await realtimeUnderTest()
})
afterAll(() => target[Symbol.asyncDispose]())

interface Wish {
  readonly event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  readonly schema?: string
  readonly table?: string
  readonly filter?: string
}

let count = 0

/** A channel that collects; resolves once the server says that changes will come. */
async function listen(client: SupabaseClient, ...wishes: Wish[]): Promise<{ changes: Change[]; said: string[] }> {
  const changes: Change[] = []
  const said: string[] = []
  let channel: RealtimeChannel = client.channel(`books ${(count += 1)}`)
  for (const { event, schema = 'public', ...rest } of wishes) {
    channel = channel.on('postgres_changes', { event: event as '*', schema, ...rest }, (change: Change) =>
      changes.push(change),
    )
  }
  channel.on('system', {}, ({ extension, status, message }: Record<string, string>) => {
    if (extension === 'postgres_changes') said.push(`${status}: ${message}`)
  })
  await subscribed(channel)
  await expect.poll(() => said, { timeout: 20_000 }).toHaveLength(1)
  return { changes, said }
}

const books = { table: 'books' }
const within = { timeout: 20_000 }

let firstId = 0

describe.each(['1.0.0', '2.0.0'] as const)('row changes over protocol %s', (vsn) => {
  // Other rows for every test: what an earlier one changed may still be on its way.
  let id = 0
  beforeEach(() => {
    id = firstId += 10
  })

  test('inserts, updates and deletes come with their values as the client casts them', async () => {
    const { changes, said } = await listen(target.as('anon', vsn), { event: '*', ...books })
    expect(said).toEqual(['ok: Subscribed to PostgreSQL'])
    await target.sql(`insert into public.books (id, title, price, tags, details)
      values (${id}, 'Émile', 12.5, '{a,"b c"}', '{"pages": 3}')`)
    // Rights are asked of the row as it is now: one that is gone already is nobody's to see.
    await expect.poll(() => changes, within).toHaveLength(1)
    await target.sql(`update public.books set is_sold = true where id = ${id}`)
    await expect.poll(() => changes, within).toHaveLength(2)
    await target.sql(`delete from public.books where id = ${id}`)
    await expect.poll(() => changes, within).toHaveLength(3)
    const row = {
      id,
      title: 'Émile',
      price: 12.5,
      tags: ['a', 'b c'],
      details: { pages: 3 },
      is_sold: false,
      owner: null,
      added_at: '2026-01-02T03:04:05+00:00',
    }
    const place = { schema: 'public', table: 'books', errors: null }
    expect(changes).toMatchObject([
      { ...place, eventType: 'INSERT', new: row, old: {} },
      { ...place, eventType: 'UPDATE', new: { ...row, is_sold: true }, old: { id } },
      { ...place, eventType: 'DELETE', new: {}, old: { id } },
    ])
    expect(changes[0]?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('each binding hears what it asked for, though they share a channel', async () => {
    const { changes } = await listen(
      target.as('anon', vsn),
      { event: 'INSERT', ...books, filter: 'price=gt.10' },
      { event: 'UPDATE', ...books },
      { event: 'INSERT', ...books, filter: 'title=in.(A,B)' },
    )
    await target.sql(
      `insert into public.books (id, title, price) values (${id + 1}, 'A', 5), (${id + 2}, 'C', 5), (${id + 3}, 'C', 20)`,
    )
    await expect.poll(() => changes, within).toHaveLength(2)
    await target.sql(`update public.books set price = 30 where id = ${id + 2}`)
    await expect.poll(() => changes, within).toHaveLength(3)
    expect(changes.map((change) => [change.eventType, 'id' in change.new && change.new['id']])).toEqual([
      ['INSERT', id + 1],
      ['INSERT', id + 3],
      ['UPDATE', id + 2],
    ])
  })

  test('only those who may see a row hear of it', async () => {
    const [hers, his] = await Promise.all([
      listen(target.as(author, vsn), { event: 'INSERT', ...books }),
      listen(target.as(stranger, vsn), { event: 'INSERT', ...books }),
    ])
    await target.sql(
      `insert into public.books (id, title, owner) values (${id + 1}, 'hers', '${author}'), (${id + 2}, 'all', null)`,
    )
    await expect.poll(() => [hers.changes.length, his.changes.length], within).toEqual([2, 1])
    expect(his.changes[0]?.new).toMatchObject({ title: 'all' })
  })

  test('a table that is not published is refused in words, the channel stays', async () => {
    const { said } = await listen(target.as('anon', vsn), { event: '*', table: 'secrets' })
    expect(said[0]).toMatch(/^error: Unable to subscribe to changes with given parameters\./)
  })
})
