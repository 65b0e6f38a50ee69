import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { files } from './files.ts'

const folder = await mkdtemp(join(tmpdir(), 'files-'))
afterAll(() => rm(folder, { recursive: true }))

const bytes = (text: string) => new TextEncoder().encode(text)

async function written(place: string, text: string, options: Parameters<typeof files.open>[1]): Promise<string> {
  const file = await files.open(place, options)
  await file.write(bytes(text))
  file.close()
  return files.readTextFile(place)
}

it('opens a file without losing what it holds, but where it is told to', async () => {
  const place = join(folder, 'opened')
  expect(await written(place, 'green tea', { write: true, createNew: true })).toBe('green tea')
  expect(await written(place, 'GREEN', { write: true, create: true })).toBe('GREEN tea')
  expect(await written(place, '!', { append: true })).toBe('GREEN tea!')
  expect(await written(place, 'mate', { write: true, read: true, truncate: true })).toBe('mate')
  await expect(files.open(place, { write: true, createNew: true })).rejects.toBeInstanceOf(files.errors.AlreadyExists)
  await expect(files.open(join(folder, 'none'), { append: true })).rejects.toBeInstanceOf(files.errors.NotFound)
  await expect(files.open(join(folder, 'none'), { write: true })).rejects.toBeInstanceOf(files.errors.NotFound)
})

it('writes a whole file anew, at its end, or only where there is one, or none', async () => {
  const place = join(folder, 'written')
  await expect(files.writeTextFile(place, 'x', { create: false })).rejects.toBeInstanceOf(files.errors.NotFound)
  await files.writeTextFile(place, 'black tea', { createNew: true })
  await expect(files.writeFile(place, bytes('x'), { createNew: true })).rejects.toBeInstanceOf(
    files.errors.AlreadyExists,
  )
  await files.writeTextFile(place, 'tea')
  await files.writeFile(place, bytes('!'), { append: true })
  expect(await files.readTextFile(place)).toBe('tea!')
})
