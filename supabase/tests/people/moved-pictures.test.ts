/** What is no longer shown to everybody is not to be had by its old address either; what was deleted is erased in time. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openAccounts, type Accounts, type Owner } from './account-people.ts'

let accounts: Accounts
let awa: Owner
beforeAll(async () => {
  accounts = await openAccounts()
  awa = await accounts.owner('moving.awa')
})
afterAll(() => accounts[Symbol.asyncDispose]())

const addressOf = (post: string) =>
  accounts.run('select image_url as value from public.feed_posts where id = $1', [post])
const statusOf = async (address: string) => (await fetch(address)).status
const work = async (name: string) => (await accounts.call(name, null)).json() as Promise<Record<string, number>>
/** The server's own schedule may be first: only what there is afterwards counts. */
const moved = async () => {
  await work('post-worker')
  await expect.poll(() => accounts.run('select count(*)::text as value from app.picture_moves'), patience).toBe('0')
}
const patience = { timeout: 30_000 }
const change = async (post: string, fields: object) =>
  expect((await awa.client.from('feed_posts').update(fields).eq('id', post)).error).toBeNull()

test.each([
  ['private', (post: string) => change(post, { visibility: 'private' })],
  ['for followers', (post: string) => change(post, { visibility: 'followers' })],
  [
    'deleted',
    async (post: string) => expect((await awa.client.rpc('delete_post', { post_id: post })).error).toBeNull(),
  ],
  [
    'of an account that becomes private',
    async () => {
      const { error } = await awa.client.from('profiles').update({ is_private: true }).eq('id', awa.id)
      expect(error).toBeNull()
    },
  ],
])('S-12 the picture of a publication that is now %s has left its address', async (name, withdraw) => {
  const { id, path, file } = await accounts.publish(awa, `withdrawn-${name.replaceAll(' ', '-')}`)
  const before = await addressOf(id)
  expect(await statusOf(before)).toBe(200)
  await withdraw(id)
  await moved()
  expect((await (await fetch(before)).json()) as object).toMatchObject({ code: 'NoSuchKey' })
  const after = await addressOf(id)
  expect(after).not.toBe(before)
  expect(after).toContain(`/${awa.id}/`)
  expect(new Uint8Array(await (await fetch(after)).arrayBuffer())).toEqual(file)
  const known = 'select count(*)::text as value from public.generation_images where path = $1 or url = $2'
  expect(await accounts.run(known, [path, before])).toBe('0')
  await accounts.run('update public.profiles set is_private = false where id = $1', [awa.id])
})

test('a picture that another publication shows to as many stays, until that one goes too', async () => {
  const { id } = await accounts.publish(awa, 'shown-twice')
  const before = await addressOf(id)
  const again = await awa.client
    .from('feed_posts')
    .insert({ creator_id: awa.id, image_url: before, prompt: 'again' })
    .select('id')
    .single<{ id: string }>()
  await change(id, { visibility: 'private' })
  await moved()
  expect([await addressOf(id), await statusOf(before)]).toEqual([before, 200])
  await change(again.data?.id ?? '', { visibility: 'followers' })
  await moved()
  const after = await addressOf(id)
  expect(after).not.toBe(before)
  expect([await addressOf(again.data?.id ?? ''), await statusOf(before), await statusOf(after)]).toEqual([
    after,
    400,
    200,
  ])
})

test('what a killed worker left between copy, row and removal is gone on with', async () => {
  const { id, path } = await accounts.publish(awa, 'interrupted')
  const before = await addressOf(id)
  await change(id, { visibility: 'private' })
  const target = await accounts.run('select new_path as value from app.picture_moves where old_path = $1', [path])
  // NOTE: empty where the server's own worker was faster; then nothing is left to be interrupted.
  if (target !== '') await accounts.service.storage.from('generated-images').copy(path, target)
  await moved()
  expect([await statusOf(before), await statusOf(await addressOf(id))]).toEqual([400, 200])
})

test('while no picture can be moved, new words are read all the same', async () => {
  await accounts.run('alter function public.picture_moves(int) rename to picture_moves_away')
  try {
    const { id } = await accounts.publish(awa, 'chat')
    expect((await accounts.call('post-worker', null)).ok).toBe(false)
    const about = `select ('kind:feline' = any (keys))::text as value from app.post_meanings where post_id = $1`
    await expect.poll(() => accounts.run(about, [id]), patience).toBe('true')
  } finally {
    await accounts.run('alter function public.picture_moves_away(int) rename to picture_moves')
  }
})

test('what was deleted is erased after thirty days, unless somebody still has to decide about it', async () => {
  const [erased, reported, young] = await Promise.all(
    ['erased', 'reported', 'young'].map((title) => accounts.publish(awa, title)),
  )
  for (const post of [erased, reported, young]) await awa.client.rpc('delete_post', { post_id: post?.id })
  const other = await accounts.owner('moving.other')
  await accounts.run(
    `insert into public.reports (reporter_id, target_type, target_id, subject_id, reason) values ($1, 'post', $2, $3, 'hate')`,
    [other.id, reported?.id ?? '', awa.id],
  )
  await accounts.run(
    `update public.feed_posts set deleted_at = now() - interval '31 days' where id in ($1::uuid, $2::uuid)`,
    [erased?.id ?? '', reported?.id ?? ''],
  )
  const left = async () =>
    accounts.run(
      `select string_agg(title, ',' order by title) as value from public.feed_posts where id = any ($1::uuid[])`,
      [`{${[erased, reported, young].map((post) => post?.id).join(',')}}`],
    )
  await work('account-worker')
  await expect.poll(left, patience).toBe('reported,young')
  const { data } = await accounts.visitor.rpc('post_state', { post_id: erased?.id })
  expect(data).toEqual({ state: 'gone' })
  expect(await accounts.run(`select public.erase_deleted_posts(10)::text as value`)).toBe('0')
})
