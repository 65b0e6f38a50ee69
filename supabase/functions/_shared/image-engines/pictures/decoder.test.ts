import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

// In a process of its own: what others have set here would hold for this test too.
test('whoever reads the first picture has sharp set up: one thread for each, and nothing decoded is kept', async () => {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const program = `
    import { readPictureHeader } from ${JSON.stringify(new URL('picture-header.ts', import.meta.url).href)}
    import sharp from ${JSON.stringify(import.meta.resolve('sharp'))}
    const { width } = await readPictureHeader(Buffer.from('${dot}', 'base64'))
    console.log(JSON.stringify({ width, threads: sharp.concurrency(), cache: sharp.cache() }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  const cache = { memory: { max: 0 }, files: { max: 0 }, items: { max: 0 } }
  expect(JSON.parse(stdout)).toMatchObject({ width: 1, threads: 1, cache })
})
