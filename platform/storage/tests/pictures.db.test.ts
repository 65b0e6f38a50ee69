/** Pictures on their way in: proven, measured, freed of their location (THREATS S-03, S-05, S-06). */
import { createHash } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { bytesOf } from '../src/blobs/blob-store.ts'
import { bomb, picture, plain, telephone } from '../testing/pictures.ts'
import { ada, startStorage, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
})
afterAll(() => server[Symbol.asyncDispose]())

const covers = () => server.as(ada).from('covers')
const upload = (name: string, bytes: Buffer, contentType: string) =>
  covers().upload(`${ada}/${name}`, bytes, { contentType })

async function stored(name: string): Promise<Buffer> {
  const { data, error } = await covers().download(`${ada}/${name}`)
  if (error) throw error
  return Buffer.from(await data.arrayBuffer())
}

test('a picture is measured: size, main colour, placeholder', async () => {
  const file = await plain(64, 48, '#2060c0').png().toBuffer()
  await upload('blue.png', file, 'image/png')
  const { data } = await covers().info(`${ada}/blue.png`)
  expect(data?.metadata).toEqual({
    width: 64,
    height: 48,
    color: '#2060c0',
    thumbhash: expect.stringMatching(/^[\w+/]{20,}=*$/),
  })
  expect((await stored('blue.png')).equals(file)).toBe(true)
})

test('what the client says of a picture stays beside what was measured', async () => {
  const file = await plain(8, 8, '#000000').png().toBuffer()
  await covers().upload(`${ada}/told.png`, file, {
    contentType: 'image/png',
    metadata: { title: 'Night', width: 9_999 },
  })
  const { data } = await covers().info(`${ada}/told.png`)
  expect(data?.metadata).toMatchObject({ title: 'Night', width: 8, height: 8, color: '#000000' })
})

describe.each(['jpeg', 'png', 'webp'] as const)('%s', (format) => {
  const original = () =>
    picture(120, 80)
      .withMetadata({ orientation: 6 })
      .withExifMerge(telephone)
      .toFormat(format, { quality: 90 })
      .toBuffer()

  test('loses its location and keeps its pixels, its orientation and its colours', async () => {
    const file = await original()
    expect((await sharp(file).metadata()).exif?.includes('Telephone')).toBe(true)
    await upload(`photo.${format}`, file, `image/${format}`)

    const clean = await stored(`photo.${format}`)
    const facts = await sharp(clean).metadata()
    expect(clean.includes('Telephone')).toBe(false)
    expect(facts.exif?.length ?? 0).toBeLessThan(40)
    expect(facts.orientation).toBe(6)
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
    expect((await pixels(clean)).equals(await pixels(file))).toBe(true)

    const { data } = await covers().info(`${ada}/photo.${format}`)
    expect(data).toMatchObject({
      size: clean.length,
      etag: `"${createHash('md5').update(clean).digest('hex')}"`,
      metadata: { width: 80, height: 120 },
    })
  })

  test('the blob with the location is gone', async () => {
    await upload(`gone.${format}`, await original(), `image/${format}`)
    for (const key of await server.keysOf('objects')) {
      const blob = await server.blobs.read(key)
      expect((await bytesOf(blob)).includes('Telephone')).toBe(false)
    }
  })
})

const liars: Record<string, { bytes: () => Promise<Buffer> | Buffer; type: string }> = {
  'HTML that is called JPEG': {
    bytes: () => Buffer.from('<html><script>alert(1)</script>'.repeat(9)),
    type: 'image/jpeg',
  },
  'a short text that is called PNG': { bytes: () => Buffer.from('PNG'), type: 'image/png' },
  'SVG that is called WebP': {
    bytes: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    type: 'image/webp',
  },
  'a GIF that is a script': { bytes: () => Buffer.from('GIF89a=1;alert(1)//'.padEnd(64)), type: 'image/jpeg' },
  'a PNG that is called JPEG': { bytes: () => plain(9, 9, 'red').png().toBuffer(), type: 'image/jpeg' },
  'a signature without a picture': {
    bytes: () => Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(80), 'latin1'),
    type: 'image/png',
  },
  'half a picture': {
    bytes: async () => (await picture(200, 200).jpeg().toBuffer()).subarray(0, 2_000),
    type: 'image/jpeg',
  },
}

test.each(Object.entries(liars))('%s is refused, and nothing is left', async (_name, { bytes, type }) => {
  const before = await server.keysOf('objects')
  const { error } = await upload('liar', await bytes(), type)
  expect(error).toMatchObject({ status: 400, statusCode: '415' })
  expect(await server.keysOf('objects')).toHaveLength(before.length)
  expect((await covers().info(`${ada}/liar`)).error).not.toBeNull()
})

test.each([
  [65_000, 900],
  [7_000, 7_000],
  [9_000, 10],
])('a bomb of %i × %i is refused by its header', async (width, height) => {
  const file = bomb(width, height)
  expect(file.length).toBeLessThan(200_000)
  const { error } = await upload('bomb.png', file, 'image/png')
  expect(error).toMatchObject({ statusCode: '413', message: expect.stringContaining(`${width} × ${height} pixels`) })
})

test('in a bucket of anything, bytes come out as they went in', async () => {
  const shelf = server.as(ada).from('shelf')
  const photo = await picture(60, 60).withExif(telephone).jpeg().toBuffer()
  await shelf.upload(`${ada}/photo.jpg`, photo, { contentType: 'image/jpeg' })
  const { data } = await shelf.download(`${ada}/photo.jpg`)
  expect(Buffer.from(await data!.arrayBuffer()).equals(photo)).toBe(true)
  expect((await shelf.upload(`${ada}/odd.jpg`, 'no picture', { contentType: 'image/jpeg' })).error).toBeNull()
})

test('an upload of another type behind its file is judged by that type', async () => {
  const form = new FormData()
  form.append('', new Blob([await plain(9, 9, 'red').png().toBuffer()], { type: 'image/png' }))
  form.append('contentType', 'image/jpeg')
  const { error } = await covers().upload(`${ada}/late.png`, form)
  expect(error).toMatchObject({ statusCode: '415' })
})
