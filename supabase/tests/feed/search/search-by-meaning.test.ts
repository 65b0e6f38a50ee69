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

const rowsOf = <Row extends object>(sql: string, params: readonly (string | number)[] = []) =>
  search.database.databases.system.write(systemSession, (tx) => tx.query<Row>(sql, [...params]))
const due = () => rowsOf<Due>('select * from public.posts_to_read($1, 1000)', [meaningVersion])

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

test('a muted word counts wherever meaning reads, and in what is said of the picture', async () => {
  await publish(awa, '…', { title: 'Un Serpent', prompt_visible: 'false' })
  await publish(awa, 'Une tortue verte', { alt_text: 'Un serpent vert' })
  await publish(awa, 'Jormi ndox')
  await search.run(`update public.generations set prompt = 'Jormi ndox', translation = 'Un serpent', translated_from = 'wo'
    where id in (select i.generation_id from public.generation_images i join public.feed_posts p on p.image_id = i.id
      where p.prompt = 'Jormi ndox')`)
  await publish(awa, 'Un crocodile')
  await read()
  expect((await found(kossi, 'animaux')).toSorted()).toEqual(
    ['Jormi ndox', 'Un crocodile', 'Une tortue verte', '…'].toSorted(),
  )
  await search.run(`insert into public.mutes (user_id, kind, target) values ($1, 'word', 'serpent')`, [kossi])
  expect(await found(kossi, 'animaux')).toEqual(['Un crocodile'])
})

test('who looks for a common word finds what is about it behind hundreds that hold it', async () => {
  await publish(awa, 'A kitten')
  const [kitten] = await rowsOf<{ image_url: string }>('select image_url from public.feed_posts')
  await search.run(
    `insert into public.feed_posts (creator_id, image_url, prompt, created_at)
     select $1, $2, 'Un chat ' || n, now() + n * interval '1 second' from generate_series(1, 301) n`,
    [awa, kitten?.image_url ?? ''],
  )
  await read()
  expect(await found(kossi, 'chat')).toEqual(['A kitten'])
})

test('words that were hidden while nobody could find them are not kept', async () => {
  await publish(awa, 'Un chat roux')
  const older = await due()
  await search.run(`update public.feed_posts set visibility = 'private'`)
  await search.run(`update public.feed_posts set prompt_visible = false`)
  await search.run(`update public.feed_posts set visibility = 'public'`)
  await record(older)
  expect(await found(kossi, 'félin')).toEqual([])
})

test('nor what was read before search was filled anew', async () => {
  await publish(awa, 'Un chat roux')
  const older = await due()
  await search.put([`update public.feed_posts set prompt_visible = false`])
  await record(older)
  expect(await found(kossi, 'félin')).toEqual([])
})

test('those that are due come from the index in their order', async () => {
  const plan = await search.database.databases.system.write(systemSession, async (tx) => {
    await tx.execute('set local enable_seqscan = off')
    return tx.query<{ 'QUERY PLAN': string }>(
      'explain select post_id from app.post_meanings where lexicon < 9 order by lexicon, created_at desc limit 200',
    )
  })
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(lines).toContain('post_meanings_unread')
  expect(lines).not.toContain('Sort')
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
