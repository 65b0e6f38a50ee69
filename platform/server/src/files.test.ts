import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { newsFor, readBuild, readRelease } from './app/release.ts'
import { keepSecret } from './keys/secrets.ts'
import { readSigningKeys } from './keys/signing-keys-file.ts'
import { readProject } from './project.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-files-'))
})

afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, text: string) => writeFile(join(folder, name), text)

describe('secrets', () => {
  it('are made once, however many ask at once, and nobody else may read them', async () => {
    const secrets = join(folder, 'secrets')
    let made = 0
    const makeSecret = async () => `secret ${(made += 1)}`
    const kept = await Promise.all(Array.from({ length: 8 }, () => keepSecret(secrets, 'key', makeSecret)))
    expect(new Set(kept).size).toBe(1)
    expect(await keepSecret(secrets, 'key', makeSecret)).toBe(kept[0])
    expect(await readdir(secrets)).toEqual(['key'])
    expect((await stat(join(secrets, 'key'))).mode & 0o777).toBe(0o600)
    expect((await stat(secrets)).mode & 0o777).toBe(0o700)
  })

  it('leave nothing behind when they cannot be made', async () => {
    const failing = keepSecret(folder, 'key', () => Promise.reject(new Error('no entropy')))
    await expect(failing).rejects.toThrow('no entropy')
    expect(await readdir(folder)).toEqual([])
  })
})

describe('the release', () => {
  const first = { version: '5.0.0', releaseNotes: '', forced: false, minimumVersion: null, worker: 'caching' }

  it('is what release.json says, whatever version a package has', async () => {
    await write('package.json', '{"name":"bookshop","version":"5.1.0"}')
    expect(await readRelease(folder)).toEqual(first)
    await write('release.json', '{"version":"5.2.0","releaseNotes":"New shelves","forced":true}')
    expect(await readRelease(folder)).toEqual({
      ...first,
      version: '5.2.0',
      releaseNotes: 'New shelves',
      forced: true,
    })
    await write('release.json', '{"version":"5.2.0","minimumVersion":"5.1.0","worker":"plain"}')
    expect(await readRelease(folder)).toEqual({
      ...first,
      version: '5.2.0',
      minimumVersion: '5.1.0',
      worker: 'plain',
    })
  })

  it.each([
    '{"version":5}',
    '{"version":"five"}',
    '{"releaseNotes":1}',
    '{"forced":"yes"}',
    '{"minimumVersion":"soon"}',
    '{"minimumVersion":"5.0.1"}',
    '{"worker":"none"}',
    '{',
    JSON.stringify({ releaseNotes: 'x'.repeat(201) }),
    JSON.stringify({ releaseNotes: 'é'.repeat(150) }),
  ])('is not read from %s', async (text) => {
    await write('release.json', text)
    await expect(readRelease(folder)).rejects.toThrow('release.json')
  })

  it.each([
    ['4.9.9', true],
    ['5.1.0-rc.1', true],
    ['5.1.0', false],
    ['5.10.0', false],
    [undefined, false],
    ['nonsense', false],
  ])('is forced on whoever runs %s: %s', async (current, forced) => {
    await write('release.json', '{"version":"5.2.0","minimumVersion":"5.1.0"}')
    expect(newsFor(await readRelease(folder), current)).toEqual({ version: '5.2.0', releaseNotes: '', forced })
  })

  it('is one with what the packages say', async () => {
    const root = join(import.meta.dirname, '..', '..', '..')
    const { version } = await readRelease(root)
    for (const file of ['package.json', 'app/package.json']) {
      expect(JSON.parse(await readFile(join(root, file), 'utf8'))).toMatchObject({ version })
    }
  })
})

describe('the build', () => {
  it('is known by what it wrote of itself, or not at all', async () => {
    expect(await readBuild(folder)).toBeNull()
    await write('build.json', '{"build":"0123456789ab"}')
    expect(await readBuild(folder)).toBe('0123456789ab')
    await write('build.json', '{"build":"../secret"}')
    await expect(readBuild(folder)).rejects.toThrow('build.json')
  })
})

