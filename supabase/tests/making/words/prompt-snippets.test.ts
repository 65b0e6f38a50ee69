/** Kept words (C20): their owner's alone, under a name that is given once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openLineage, type Lineage } from '../../support/lineage-people.ts'
import { awa, kossi } from '../../support/product-database.ts'
import { asOwner } from '../../support/product-rest.ts'

let people: Lineage
beforeAll(async () => {
  people = await openLineage()
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(() => asOwner(people.database, 'delete from public.prompt_snippets'))

const save = async (person: string, name: string, words: string, snippet?: string) =>
  await (await people.client(person)).rpc('save_prompt_snippet', { name, words, ...(snippet && { snippet }) })
const kept = async (person: string) => {
  const { data } = await (await people.client(person)).from('prompt_snippets').select('name,words').order('name')
  return data
}

test('words are kept, changed and deleted by their owner', async () => {
  const { data: id } = await save(awa, 'Awa', '  Awa, 30 ans, tresses ')
  await save(awa, 'marché_cotonou', 'marché de Cotonou, parasols')
  expect(await kept(awa)).toEqual([
    { name: 'awa', words: 'Awa, 30 ans, tresses' },
    { name: 'marché_cotonou', words: 'marché de Cotonou, parasols' },
  ])
  expect((await save(awa, 'awa', 'Awa, boubou indigo', id as string)).data).toBe(id)
  await (await people.client(awa)).from('prompt_snippets').delete().eq('name', 'marché_cotonou')
  expect(await kept(awa)).toEqual([{ name: 'awa', words: 'Awa, boubou indigo' }])
})

test('nobody reads, changes or deletes another’s', async () => {
  const { data: id } = await save(awa, 'awa', 'Awa')
  expect((await save(kossi, 'mine', 'Kossi', id as string)).error?.hint).toBe('snippet_not_found')
  await (
    await people.client(kossi)
  )
    .from('prompt_snippets')
    .delete()
    .eq('id', id as string)
  expect(await kept(kossi)).toEqual([])
  expect(await kept(awa)).toEqual([{ name: 'awa', words: 'Awa' }])
})

test('a name is one word and given once; words are 1 to 500; two hundred are enough', async () => {
  await save(awa, 'awa', 'Awa')
  expect((await save(awa, 'AWA', 'Autre')).error?.code).toBe('23505')
  expect((await save(awa, 'deux mots', 'x')).error?.code).toBe('23514')
  expect((await save(awa, 'vide', '  ')).error?.code).toBe('23514')
  expect((await save(awa, 'long', 'a'.repeat(501))).error?.code).toBe('23514')
  await asOwner(
    people.database,
    `insert into public.prompt_snippets (user_id, name, words) select $1, 'n' || n, 'x' from generate_series(1, 199) as n`,
    [awa],
  )
  expect((await save(awa, 'trop', 'x')).error?.hint).toBe('too_many')
})
