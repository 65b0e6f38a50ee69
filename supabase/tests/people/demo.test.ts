/** The demo: marked as such, alive by rows that stand for themselves, and taken away without touching anybody real. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { member } from '../../../tests/support/people.ts'
import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { MadePicture } from '../../functions/_shared/image-engines/pictures/made-picture.ts'
import { follows, likes } from '../../seed/demo-life.ts'
import { people, pictures, publishedAt, type DemoPicture } from '../../seed/demo.ts'
import { enliven } from '../../seed/enliven.ts'
import { ensurePerson } from '../../seed/ensure-person.ts'
import { recordPicture } from '../../seed/record-picture.ts'
import remove from '../../seed/remove.ts'

let system: RunningSystem
let service: SupabaseClient
const ids = new Map<string, string>()

/** What an engine would have made, in no time: how pictures look is not what this is about. */
const make = async ({ prompt, width, height, seed }: DemoPicture): Promise<MadePicture> => ({
  ...({ label: 'Essai', isNeural: false, facts: {}, references: [] } as object as MadePicture),
  file: await sharp(
    Buffer.from(
      prompt
        .padEnd(64 * 3, '.')
        .slice(0, 64 * 3)
        .replaceAll(/[^\x20-\x7e]/g, '.'),
    ),
    { raw: { width: 8, height: 8, channels: 3 } },
  )
    .webp()
    .toBuffer(),
  type: 'image/webp',
  width,
  height,
  thumbhash: 'abc',
  seed,
  engine: 'builtin',
})

beforeAll(async () => {
  system = await startSystem()
  service = createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })
  for (const person of people) ids.set(person.username, await ensurePerson(service, person))
  for (const [place, picture] of pictures.entries()) {
    const userId = ids.get(picture.by) ?? ''
    const { prompt, hashtags } = picture
    const key = `demo:${place}`
    const image_url = await recordPicture(service, { userId, key, prompt, made: await make(picture) })
    const row = { creator_id: userId, prompt, hashtags, image_url, created_at: publishedAt(place) }
    const { error } = await service.from('feed_posts').insert(row)
    if (error) throw error
  }
  // Twice: it does what is missing, and nothing a second time.
  for (let round = 0; round < 2; round += 1) await enliven(service, ids, make)
}, 120_000)
afterAll(() => system[Symbol.asyncDispose]())

const count = async (table: string, column = 'id') => {
  const { count: rows, error } = await service.from(table).select(column, { count: 'exact', head: true })
  if (error) throw error
  return rows
}
const as = async () => {
  const { access_token: token, user } = await member(system)
  return { id: user.id, client: createClient(system.url, system.anonKey, { accessToken: async () => token }) }
}

test('its people follow, like, comment, remix and collect, by rows alone', async () => {
  expect(await count('follows', 'follower_id')).toBe(Object.values(follows).flat().length)
  expect(await count('post_likes', 'post_id')).toBe(likes.flatMap(({ by }) => by).length)
  expect(await count('post_comments')).toBeGreaterThanOrEqual(10)
  expect(await count('collections')).toBe(2)
  const { data } = await service
    .from('feed_posts')
    .select('prompt,likes_count,remixes_count')
    .like('prompt', 'Baobab au %')
  expect(data).toMatchObject([{ likes_count: 4, remixes_count: 3 }])
  const remixes = await service.from('feed_posts').select('id').not('remix_of', 'is', null)
  expect(remixes.data).toHaveLength(6)
})

test('a visitor sees no picture of the tree next to another, and each remix is younger than what it starts from', async () => {
  const rows = await service
    .from('feed_posts')
    .select('id,remix_of,hashtags,created_at')
    .order('created_at', { ascending: false })
    .overrideTypes<{ id: string; remix_of: string | null; hashtags: string; created_at: string }[], { merge: false }>()
  if (rows.error) throw rows.error
  const inTree = rows.data.map(({ hashtags }) => hashtags.includes('baobab'))
  expect(inTree.filter(Boolean)).toHaveLength(7)
  expect(inTree.some((here, place) => here && inTree[place + 1] === true)).toBe(false)
  const born = new Map(rows.data.map(({ id, created_at: at }) => [id, Date.parse(at)]))
  const remixed = rows.data.filter(({ remix_of: parent }) => parent !== null)
  expect(remixed.every(({ id, remix_of: parent }) => (born.get(id) ?? 0) > (born.get(parent ?? '') ?? Infinity))).toBe(
    true,
  )
})

test('nobody real takes the mark, gives it away or signs in as one of them', async () => {
  const { id, client } = await as()
  const claimed = await client.from('profiles').update({ is_demo: true }).eq('id', id)
  expect(claimed.error?.code).toBe('42501')
  const named = await service.from('profiles').select('username,is_demo').eq('is_demo', true)
  expect(named.data).toHaveLength(people.length)
  const anonymous = createClient(system.url, system.anonKey, { auth: { persistSession: false } })
  const metadata = { data: { is_demo: true, username: 'faux_demo' } }
  const made = await anonymous.auth.signUp({
    email: 'faux@example.com',
    password: 'Lagune-Ébrié-2026',
    options: metadata,
  })
  const row = await service
    .from('profiles')
    .select('is_demo')
    .eq('id', made.data.user?.id ?? '')
    .single()
  expect(row.data).toEqual({ is_demo: false })
})

test('a real person who has the name of one stays who they are', async () => {
  const yao = people.find(({ username }) => username === 'yao')
  if (!yao) throw new Error('yao is not there')
  const { id } = await as()
  await service
    .from('profiles')
    .update({ username: 'reel.yao', first_name: yao.firstName, last_name: yao.lastName })
    .eq('id', id)
  expect(await ensurePerson(service, yao)).toBe(ids.get('yao'))
})

test('taken away, it leaves everything that real people made', async () => {
  const { id, client } = await as()
  const key = 'own'
  const made = await make({ by: 'awa', prompt: 'À moi', hashtags: '', width: 256, height: 256, seed: 1 })
  const image_url = await recordPicture(service, { userId: id, key, prompt: 'À moi', made })
  const own = await client
    .from('feed_posts')
    .insert({ creator_id: id, prompt: 'À moi', image_url })
    .select('id')
    .single()
  if (own.error) throw own.error
  const postId = own.data.id as string
  const said = await client.from('post_comments').insert({ post_id: postId, body: 'Je commence.' })
  expect(said.error).toBeNull()
  const kept = await client.from('collections').insert({ name: 'Les miennes' })
  expect(kept.error).toBeNull()
  const { data: seen } = await service
    .from('feed_posts')
    .select('id')
    .eq('creator_id', ids.get('awa') ?? '')
    .limit(1)
  await client.from('post_likes').insert({ post_id: (seen as { id: string }[])[0]?.id })
  const before = await count('profiles')

  await remove({ url: system.url, serviceRoleKey: system.serviceRoleKey })
  expect(await count('profiles')).toBe((before ?? 0) - people.length)
  expect((await service.from('profiles').select('id').eq('is_demo', true)).data).toEqual([])
  expect((await service.from('feed_posts').select('creator_id')).data).toEqual([{ creator_id: id }])
  expect((await service.from('post_comments').select('author_id')).data).toEqual([{ author_id: id }])
  expect((await service.from('collections').select('owner_id')).data).toEqual([{ owner_id: id }])
  expect((await service.from('generation_images').select('user_id')).data).toEqual([{ user_id: id }])
  const { data: left } = await service.storage.from('generated-images').list(ids.get('awa'))
  expect(left).toEqual([])
  await remove({ url: system.url, serviceRoleKey: system.serviceRoleKey })
})
