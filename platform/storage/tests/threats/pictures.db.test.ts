/** Files that are not what they are called, or far more than they weigh, or tell where somebody lives (S-03, S-05, S-06). */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { bomb, chunk, picture, plain, telephone } from '../../testing/pictures.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { create } from '../../testing/resumable.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
})
afterAll(() => server[Symbol.asyncDispose]())

const authorization = `Bearer ${tokenFor(ada)}`
const upload = (name: string, bytes: string | Buffer, contentType: string) =>
  server.as(ada).from('covers').upload(`${ada}/${name}`, bytes, { contentType })
const html = '<html><script>alert(1)</script>'.repeat(9)
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
const pdf = '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF'

test.each([
  ['evil.svg', svg, 'image/svg+xml'],
  ['evil.svg', svg, 'image/png'],
  ['evil.html', html, 'text/html'],
  ['x.jpg', html, 'image/jpeg'],
  ['x.pdf', pdf, 'application/pdf'],
  ['x.png', pdf, 'image/png'],
  ['polyglot.gif', 'GIF89a/*'.padEnd(80, ' ') + '*/=1;alert(1)', 'image/gif'],
  ['polyglot.jpg', 'GIF89a=1;alert(1)//'.padEnd(80), 'image/jpeg'],
  ['parameter.jpg', html, 'image/jpeg; charset=utf-8'],
  ['wildcard', html, 'image/*'],
  ['case.svg', svg, 'IMAGE/SVG+XML'],
])('S-03 %s is no picture as %3$s', async (name, bytes, type) => {
  const before = await server.keysOf('objects')
  const { error } = await upload(name, Buffer.from(bytes), type)
  expect(error).toMatchObject({ status: 400, statusCode: '415' })
  expect(await server.keysOf('objects')).toEqual(before)
})

