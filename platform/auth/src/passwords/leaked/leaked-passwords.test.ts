import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { defaultAuthConfig } from '../../config.ts'
import { findWeakness } from '../password-policy.ts'
import { buildLeakedPasswords, readLeakedPasswords } from './leaked-passwords.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaked-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function listOf(lines: readonly string[]) {
  const file = join(folder, crypto.randomUUID())
  await writeFile(file, lines.join('\r\n'))
  return readLeakedPasswords(file)
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()

describe('a list of leaked passwords', () => {
  it('knows each of its own and nothing else', async () => {
    const known = Array.from({ length: 1000 }, (_, index) => `password${index}`)
    const list = await listOf([...known, '', sha1('qwerty'), `${sha1('azerty')}:4711`])
    expect([...known, 'qwerty', 'azerty'].filter((password) => !list.has(password))).toEqual([])
    expect(['password1000', 'Password1', '', sha1('qwerty')].filter((password) => list.has(password))).toEqual([])
  })

  it('may be empty', async () => {
    expect((await listOf([])).has('')).toBe(false)
  })

  it('makes a password weak', async () => {
    const { passwords } = defaultAuthConfig({ apiUrl: 'https://shop.example/auth/v1', siteUrl: 'https://shop.example' })
    const rules = { ...passwords, leaked: await listOf(['liverpool']) }
    expect(findWeakness('liverpool', rules)).toEqual({
      reasons: ['pwned'],
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
    })
    expect(findWeakness('liverpool', passwords)).toBeNull()
    expect(findWeakness('correct horse', rules)).toBeNull()
  })
})

describe('a filter of leaked passwords', () => {
  const known = Array.from({ length: 20_000 }, (_, index) => `password${index}`)

  async function filterOf(lines: readonly string[], falseAlarms?: number): Promise<string> {
    const [list, filter] = [join(folder, crypto.randomUUID()), join(folder, crypto.randomUUID())]
    await writeFile(list, lines.join('\n'))
    expect(await buildLeakedPasswords(list, filter, falseAlarms)).toBe(lines.length)
    return filter
  }

  it('knows each of its own, and of others no more than it promised', async () => {
    const file = await filterOf([...known, sha1('qwerty'), `${sha1('azerty')}:4711`], 0.001)
    const filter = await readLeakedPasswords(file)
    expect([...known, 'qwerty', 'azerty'].filter((password) => !filter.has(password))).toEqual([])
    const alarms = Array.from({ length: 20_000 }, (_, index) => `another${index}`).filter((other) => filter.has(other))
    expect(alarms.length).toBeLessThan(60)
    // 14.4 bits for each at one false alarm in a thousand.
    expect((await stat(file)).size).toBeLessThan(37_000)
  })

  it('may be empty, and is refused when it is cut off', async () => {
    expect((await readLeakedPasswords(await filterOf([]))).has('x')).toBe(false)
    const file = await filterOf(known.slice(0, 100))
    await truncate(file, (await stat(file)).size - 1)
    await expect(readLeakedPasswords(file)).rejects.toThrow('damaged or cut off')
  })
})
