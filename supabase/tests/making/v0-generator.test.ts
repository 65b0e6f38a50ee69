import { createClient, FunctionsHttpError, FunctionsRelayError, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { join } from '../../../tests/support/people.ts'
import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'

interface Member {
  readonly client: SupabaseClient
  readonly id: string
  readonly token: string
}

let system: RunningSystem
let awa: Member
let kossi: Member
let png: Buffer

beforeAll(async () => {
  vi.stubEnv('GENERATION_THROTTLE_MS', '0')
  system = await startSystem()
  ;[awa, kossi] = await Promise.all([member(), member()])
  png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
})
afterAll(() => system[Symbol.asyncDispose]())

async function member(): Promise<Member> {
  const { access_token: token, user } = await join(system)
  const client = createClient(system.url, system.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
  })
  return { client, id: user.id, token }
}

const small = { prompt: 'une pirogue sur la lagune', width: 256, height: 256 }
const dataUrl = (file: Buffer, type = 'image/png') => `data:${type};base64,${file.toString('base64')}`

interface Answer {
  readonly images: string[]
  readonly metadata: { generation_id: string }
}

/** The answer, or status and body of the refusal: what the relay itself refuses is told like what the function does. */
async function generate(body: object, { client }: Pick<Member, 'client'> = awa) {
  const { data, error } = await client.functions.invoke<Answer>('v0-generator', { body: { ...small, ...body } })
  if (data) return data
  if (!(error instanceof FunctionsHttpError || error instanceof FunctionsRelayError)) throw error
  const response = error.context as Response
  return { status: response.status, ...((await response.json()) as { code: string; message: string; field?: string }) }
}

async function made(body: object, who = awa): Promise<Answer> {
  const answer = await generate(body, who)
  if (!('images' in answer)) throw new Error(JSON.stringify(answer))
  return answer
}

const generations = async ({ client }: Member) => {
  const { data, error } = await client.from('generations').select('id,status,error_code,finished_at').order('id')
  if (error) throw error
  return data as { id: string; status: string; error_code: string | null; finished_at: string | null }[]
}

test('a picture is stored, recorded, read by a stranger and published', async () => {
  const { images, metadata } = await made({ userId: awa.id.toUpperCase(), images: [dataUrl(png)], seed: 7 })
  const response = await fetch(images[0] ?? '')
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(await response.bytes()).metadata()).toMatchObject({ width: 256, height: 256 })
  expect((await generations(awa)).find(({ id }) => id === metadata.generation_id)).toMatchObject({
    status: 'succeeded',
  })
  const post = await awa.client
    .from('feed_posts')
    .insert({ prompt: small.prompt, image_url: images[0] })
    .select('id,width')
  expect(post).toMatchObject({ error: null, data: [{ width: 256 }] })
})

test('only a signed-in person generates, and only in their own name', async () => {
  const visitor = createClient(system.url, system.anonKey)
  expect(await generate({}, { client: visitor })).toEqual({
    status: 401,
    code: 'not_authenticated',
    message: 'User must be authenticated to generate images',
  })
  expect(await generate({ userId: kossi.id })).toMatchObject({ status: 403, code: 'not_allowed', field: 'userId' })
})

