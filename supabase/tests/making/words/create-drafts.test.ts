/** Begun descriptions (F37): their owner's alone, on all their devices, as the last of them left each. */
import { randomUUID } from 'node:crypto'

import type { CreateDraftBody } from '@product/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openLineage, type Lineage } from '../../support/lineage-people.ts'
import { awa, kossi } from '../../support/product-database.ts'
import { asOwner } from '../../support/product-rest.ts'

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
const [phone, desk] = [randomUUID(), randomUUID()]
interface From {
  writer?: string
  base?: string
}
const save = async (person: string, id: string, draft: object, { writer = phone, ...rest }: From = {}) =>
  await (await people.client(person)).rpc('save_create_draft', { id, draft, writer, ...rest })
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
  expect((await save(awa, first, bodyOf('Une pirogue'))).error).toBeNull()
  await save(awa, second, bodyOf('Un marché'))
  expect((await save(awa, first, bodyOf('Une pirogue sur la lagune'))).error).toBeNull()
  expect(await kept(awa)).toEqual([
    { id: first, draft: bodyOf('Une pirogue sur la lagune') },
    { id: second, draft: bodyOf('Un marché') },
  ])
  await (await people.client(awa)).from('create_drafts').delete().eq('id', first)
  expect(await kept(awa)).toEqual([{ id: second, draft: bodyOf('Un marché') }])
})

test('of two that change the same revision the later is told and writes nothing; the same sent twice is once', async () => {
  const id = randomUUID()
  const { data: first } = await save(awa, id, bodyOf('Un tisserand'))
  expect((await save(awa, id, bodyOf('Un tisserand'), { writer: desk })).data).toBe(first)
  const { data: second } = await save(awa, id, bodyOf('Un tisserand à Bouaké'), { writer: desk, base: first as string })
  expect(second).not.toBe(first)
  const again = await save(awa, id, bodyOf('Un tisserand à Bouaké'), { writer: desk, base: first as string })
  expect(again.data).toBe(second)
  const late = await save(awa, id, bodyOf('Un tisserand à Korhogo'), { base: first as string })
  expect(late.error?.hint).toBe('draft_changed')
  expect((await save(awa, id, bodyOf('Un tisserand à Korhogo'))).error?.hint).toBe('draft_changed')
  expect(await kept(awa)).toEqual([{ id, draft: bodyOf('Un tisserand à Bouaké') }])
})

test('who knows a state from before it was erased changes no state of after', async () => {
  const id = randomUUID()
  const { data: before } = await save(awa, id, bodyOf('Un griot'))
  await (await people.client(awa)).from('create_drafts').delete().eq('id', id)
  await save(awa, id, bodyOf('Un griot et sa kora'))
  const late = await save(awa, id, bodyOf('Un griot au village'), { writer: desk, base: before as string })
  expect(late.error?.hint).toBe('draft_changed')
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
    `insert into public.create_drafts (id, user_id, draft, writer)
     select gen_random_uuid(), $1, '{}', gen_random_uuid() from generate_series(1, 99)`,
    [awa],
  )
  expect((await save(awa, randomUUID(), bodyOf('De trop'))).error?.hint).toBe('too_many')
  expect((await save(awa, id, bodyOf('Changée'))).error).toBeNull()
})
