import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { openAssetArchive } from './asset-archive.ts'
import type { Asset } from './assets.ts'

const day = 86_400_000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
})
afterEach(() => rm(folder, { recursive: true }))

const fileOf = (text: string): Asset => ({
  type: 'text/javascript; charset=utf-8',
  cacheControl: '',
  tag: '',
  body: Buffer.from(text),
  encoded: {},
})

/** A release that shares one file with all others. */
function release(number: number, at = 0) {
  const files = new Map([
    ['/assets/Shared12.js', fileOf('shared')],
    [`/assets/Only${String(number).padStart(4, '0')}.js`, fileOf(`only ${number}`)],
    ['/index.js', fileOf('never named after its content')],
  ])
  const assets = { paths: [...files.keys()], read: async (path: string) => files.get(path) ?? fileOf('') }
  return openAssetArchive(folder, { build: String(number), assets, wasmWorkers: [] }, () => at)
}

const textOf = async (archive: Awaited<ReturnType<typeof release>>, path: string) =>
  (await archive.find(path))?.asset.body.toString()

it('keeps ten builds, and what they share as long as one of them is there', async () => {
  for (let number = 1; number <= 10; number += 1) await release(number, number)
  const archive = await release(11, 11)
  expect(await textOf(archive, '/assets/Only0001.js')).toBeUndefined()
  expect(await textOf(archive, '/assets/Only0002.js')).toBe('only 2')
  expect(await textOf(archive, '/assets/Shared12.js')).toBe('shared')
  expect(await textOf(archive, '/index.js')).toBeUndefined()
  expect((await readdir(join(folder, 'files'))).length).toBe(11)
})

it('lets go of what ran for the last time thirty days ago, but never of what runs', async () => {
  await release(1, 0)
  await release(2, 20 * day)
  const archive = await release(3, 40 * day)
  expect(await textOf(archive, '/assets/Only0001.js')).toBeUndefined()
  expect(await textOf(archive, '/assets/Only0002.js')).toBe('only 2')
  const back = await release(1, 41 * day)
  expect(await textOf(back, '/assets/Only0001.js')).toBe('only 1')
})

it('takes nothing away that another process is putting in', async () => {
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files', 'Next1234.js.7.part'), 'half')
  await release(1)
  expect(await readdir(join(folder, 'files'))).toContain('Next1234.js.7.part')
})