test('S-03 a type cannot carry another header', async () => {
  const boundary = 'frontier'
  for (const type of ['image/jpeg\r\nset-cookie: x=y', 'image/png\n', 'image/png\0']) {
    const parts = [
      `--${boundary}\r\ncontent-disposition: form-data; name="contentType"\r\n\r\n${type}\r\n`,
      `--${boundary}\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: image/png\r\n\r\n${html}\r\n`,
      `--${boundary}--\r\n`,
    ]
    const headers = { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` }
    for (const bucket of ['covers', 'shelf']) {
      const path = `/object/${bucket}/${ada}/header`
      const answer = await rawRequest(server.url, path, { method: 'POST', headers, body: parts.join('') })
      expect(answer.json()).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  }
})

describe('S-03 what keeps an empty folder in sight', () => {
  const name = `${ada}/folder/.emptyFolderPlaceholder`

  test('may be of a type that its bucket does not take, and holds not one byte', async () => {
    for (const bytes of [html, 'x']) {
      const { error } = await upload('folder/.emptyFolderPlaceholder', bytes, 'text/html')
      expect(error).toMatchObject({ status: 400, statusCode: '413' })
    }
    const begun = await create(server, name, 1, { to: 'covers' })
    expect([begun.status, begun.headers.get('location')]).toEqual([413, null])
    expect((await upload('folder/.emptyFolderPlaceholder', '', 'text/html')).error).toBeNull()
    const { data } = await server.as(ada).from('covers').download(name)
    expect(data?.size).toBe(0)
  })

  test('does not carry another header', async () => {
    const boundary = 'frontier'
    const parts = [
      `--${boundary}\r\ncontent-disposition: form-data; name="contentType"\r\n\r\nimage/png\r\nset-cookie: x=y\r\n`,
      `--${boundary}\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\n\r\n--${boundary}--\r\n`,
    ]
    const headers = { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await rawRequest(server.url, `/object/shelf/${name}`, {
      method: 'POST',
      headers,
      body: parts.join(''),
    })
    expect(answer.json()).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' })
  })
})

describe('S-03 what comes from a bucket of anything', () => {
  const name = (end: string) => `${ada}/${end}`
  const post = (path: string, body: object) =>
    rawRequest(server.url, path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test.each(['move', 'copy'] as const)('is proven to be a picture before a %s', async (act) => {
    const shelf = server.as(ada).from('shelf')
    await shelf.upload(name(`${act}-lie.jpg`), html, { contentType: 'image/jpeg' })
    const lie = await shelf[act](name(`${act}-lie.jpg`), name(`${act}-lie.jpg`), { destinationBucket: 'covers' })
    expect(lie.error).toMatchObject({ statusCode: '415' })
    const located = await picture(60, 60).withExif(telephone).jpeg().toBuffer()
    await shelf.upload(name(`${act}-home.jpg`), located, { contentType: 'image/jpeg' })
    const home = await shelf[act](name(`${act}-home.jpg`), name(`${act}-home.jpg`), { destinationBucket: 'covers' })
    expect(home.error).toMatchObject({ statusCode: '415' })
    await shelf.upload(name(`${act}-true.png`), await plain(9, 9, 'red').png().toBuffer(), { contentType: 'image/png' })
    const truth = await shelf[act](name(`${act}-true.png`), name(`${act}-true.png`), { destinationBucket: 'covers' })
    expect(truth.error).toBeNull()
  })

  test('does not get another type by a copy', async () => {
    const covers = server.as(ada).from('covers')
    await covers.upload(name('a.png'), await plain(9, 9, 'red').png().toBuffer(), { contentType: 'image/png' })
    for (const mimetype of ['text/html', 'image/svg+xml', 'image/jpeg']) {
      const keys = { bucketId: 'covers', sourceKey: name('a.png'), destinationKey: name('b.png') }
      const answer = await post('/object/copy', { ...keys, copyMetadata: false, metadata: { mimetype } })
      expect(answer.json()).toMatchObject({ statusCode: '415' })
    }
  })
})

const png = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, chunk('IEND', Buffer.alloc(0))])
const header = (width: number, height: number) => {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', bytes)
}
const pixel = chunk('IDAT', deflateSync(Buffer.alloc(4)))
const megabytes = (count: number) => Buffer.alloc(count * 1_048_576)

/** GIF frames of one colour: a few bytes each, whatever their size. */
function animation(side: number, frames: number): Buffer {
  const size = Buffer.from([side & 255, side >> 8, side & 255, side >> 8])
  const start = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])])
  const control = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0])
  const frame = Buffer.concat([control, Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 2, 2, 0x44, 1, 0])])
  return Buffer.concat([start, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

const bombs: Record<string, () => { bytes: Buffer; type: string }> = {
  'a PNG of 65 535 × 65 535': () => ({ bytes: bomb(65_535, 65_535).subarray(0, 50_000), type: 'image/png' }),
  'a PNG of 49 million pixels': () => ({ bytes: bomb(7_000, 7_000), type: 'image/png' }),
  'a PNG that is one pixel high': () => ({ bytes: bomb(60_000, 1), type: 'image/png' }),
  'a GIF of 100 frames of 8 000 × 8 000': () => ({ bytes: animation(8_000, 100), type: 'image/gif' }),
  'a GIF of 5 000 frames': () => ({ bytes: animation(8, 5_000), type: 'image/gif' }),
  'a colour profile of 64 MB': () => ({
    bytes: png(header(1, 1), chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(megabytes(64))])), pixel),
    type: 'image/png',
  }),
  'a text of 64 MB': () => ({
    bytes: png(header(1, 1), chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(megabytes(64))])), pixel),
    type: 'image/png',
  }),
  'XMP of a hundred thousand elements, one in the other': () => ({
    bytes: png(header(1, 1), chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${'<a>'.repeat(100_000)}`)), pixel),
    type: 'image/png',
  }),
}

