import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { bundledSources, isBundleCurrent } from '../../bundle.mjs'

const built = new Date('2026-11-29T05:00:00Z')
let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bundle-'))
  await put('a.ts', '2026-11-29T04:00:00Z')
  await put('b.ts', '2026-11-29T04:59:59Z')
  await mkdir(dirname(join(root, bundledSources)), { recursive: true })
  await writeFile(join(root, bundledSources), 'a.ts\nb.ts')
  await utimes(join(root, bundledSources), built, built)
})
afterEach(() => rm(root, { recursive: true }))

async function put(name: string, at: string): Promise<void> {
  await writeFile(join(root, name), '')
  await utimes(join(root, name), new Date(at), new Date(at))
}

test('a bundle that is younger than all its sources is taken', () => {
  expect(isBundleCurrent(root)).toBe(true)
})

test('a source that was changed since is worth more than the bundle', async () => {
  await put('a.ts', '2026-11-29T05:00:01Z')
  expect(isBundleCurrent(root)).toBe(false)
})

test('a source that is gone, or a bundle that was never built, sends to the sources', async () => {
  await rm(join(root, 'b.ts'))
  expect(isBundleCurrent(root)).toBe(false)
  await rm(join(root, bundledSources))
  expect(isBundleCurrent(root)).toBe(false)
})
