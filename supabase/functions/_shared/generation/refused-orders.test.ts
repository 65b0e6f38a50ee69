/** What an order may not say, where it is decided. supabase/tests/making/generation.test.ts asks the same by the front door. */
import { crc32 } from 'node:zlib'

import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { parse } from 'valibot'
import { expect, test } from 'vitest'

import { GenerationRequest } from '../contract/src/index.ts'
import { generate } from './generate.ts'
import { locateStored } from './reference-address.ts'
import { storeReferences } from './reference-store.ts'

const nowhere = createClient('http://127.0.0.1:1', 'key')
const awa = 'aaaaaaaa-0000-4000-8000-000000000001'
const kossi = 'bbbbbbbb-0000-4000-8000-000000000002'

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:a9fe:a9fe]/storage/v1/object/public/elsewhere/x.png',
  'http://2130706433/storage/v1/object/public/elsewhere/x.png',
  '//127.0.0.1/storage/v1/object/public/temp-uploads/x.png',
  'http:\\\\127.0.0.1\\storage/v1/object/public/temp-uploads/x.png',
  '/storage/v1/object/public/elsewhere/x.png',
  '/storage/v1/object/public/temp-uploads/%2e%2e/%2e%2e/x.png',
])('F-01 %s leads nowhere', (url) => {
  expect(() => locateStored(url)).toThrow(expect.objectContaining({ status: 400, code: 'url_not_allowed' }))
})

test('F-01 an address of ours is its bucket and path, whatever host is in it', () => {
  const file = { bucket: 'temp-uploads', path: 'a/b c.png' }
  expect(locateStored('/storage/v1/object/public/temp-uploads/a/b%20c.png')).toEqual(file)
  expect(locateStored('https://phone.example/storage/v1/object/public/temp-uploads/a/b%20c.png?x=1')).toEqual(file)
})

test('F-04 a picture that claims 3600 million pixels is judged by its header', async () => {
  const white = { width: 8, height: 8, channels: 3, background: '#fff' } as const
  const png = await sharp({ create: white }).png().toBuffer()
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  const bomb = { url: `data:image/png;base64,${png.toString('base64')}`, role: 'auto', influence: 0.5 } as const
  const stored = storeReferences([bomb], { userId: awa, client: nowhere, service: nowhere })
  await expect(stored).rejects.toMatchObject({ status: 413, code: 'reference_too_large' })
})

test('F-05 somebody else’s name in the body is refused', async () => {
  const request = new Request('http://localhost/v0-generator', { method: 'POST' })
  const answer = generate(request, { caller: { userId: awa, client: nowhere }, body: { prompt: 'x', userId: kossi } })
  await expect(answer).rejects.toMatchObject({ status: 403, code: 'not_allowed', field: 'userId' })
})

test('F-09 a prompt loses what no keyboard types', () => {
  expect(parse(GenerationRequest, { prompt: ' une\u0007 pirogue\u202e\nrouge ' }).prompt).toBe('une  pirogue \nrouge')
})
