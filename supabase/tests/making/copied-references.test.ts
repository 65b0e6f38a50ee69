/** A picture of the feed that comes back as a file: downloaded, encoded anew and uploaded, as anybody can. */
import { createHash } from 'node:crypto'

import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { asClusterOwner, startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { readStoredReference } from '../../functions/_shared/generation/reference-store.ts'
import { generate, newMember, type Member } from './generation-people.ts'

let system: RunningSystem
let kossi: Member
beforeAll(async () => {
  vi.stubEnv('GENERATION_THROTTLE_MS', '0')
  system = await startSystem()
})
// Each has the credits of a newcomer.
beforeEach(async () => {
  kossi = await newMember(system)
})
afterAll(() => system[Symbol.asyncDispose]())

const service = () => createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })
let seeds = 500

interface Published {
  readonly by: Member
  readonly post: string
  readonly url: string
  readonly file: Buffer
}

async function publish(fields: object = {}, seed = (seeds += 1)): Promise<Published> {
  const by = await newMember(system)
  const { body } = await generate(by, { width: 512, height: 512, seed })
  const url = body.images?.[0] ?? ''
  const posts = by.client.from('feed_posts')
  const { data, error } = await posts
    .insert({ prompt: 'x', image_url: url, ...fields })
    .select('id')
    .single<{ id: string }>()
  if (error) throw error
  return { by, post: data.id, url, file: Buffer.from(await (await fetch(url)).arrayBuffer()) }
}

async function upload(file: Buffer, path = `${kossi.id}/${crypto.randomUUID()}.jpg`): Promise<string> {
  const bucket = kossi.client.storage.from('temp-uploads')
  const { format } = await sharp(file).metadata()
  const { error } = await bucket.upload(path, file, { contentType: `image/${format}`, upsert: true })
  if (error) throw error
  return bucket.getPublicUrl(path).data.publicUrl
}

const copies: Record<string, (file: Buffer) => Promise<Buffer>> = {
  'in another format': (file) => sharp(file).jpeg({ quality: 90 }).toBuffer(),
  'smaller, and coarser': (file) => sharp(file).resize(320).jpeg({ quality: 60 }).toBuffer(),
  'without any loss': (file) => sharp(file).png().toBuffer(),
}

test.each(Object.entries(copies))('O-01 what its author forbids stays forbidden %s', async (_, copy) => {
  const { file } = await publish({ remix_allowed: false })
  const address = await upload(await copy(file))
  const refusal = { status: 403, body: { code: 'remix_not_allowed' } }
  expect(await generate(kossi, { images: [address] })).toMatchObject(refusal)
  const inTheRequest = `data:image/png;base64,${(await copies['without any loss']!(file)).toString('base64')}`
  expect(await generate(kossi, { images: [inTheRequest] })).toMatchObject(refusal)
})

test('O-02 where it is allowed, its author is credited, by the copy as by the address', async () => {
  const { file, post, url } = await publish()
  const address = await upload(await copies['smaller, and coarser']!(file))
  for (const image of [address, url]) {
    const { body } = await generate(kossi, { images: [image] })
    const source = kossi.client
      .from('generations')
      .select('parent_post_id')
      .eq('id', body.metadata?.generation_id ?? '')
    expect((await source.single()).data).toEqual({ parent_post_id: post })
  }
})

test('O-01 another picture of the same words is none of hers', async () => {
  await publish({ remix_allowed: false }, 900)
  const own = await publish({}, 901)
  expect((await service().from('feed_posts').delete().eq('id', own.post)).error).toBeNull()
  const { status } = await generate(kossi, { images: [await upload(await sharp(own.file).jpeg().toBuffer())] })
  expect(status).toBe(200)
})

test('O-01 what was ordered with is what is used: another file put in its place is not', async () => {
  const innocent = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#284' } })
    .jpeg()
    .toBuffer()
  const path = `${kossi.id}/exchanged.jpg`
  await upload(innocent, path)
  const sha256 = createHash('sha256').update(innocent).digest('hex')
  const ordered = { bucket: 'temp-uploads', path, role: 'auto', influence: 0.5, sha256 } as const
  expect((await readStoredReference(service(), ordered)).type).toBe('image/jpeg')
  const { file } = await publish({ remix_allowed: false })
  await upload(await copies['in another format']!(file), path)
  await expect(readStoredReference(service(), ordered)).rejects.toMatchObject({ code: 'reference_not_found' })
})

test('O-01 a picture that came without its likeness, as from an earlier version, is looked at', async () => {
  const { by, file, url } = await publish({ remix_allowed: false })
  const look = (hash: string | null) =>
    service().rpc('record_likeness', {
      p_image: imageId,
      p_hash: hash,
      p_colours: null,
    })
  const { data } = await by.client.from('generation_images').select('id').eq('url', url).single<{ id: string }>()
  const imageId = data?.id
  expect((await look(null)).error).toBeNull()
  // An order that is taken meanwhile would be painted first, and what looks at pictures waits behind it.
  const seen = `select from app.picture_likeness where image_id = '${imageId}' and hash is not null`
  await expect
    .poll(async () => (await asClusterOwner(system.dataFolder, seen)).length, { timeout: 100_000, interval: 200 })
    .toBe(1)
  const address = await upload(await copies['in another format']!(file))
  expect((await generate(kossi, { images: [address] })).status).toBe(403)
}, 120_000)

test('X-10 what is said of a photograph is kept with its file, and what is said later counts', async () => {
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#8a4b2a' } })
    .jpeg()
    .toBuffer()
  const say = async (shows?: string) =>
    generate(kossi, { images: [await upload(photo)], reference_settings: [shows ? { shows } : {}] })
  const kept = async (member: Member) => (await member.client.from('likeness_consents').select('sha256,shows')).data
  await say()
  expect(await kept(kossi)).toEqual([])
  expect((await say('agreed')).status).toBe(200)
  const sha256 = createHash('sha256').update(photo).digest('hex')
  expect(await kept(kossi)).toEqual([{ sha256, shows: 'agreed' }])
  await say('me')
  await say()
  expect(await kept(kossi)).toEqual([{ sha256, shows: 'me' }])
  expect(await kept(await newMember(system))).toEqual([])
  expect((await say('child')).status).toBe(400)
  await kossi.client.from('likeness_consents').delete().eq('sha256', sha256)
  expect(await kept(kossi)).toEqual([])
})