describe('S-05', () => {
  let anything: StorageServer
  beforeAll(async () => {
    const fixtures = `update storage.buckets set allowed_mime_types = '{image/*}' where id = 'covers';`
    anything = await startStorage({ fixtures })
  })
  afterAll(() => anything[Symbol.asyncDispose]())

  const send = (bytes: Buffer, contentType: string) =>
    anything.as(ada).from('covers').upload(`${ada}/bomb`, bytes, { contentType, upsert: true })

  test.each(Object.entries(bombs))('%s costs little memory, and nobody a decoded picture', async (_, make) => {
    const { bytes, type } = make()
    await send(await plain(300, 300, 'red').png().toBuffer(), 'image/png')
    const before = process.memoryUsage.rss()
    let most = before
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 2)
    await send(bytes, type)
    clearInterval(timer)
    most = Math.max(most, process.memoryUsage.rss())
    expect((most - before) / 1_048_576).toBeLessThan(100)
  })

  test.each([
    ['a PNG of 65 535 × 65 535', '413'],
    ['a PNG of 49 million pixels', '413'],
    ['a PNG that is one pixel high', '413'],
    ['a GIF of 100 frames of 8 000 × 8 000', '413'],
    ['a GIF of 5 000 frames', '413'],
  ])('%s is refused by its header (%s)', async (name, statusCode) => {
    const { bytes, type } = bombs[name]!()
    expect(bytes.length).toBeLessThan(200_000)
    const before = performance.now()
    expect((await send(bytes, type)).error).toMatchObject({ status: 400, statusCode })
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  test('a picture that comes packed is not unpacked', async () => {
    const file = await plain(9, 9, 'red').png().toBuffer()
    for (const [encoding, body] of [
      ['gzip', gzipSync(file)],
      ['br', brotliCompressSync(file)],
      ['gzip', file],
      ['br', brotliCompressSync(megabytes(64))],
    ] as const) {
      const headers = { authorization, 'content-type': 'image/png', 'content-encoding': encoding }
      const path = `/object/covers/${ada}/packed-${encoding}`
      const answer = await rawRequest(server.url, path, { method: 'PUT', headers, body })
      expect(answer.json()).toMatchObject({ statusCode: expect.stringMatching(/^4(?:00|15)$/) })
    }
  })

  test('formats with a history are stored unread, or not at all', async () => {
    const tiff = await plain(9, 9, 'red').tiff().toBuffer()
    expect((await upload('a.tiff', tiff, 'image/tiff')).error).toMatchObject({ statusCode: '415' })
    expect((await send(tiff, 'image/tiff')).error).toBeNull()
    const answer = await anything.fetch(`/render/image/public/covers/${ada}/bomb?width=4`)
    expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
  })
})

describe.each(['jpeg', 'png', 'webp'] as const)('S-06 a %s of a telephone', (format) => {
  const name = `${ada}/telephone.${format}`
  let original: Buffer
  const anyEncoding = { accept: 'image/avif,image/webp' }
  beforeAll(async () => {
    const file = await picture(120, 80).withExif(telephone).toFormat(format).toBuffer()
    original = file
    for (const bucket of ['covers', 'shelf'])
      await server
        .as(ada)
        .from(bucket)
        .upload(name, file, { contentType: `image/${format}` })
  })

  async function expectSilence(answer: Response): Promise<void> {
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { exif, xmp, iptc } = await sharp(bytes).metadata()
    expect(exif === undefined || !/Telephone|Ada|GPS/.test(exif.toString('latin1'))).toBe(true)
    expect([xmp, iptc]).toEqual([undefined, undefined])
    expect(bytes.includes('Telephone')).toBe(false)
  }

  test('does not tell where it was taken, once it is among pictures', async () => {
    expect((await sharp(original).metadata()).exif?.includes('Telephone')).toBe(true)
    await expectSilence(await server.fetch(`/object/public/covers/${name}`))
  })

  // What is stored as it came is not shown as it came.
  test.each(['covers', 'shelf'])('has no variant that does, in %s', async (bucket) => {
    const render = (headers: Record<string, string>, query = '') =>
      server.fetch(`/render/image/public/${bucket}/${name}?width=40${query}`, { headers })
    await vi.waitFor(
      async () => expect((await render(anyEncoding)).headers.get('content-type')).toBe('image/avif'),
      20_000,
    )
    await expectSilence(await render(anyEncoding))
    await expectSilence(await render({ accept: 'image/webp' }))
    await expectSilence(await render({ accept: '*/*' }))
    await expectSilence(await render({ accept: '*/*' }, '&format=origin'))
  })
})
