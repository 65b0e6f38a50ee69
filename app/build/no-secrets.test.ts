import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import config from '../vite.config.ts'
import { noSecrets } from './no-secrets.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'no-secrets-'))
})
afterAll(() => rm(root, { recursive: true }))

const tokenOf = (claims: object) =>
  ['eyJhbGciOiJFUzI1NiJ9', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'c2lnbmF0dXJl'].join('.')

async function bundle(code: string): Promise<unknown> {
  await writeFile(join(root, 'main.js'), `globalThis.book = ${code}`)
  const rolldownOptions = { input: join(root, 'main.js') }
  return build({ root, configFile: false, logLevel: 'silent', plugins: [noSecrets()], build: { rolldownOptions } })
}

describe('a build', () => {
  it.each([
    ['the service’s key', JSON.stringify(tokenOf({ iss: 'supabase', role: 'service_role', exp: 1 }))],
    ['the same with its claims in another order', JSON.stringify(tokenOf({ exp: 12, role: 'service_role' }))],
    ['an opaque one', "'sb_secret_Zm9vYmFyYmF6'"],
    ['claims to be signed', `JSON.parse('{"role":"service_role"}')`],
    ['a private key', "'-----BEGIN PRIVATE KEY-----'"],
  ])('A-06 that would give away %s fails', async (_name, code) => {
    await expect(bundle(code)).rejects.toThrow('main')
  })

  it('A-06 may hold what everybody gets', async () => {
    const code = JSON.stringify([tokenOf({ role: 'anon' }), 'sb_publishable_Zm9vYmFyYmF6', 'eyJ.eyJ.'])
    await expect(bundle(code)).resolves.toBeDefined()
  })

  it('A-06 is how the app is built', () => {
    expect(config.plugins?.flat()).toContainEqual(expect.objectContaining({ name: 'no-secrets' }))
  })
})
