/** Variants of pictures: sizes, formats, one job each, nothing made twice (THREATS S-05, S-08). */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { bomb, picture, plain } from '../testing/pictures.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
const made =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia" xmp:CreatorTool="Painter (7)" xmp:CreateDate="2026-11-22" photoshop:Credit="Painter"/></rdf:RDF></x:xmpmeta>'
const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const onlyWebp = 'image/webp,*/*'

beforeAll(async () => {
  server = await startStorage()
  const covers = server.as('service_role').from('covers')
  const options = { cacheControl: '31536000, immutable', contentType: 'image/jpeg' }
  const wide = await picture(800, 400).jpeg().toBuffer()
  for (const name of ['wide', 'busy', 'later', 'gone', 'old']) await covers.upload(`${ada}/${name}.jpg`, wide, options)
  const told = await picture(400, 400).withXmp(made).webp().toBuffer()
  await covers.upload(`${ada}/made.webp`, told, { contentType: 'image/webp' })
  const printed = await picture(400, 400).flatten().withXmp(made).jpeg().toBuffer()
  await covers.upload(`${ada}/printed.jpg`, printed, { contentType: 'image/jpeg' })
  await covers.upload(`${ada}/clear.png`, await plain(40, 40, '#fff').png().toBuffer(), { contentType: 'image/png' })
  const shelf = server.as('service_role').from('shelf')
  await shelf.upload(`${ada}/bomb.png`, bomb(7_000, 7_000), { contentType: 'image/png' })
  await shelf.upload(`${ada}/words.png`, 'only words', { contentType: 'image/png' })
  await shelf.upload(`${ada}/words.txt`, 'only words', { contentType: 'text/plain' })
  await shelf.upload(`${ada}/unnamed`, wide, { contentType: 'text/plain;charset=UTF-8' })
  await shelf.upload(`${ada}/drawing.bin`, await plain(40, 20, '#fff').png().toBuffer())
  await shelf.upload(`${ada}/empty`, '', { contentType: 'text/plain' })
  const forgiven = await picture(80, 40).png().toBuffer()
  forgiven.set([1, 2, 3, 4], forgiven.indexOf('IDAT') + 4 + forgiven.readUInt32BE(forgiven.indexOf('IDAT') - 4))
  for (const bucket of [shelf, covers]) {
    const { error } = await bucket.upload(`${ada}/forgiven.png`, forgiven, { contentType: 'image/png' })
    if (error) throw error
  }
  const half = await picture(300, 300).png().toBuffer()
  await shelf.upload(`${ada}/half.png`, half.subarray(0, half.length / 2), { contentType: 'image/png' })
  await server.as('service_role').from('manuscripts').upload(`${ada}/map.jpg`, wide, options)
})
afterAll(() => server[Symbol.asyncDispose]())

const render = (name: string, query = '', accept = onlyWebp, headers: Record<string, string> = {}) =>
  server.fetch(`/render/image/public/${name}${query}`, { headers: { accept, ...headers } })

async function sizeOf(answer: Response): Promise<string> {
  const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata()
  return `${width}x${height} ${format}`
}

describe('sizes', () => {
  test.each([
    ['?width=200', '200x100 webp'],
    ['?height=200', '400x200 webp'],
    ['?width=200&height=200', '200x200 webp'],
    ['?width=200&height=200&resize=contain', '200x100 webp'],
    ['?width=200&height=200&resize=fill', '200x200 webp'],
    ['', '800x400 webp'],
    ['?width=1600', '800x400 webp'],
    ['?width=2000&height=2000', '400x400 webp'],
    ['?width=2000&height=2000&resize=contain', '800x400 webp'],
    ['?width=2000&height=1000&resize=fill', '800x400 webp'],
  ])('%s is %s: never larger than the source', async (query, expected) => {
    expect(await sizeOf(await render(`covers/${ada}/wide.jpg`, query))).toBe(expected)
  })

  test.each(['?width=100000', '?width=-1', '?width=abc', '?quality=10', '?quality=101', '?resize=tile', '?format=bmp'])(
    '%s is refused',
    async (query) => {
      const answer = await render(`covers/${ada}/wide.jpg`, query)
      expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
    },
  )
})

