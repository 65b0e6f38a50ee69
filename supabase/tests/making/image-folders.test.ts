/** Folders of one's own pictures (G27): their owner's alone, and a folder that goes takes no picture with it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openLineage, type Lineage } from '../support/lineage-people.ts'
import { awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

let people: Lineage
beforeAll(async () => {
  people = await openLineage()
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['generations', 'image_folders']) await asOwner(people.database, `delete from public.${table}`)
})

const rpc = async (person: string, name: string, params: object) => (await people.client(person)).rpc(name, params)
const make = async (person: string, name: string): Promise<string> => {
  const { data, error } = await rpc(person, 'make_image_folder', { name })
  if (error) throw error
  return data as string
}
const list = async (person: string, folder?: string): Promise<string[]> => {
  const { data } = await rpc(person, 'my_images', folder === undefined ? {} : { folder })
  return (data as { id: string }[]).map(({ id }) => id)
}
const folders = async (person: string) => {
  const { data } = await rpc(person, 'my_image_folders', {})
  return (data as { name: string; images_count: number }[]).map(({ name, images_count: count }) => [name, count])
}

test('pictures are put into a folder and out of it, several at once; the folder narrows the list', async () => {
  const [one, other, third] = [await people.picture(awa), await people.picture(awa), await people.picture(awa)]
  const tissus = await make(awa, '  Tissus ')
  await make(awa, 'Étoiles')
  const { data } = await rpc(awa, 'put_images_in_folder', { ids: [one.id, other.id], folder: tissus })
  expect(data).toHaveLength(2)
  expect(await list(awa, tissus)).toEqual([other.id, one.id])
  expect(await list(awa)).toEqual([third.id, other.id, one.id])
  expect(await folders(awa)).toEqual([
    ['Étoiles', 0],
    ['Tissus', 2],
  ])
  await rpc(awa, 'put_images_in_folder', { ids: [one.id], folder: null })
  expect(await list(awa, tissus)).toEqual([other.id])
})

test('a folder that is deleted keeps its pictures', async () => {
  const { id } = await people.picture(awa)
  const folder = await make(awa, 'Tissus')
  await rpc(awa, 'put_images_in_folder', { ids: [id], folder })
  await (await people.client(awa)).from('image_folders').delete().eq('id', folder)
  expect(await folders(awa)).toEqual([])
  expect(await list(awa)).toEqual([id])
})

test('nobody puts into, reads, renames or fills another’s', async () => {
  const [mine, theirs] = [await people.picture(awa), await people.picture(kossi)]
  const folder = await make(awa, 'Tissus')
  expect((await rpc(kossi, 'put_images_in_folder', { ids: [theirs.id], folder })).error?.hint).toBe('folder_not_found')
  expect(
    (await rpc(kossi, 'put_images_in_folder', { ids: [mine.id], folder: await make(kossi, 'À moi') })).data,
  ).toEqual([])
  const { data } = await (
    await people.client(kossi)
  )
    .from('image_folders')
    .update({ name: 'x' })
    .eq('id', folder)
    .select()
  expect(data).toEqual([])
  expect(await folders(kossi)).toEqual([['À moi', 0]])
  const foreign = asOwner(people.database, 'update public.generation_images set folder_id = $1 where id = $2', [
    folder,
    theirs.id,
  ])
  await expect(foreign).rejects.toThrow(/generation_images_folder_fkey/u)
})

test('a name is given once, is not empty, and a hundred folders are enough', async () => {
  await make(awa, 'Tissus')
  expect((await rpc(awa, 'make_image_folder', { name: 'Tissus' })).error?.code).toBe('23505')
  expect((await rpc(awa, 'make_image_folder', { name: '  ' })).error?.code).toBe('23514')
  await asOwner(
    people.database,
    `insert into public.image_folders (user_id, name) select $1, 'D' || n from generate_series(1, 99) as n`,
    [awa],
  )
  expect((await rpc(awa, 'make_image_folder', { name: 'Un de trop' })).error?.hint).toBe('too_many')
})
