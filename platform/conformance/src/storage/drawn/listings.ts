/** Drawn cases of buckets, of lists and of variants. */
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { answers, put } from './objects.ts'
import type { StorageWorld } from './world.ts'

type Case = DrawnCase<StorageWorld>
type Page = { objects: { name: string }[]; folders: { name: string }[]; hasNext?: boolean; nextCursor?: string }

const buckets: readonly Case[] = [
  { from: 'B.2', run: answers(400, 'GET', '/bucket/bucket2', { as: 'anon' }) },
  { from: 'B.7', run: answers(400, 'GET', '/bucket') },
  { from: 'B.15', run: answers(400, 'PUT', '/bucket/public-bucket-2', { as: 'anon', json: { public: true } }) },
  { from: 'B.17', run: answers(400, 'PUT', '/bucket/notfound', { json: { public: true } }) },
  { from: 'B.19', run: answers(400, 'DELETE', '/bucket/bucket4', { as: 'anon' }) },
  {
    from: 'B.23',
    async run(world) {
      await put(world, 'bucket3/authenticated/one.png')
      const answer = await world.ask('/bucket/bucket3/empty', { method: 'POST', as: 'authenticated' })
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { message: 'Empty bucket has been queued. Completion may take up to an hour.' },
      ])
    },
  },
]

/** As the original's: the second, third and fourth in capitals. */
const names = Array.from({ length: 30 }, (_, at) => {
  const name = `a${String.fromCharCode(97 + Math.floor(at / 26))}${String.fromCharCode(97 + (at % 26))}`
  return at >= 1 && at <= 3 ? name.toUpperCase() : name
})
const files = names.slice(6).map((name) => `${name}.txt`)
const nested = names
  .slice(0, 18)
  .flatMap((name) => Array.from({ length: name === 'aal' ? 9 : 3 }, (_, at) => `${name}/dummy-${name}-${at}.txt`))
const all = [...files, ...nested].sort()
/** No order that a list could have by itself. */
const reversed = (text: string) => text.split('').reverse().join('')
const created = [...all].sort((one, other) => reversed(one).localeCompare(reversed(other)))
/** As the original's: ten files beside the folders, and the first below one. */
const renewed = new Set([
  ...created.filter((path) => !path.includes('/')).slice(0, 10),
  created.find((path) => path.startsWith('aal/')),
])
const updated = [...created.filter((path) => !renewed.has(path)), ...created.filter((path) => renewed.has(path))]
const foldersBy = (order: readonly string[]) => [
  ...new Set(order.filter((path) => path.includes('/')).map((path) => `${path.split('/')[0]}/`)),
]
const plain = (order: readonly string[]) => order.filter((path) => !path.includes('/'))

async function filled({ sql }: StorageWorld): Promise<void> {
  const rows = all.map(
    (path) => `('listed', '${path}', timestamptz '2026-01-01' + interval '1 second' * ${created.indexOf(path)},
      timestamptz '2026-01-02' + interval '1 second' * ${updated.indexOf(path)})`,
  )
  await sql(`insert into storage.objects (bucket_id, name, created_at, updated_at) values ${rows.join(',')}
    on conflict do nothing`)
}

/** Page by page. */
async function pages({ ask }: StorageWorld, bucket: string, options: object): Promise<Page[]> {
  const found: Page[] = []
  let cursor: string | undefined
  do {
    const json = { ...options, cursor }
    const answer = await ask(`/object/list-v2/${bucket}`, { method: 'POST', as: 'service_role', json })
    expect(answer.status).toBe(200)
    const page = (await answer.json()) as Page
    found.push(page)
    cursor = page.hasNext === true ? page.nextCursor : undefined
  } while (cursor !== undefined)
  return found
}

const lists =
  (options: object, objects: readonly string[], folders: readonly string[] = []) =>
  async (world: StorageWorld) => {
    await filled(world)
    const found = await pages(world, 'listed', { ...options, limit: 5 })
    expect(found.flatMap((page) => page.objects.map(({ name }) => name))).toEqual(objects)
    expect(found.flatMap((page) => page.folders.map(({ name }) => name))).toEqual(folders)
    expect(found).toHaveLength(Math.ceil((objects.length + folders.length) / 5))
  }

const by = (column: string, order: string) => ({ sortBy: { column, order } })

