import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { completeLinks, findPackage } from './binaries.ts'

it('says what to do where there is no PostgreSQL for the platform', async () => {
  await expect(findPackage('plan9', 'mips')).rejects.toThrow(/no built-in PostgreSQL for plan9-mips.*Set DATABASE_URL/s)
})

it('puts back the links between libraries that npm leaves out', async () => {
  const root = await mkdtemp(join(tmpdir(), 'package-'))
  const native = join(root, 'native')
  await mkdir(join(native, 'lib'), { recursive: true })
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library')
  await writeFile(
    join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  )
  expect(await completeLinks(native)).toBe(true)
  expect(await readFile(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
  expect(await completeLinks(native)).toBe(true)
  await rm(root, { recursive: true })
})
