/** A part that waits for no styles is drawn with those of the first page: its file is one of theirs. */
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { firstVisit } from '../chunk-groups.ts'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const parts = /lazyCore(?:Later)?\(\s*async \(\) => \(await (?:import\('([^']+)'\)|loadSideRail\(\))/gu

test('whatever is made by lazyCore comes with a first visit', async () => {
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.tsx'))
  const found: string[] = []
  let calls = 0
  for (const file of files) {
    const text = await readFile(join(source, file), 'utf8')
    calls += [...text.matchAll(/lazyCore(?:Later)?\(/gu)].length
    for (const [, path = '#app/shell/SideRail.tsx'] of text.matchAll(parts)) {
      found.push(path.startsWith('#') ? join(source, path.slice(1)) : join(source, dirname(file), path))
    }
  }
  expect(found.length).toBeGreaterThan(10)
  expect(found).toHaveLength(calls)
  expect(found.filter((file) => !firstVisit.includes(file))).toEqual([])
})