/** One by one, of a folder of its own, in the order that is told. */
const oneByOne =
  (folder: string, options: object, rows: string, told: readonly string[]) => async (world: StorageWorld) => {
    const prefix = `${folder}/`
    await world.sql(`insert into storage.objects (bucket_id, name, created_at, updated_at)
      select 'paged', '${prefix}' || name, at::timestamptz, at::timestamptz from (values ${rows}) as row (name, at)`)
    const found = await pages(world, 'paged', { ...options, prefix, limit: 1 })
    const inOrder = found.flatMap((page) => [...page.objects, ...page.folders].map(({ name }) => name))
    expect(inOrder).toEqual(told.map((name) => `${prefix}${name}`))
  }

/** An object has its times, whoever writes its row. */
async function needsTimes({ sql }: StorageWorld): Promise<void> {
  const row = `insert into storage.objects (bucket_id, name, created_at) values ('paged', 'a.txt', null)`
  await expect(sql(row)).rejects.toThrow(/null value in column "created_at"/)
}

const hasTimes = 'an object has its times, whoever writes its row'

const together = `('aa!', '2024-11-01'), ('aa/child.txt', '2024-11-01'), ('ab', '2024-11-01')`

const listings: readonly Case[] = [
  {
    from: 'L.3',
    run: lists({ with_delimiter: true, ...by('created_at', 'asc') }, plain(created), foldersBy(created)),
  },
  { from: 'L.11', run: lists({ with_delimiter: false, ...by('updated_at', 'asc') }, updated) },
  {
    from: 'L.13',
    run: lists(
      { with_delimiter: true, prefix: 'aal/' },
      nested.filter((path) => path.startsWith('aal/')),
    ),
  },
  {
    from: 'L.21',
    run: lists({ with_delimiter: false, prefix: 'aal' }, [
      'aal.txt',
      ...nested.filter((path) => path.startsWith('aal/')),
    ]),
  },
  { from: 'L.26', differs: hasTimes, run: needsTimes },
  { from: 'L.29', differs: hasTimes, run: needsTimes },
  {
    from: 'L.34',
    run: oneByOne('one-time-1', { with_delimiter: true, ...by('created_at', 'asc') }, together, ['aa!', 'aa/', 'ab']),
  },
  {
    from: 'L.37',
    run: oneByOne('one-time-2', { with_delimiter: true, ...by('updated_at', 'desc') }, together, ['ab', 'aa/', 'aa!']),
  },
]

const backwards = (order: readonly string[]) => [...order].reverse()
const below = (order: readonly string[]) => order.filter((path) => path.startsWith('aal/'))
const folded = { with_delimiter: true }

/** Of the third draw. */
const third: readonly Case[] = [
  { from: 'L.1', run: lists(folded, plain(all), foldersBy(all)) },
  { from: 'L.2', run: lists({ ...folded, ...by('name', 'desc') }, backwards(plain(all)), backwards(foldersBy(all))) },
  {
    from: 'L.4',
    run: lists({ ...folded, ...by('created_at', 'desc') }, backwards(plain(created)), backwards(foldersBy(created))),
  },
  {
    from: 'L.5',
    differs: 'in a list by changes a folder is as old as its oldest change',
    run: lists({ ...folded, ...by('updated_at', 'asc') }, plain(updated), foldersBy(updated)),
  },
  { from: 'L.10', run: lists({ with_delimiter: false, ...by('created_at', 'desc') }, backwards(created)) },
  { from: 'L.17', run: lists({ ...folded, prefix: 'aal/', ...by('updated_at', 'asc') }, below(updated)) },
  { from: 'L.18', run: lists({ ...folded, prefix: 'aal/', ...by('updated_at', 'desc') }, backwards(below(updated))) },
  {
    from: 'L.35',
    run: oneByOne('one-time-3', { ...folded, ...by('created_at', 'desc') }, together, ['ab', 'aa/', 'aa!']),
  },
  {
    from: 'L.36',
    run: oneByOne('one-time-4', { ...folded, ...by('updated_at', 'asc') }, together, ['aa!', 'aa/', 'ab']),
  },
]

const variants: readonly Case[] = [
  {
    from: 'R.1',
    async run(world) {
      await put(world, 'bucket2/authenticated/drawn.jpg')
      const path = '/render/image/authenticated/bucket2/authenticated/drawn.jpg?width=100&height=100'
      expect((await world.ask(path, { as: 'authenticated' })).status).toBe(200)
    },
  },
  {
    from: 'R.5',
    async run({ ask }) {
      const answer = await ask('/render/image/sign/bucket2/authenticated/casestudy.png?token=this%20is%20not%20a%20jwt')
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'InvalidJWT' }])
    },
  },
]

export const listingCases: readonly Case[] = [...buckets, ...listings, ...third, ...variants]
