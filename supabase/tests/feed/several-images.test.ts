/** Several pictures in one publication: each its author's own, hidden, kept, credited and removed with it. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { HeldRows } from '../support/held-rows.ts'
import { ama, openLineage, type Lineage } from '../support/lineage-people.ts'
import { awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

let lineage: Lineage
beforeAll(async () => {
  lineage = await openLineage()
  await lineage.queue.change(`insert into public.price_book (sku, credits) values ('generation:free', 0)`)
})
afterAll(() => lineage[Symbol.asyncDispose]())

type Made = Awaited<ReturnType<Lineage['picture']>>

const pictures = (person: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => lineage.picture(person)))

async function insert(person: string, [first, ...more]: readonly Pick<Made, 'url'>[], fields: object = {}) {
  const post = {
    prompt: 'Dantokpa, du matin au soir',
    image_url: first?.url,
    creator_id: person,
    more_images: more.map(({ url }, place) => ({ url, alt: `  Vue ${place + 2} ` })),
    ...fields,
  }
  const posts = (await lineage.client(person)).from('feed_posts')
  return posts.insert(post).select('id,image_id,more_images').single<{ id: string; more_images: { id: string }[] }>()
}

async function show(person: string, images: readonly Made[], fields: object = {}): Promise<string> {
  const { data, error } = await insert(person, images, fields)
  if (error) throw error
  return data.id
}

async function order(person: string, path: string): Promise<string> {
  const references = [{ role: 'auto', influence: 0.5, bucket: 'generated-images', path, position: 1 }]
  const { generation_id: id } = await lineage.queue.enqueue(
    { references, engine: 'free' },
    { user: person, most: 1000 },
  )
  return asOwner(lineage.database, 'select parent_post_id as value from public.generations where id = $1', [id])
}

test('what is given is an order of addresses; what is kept are the creations themselves', async () => {
  const [first, ...more] = await pictures(awa, 3)
  const { data, error } = await insert(awa, [
    first!,
    ...more.map(({ path }) => ({ url: `http://elsewhere/storage/v1/object/public/generated-images/${path}` })),
  ])
  expect(error).toBeNull()
  expect(data?.more_images).toEqual(
    more.map(({ id, url }, place) =>
      expect.objectContaining({ id, url, width: expect.any(Number), alt: `Vue ${place + 2}` }),
    ),
  )
  const post = await lineage.client(kossi)
  const { data: entries } = await post.rpc('feed_page', { tab: 'latest' }).select('id,more_images')
  expect((entries as { id: string; more_images: unknown[] }[]).find(({ id }) => id === data?.id)?.more_images).toEqual(
    data?.more_images,
  )
})

test('ten at most, each once, each one’s own: refused by name', async () => {
  const many = await pictures(awa, 11)
  expect((await insert(awa, many.slice(0, 10))).error).toBeNull()
  expect((await insert(awa, many)).error).toMatchObject({ code: 'PT400', hint: 'too_many_images' })
  expect((await insert(awa, [many[0]!, many[1]!, many[1]!])).error).toMatchObject({ hint: 'image_twice' })
  expect((await insert(awa, [many[0]!, many[0]!])).error).toMatchObject({ hint: 'image_twice' })
  const [others] = await pictures(kossi, 1)
  expect((await insert(awa, [many[0]!, others!])).error).toMatchObject({ code: '23514', hint: 'image_not_own' })
  for (const more_images of [[{ url: null }], [7], [{ alt: 'x' }], 'x', { url: many[1]?.url }])
    expect((await insert(awa, [many[0]!], { more_images })).error?.code).toMatch(/^(?:23514|PT400)$/u)
})

test('nobody changes them afterwards', async () => {
  const post = await show(awa, await pictures(awa, 2))
  const posts = (await lineage.client(awa)).from('feed_posts')
  expect((await posts.update({ more_images: [] }).eq('id', post)).error?.code).toBe('42501')
})

test('a picture that a publication shows in its middle counts as published: it is not thrown away', async () => {
  const images = await pictures(awa, 3)
  const post = await show(awa, images)
  const client = await lineage.client(awa)
  const ids = images.map(({ id }) => id)
  const { data: kept } = await client.rpc('delete_my_images', { ids })
  expect(kept).toEqual(expect.arrayContaining(ids.map((id) => ({ id, outcome: 'published' }))))
  const { data: mine } = await client.rpc('my_images', {})
  for (const id of ids) expect((mine as { id: string }[]).find((one) => one.id === id)).toMatchObject({ post_id: post })
  await lineage.remove(awa, post)
  const { data: gone } = await client.rpc('delete_my_images', { ids })
  expect(gone).toEqual(expect.arrayContaining(ids.map((id) => ({ id, outcome: 'deleted' }))))
})

test('publishing some while throwing them away: one comes first, and neither stands in the other’s way', async () => {
  const images = (await pictures(awa, 3)).toSorted((one, other) => other.id.localeCompare(one.id))
  const text = 'select from public.generation_images where id = $1 for update'
  await using held = await HeldRows.hold(lineage.database.url, text, [images.at(-1)?.id])
  const client = await lineage.client(awa)
  const gone = client.rpc('delete_my_images', { ids: images.map(({ id }) => id) }).then(({ error }) => error)
  await held.waiting(1)
  const shown = insert(awa, images)
  await held.waiting(2)
  await held.letGo()
  expect(await gone).toBeNull()
  expect((await shown).error).toMatchObject({ code: '23514', hint: 'image_not_own' })
})

test('each may be remixed as the publication may, and it is the publication that is credited', async () => {
  const images = await pictures(awa, 3)
  const post = await show(awa, images)
  for (const { path } of images) expect(await order(kossi, path)).toBe(post)
  const forbidden = await pictures(awa, 2)
  await show(awa, forbidden, { remix_allowed: false })
  await expect(order(kossi, forbidden[1]!.path)).rejects.toMatchObject({ hint: 'remix_not_allowed' })
  const hidden = await pictures(awa, 2)
  await show(awa, hidden, { visibility: 'private' })
  await expect(order(ama, hidden[1]!.path)).rejects.toMatchObject({ hint: 'reference_not_found' })
})

test('a remix does not lose its source by standing behind another picture', async () => {
  const source = await lineage.publish(awa)
  const own = await lineage.picture(kossi)
  const remix = await lineage.picture(kossi, source)
  const post = await show(kossi, [own, remix])
  expect(await lineage.row(post)).toMatchObject({ remix_of: source, depth: 1 })
})

test('what fewer may see takes all its pictures with it, and the publication names the new addresses', async () => {
  const images = await pictures(awa, 3)
  const post = await show(awa, images)
  const { error } = await (
    await lineage.client(awa)
  )
    .from('feed_posts')
    .update({ visibility: 'private' })
    .eq('id', post)
  expect(error).toBeNull()
  const moves = `select m.id as value from app.picture_moves m where m.old_path = $1`
  for (const { path } of images) {
    const move = await asOwner(lineage.database, moves, [path])
    await asOwner(lineage.database, `select '' as value from public.picture_moved($1)`, [move])
  }
  const known = `select count(*)::text as value from public.feed_posts p
    where p.id = $1 and (strpos(p.image_url || p.more_images, $2) > 0)`
  for (const { url } of images) expect(await asOwner(lineage.database, known, [post, url])).toBe('0')
  const told = `select string_agg(gi.id::text, ',' order by image.place) as value
    from public.feed_posts p, jsonb_array_elements(p.more_images) with ordinality as image (value, place)
    join public.generation_images gi on gi.url = image.value ->> 'url' where p.id = $1`
  expect(await asOwner(lineage.database, told, [post])).toBe(
    images
      .slice(1)
      .map(({ id }) => id)
      .join(),
  )
})

test('what the staff removes is not published again as a later picture of another publication', async () => {
  const images = await pictures(awa, 2)
  const post = await show(awa, images)
  await asOwner(
    lineage.database,
    `insert into public.moderation_actions (target_type, target_id, subject_id, action, rule, public_reason)
     values ('post', $1, $2, 'remove', 'hate', 'x') returning id as value`,
    [post, awa],
  )
  const fresh = await lineage.picture(awa)
  for (const shown of [[fresh, images[1]!], [images[1]!]])
    expect((await insert(awa, shown)).error).toMatchObject({ code: 'PT403', hint: 'picture_removed' })
})

test('words that are not shown describe no image either, whoever sends them, and when they are hidden later too', async () => {
  const [first, second] = await pictures(awa, 2)
  const words = await asOwner(
    lineage.database,
    'select prompt as value from public.generations where id = (select generation_id from public.generation_images where id = $1)',
    [first!.id],
  )
  const alts = { alt_text: words, more_images: [{ url: second!.url, alt: words }] }
  const described = async (id: string) => {
    const { data } = await (
      await lineage.client(kossi)
    )
      .from('feed_posts')
      .select('prompt,alt_text,more_images')
      .eq('id', id)
      .single()
    const {
      prompt,
      alt_text: alt,
      more_images: more,
    } = data as { prompt: string; alt_text: string | null; more_images: { alt: string | null }[] }
    return [prompt, alt, more[0]?.alt]
  }
  const hidden = await show(awa, [first!, second!], { ...alts, prompt_visible: false })
  expect(await described(hidden)).toEqual(['…', null, null])
  await (await lineage.client(awa)).from('feed_posts').update({ alt_text: words }).eq('id', hidden)
  expect(await described(hidden)).toEqual(['…', null, null])
  await (await lineage.client(awa)).from('feed_posts').update({ alt_text: 'Un marché' }).eq('id', hidden)
  expect(await described(hidden)).toEqual(['…', 'Un marché', null])
  const shown = await show(awa, [first!, second!], { ...alts, prompt_visible: true })
  expect(await described(shown)).toEqual(['Dantokpa, du matin au soir', words, words])
  await (await lineage.client(awa)).from('feed_posts').update({ prompt_visible: false }).eq('id', shown)
  expect(await described(shown)).toEqual(['…', null, null])
})

test('no order of the pictures leaves out whose work is shown: others come before one’s own', async () => {
  const [theirs, own] = [await lineage.publish(awa), await lineage.publish(kossi)]
  const images = [await lineage.picture(kossi, own), await lineage.picture(kossi, theirs)]
  const post = await show(kossi, images)
  expect(await lineage.row(post)).toMatchObject({ remix_of: theirs, depth: 1 })
})
