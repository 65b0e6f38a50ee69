import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { runSeedProcess } from './seed-process.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seed-process-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function run(text: string, signal = new AbortController().signal): Promise<void> {
  const file = join(folder, 'index.ts')
  await writeFile(file, text)
  return runSeedProcess(file, { url: 'http://shop.example', serviceRoleKey: 'key' }, signal)
}

it('hands a seed what it needs and waits for it', async () => {
  const told = join(folder, 'told.json')
  await run(`
    import { writeFile } from 'node:fs/promises'
    export default (context: object) => writeFile(${JSON.stringify(told)}, JSON.stringify(context))`)
  expect(JSON.parse(await readFile(told, 'utf8'))).toEqual({ url: 'http://shop.example', serviceRoleKey: 'key' })
})

it.each([
  ['export default async () => { throw new RangeError("no more shelves") }', /no more shelves/],
  ['export default async () => Promise.reject("a text")', /a text/],
  ['export const seed = 1', /must export a function/],
  ['export default () => process.exit(7)', /ended with 7/],
  ['import "./missing.ts"', /missing\.ts/],
])('tells why a seed failed: %s', async (text, reason) => {
  await expect(run(text)).rejects.toThrow(reason)
})

it('ends a seed when it is told to', async () => {
  const stopping = new AbortController()
  const seeding = run('export default () => new Promise(() => setInterval(() => {}, 1000))', stopping.signal)
  stopping.abort()
  await expect(seeding).rejects.toThrow('aborted')
})
