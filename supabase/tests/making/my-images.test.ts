/** One's own pictures: found, starred, thrown away and brought back, by nobody but their owner. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { ama, openLineage, type Lineage } from '../support/lineage-people.ts'
import { awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

let people: Lineage
beforeAll(async () => {
  people = await openLineage()
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['feed_posts', 'generations']) await asOwner(people.database, `delete from public.${table}`)
})

const call = async (person: string, name: string, params: object): Promise<Record<string, unknown>[]> => {
  const { data, error } = await (await people.client(person)).rpc(name, params)
  if (error) throw error
  return data as Record<string, unknown>[]
}
const list = (person: string, filter: object = {}) => call(person, 'my_images', filter)
const idsOf = async (person: string, filter: object = {}) => (await list(person, filter)).map(({ id }) => id)
const change = (image: string, columns: string) =>
  asOwner(
    people.database,
    `with changed as (update public.generation_images set ${columns} where id = $1 returning generation_id)
     select generation_id as value from changed`,
    [image],
  )
const changeOrder = (image: string, columns: string) =>
  asOwner(
    people.database,
    `update public.generations set ${columns} where id = (select generation_id from public.generation_images where id = $1)`,
    [image],
  )

describe('the list', () => {
  test('holds one’s own, newest first, page by page', async () => {
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) made.unshift((await people.picture(awa)).id)
    await people.picture(kossi)
    expect(await idsOf(awa)).toEqual(made)
    expect(await idsOf(awa, { page_size: 2 })).toEqual(made.slice(0, 2))
    expect(await idsOf(awa, { page_size: 2, before: made[1] })).toEqual(made.slice(2, 4))
    const visit = await people.client('')
    expect((await visit.rpc('my_images')).error).not.toBeNull()
  })

  test('is searched by every word, whatever its accents', async () => {
    const [one, other] = [await people.picture(awa), await people.picture(awa)]
    await changeOrder(one.id, `prompt = 'Forêt d’ébène, été à 100 %'`)
    await changeOrder(other.id, `prompt = 'Marché de Cotonou'`)
    for (const search of ['FORET', 'ete ebene', 'ébè', '100 %', ' forêt  '])
      expect(await idsOf(awa, { search })).toEqual([one.id])
    expect(await idsOf(awa, { search: 'foret cotonou' })).toEqual([])
    expect(await idsOf(awa, { search: '' })).toHaveLength(2)
    expect(await idsOf(awa, { search: '%' })).toEqual([one.id])
  })

  test('is narrowed by mode, format, engine, time, stars and publication', async () => {
    const { id, url } = await people.picture(awa)
    const other = (await people.picture(awa)).id
    await changeOrder(id, `mode = 'cortexia', engine = 'comfyui', metadata = '{"label": "Atelier"}'`)
    await change(id, `width = 600, height = 800, stars = 4, created_at = '2026-01-10'`)
    const post = { prompt: 'x', image_url: url, creator_id: awa, visibility: 'private' }
    await (await people.client(awa)).from('feed_posts').insert(post)
    const narrow = [
      { mode: 'cortexia' },
      { format: 'portrait' },
      { engine: 'comfyui' },
      { min_stars: 4 },
      { made_before: '2026-01-11' },
      { is_published: true },
    ]
    for (const filter of narrow) expect(await idsOf(awa, filter)).toEqual([id])
    for (const filter of [
      { mode: 'enhanced' },
      { format: 'landscape' },
      { is_published: false },
      { made_from: '2026-01-11' },
    ])
      expect(await idsOf(awa, filter)).toEqual([other])
    expect(await idsOf(awa, { min_stars: 5 })).toEqual([])
    const [first] = await list(awa, narrow[0])
    expect(first).toMatchObject({ engine: 'Atelier', post_id: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(await call(awa, 'my_engines', {})).toEqual([
      { engine: 'comfyui', label: 'Atelier' },
      { engine: 'builtin', label: 'builtin' },
    ])
    expect(await call(ama, 'my_engines', {})).toEqual([])
  })
})

describe('stars', () => {
  test('are given by the owner alone, one to five', async () => {
    const { id } = await people.picture(awa)
    const give = async (person: string, stars: number | null) =>
      (await people.client(person)).from('generation_images').update({ stars }).eq('id', id).select('stars')
    expect((await give(awa, 5)).data).toEqual([{ stars: 5 }])
    expect((await give(kossi, 1)).data).toEqual([])
    expect((await give(awa, 6)).error?.code).toBe('23514')
    expect((await give(awa, null)).data).toEqual([{ stars: null }])
  })
})

describe('throwing away', () => {
  const rowOf = (id: string) =>
    rowsOf<{ deleted_at: Date | null }>(
      people.database,
      'select deleted_at from public.generation_images where id = $1',
      [id],
    )

  test('hides a picture, and bringing it back shows it again', async () => {
    const { id, url } = await people.picture(awa)
    expect(await call(awa, 'delete_my_images', { ids: [id] })).toEqual([{ id, outcome: 'deleted' }])
    expect(await idsOf(awa)).toEqual([])
    const client = await people.client(awa)
    expect((await client.from('generation_images').select('id').eq('id', id)).data).toEqual([])
    const published = await client.from('feed_posts').insert({ prompt: 'x', image_url: url, creator_id: awa })
    expect(published.error).toMatchObject({ code: '23514', hint: 'image_not_own' })
    expect(await call(awa, 'restore_my_images', { ids: [id] })).toEqual([id])
    expect(await idsOf(awa)).toEqual([id])
  })

  test('leaves a picture that is published', async () => {
    const [{ id, url }, other] = [await people.picture(awa), await people.picture(awa)]
    await (await people.client(awa)).from('feed_posts').insert({ prompt: 'x', image_url: url, creator_id: awa })
    const outcomes = await call(awa, 'delete_my_images', { ids: [id, other.id] })
    expect(outcomes.toSorted((a, b) => String(a['outcome']).localeCompare(String(b['outcome'])))).toEqual([
      { id: other.id, outcome: 'deleted' },
      { id, outcome: 'published' },
    ])
    expect(await idsOf(awa)).toEqual([id])
  })

  test('is for the owner: somebody else’s stays, and is not betrayed', async () => {
    const { id } = await people.picture(awa)
    expect(await call(kossi, 'delete_my_images', { ids: [id] })).toEqual([])
    await call(awa, 'delete_my_images', { ids: [id] })
    expect(await call(kossi, 'restore_my_images', { ids: [id] })).toEqual([])
    const write = (await people.client(awa)).from('generation_images').update({ deleted_at: null })
    expect((await write.eq('id', id)).error?.code).toBe('42501')
    expect((await rowOf(id))[0]?.deleted_at).not.toBeNull()
    for (const name of ['thrown_away_images', 'forget_images']) {
      const params = name === 'forget_images' ? { p_ids: [id] } : { p_limit: 5 }
      expect((await (await people.client(awa)).rpc(name, params)).error?.code).toBe('42501')
    }
  })

  test('against publishing at the same moment: never both', async () => {
    const client = await people.client(awa)
    for (let round = 0; round < 12; round += 1) {
      const { id, url } = await people.picture(awa)
      const [published, [thrown]] = await Promise.all([
        client.from('feed_posts').insert({ prompt: 'x', image_url: url, creator_id: awa }),
        call(awa, 'delete_my_images', { ids: [id] }),
      ])
      expect([published.error === null, thrown?.['outcome'] === 'deleted'].filter(Boolean)).toHaveLength(1)
    }
  })

  test('is final after a day: not to be brought back, and then forgotten', async () => {
    const [{ id, path }, fresh] = [await people.picture(awa), await people.picture(awa)]
    await call(awa, 'delete_my_images', { ids: [id, fresh.id] })
    await change(id, `deleted_at = now() - interval '26 hours'`)
    expect(await call(awa, 'restore_my_images', { ids: [id] })).toEqual([])
    const due = await people.queue.call<string>('public.thrown_away_images', 10)
    expect(due).toBe(`(${id},generated-images,${path})`)
    const forget = 'select public.forget_images(array[$1, $2]::uuid[]) as value'
    expect(await asOwner(people.database, forget, [id, fresh.id])).toBe(1)
    expect(await rowOf(id)).toEqual([])
    expect(await call(awa, 'restore_my_images', { ids: [fresh.id] })).toEqual([fresh.id])
  })
})