test.each([
  ['an empty prompt', { prompt: '' }, { status: 400, code: 'prompt_required', field: 'prompt' }],
  ['a blank prompt', { prompt: ' \n\t ' }, { status: 400, code: 'prompt_required', field: 'prompt' }],
  ['an invisible prompt', { prompt: '\u200B\u2060' }, { status: 400, code: 'prompt_required', field: 'prompt' }],
  ['a prompt that is no text', { prompt: 5 }, { status: 400, code: 'prompt_required', field: 'prompt' }],
  ['2001 characters', { prompt: 'x'.repeat(2001) }, { status: 400, code: 'prompt_too_long', field: 'prompt' }],
  ['a null character', { prompt: 'a\0b' }, { status: 400, code: 'bad_request', field: 'prompt' }],
  ['half a character', { prompt: 'a\uD800b' }, { status: 400, code: 'bad_request', field: 'prompt' }],
  [
    'a null character in what to leave out',
    { negative_prompt: 'a\0b' },
    { status: 400, code: 'bad_request', field: 'negative_prompt' },
  ],
  [
    'a fourth reference',
    { images: ['a', 'b', 'c', 'd'] },
    { status: 400, code: 'too_many_references', field: 'images' },
  ],
  ['a width as text', { width: '256' }, { status: 400, code: 'bad_request', field: 'width' }],
  ['a width of 2049', { width: 2049 }, { status: 400, code: 'bad_request', field: 'width' }],
  ['half a seed', { seed: 0.5 }, { status: 400, code: 'bad_request', field: 'seed' }],
  ['an unknown mode', { mode: 'secret' }, { status: 400, code: 'bad_request', field: 'mode' }],
  ['a user that is no id', { userId: 'awa' }, { status: 400, code: 'bad_request', field: 'userId' }],
])('%s is refused before anything is made', async (_, body, refusal) => {
  const before = await generations(awa)
  expect(await generate(body)).toMatchObject({ ...refusal, message: expect.any(String) })
  expect(await generations(awa)).toEqual(before)
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'https://evil.example/x.png',
  'file:///etc/passwd',
  '//evil.example/storage/v1/object/public/temp-uploads/x.png',
  '/storage/v1/object/public/temp-uploads/..%2f..%2f..%2f..%2fmetrics',
  '/storage/v1/object/public/temp-uploads/%252e%252e/%252e%252e/%252e%252e/%252e%252e/metrics',
  '/storage/v1/object/public/%2e%2e/rest',
  '/storage/v1/object/public/temp-uploads/x%3Fdownload=',
  '/storage/v1/object/public/temp-uploads/%zz',
  '/storage/v1/object/public/%ff/x.png',
])('%s is never asked for', async (reference) => {
  expect(await generate({ images: [reference] })).toMatchObject({ status: 400, code: 'url_not_allowed' })
})

test('a stored reference is found by its path, whatever host stands before it', async () => {
  const path = `${awa.id}/reference.png`
  const stored = await awa.client.storage.from('temp-uploads').upload(path, png, { contentType: 'image/png' })
  expect(stored.error).toBeNull()
  const url = awa.client.storage.from('temp-uploads').getPublicUrl(path).data.publicUrl
  await made({ image: url })
  await made({ image: url.replace(/^http:\/\/[^/]+/, 'https://phone.example') })
  const lost = await generate({ image: `${url}.gone` })
  expect(lost).toMatchObject({ status: 400, code: 'reference_not_found', field: 'images' })
})

test.each<[string, () => Promise<string> | string, number, string]>([
  ['text', () => dataUrl(Buffer.from('not a picture')), 415, 'reference_type'],
  [
    'SVG under the name of PNG',
    () => dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    415,
    'reference_type',
  ],
  ['SVG', () => dataUrl(Buffer.from('<svg/>'), 'image/svg+xml'), 415, 'reference_type'],
  ['GIF under the name of PNG', async () => dataUrl(await sharp(png).gif().toBuffer()), 415, 'reference_type'],
  ['half a PNG', () => dataUrl(png.subarray(0, 60)), 415, 'reference_type'],
  ['more than 40 million pixels', async () => dataUrl(await blank(8000, 5001)), 413, 'reference_too_large'],
  ['more than 10 MB', () => dataUrl(Buffer.concat([png, Buffer.alloc(10 << 20)])), 413, 'reference_too_large'],
])('a reference of %s is refused, and nothing is left half done', async (_, reference, status, code) => {
  expect(await generate({ images: [await reference()] })).toMatchObject({ status, code, field: 'images' })
  const rows = await generations(awa)
  expect(rows.filter((row) => row.status === 'running' || row.finished_at === null)).toEqual([])
  const { data } = await awa.client.from('generation_images').select('generation_id, generations(status)')
  expect(
    new Set(data?.map(({ generations: generation }) => (generation as unknown as { status: string }).status)),
  ).toEqual(new Set(['succeeded']))
})

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

test('a body over the limit does not end the server', async () => {
  const response = await fetch(`${system.url}/functions/v1/v0-generator`, {
    method: 'POST',
    headers: { authorization: `Bearer ${system.anonKey}`, 'content-type': 'application/json' },
    body: Buffer.alloc(46 << 20, 'x'),
  })
  expect(response.status).toBe(413)
  expect((await fetch(`${system.url}/readyz`)).status).toBe(200)
})

test.each([
  ['https://evil.example', 'of another host'],
  ['javascript:alert(1)//http://localhost', 'that is a script'],
])('a picture is never published under an address such as %s', async (origin) => {
  const { images } = await made({})
  const given = images[0]?.replace(/^http:\/\/[^/]+/, origin)
  const post = await awa.client.from('feed_posts').insert({ prompt: 'x', image_url: given }).select('image_url')
  expect(post.data).toEqual([{ image_url: images[0] }])
})
