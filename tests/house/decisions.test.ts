/** Decision records can be leafed through: each opens with its number, its title, its status and its date. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../tools/run-command.ts'

const folder = join(root, 'docs/decisions')
const opening = /^# (\d{4})\. \S.*\n\nStatus: (accepted|superseded by (\d{4})), \d{4}-\d{2}-\d{2}\.\n\n/

test('every record has a number, a title, a status and a date', async () => {
  const files = (await readdir(folder)).sort()
  const wrong: string[] = []
  for (const file of files) {
    const head = opening.exec(await readFile(join(folder, file), 'utf8'))
    if (head === null || head[1] !== file.slice(0, 4)) wrong.push(file)
    else if (head[3] !== undefined && !files.some((other) => other.startsWith(head[3]!))) wrong.push(file)
  }
  expect(files.length).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

test('no two records share a number', async () => {
  const numbers = (await readdir(folder)).map((file) => file.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})
