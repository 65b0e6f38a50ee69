/** What waits on a device is sent at the next start whatever screen is opened: every kind is known then. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const app = join(import.meta.dirname, '..')

test('every kind of write that may wait is known where waiting writes are sent', async () => {
  const files = (await readdir(app, { recursive: true })).filter((file) => /\.tsx?$/.test(file))
  const sources = await Promise.all(files.map(async (file) => [file, await readFile(join(app, file), 'utf8')] as const))
  const registering = sources.flatMap(([file, text]) => (/^registerWrite[<(]/m.test(text) ? file : []))
  const named = await readFile(join(import.meta.dirname, 'write-kinds.ts'), 'utf8')
  expect(registering.length).toBeGreaterThan(5)
  expect(registering.filter((file) => !named.includes(`'#${file}'`))).toEqual([])
})
