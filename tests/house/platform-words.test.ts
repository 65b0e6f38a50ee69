import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../tools/run-command.ts'

// NOTE: neither « post », a method of HTTP, nor « profile » and « prompt », words of OpenID Connect and of the wires' headers;
// « photoshop:Credit » is a property of IPTC's.
const productWords =
  /\b(feeds?|feed_?posts?|remix(es|ed)?|(?<!photoshop:)credits?|cortexia|hashtags?|creators?|image_?engines?|workflows?|moderat(ion|ors?)|followers?)\b/i

test('platform/ says not one word of the product', async () => {
  const entries = await readdir(join(root, 'platform'), { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
  )
  const found: string[] = []
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    for (const [index, line] of (await readFile(path, 'utf8')).split('\n').entries()) {
      const word = productWords.exec(line)
      if (word) found.push(`${path}:${index + 1} ${word[0]}`)
    }
  }
  expect(files.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})
