import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../tools/run-command.ts'

const productWords = /\b(feed_?posts?|remix(es)?|credits?|cortexia|hashtags?|prompts?|creators?|profiles?)\b/i
/** The wire's own header names (WIRE §2.4), and PostgreSQL's. */
const wireWords = /\b(accept|content)-profile\b/gi

test('platform/ says not one word of the product', async () => {
  const entries = await readdir(join(root, 'platform'), { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
  )
  const found: string[] = []
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    for (const [index, line] of (await readFile(path, 'utf8')).split('\n').entries()) {
      const word = productWords.exec(line.replaceAll(wireWords, ''))
      if (word) found.push(`${path}:${index + 1} ${word[0]}`)
    }
  }
  expect(files.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})
