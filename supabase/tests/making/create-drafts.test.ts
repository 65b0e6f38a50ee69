/** Begun descriptions (F37): their owner's alone, on all their devices, as the last of them left each. */
import { randomUUID } from 'node:crypto'

import type { CreateDraftBody } from '@product/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openLineage, type Lineage } from '../support/lineage-people.ts'
import { awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

let people: Lineage
beforeAll(async () => {
  people = await openLineage()
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(() => asOwner(people.database, 'delete from public.create_drafts'))

const bodyOf = (prompt: string): CreateDraftBody => ({
  prompt,
  negative_prompt: '',
  mode: null,
  is_enhanced: false,
  ratio: '4:5',
  count: 2,
  seed: null,
  remix_of: null,
  references: [],
  pictures_elsewhere: 0,
})
const save = async (person: string, id: string, draft: object, base?: number) =>
  await (await people.client(person)).rpc('save_create_draft', { id, draft, ...(base && { base }) })
const kept = async (person: string) => {
  const { data } = await (
    await people.client(person)
  )
    .from('create_drafts')
    .select('id,draft')
    .order('updated_at', { ascending: false })
  return data
}

test('one is kept as it was saved last, the latest first, and deleted by its owner', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  expect((await save(awa, first, bodyOf('Une pirogue'))).data).toBe(1)
  await save(awa, second, bodyOf('Un marché'))
  expect((await save(awa, first, bodyOf('Une pirogue sur la lagune'), 1)).data).toBe(2)
  expect(await kept(awa)).toEqual([
    { id: first, draft: bodyOf('Une pirogue sur la lagune') },
    { id: second, draft: bodyOf('Un marché') },
  ])
  await (await people.client(awa)).from('create_drafts').delete().eq('id', first)
  expect(await kept(awa)).toEqual([{ id: second, draft: bodyOf('Un marché') }])
})

test('of two devices that change the same revision the later is told and writes nothing; the same sent twice is once', async () => {
  const id = randomUUID()
  await save(awa, id, bodyOf('Un tisserand'))
  expect((await save(awa, id, bodyOf('Un tisserand'))).data).toBe(1)
  expect((await save(awa, id, bodyOf('Un tisserand à Bouaké'), 1)).data).toBe(2)
  expect((await save(awa, id, bodyOf('Un tisserand à Bouaké'), 1)).data).toBe(2)
  expect((await save(awa, id, bodyOf('Un tisserand à Korhogo'), 1)).error?.hint).toBe('draft_changed')
  expect((await save(awa, id, bodyOf('Un tisserand à Korhogo'))).error?.hint).toBe('draft_changed')
  expect(await kept(awa)).toEqual([{ id, draft: bodyOf('Un tisserand à Bouaké') }])
  await (await people.client(awa)).from('create_drafts').delete().eq('id', id)
  expect((await save(awa, id, bodyOf('Un tisserand à Korhogo'), 2)).data).toBe(1)
})

test('nobody reads, changes or deletes another’s', async () => {
  const id = randomUUID()
  await save(awa, id, bodyOf('À moi'))
  expect((await save(kossi, id, bodyOf('À lui'))).error?.code).toBe('23505')
  await (await people.client(kossi)).from('create_drafts').delete().eq('id', id)
  expect(await kept(kossi)).toEqual([])
  expect(await kept(awa)).toEqual([{ id, draft: bodyOf('À moi') }])
})

test('what is no draft or too long is refused; a hundred are enough, and those that stand can still be changed', async () => {
  expect((await save(awa, randomUUID(), ['x'])).error?.code).toBe('23514')
  expect((await save(awa, randomUUID(), bodyOf('a'.repeat(40_000)))).error?.code).toBe('23514')
  const id = randomUUID()
  await save(awa, id, bodyOf('La première'))
  await asOwner(
    people.database,
    `insert into public.create_drafts (id, user_id, draft) select gen_random_uuid(), $1, '{}' from generate_series(1, 99)`,
    [awa],
  )
  expect((await save(awa, randomUUID(), bodyOf('De trop'))).error?.hint).toBe('too_many')
  expect((await save(awa, id, bodyOf('Changée'), 1)).data).toBe(2)
})
