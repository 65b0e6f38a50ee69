/** The third draw of storage: signed addresses, lists and names. */
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { answers, form, put, says } from './objects.ts'
import type { StorageWorld } from './world.ts'

type Case = DrawnCase<StorageWorld>

const many = Array.from({ length: 10_001 }, (_, at) => `authenticated/${at}`)

const signs = (key: string, as: 'authenticated' | 'service_role' = 'authenticated') =>
  says(200, { url: expect.stringMatching(/token=/) }, `POST /object/upload/sign/bucket2/${key}`, { as })

/** A signed address of an upload whose token is said otherwise. */
const uploadsBy =
  (tokenOf: (world: StorageWorld, path: string) => Promise<string>): Case['run'] =>
  async (world) => {
    const path = 'bucket2/public/sadcat-upload1.png'
    const token = await tokenOf(world, path)
    const answer = await world.ask(`/object/upload/sign/${path}?token=${token}`, { method: 'PUT', body: form() })
    expect(answer.status).toBe(400)
  }

const signatures: readonly Case[] = [
  { from: 'O.82', run: signs('authenticated/cat-82.jpg') },
  { from: 'O.86', run: signs('authenticated/notfound.jpg') },
  { from: 'O.90', run: uploadsBy(async () => 'xxx') },
  {
    from: 'O.91',
    run: uploadsBy(async ({ ask }, path) => {
      const signed = await ask(`/object/upload/sign/${path}`, { method: 'POST', as: 'service_role' })
      const { token } = (await signed.json()) as { token: string }
      const [head = '', body = '', signature = ''] = token.split('.')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
      // NOTE: nobody but the server signs its tokens, so that one that has expired is one that was not signed.
      const expired = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')
      return `${head}.${expired}.${signature}`
    }),
  },
  {
    from: 'O.94',
    async run({ ask }) {
      const json = { expiresIn: 1000, paths: many }
      const answer = await ask('/object/sign/bucket2', { method: 'POST', as: 'authenticated', json })
      expect([answer.status, ((await answer.json()) as unknown[]).length]).toEqual([200, many.length])
    },
  },
  { from: 'O.96', run: answers(400, 'POST', '/object/sign/bucket2', { json: { expiresIn: 1000, paths: many } }) },
  {
    from: 'O.97',
    run: says(
      200,
      [{ error: 'Either the object does not exist or you do not have access to it' }],
      'POST /object/sign/notfound',
      { as: 'authenticated', json: { expiresIn: 1000, paths: many.slice(0, 1) } },
    ),
  },
  {
    from: 'O.99',
    async run(world) {
      await put(world, 'bucket2/public/sadcat-99.png')
      const init = { method: 'POST', as: 'service_role', json: { expiresIn: 100 } } as const
      const signed = await world.ask('/object/sign/bucket2/public/sadcat-99.png', init)
      const { signedURL } = (await signed.json()) as { signedURL: string }
      const { status, headers } = await world.ask(signedURL)
      const told = ['x-robots-tag', 'etag', 'last-modified'].map((name) => headers.get(name))
      expect([status, ...told]).toEqual([200, 'none', expect.any(String), expect.stringMatching(/ GMT$/)])
    },
  },
]

/** Of a bucket of its own: what the original's has in its own. */
const listed = [
  'curlimage.jpg',
  'private/a.txt',
  'folder/b.txt',
  'authenticated/c.txt',
  'public/d.png',
  'public/d2.png',
]

const lists =
  (json: object, names: readonly string[]): Case['run'] =>
  async (world) => {
    const rows = listed.map((name) => `('plain', '${name}')`).join(', ')
    await world.sql(`insert into storage.buckets (id, name) values ('plain', 'plain') on conflict do nothing`)
    await world.sql(`insert into storage.objects (bucket_id, name) values ${rows} on conflict do nothing`)
    const answer = await world.ask('/object/list/plain', { method: 'POST', as: 'service_role', json })
    const found = ((await answer.json()) as { name: string }[]).map(({ name }) => name)
    expect([answer.status, found]).toEqual([200, names])
  }

/** What people see of the original's own: signs of ASCII that addresses carry, Latin letters, Korean, an emoji. */
const unicode = "test!-_.*'()&$=@;:+,?/¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÉÿ/\u202f일이삼🙂"
/** Of the rest of it: controls, a line separator, a character that is none, and marks that addresses do not carry. */
const unseen = ['a\tb', 'a\nb', 'a\u0080b', 'a\u2028b', 'a\u{1ffff}b', 'a%b', 'a#b', 'a\\b']

const names: readonly Case[] = [
  {
    from: 'O.115',
    run: lists({ prefix: '', limit: 10, offset: 0 }, ['authenticated', 'folder', 'private', 'public', 'curlimage.jpg']),
  },
  { from: 'O.118', run: lists({ prefix: '', limit: 2, offset: 0 }, ['authenticated', 'folder']) },
  {
    from: 'O.122',
    run: lists({ prefix: 'public/', sortBy: { column: 'name', order: 'asc' } }, ['d.png', 'd2.png']),
  },
  {
    from: 'O.128',
    differs: 'a key holds what people see, and no mark that an address reads for itself',
    async run({ ask }) {
      const asked = { as: 'service_role', headers: { 'x-upsert': 'true' } } as const
      for (const key of unseen) {
        const answer = await ask(`/object/bucket2/test-utf8/${encodeURIComponent(key)}`, {
          method: 'POST',
          ...asked,
          body: form(),
        })
        expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'InvalidKey' }])
      }
      const path = `/object/bucket2/test-utf8/${encodeURIComponent(unicode)}`
      expect((await ask(path, { method: 'POST', ...asked, body: form() })).status).toBe(200)
      const { status, headers } = await ask(path, { as: 'service_role' })
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
      const json = { prefix: 'test-utf8' }
      const listed = await ask('/object/list/bucket2', { method: 'POST', as: 'service_role', json })
      expect(await listed.json()).toMatchObject([{ name: unicode.split('/')[0] }])
      expect((await ask(path, { method: 'DELETE', as: 'service_role' })).status).toBe(200)
    },
  },
  {
    from: 'O.131',
    async run({ ask }) {
      const key = 'signed-upload-일이삼-🙂.png'
      const path = `/object/upload/sign/bucket2/${encodeURIComponent(key)}`
      const signed = await ask(path, { method: 'POST', as: 'service_role' })
      expect(signed.status).toBe(200)
      const { token } = (await signed.json()) as { token: string }
      expect((await ask(`${path}?token=${token}`, { method: 'PUT', body: form() })).status).toBe(200)
      const info = await ask(`/object/info/bucket2/${encodeURIComponent(key)}`, { as: 'service_role' })
      expect(await info.json()).toMatchObject({ name: key })
    },
  },
]

export const thirdNameCases: readonly Case[] = [...signatures, ...names]
