/** Publications found by what they are about (S19), by whoever may see them. */
import { systemSession } from '@platform/database'
import { meaningOf, meaningVersion, wantedBy } from '@product/engine/language'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addPerson, awa, kossi, makeCreation } from '../../support/product-database.ts'
import { openSearch, type Search } from './search-people.ts'

let search: Search
let ama: string
beforeAll(async () => {
  search = await openSearch()
  ama = await addPerson(search.database, 'ama')
})
afterAll(() => search[Symbol.asyncDispose]())
beforeEach(() =>
  search.run('truncate public.feed_posts, public.generations, public.blocks, public.mutes, public.post_hides cascade'),
)

async function publish(creator: string, prompt: string, fields: Readonly<Record<string, string>> = {}) {
  const url = await makeCreation(search.database, creator, `${creator}/${crypto.randomUUID()}.webp`)
  const row = { creator_id: creator, image_url: url, prompt, ...fields }
  const names = Object.keys(row)
  await search.run(
    `insert into public.feed_posts (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
}

interface Due {
  readonly post_id: string
  readonly words_no: number
  readonly words: string
}

const due = () =>
  search.database.databases.system.write(systemSession, (tx) =>
    tx.query<Due>('select * from public.posts_to_read($1, 100)', [meaningVersion]),
  )

async function record(posts: readonly Due[]): Promise<void> {
  const meanings = posts.map(({ post_id, words_no, words }) => ({ post_id, words_no, keys: meaningOf(words) }))
  await search.run('select public.record_meanings($1, $2)', [String(meaningVersion), JSON.stringify(meanings)])
}

const read = async () => record(await due())

async function found(person: string, query: string): Promise<string[]> {
  const rows = await search.ask<{ prompt: string }>(person, 'search_posts_by_meaning', {
    query,
    wanted: wantedBy(query),
  })
  return rows.map(({ prompt }) => prompt)
}

test('who looks for a kind finds what is of it, but not what holds the word, which search finds', async () => {
  await publish(awa, 'Un chat roux')
  await publish(awa, 'Un taxi jaune')
  await publish(awa, 'Un félin dans la nuit')
  await read()
  expect(await found(kossi, 'félin')).toEqual(['Un chat roux'])
  expect(await found(kossi, 'véhicule')).toEqual(['Un taxi jaune'])
  expect(await found(kossi, 'instrument')).toEqual([])
})

test('the thing itself comes before what is like it; of two things one alone and a half is not enough', async () => {
  await publish(awa, 'A kitten')
  await publish(awa, 'Un tigre')
  await publish(awa, 'Un tigre dans la neige')
  await read()
  expect(await found(kossi, 'chat')).toEqual(['A kitten', 'Un tigre dans la neige', 'Un tigre'])
  expect(await found(kossi, 'chat dans la neige et un taxi')).toEqual(['Un tigre dans la neige'])
})

test('nothing private, hidden, muted, blocked, or more sensitive than the asker accepts', async () => {
  await publish(awa, 'Un chat privé', { visibility: 'private' })
  await publish(awa, 'Un chat osé', { rating: '3' })
  await publish(ama, 'Un chat noir')
  await read()
  expect(await found(kossi, 'félin')).toEqual(['Un chat noir'])
  const withoutIt = async (statement: string, params: readonly string[]) => {
    await search.run(statement, params)
    expect(await found(kossi, 'félin')).toEqual([])
    await search.run('truncate public.blocks, public.mutes, public.post_hides cascade')
  }
  await withoutIt('insert into public.post_hides (user_id, post_id) select $1, id from public.feed_posts', [kossi])
  await withoutIt(`insert into public.mutes (user_id, kind, target) values ($1, 'word', 'noir')`, [kossi])
  await withoutIt('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [ama, kossi])
  expect((await search.visit('search_posts_by_meaning', { query: 'félin', wanted: [] })).status).toBeGreaterThanOrEqual(
    400,
  )
})

test('changed words are read anew, and what was read of the older ones meanwhile is not kept', async () => {
  await publish(awa, '…', { title: 'Un chat', prompt_visible: 'false' })
  const older = await due()
  expect(older.map(({ words }) => words)).toEqual(['Un chat. '])
  await search.run(`update public.feed_posts set title = 'Un taxi'`)
  await record(older)
  expect(await found(kossi, 'félin')).toEqual([])
  await read()
  expect(await found(kossi, 'véhicule')).toEqual(['…'])
  expect(await due()).toEqual([])
})