test.each([
  ['shelf', 'unnamed', '?width=200', '200x100 webp'],
  ['shelf', 'unnamed', '?width=200&format=origin', '200x100 jpeg'],
  ['shelf', 'drawing.bin', '?width=20', '20x10 webp'],
  ['shelf', 'forgiven.png', '?width=20', '20x10 webp'],
  ['covers', 'forgiven.png', '?width=20', '20x10 webp'],
])('%s/%s is a picture by its bytes: %s', async (bucket, name, query, expected) => {
  const answer = await render(`${bucket}/${ada}/${name}`, query)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${expected.split(' ')[1]}`])
  expect(await sizeOf(answer)).toBe(expected)
})

describe('how it was made', () => {
  const says = async (answer: Response) => (await sharp(await answer.arrayBuffer()).metadata()).xmpAsString

  test.each(['made.webp', 'printed.jpg'])('stored as %s it says source, tool, day and whom to name', async (name) => {
    expect(await says(await server.fetch(`/object/public/covers/${ada}/${name}`))).toBe(made)
  })

  test.each([
    ['image/jpeg', 'printed.jpg', ''],
    ['image/png', 'made.webp', ''],
    ['image/webp', 'made.webp', onlyWebp],
    ['image/avif', 'made.webp', chrome],
  ])('a variant as %s says it too', async (type, name, accept) => {
    const address = `covers/${ada}/${name}`
    await vi.waitFor(async () => {
      const answer = await render(address, '?width=90', accept)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(await says(answer)).toBe(made)
    }, 20_000)
  })
})

describe('formats', () => {
  test.each([
    ['?width=50', 'image/png,image/*', 'image/jpeg'],
    ['?width=50', '*/*', 'image/jpeg'],
    ['?width=50', onlyWebp, 'image/webp'],
    ['?width=50', 'image/webp;q=0,image/*', 'image/jpeg'],
    ['?width=50&format=origin', chrome, 'image/jpeg'],
    ['?width=50&format=avif', onlyWebp, 'image/avif'],
  ])('%s for %s is %s', async (query, accept, type) => {
    const answer = await render(`covers/${ada}/wide.jpg`, query, accept)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(await sizeOf(answer)).toContain(type === 'image/avif' ? 'heif' : type.slice(6))
    expect(answer.headers.get('vary')).toBe('Accept')
  })

  test('AVIF comes when it has been made; until then nobody waits for it', async () => {
    const ask = () => render(`covers/${ada}/later.jpg`, '?width=120', chrome)
    expect((await ask()).headers.get('content-type')).toBe('image/webp')
    await vi.waitUntil(
      () => server.events.some((event) => event.kind === 'storage.variant-made' && event.format === 'avif'),
      30_000,
    )
    await vi.waitFor(async () => expect((await ask()).headers.get('content-type')).toBe('image/avif'), 30_000)
  })

  test('what may be transparent does not become JPEG', async () => {
    const answer = await render(`covers/${ada}/clear.png`, '?width=20', '*/*')
    expect(answer.headers.get('content-type')).toBe('image/png')
  })
})

test('however many ask at once, one job is done', async () => {
  const before = server.events.length
  const answers = await Promise.all(Array.from({ length: 40 }, () => render(`covers/${ada}/busy.jpg`, '?width=333')))
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
  expect(new Set(bodies.map((body) => body.toString('base64'))).size).toBe(1)
  const made = () => server.events.slice(before).filter(({ kind }) => kind === 'storage.variant-made')
  expect(made()).toHaveLength(1)
  await render(`covers/${ada}/busy.jpg`, '?width=333')
  expect(made()).toHaveLength(1)
})

test('a variant is as cacheable as its source, and has a tag of its own', async () => {
  const first = await render(`covers/${ada}/wide.jpg`, '?width=64')
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('max-age=31536000, immutable, s-maxage=60')
  expect(first.headers.get('x-transformations')).toBe('width:64,resizing_type:fill')
  const again = await render(`covers/${ada}/wide.jpg`, '?width=64', onlyWebp, { 'if-none-match': etag })
  expect(again.status).toBe(304)
  expect(again.headers.get('etag')).toBe(etag)
  const other = await render(`covers/${ada}/wide.jpg`, '?width=65', onlyWebp, { 'if-none-match': etag })
  expect(other.status).toBe(200)
  const head = await server.fetch(`/render/image/public/covers/${ada}/wide.jpg?width=64`, {
    method: 'HEAD',
    headers: { accept: onlyWebp },
  })
  expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'))
})

test.each([
  ['bomb.png', '413'],
  ['words.png', '415'],
  ['words.txt', '400'],
  ['empty', '400'],
  ['half.png', '415'],
])('%s is no picture to work on', async (name, statusCode) => {
  const answer = await render(`shelf/${ada}/${name}`, '?width=50')
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ statusCode })
})

test('private pictures need rights, and signed addresses decide their own size', async () => {
  const path = `manuscripts/${ada}/map.jpg`
  const asStranger = await server.fetch(`/render/image/authenticated/${path}?width=50`, {
    headers: { authorization: `Bearer ${tokenFor('anon')}` },
  })
  expect(await asStranger.json()).toMatchObject({ code: 'NoSuchKey' })
  expect(await (await render(path)).json()).toMatchObject({ code: 'NoSuchBucket' })
  const asAuthor = await server.fetch(`/render/image/authenticated/${path}?width=50`, {
    headers: { authorization: `Bearer ${tokenFor(ada)}`, accept: onlyWebp },
  })
  expect(await sizeOf(asAuthor)).toBe('50x25 webp')

  const { data } = await server
    .as(ada)
    .from('manuscripts')
    .createSignedUrl(`${ada}/map.jpg`, 60, { transform: { width: 80 } })
  const signed = data?.signedUrl ?? ''
  expect(await sizeOf(await fetch(`${signed}&width=700`, { headers: { accept: onlyWebp } }))).toBe('80x40 webp')
  const original = await fetch(signed.replace('/render/image/sign/', '/object/sign/'))
  expect(await original.json()).toMatchObject({ code: 'InvalidSignature' })
})

test('a replaced picture shows its new variants, and the old ones go', async () => {
  const covers = server.as('service_role').from('covers')
  const before = await render(`covers/${ada}/old.jpg`, '?width=32')
  await covers.update(`${ada}/old.jpg`, await plain(100, 100, 'red').jpeg().toBuffer(), { contentType: 'image/jpeg' })
  const after = await render(`covers/${ada}/old.jpg`, '?width=32')
  expect(await sizeOf(after)).toBe('32x32 webp')
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test('a removed picture takes its variants along', async () => {
  const { data } = await server.as('service_role').from('covers').info(`${ada}/gone.jpg`)
  const variants = async () => (await server.keysOf('variants')).filter((key) => key.includes(data?.version ?? '?'))
  await render(`covers/${ada}/gone.jpg`, '?width=32')
  expect(await variants()).toHaveLength(1)
  await server
    .as('service_role')
    .from('covers')
    .remove([`${ada}/gone.jpg`])
  await vi.waitFor(async () => expect(await variants()).toHaveLength(0), 30_000)
  expect(await (await render(`covers/${ada}/gone.jpg`, '?width=32')).json()).toMatchObject({ code: 'NoSuchKey' })
})

test('more pictures at once than may wait are sent away, with a time to come back', async () => {
  await using small = await startStorage({ config: { images: { queueLength: 1, parallel: 1 } } })
  const file = await picture(1_200, 900).jpeg().toBuffer()
  await small.as('service_role').from('covers').upload('a.jpg', file, { contentType: 'image/jpeg' })
  const ask = (width: number) =>
    small.fetch(`/render/image/public/covers/a.jpg?width=${width}`, { headers: { accept: onlyWebp } })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(900 + index)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(await refused[0]?.json()).toMatchObject({ statusCode: '429', code: 'SlowDown' })
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
})

test('an installation may allow few sizes, or none', async () => {
  await using strict = await startStorage({ config: { images: { variantSides: [320, 640] } } })
  const file = await plain(700, 700, 'red').jpeg().toBuffer()
  await strict.as('service_role').from('covers').upload('a.jpg', file, { contentType: 'image/jpeg' })
  expect((await strict.fetch('/render/image/public/covers/a.jpg?width=640')).status).toBe(200)
  expect(await (await strict.fetch('/render/image/public/covers/a.jpg?width=641')).json()).toMatchObject({
    message: 'width must be one of 320, 640',
  })
})
