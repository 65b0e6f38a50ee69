import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'
import { getVapidHeaders } from 'web-push'

import { readConfig } from '../settings/config.ts'
import { createPushKeys } from './push-keys.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'push-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const keysOf = (settings: Record<string, string> = {}) => createPushKeys(readConfig({ DATA_DIR: folder, ...settings }))

test('are made at the first start, found again at every later one, and taken by push services', async () => {
  const [first, same] = await Promise.all([keysOf(), keysOf()])
  expect(same).toEqual(first)
  expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65)
  const file = join(folder, 'secrets', 'vapid-key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toBe(first.privateKey)
  const { subject, publicKey, privateKey } = first
  const { Authorization } = getVapidHeaders('https://push.example', subject, publicKey, privateKey, 'aes128gcm')
  expect(Authorization).toMatch(/^vapid t=[^,]+, k=/)
})

test('processes that share JWT_SECRET have the same', async () => {
  const secret = { JWT_SECRET: 'x'.repeat(40) }
  const other = await createPushKeys(readConfig({ DATA_DIR: join(folder, 'other'), ...secret }))
  expect(await keysOf(secret)).toEqual(other)
  expect((await keysOf()).publicKey).not.toBe(other.publicKey)
})

test('say who runs the server', async () => {
  expect((await keysOf()).subject).toBe('mailto:nobody@example.invalid')
  expect((await keysOf({ PUBLIC_URL: 'https://shop.example' })).subject).toBe('https://shop.example')
  const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'The shop <post@shop.example>' }
  expect((await keysOf(mail)).subject).toBe('mailto:post@shop.example')
  expect((await keysOf({ VAPID_SUBJECT: 'mailto:me@shop.example' })).subject).toBe('mailto:me@shop.example')
})

test('a key that is none is refused by its variable, and not shown', async () => {
  const wrong = Buffer.alloc(32, 255).toString('base64url')
  await expect(keysOf({ VAPID_PRIVATE_KEY: wrong })).rejects.toThrow(/VAPID_PRIVATE_KEY\s+is not on the curve/)
  expect(() => readConfig({ VAPID_PRIVATE_KEY: 'short' })).toThrow(/VAPID_PRIVATE_KEY\s+does not have the right form/)
})
