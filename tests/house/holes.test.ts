import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../tools/run-command.ts'
import { allHoles } from '../holes/all-holes.ts'

const read = (file: string) => readFile(join(root, file), 'utf8')

const inSource = allHoles.filter((hole) => 'file' in hole)

test.runIf(inSource.length > 0).each(inSource)('the hole "$threat $opens" can still be planted', async (hole) => {
  const source = await read(hole.file)
  expect(source.split(hole.find)).toHaveLength(2)
  expect(hole.replace).not.toBe(hole.find)
})

test.each(allHoles)('the test that sees the hole "$threat $opens" exists', ({ test: { file } }) => {
  expect(existsSync(join(root, file))).toBe(true)
})

test('no hole stands twice', () => {
  const names = allHoles.map(({ threat, opens }) => `${threat} ${opens}`)
  expect(new Set(names).size).toBe(names.length)
})
