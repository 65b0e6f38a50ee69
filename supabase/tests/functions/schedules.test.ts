/** On an idle server nobody is called for nothing, and what is due is done at once. */
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { join } from '../../../tests/support/people.ts'
import { asClusterOwner, startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'

/** What is asked first is called anyway after this. */
const anywayMs = 30_000
const WITHIN = { timeout: anywayMs, interval: 50 }

const calls: string[] = []
const callsOf = (name: string) => calls.filter((called) => called === name).length

let system: RunningSystem
beforeAll(async () => {
  const log = {
    observe: (event: { readonly kind: string; readonly name?: string }) => {
      if (event.kind === 'functions.scheduled.answered') calls.push(event.name ?? '')
    },
    flush: () => {},
  }
  system = await startSystem({}, undefined, log)
})
afterAll(() => system[Symbol.asyncDispose]())

const askedFirst = [
  'generation-worker',
  'workflow-worker',
  'post-worker',
  'like-worker',
  'push-worker',
  'payment-worker',
  'commission-worker',
]

test('who has nothing to do is called once in the beginning, and no more while others are again', async () => {
  // Every ten seconds: by then those of a second and two would have been called again and again.
  await expect.poll(() => callsOf('stats-worker'), WITHIN).toBe(2)
  expect(askedFirst.map((name) => [name, callsOf(name)])).toEqual(askedFirst.map((name) => [name, 1]))
})

test('a planned publication is there when its time comes, and nobody else was called for it', async () => {
  const { user, access_token: token } = await join(system)
  const headers = { Authorization: `Bearer ${token}` }
  const client = createClient(system.url, system.anonKey, { global: { headers }, auth: { persistSession: false } })
  const path = `${user.id}/picture.webp`
  const url = `${system.url}/storage/v1/object/public/generated-images/${path}`
  await asClusterOwner(
    system.dataFolder,
    `with made as (
      insert into public.generations (user_id, prompt, mode, engine, status)
      values ('${user.id}', 'une pirogue', 'enhanced', 'builtin', 'succeeded') returning id, user_id)
    insert into public.generation_images
      (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
    select id, user_id, 1, 'generated-images', '${path}', '${url}', 1216, 688, 1000, 'abc' from made`,
  )
  const planned = await client.from('scheduled_posts').insert({
    prompt: 'une pirogue',
    image_url: url,
    publish_at: new Date(Date.now() + 3_000).toISOString(),
  })
  expect(planned.error).toBeNull()
  const before = callsOf('like-worker')
  const published = async () => (await client.from('feed_posts').select('id').eq('creator_id', user.id)).data?.length
  await expect.poll(published, WITHIN).toBe(1)
  expect(callsOf('like-worker')).toBe(before)
})

test('likes that wait are counted at once', async () => {
  const before = callsOf('like-worker')
  await asClusterOwner(
    system.dataFolder,
    `insert into app.likes_to_fold (post_id, user_id, liked_at, change)
      values (gen_random_uuid(), gen_random_uuid(), now(), 1)`,
  )
  const waiting = () => asClusterOwner(system.dataFolder, 'select from app.likes_to_fold')
  await expect.poll(waiting, WITHIN).toEqual([])
  expect(callsOf('like-worker')).toBe(before + 1)
})
