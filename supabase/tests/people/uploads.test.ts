/** What people upload to work from: theirs alone, and for a day. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openAccounts, type Accounts, type Owner } from './account-people.ts'

let accounts: Accounts
let awa: Owner
let kossi: Owner
let picture: Buffer
beforeAll(async () => {
  accounts = await openAccounts()
  awa = await accounts.owner('uploads.awa')
  kossi = await accounts.owner('uploads.kossi')
  // Else no file could be made older than it is.
  await accounts.run('alter table storage.objects disable trigger objects_touch')
  picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#375' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => accounts[Symbol.asyncDispose]())

async function upload(name: string, bucket = 'temp-uploads'): Promise<string> {
  const path = `${awa.id}/${name}.jpg`
  const { error } = await awa.client.storage.from(bucket).upload(path, picture, { contentType: 'image/jpeg' })
  if (error) throw error
  return path
}

/** As if it had been uploaded so many hours ago. */
const age = (path: string, hours: number) =>
  accounts.run(
    `update storage.objects set created_at = now() - $2::int * interval '1 hour', updated_at = now() - $2::int * interval '1 hour'
     where name = $1`,
    [path, String(hours)],
  )

test('S-12 an upload opens for its owner, and by its address for nobody', async () => {
  const path = await upload('seen')
  const files = awa.client.storage.from('temp-uploads')
  expect((await files.download(path)).data?.size).toBe(picture.length)
  expect((await fetch(files.getPublicUrl(path).data.publicUrl)).status).toBe(400)
  for (const { client } of [kossi, { client: accounts.visitor }]) {
    expect((await client.storage.from('temp-uploads').download(path)).data).toBeNull()
    expect((await client.storage.from('temp-uploads').createSignedUrl(path, 60)).data).toBeNull()
  }
})

test('S-12 an upload goes after a day, unless an order or a run still waits to use it', async () => {
  const [old, young, looked] = [await upload('old'), await upload('young'), await upload('looked', 'temp-images')]
  const [ordered, running] = [await upload('ordered'), await upload('running')]
  await accounts.run(
    `with made as (
       insert into public.generations (user_id, prompt, engine, reference_count) values ($1, 'x', 'nobody', 1) returning id),
     named as (
       insert into public.generation_references (generation_id, position, bucket, path)
       select id, 1, 'temp-uploads', $2 from made)
     insert into app.generation_jobs (generation_id, user_id, unit_price, run_after)
     select id, $1, 0, now() + interval '1 hour' from made`,
    [awa.id, ordered],
  )
  await accounts.run(
    `insert into public.workflow_runs (version, user_id, idempotency_key, title, steps, inputs, status, cost_quoted)
     values (1, $1, 'waits', 'x', '[]', jsonb_build_object('photo', '/storage/v1/object/public/temp-uploads/' || $2::text), 'waiting', 0)`,
    [awa.id, running],
  )
  await Promise.all([old, looked, ordered, running].map((path) => age(path, 25)))
  await age(young, 23)
  const left = () =>
    accounts.run(
      `select string_agg(name, ',' order by name) as value from storage.objects where name = any ($1::text[])`,
      [`{${[old, young, looked, ordered, running].join(',')}}`],
    )
  expect((await accounts.call('account-worker', null)).status).toBe(200)
  await expect.poll(left, { timeout: 30_000 }).toBe([ordered, running, young].toSorted().join(','))
  await accounts.run(`delete from public.generations where user_id = $1`, [awa.id])
  await accounts.run(`update public.workflow_runs set status = 'succeeded' where user_id = $1`, [awa.id])
  await accounts.call('account-worker', null)
  await expect.poll(left, { timeout: 30_000 }).toBe(young)
})

test('nobody adds a file to what they keep of messages, or sees another’s, unless keep_image made room for it', async () => {
  const kept = awa.client.storage.from('kept-images')
  const path = `${awa.id}/${crypto.randomUUID()}-0`
  const add = async (owner: Owner) =>
    (await owner.client.storage.from('kept-images').upload(path, picture, { contentType: 'image/jpeg' })).error
  expect(await add(awa)).not.toBeNull()
  await accounts.run(
    `insert into public.kept_images (user_id, message_id, place, path, width, height)
     values ($1, gen_random_uuid(), 0, $2, 40, 40)`,
    [awa.id, path],
  )
  expect(await add(kossi)).not.toBeNull()
  expect(await add(awa)).toBeNull()
  expect((await kept.download(path)).data?.size).toBe(picture.length)
  expect((await kossi.client.storage.from('kept-images').download(path)).data).toBeNull()
  expect((await fetch(kept.getPublicUrl(path).data.publicUrl)).status).toBe(400)
  expect((await kept.remove([path])).error).toBeNull()
  expect((await kept.download(path)).data).toBeNull()
})
