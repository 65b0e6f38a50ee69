import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { asked, dataUrl, person, visitor, type Person } from './intelligence-callers.ts'

let system: RunningSystem
let awa: Person
let png: Buffer
let inside: Server
let dialled = 0

beforeAll(async () => {
  system = await startSystem()
  awa = await person(system)
  png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  inside = createServer((_request, response) => {
    response.end(png)
  })
  inside.on('connection', () => {
    dialled += 1
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  inside.closeAllConnections()
  inside.close()
  await system[Symbol.asyncDispose]()
})

/** Every way to write an address that a fetch would take for one inside. `PORT` listens. */
const spellings = [
  'http://127.0.0.1:PORT/x.png',
  'http://localhost:PORT/x.png',
  'http://2130706433:PORT/x.png',
  'http://0177.0.0.1:PORT/x.png',
  'http://0x7f.0.0.1:PORT/x.png',
  'http://0x7f000001:PORT/x.png',
  'http://127.1:PORT/x.png',
  'http://0:PORT/x.png',
  'http://[::1]:PORT/x.png',
  'http://[::]:PORT/x.png',
  'http://[::ffff:127.0.0.1]:PORT/x.png',
  'http://[::127.0.0.1]:PORT/x.png',
  'http://[2002:7f00:1::]:PORT/x.png',
  'http://[64:ff9b::7f00:1]:PORT/x.png',
  'http://１２７.０.０.１:PORT/x.png',
  'http://localtest.me:PORT/x.png',
  'http://user:password@127.0.0.1:PORT/x.png',
  'http://ours.example#@127.0.0.1:PORT/x.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.100.100.200/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/_x',
  '//127.0.0.1:PORT/storage/v1/object/public/temp-uploads/x.png',
  'blob:http://127.0.0.1:PORT/x',
  '/storage/v1/object/public/temp-uploads/..%2f..%2f..%2fmetrics',
  '/storage/v1/object/public/secrets/x.png',
  'http://127.0.0.1:PORT/x.png?/storage/v1/object/public/temp-uploads/x.png',
  'http:\\\\127.0.0.1:PORT/storage/v1/object/public/temp-uploads/x.png',
]
const fields: readonly (readonly [field: string, body: (url: string) => Record<string, unknown>])[] = [
  ['imageUrl', (imageUrl) => ({ action: 'analyze_image', imageUrl })],
  ['references', (url) => ({ action: 'enhance', prompt: 'une pirogue', references: [url] })],
  ['images', (url) => ({ action: 'analyze', prompt: 'une pirogue', images: [url] })],
  ['images', (url) => ({ action: 'generate', prompt: 'une pirogue', width: 256, height: 256, images: [url] })],
]

test.each(spellings)('F-01 F-02 F-03 %s is refused in every field, and nothing is dialled', async (spelling) => {
  const url = spelling.replace('PORT', String((inside.address() as AddressInfo).port))
  for (const [field, body] of fields) {
    expect(await asked(awa, body(url))).toMatchObject({ status: 400, code: 'url_not_allowed', field })
  }
  expect(dialled).toBe(0)
})

test('F-01 an address of ours under another host leads to our own file only', async () => {
  const path = `${awa.id}/picture.png`
  const stored = await awa.client.storage.from('temp-uploads').upload(path, png, { contentType: 'image/png' })
  expect(stored.error).toBeNull()
  const { port } = inside.address() as AddressInfo
  const imageUrl = `http://127.0.0.1:${port}/storage/v1/object/public/temp-uploads/${path}`
  expect(await asked(awa, { action: 'analyze_image', imageUrl })).toMatchObject({ source: 'rules', width: 64 })
  expect(await asked(awa, { action: 'analyze_image', imageUrl: `${imageUrl}.gone` })).toMatchObject({
    status: 400,
    code: 'reference_not_found',
  })
  expect(dialled).toBe(0)
})

test.each<[string, () => Promise<string> | string, number, string]>([
  ['text', () => dataUrl(Buffer.from('no picture')), 415, 'reference_type'],
  [
    'SVG under the name of PNG',
    () => dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    415,
    'reference_type',
  ],
  ['SVG', () => dataUrl(Buffer.from('<svg/>'), 'image/svg+xml'), 415, 'reference_type'],
  ['GIF', async () => dataUrl(await sharp(png).gif().toBuffer()), 415, 'reference_type'],
  ['half a PNG', () => dataUrl(png.subarray(0, 60)), 415, 'reference_type'],
  ['40 million pixels and more', async () => dataUrl(await blank(8000, 5001)), 413, 'reference_too_large'],
  ['10 MB and more', () => dataUrl(Buffer.concat([png, Buffer.alloc(10 << 20)])), 413, 'reference_too_large'],
])('F-04 a picture of %s is refused by what it is', async (_, url, status, code) => {
  const imageUrl = await url()
  expect(await asked(awa, { action: 'analyze_image', imageUrl })).toMatchObject({ status, code, field: 'imageUrl' })
})

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

test('F-15 a flood of pictures is refused beyond what fits, and the server stays awake', async () => {
  const noise = Buffer.from(Array.from({ length: 1200 * 1200 * 3 }, (_, at) => (at * 2654435761) >>> 24))
  const large = await sharp(noise, { raw: { width: 1200, height: 1200, channels: 3 } })
    .png()
    .toBuffer()
  const images = [1, 2, 3].map(() => dataUrl(large))
  const body = { action: 'analyze', prompt: 'une pirogue', images }
  const flood = Promise.all(Array.from({ length: 50 }, () => asked(awa, body)))
  expect(await asked(awa, { action: 'enhance', prompt: 'une pirogue' })).toMatchObject({ source: 'rules' })
  const answers = await flood
  const served = answers.filter((answer) => 'images' in (answer as object))
  const refused = answers.filter((answer) => !('images' in (answer as object)))
  expect(served.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  for (const refusal of refused) {
    expect(refusal).toMatchObject({ status: 429, code: 'throttled', retryAfter: expect.stringMatching(/^\d+$/) })
  }
  expect(await asked(awa, body)).toMatchObject({ source: 'rules' })
  expect((await fetch(`${system.url}/readyz`)).status).toBe(200)
})

test('F-05 visitors of one address have an hourly share; what they claim about their address changes nothing', async () => {
  process.env['INTELLIGENCE_VISITOR_CALLS_PER_HOUR'] = '3'
  try {
    const call = (address: string) =>
      asked(
        visitor(system),
        { action: 'template' },
        { 'x-forwarded-for': address, 'x-real-ip': address, 'cf-connecting-ip': address },
      )
    const answers: unknown[] = []
    for (const address of ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4']) answers.push(await call(address))
    expect(answers.slice(0, 3)).toMatchObject([1, 2, 3].map(() => ({ source: 'rules' })))
    expect(answers[3]).toMatchObject({ status: 429, code: 'throttled' })
    // A third of an hour, less what the four calls took.
    const { retryAfter } = answers[3] as { retryAfter: string }
    expect(Number(retryAfter)).toBeLessThanOrEqual(1200)
    expect(Number(retryAfter)).toBeGreaterThan(1100)
    expect(await asked(awa, { action: 'template' })).toMatchObject({ source: 'rules' })
  } finally {
    delete process.env['INTELLIGENCE_VISITOR_CALLS_PER_HOUR']
  }
})
