import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { defaultAuthConfig } from './config.ts'
import { readLeakedPasswords } from './leaked-passwords.ts'
import { findWeakness } from './password-policy.ts'

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
