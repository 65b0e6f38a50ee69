/** What an order starts from is found by the database: by the addresses that it names, and by what uploaded files look like. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Work } from '../../functions/_shared/generation/queue.ts'
import { ama, openLineage, type Lineage } from '../support/lineage-people.ts'
import { awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

let lineage: Lineage
beforeAll(async () => {
  lineage = await openLineage()
  // Most of these orders are taken, more of them than a newcomer can pay.
  await lineage.queue.change(`insert into public.price_book (sku, credits) values ('generation:free', 0)`)
})
afterAll(() => lineage[Symbol.asyncDispose]())

const anySight = () => BigInt.asIntN(64, BigInt(`0x${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`))
const grey = (value: number) => `\\x${Buffer.alloc(192, value).toString('hex')}`

const worker = crypto.randomUUID()

interface Shown {
  readonly id: string
  readonly path: string
  readonly post: string
  readonly hash: bigint
}

/** A picture that looks like nothing else, published. */
async function show(person: string, fields: object = {}): Promise<Shown> {
  const { id, url, path } = await lineage.picture(person)
  const hash = anySight()
  await looksLike(id, hash)
  const posts = (await lineage.client(person)).from('feed_posts')
  const post = { prompt: 'x', image_url: url, creator_id: person, ...fields }
  const { data, error } = await posts.insert(post).select('id').single<{ id: string }>()
  if (error) throw error
  return { id, path, post: data.id, hash }
}

const looksLike = (image: string, hash: bigint, colours = grey(128)) =>
  asOwner(lineage.database, `select '' as value from public.record_likeness($1, $2, $3)`, [image, `${hash}`, colours])

const common = { role: 'auto', influence: 0.5 }
const byAddress = (path: string, bucket = 'generated-images') => ({ ...common, bucket, path, position: 1 })
const upload = (person: string, hash: bigint, { colours = grey(128), position = 1 } = {}) => ({
  ...common,
  bucket: 'temp-uploads',
  path: `${person}/${crypto.randomUUID()}.jpg`,
  position,
  hash: `${hash}`,
  colours,
  sha256: '0'.repeat(64),
})

/** Answers the publication that the order is recorded as a remix of. */
async function order(person: string, references: readonly object[], parent_post_id: string | null = null) {
  const fields = { references, parent_post_id, engine: 'free' }
  const ordered = await lineage.queue.enqueue(fields, { user: person, most: 1000 })
  const parent = 'select parent_post_id as value from public.generations where id = $1'
  return asOwner(lineage.database, parent, [ordered.generation_id])
}

const hidden = { code: 'PT404', hint: 'reference_not_found' }
const forbidden = { code: 'PT403', hint: 'remix_not_allowed' }

test('O-01 a picture that no publication shows serves nobody but its owner, whoever knows its address', async () => {
  const { path } = await lineage.picture(awa)
  await expect(order(kossi, [byAddress(path)])).rejects.toMatchObject(hidden)
  expect(await order(awa, [byAddress(path)])).toBe('')
})

test.each(['private', 'followers', 'unlisted'])(
  'O-01 nor one whose publication one does not see: %s',
  async (visibility) => {
    const { path } = await show(awa, { visibility })
    const before = await lineage.queue.credits(ama)
    await expect(order(ama, [byAddress(path)])).rejects.toMatchObject(hidden)
    expect(await lineage.queue.credits(ama)).toEqual(before)
  },
)

test('O-01 nor an address that a picture has left, nor what somebody else uploaded', async () => {
  await expect(order(kossi, [byAddress(`${awa}/${crypto.randomUUID()}.webp`)])).rejects.toMatchObject(hidden)
  for (const bucket of ['temp-uploads', 'temp-images']) {
    await expect(order(kossi, [byAddress(`${awa}/photo.jpg`, bucket)])).rejects.toMatchObject(hidden)
    expect(await order(awa, [byAddress(`${awa}/photo.jpg`, bucket)])).toBe('')
  }
})

test('O-01 a copy is what its author forbids, seen by the remixer or not', async () => {
  const { hash } = await show(awa, { remix_allowed: false })
  await expect(order(kossi, [upload(kossi, hash)])).rejects.toMatchObject(forbidden)
  const unseen = await show(awa, { remix_allowed: false, visibility: 'followers' })
  await expect(order(ama, [upload(ama, unseen.hash)])).rejects.toMatchObject(forbidden)
  expect(await order(awa, [upload(awa, hash)])).toBe('')
})

test('O-01 nor beside another reference that may be used', async () => {
  const [allowed, { hash }] = [await show(awa), await show(awa, { remix_allowed: false })]
  const both = [byAddress(allowed.path), upload(kossi, hash, { position: 2 })]
  await expect(order(kossi, both)).rejects.toMatchObject(forbidden)
})

test('O-02 a copy is credited like the picture itself', async () => {
  const { hash, post } = await show(awa)
  expect(await order(kossi, [upload(kossi, hash)])).toBe(post)
})

test('O-02 who shows one picture and names another is the remixer of what is shown', async () => {
  const [shown, named, own] = [await show(awa), await show(awa), await show(kossi)]
  for (const claimed of [named.post, own.post]) {
    expect(await order(kossi, [byAddress(shown.path)], claimed)).toBe(shown.post)
    expect(await order(kossi, [upload(kossi, shown.hash)], claimed)).toBe(shown.post)
  }
  const both = [byAddress(shown.path), { ...byAddress(named.path), position: 2 }]
  expect(await order(kossi, both, named.post)).toBe(named.post)
  expect(await order(kossi, [], named.post)).toBe(named.post)
})

test('a copy is known by four bands: three bits may differ, wherever they are', async () => {
  const { hash, post } = await show(awa)
  for (const flipped of [0b111n, (1n << 60n) | (1n << 40n) | (1n << 3n), (1n << 33n) | (1n << 17n) | (1n << 50n)])
    expect(await order(kossi, [upload(kossi, BigInt.asIntN(64, hash ^ flipped))])).toBe(post)
})

test('another picture is none, however alike: by its colours, or by seven bits', async () => {
  const { hash } = await show(awa, { remix_allowed: false })
  expect(await order(kossi, [upload(kossi, hash, { colours: grey(130) })])).toBe('')
  expect(await order(kossi, [upload(kossi, BigInt.asIntN(64, hash ^ 0b1111111n))])).toBe('')
})

test('what looks like one’s own is one’s own, and what nobody published may come from anywhere', async () => {
  const { hash } = await show(awa, { remix_allowed: false })
  const own = await lineage.picture(kossi)
  await looksLike(own.id, hash)
  expect(await order(kossi, [upload(kossi, hash)])).toBe('')
  const [unpublished, sight] = [await lineage.picture(awa), anySight()]
  await looksLike(unpublished.id, sight)
  expect(await order(kossi, [upload(kossi, sight)])).toBe('')
})

test('the worker is told which file the order was made with', async () => {
  await order(kossi, [upload(kossi, anySight()), { ...byAddress((await show(awa)).path), position: 2 }])
  const works: Work[] = []
  for (let work = await lineage.queue.claim(worker); work !== null; work = await lineage.queue.claim(worker))
    works.push(work)
  expect(works.at(-1)?.references.map(({ sha256 }) => sha256)).toEqual(['0'.repeat(64), null])
})
