/** Visitors' reads through a cache in front of the whole server: few are asked for twice, and nobody gets somebody else's. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hasVarnish, startVarnish, type Varnish } from '../../../tests/support/elsewhere/varnish.ts'
import { HeadSystem, type Author } from '../support/head-system.ts'

let heads: HeadSystem
let author: Author
beforeAll(async () => {
  heads = await HeadSystem.open({ REST_VISITORS_CACHE: '2' })
  author = await heads.awa()
})
afterAll(() => heads.close())

const publicKey = () => ({ apikey: heads.system.anonKey, authorization: `Bearer ${heads.system.anonKey}` })
const ids = async (answer: Response) => ((await answer.json()) as { id: string }[]).map(({ id }) => id)

const held = ['rpc/feed_page?tab=trending&select=id,cursor', 'feed_posts?select=id', 'rpc/trending_tags?max=5']
test('what visitors see alike may be kept for some seconds; a member’s, a refusal and what changes something never', async () => {
  const ask = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const body = method === 'POST' ? '{"tab":"trending"}' : null
    const answer = await fetch(`${heads.system.url}/rest/v1/${path}`, { method, headers, body })
    return [answer.status, answer.headers.get('cache-control')]
  }
  const member = { apikey: heads.system.anonKey, authorization: `Bearer ${author.token}` }
  for (const path of held) {
    expect([path, await ask(path, publicKey())]).toEqual([path, [200, 'public, max-age=0, s-maxage=2']])
    expect([path, await ask(path, { apikey: heads.system.anonKey })]).toEqual([
      path,
      [200, 'public, max-age=0, s-maxage=2'],
    ])
    expect([path, await ask(path, member)]).toEqual([path, [200, 'private, no-store']])
  }
  expect(await ask('profiles?select=id', publicKey())).toEqual([200, null])
  expect(await ask('rpc/feed_page?tab=following', publicKey())).toEqual([401, null])
  const posting = { ...publicKey(), 'content-type': 'application/json' }
  expect(await ask('rpc/feed_page', posting, 'POST')).toEqual([200, null])
  const varies = (await fetch(`${heads.system.url}/rest/v1/${held[0]}`, { headers: publicKey() })).headers.get('vary')
  expect(varies).toMatch(/authorization/i)
})

test.skipIf(!hasVarnish)('a cache in front answers visitors, and asks for each person', async () => {
  await using varnish = await startVarnish('visitors')
  await varnish.open(heads.system.url, heads.system.anonKey)
  const friend = await heads.person()
  await friend.client.from('follows').insert({ follower_id: friend.id, followee_id: author.id })
  const open = await heads.publish(author)
  const forFollowers = await heads.publish(author, { visibility: 'followers' })
  const path = `feed_posts?select=id&creator_id=eq.${author.id}&order=created_at.asc`
  const as = (headers: Record<string, string>) => fetch(`${varnish.url}/rest/v1/${path}`, { headers })
  const member = async (person: Author) => as({ ...publicKey(), authorization: `Bearer ${person.token}` })
  const stranger = await heads.person()

  const before = await varnish.asked()
  const visits = 300
  const seen = await Promise.all(Array.from({ length: visits }, async () => ids(await as(publicKey()))))
  expect(seen).toEqual(Array.from({ length: visits }, () => [open]))
  // As many as there are times two seconds in what a busy machine needs for it.
  expect(((await varnish.asked()) - before) / visits).toBeLessThan(0.05)

  for (const [person, sees] of [
    [friend, [open, forFollowers]],
    [author, [open, forFollowers]],
    [stranger, [open]],
  ] as const) {
    const answer = await member(person)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-range')).toBe(`0-${sees.length - 1}/*`)
    expect(await ids(answer)).toEqual(sees)
    expect(await ids(await as(publicKey()))).toEqual([open])
  }
  await author.client.from('feed_posts').update({ visibility: 'private' }).eq('id', open)
  await expect.poll(async () => ids(await as(publicKey()))).toEqual([])
  expect(await ids(await member(stranger))).toEqual([])
  await passes(varnish)
})

/** What is no read of visitors goes through as it is. */
async function passes(varnish: Varnish): Promise<void> {
  const config = await fetch(`${varnish.url}/api/config`)
  expect(await config.json()).toMatchObject({ anonKey: heads.system.anonKey })
  const written = await fetch(`${varnish.url}/rest/v1/rpc/feed_page?select=id`, {
    method: 'POST',
    headers: { ...publicKey(), 'content-type': 'application/json' },
    body: '{"tab":"latest"}',
  })
  expect(written.status).toBe(200)
}