describe('the project', () => {
  it('has the hosted service’s defaults', async () => {
    expect(await readProject(folder)).toEqual({
      schemas: ['public'],
      extraSearchPath: ['public', 'extensions'],
      maxRows: 1000,
      verifyJwt: {},
      minimumPasswordLength: null,
      senderName: null,
      brand: null,
      subjectField: null,
      hooks: {},
      schedules: [],
      figures: [],
      visitorsReads: [],
      pages: null,
      testCodes: {},
      keyRoles: [],
      signingKeysPath: null,
    })
  })

  it('is what config.toml says', async () => {
    await write(
      'config.toml',
      `[api]
       schemas = ["public", "catalogue"]
       max_rows = 50
       [auth]
       minimum_password_length = 10
       [auth.email.smtp]
       sender_name = "Bookshop"
       [auth.sms.test_otp]
       22990000001 = "135790"
       [realtime]
       subject_field = "reader"
       [pages]
       head_function = "covers"
       paths = ["/books/:id"]
       [functions.order-book]
       verify_jwt = true
       [functions.hook]
       verify_jwt = false`,
    )
    await write(
      'schedules.toml',
      '[hook]\nevery_seconds = 90\n[orders]\nevery_seconds = 2\ndue_by = "shop.has_orders"\nanyway_seconds = 30',
    )
    expect(await readProject(folder)).toMatchObject({
      schemas: ['public', 'catalogue'],
      schedules: [
        { name: 'hook', everyMs: 90_000 },
        { name: 'orders', everyMs: 2_000, due: { by: 'shop.has_orders', anywayMs: 30_000 } },
      ],
      maxRows: 50,
      minimumPasswordLength: 10,
      senderName: 'Bookshop',
      verifyJwt: { 'order-book': true, hook: false },
      testCodes: { '22990000001': '135790' },
      subjectField: 'reader',
      pages: { headFunction: 'covers', paths: ['/books/:id'], awaited: [] },
    })
  })

  it.each(['due_by = "shop.has_orders"', 'anyway_seconds = 30', 'due_by = "shop; drop"\nanyway_seconds = 30'])(
    'refuses a schedule that says half of what is asked first: %j',
    async (half) => {
      await write('schedules.toml', `[orders]\nevery_seconds = 2\n${half}`)
      await expect(readProject(folder)).rejects.toThrow('"due_by" of orders must be <schema>.<function>')
    },
  )

  it('names the functions that have their word in signing in', async () => {
    const uri = 'pg-functions://postgres/public/token_hook'
    await write(
      'config.toml',
      `[auth.hook.custom_access_token]\nenabled = true\nuri = "${uri}"
      [auth.hook.mfa_verification_attempt]\nenabled = false\nuri = "${uri}"`,
    )
    expect((await readProject(folder)).hooks).toEqual({ custom_access_token: { schema: 'public', name: 'token_hook' } })
    await write('config.toml', '[auth.hook.custom_access_token]\nenabled = true\nuri = "https://shop.example"')
    await expect(readProject(folder)).rejects.toThrow('"uri" of the hook custom_access_token must be pg-functions://')
  })

  it('has signing keys of its own where it names them, and starts with no others', async () => {
    await write('config.toml', '[auth]\nsigning_keys_path = "./signing_keys.json"')
    const project = await readProject(folder)
    const key = { kty: 'EC', kid: 'a', alg: 'ES256', d: 'd', x: 'x', y: 'y', crv: 'P-256' }
    await write('signing_keys.json', JSON.stringify([key]))
    expect(await readSigningKeys(folder, project)).toEqual([key])
    const { d: _, ...shared } = key
    for (const wrong of [
      '',
      '{}',
      '[]',
      [shared],
      [key, key],
      [{ ...key, alg: 'HS256' }],
      [{ ...key, kid: undefined }],
    ]) {
      await write('signing_keys.json', typeof wrong === 'string' ? wrong : JSON.stringify(wrong))
      await expect(readSigningKeys(folder, project)).rejects.toThrow(
        /signing_keys\.json, which signing_keys_path names/,
      )
    }
  })

  it('has its mails’ colours from brand.toml, all of them or none', async () => {
    const names = ['background', 'surface', 'text', 'muted', 'line', 'accent', 'onAccent', 'code']
    const theme = (colour: string) => names.map((name) => `${name} = "${colour}"`).join('\n')
    await write(
      'brand.toml',
      `mark = "§"\nstrip = ["#c4431e"]\n[light]\n${theme('#ffffff')}\n[dark]\n${theme('#000000')}`,
    )
    const { brand } = await readProject(folder)
    expect(brand).toMatchObject({
      mark: '§',
      strip: ['#c4431e'],
      light: { code: '#ffffff' },
      dark: { text: '#000000' },
    })
    await write('brand.toml', `[light]\n${theme('#ffffff')}\n[dark]\n${theme('red;}')}`)
    await expect(readProject(folder)).rejects.toThrow('brand.toml is wrong: "dark.background" must be a colour')
  })

  it.each([
    '[api',
    'api = 1',
    '[api]\nschemas = "public"',
    '[api]\nmax_rows = -1',
    '[functions.hook]\nverify_jwt = 1',
    '[pages]\nhead_function = "covers"\npaths = ["books"]',
  ])('is not read from %j', async (text) => {
    await write('config.toml', text)
    await expect(readProject(folder)).rejects.toThrow(/config\.toml is wrong/)
  })
})
