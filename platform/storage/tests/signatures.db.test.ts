/** Signed addresses (WIRE §3.4; THREATS S-07). */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { ada, startStorage, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
  for (const name of ['a b.txt', 'other.txt']) await manuscripts().upload(`${ada}/${name}`, `words of ${name}`)
})
afterAll(() => server[Symbol.asyncDispose]())

const manuscripts = () => server.as(ada).from('manuscripts')
const own = `${ada}/a b.txt`

async function signed(name = own, seconds = 60): Promise<URL> {
  const { data, error } = await manuscripts().createSignedUrl(name, seconds)
  if (error) throw error
  return new URL(data.signedUrl)
}

test('whoever holds the address reads the object, and no cache keeps it longer', async () => {
  const answer = await fetch(await signed())
  expect(await answer.text()).toBe('words of a b.txt')
  expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=(?:60|59|58)$/)
  expect(Date.parse(answer.headers.get('expires') ?? '')).toBeGreaterThan(Date.now())
  const { data } = await manuscripts().createSignedUrl(own, 60, { download: 'mine.txt' })
  expect((await fetch(data!.signedUrl)).headers.get('content-disposition')).toContain('filename=mine.txt')
})

test('many at once, in the order asked for, each with its own fate', async () => {
  const { data } = await manuscripts().createSignedUrls([`${ada}/other.txt`, 'not/mine.txt', own], 60)
  expect(data?.map(({ error, path }) => [error, path])).toEqual([
    [null, `${ada}/other.txt`],
    ['Either the object does not exist or you do not have access to it', 'not/mine.txt'],
    [null, own],
  ])
  expect(await (await fetch(data![2]!.signedUrl!)).text()).toBe('words of a b.txt')
})

test('an address signed for one object opens no other', async () => {
  const url = await signed()
  url.pathname = url.pathname.replace('a%20b.txt', 'other.txt')
  expect(await (await fetch(url)).json()).toMatchObject({ statusCode: '400', code: 'InvalidSignature' })
})

test('a token that was edited, forged, ended, or left out', async () => {
  const url = await signed()
  const token = url.searchParams.get('token') ?? ''
  const [head = '', , signature = ''] = token.split('.')
  const forge = (key: string, exp: number) =>
    new SignJWT({ scope: 'download', url: `manuscripts/${own}`, exp })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(key))
  const future = Math.floor(Date.now() / 1000) + 1_000
  const edited = Buffer.from(JSON.stringify({ scope: 'download', url: `manuscripts/${own}`, exp: future })).toString(
    'base64url',
  )
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${edited}.`
  const secret = 'a secret of the bookshop, for signed addresses only'
  const cases: [string, RegExp][] = [
    [`${head}.${edited}.${signature}`, /signature verification failed/],
    [await forge('another secret, of another shop, for other things', future), /signature verification failed/],
    [unsigned, /alg/i],
    ['nonsense', /Invalid Compact JWS/],
    [await forge(secret, future - 2_000), /"exp" claim timestamp check failed/],
  ]
  for (const [token, message] of cases) {
    url.searchParams.set('token', token)
    const body = (await (await fetch(url)).json()) as object
    expect(body).toMatchObject({ statusCode: '400', code: 'InvalidJWT', message: expect.stringMatching(message) })
  }
  url.searchParams.delete('token')
  expect(await (await fetch(url)).json()).toMatchObject({ message: "querystring must have required property 'token'" })
})

test("an upload by a signed address is its signer's", async () => {
  const name = `${ada}/by-address.txt`
  const { data: upload } = await manuscripts().createSignedUploadUrl(name)
  const stranger = server.as('anon').from('manuscripts')
  const { data, error } = await stranger.uploadToSignedUrl(name, upload!.token, Buffer.from('sent by a friend'))
  expect({ data, error }).toEqual({ data: { path: name, fullPath: `manuscripts/${name}` }, error: null })
  expect(await (await manuscripts().download(name)).data?.text()).toBe('sent by a friend')
  const [row] = await rowsOf(server.database, 'select owner, owner_id from storage.objects where name = $1', [name])
  expect(row).toEqual({ owner: ada, owner_id: ada })

  const again = await stranger.uploadToSignedUrl(name, upload!.token, Buffer.from('twice'))
  expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
  const { data: replace } = await manuscripts().createSignedUploadUrl(name, { upsert: true })
  expect((await stranger.uploadToSignedUrl(name, replace!.token, Buffer.from('twice'))).error).toBeNull()
  const elsewhere = await stranger.uploadToSignedUrl(`${ada}/elsewhere.txt`, replace!.token, Buffer.from('x'))
  expect(elsewhere.error).toMatchObject({ message: 'Invalid signature' })
})

test('an address for uploads does not read, and one for reading does not upload', async () => {
  const { data: upload } = await manuscripts().createSignedUploadUrl(`${ada}/new.txt`)
  const url = await signed()
  const read = await server.fetch(`/object/sign/manuscripts/${ada}/new.txt?token=${upload!.token}`)
  expect(await read.json()).toMatchObject({ code: 'InvalidSignature', message: 'Token is not scoped for download' })
  const write = await manuscripts().uploadToSignedUrl(own, url.searchParams.get('token')!, Buffer.from('x'))
  expect(write.error).toMatchObject({ message: 'Token is not scoped for upload' })
})

test('a signed address ends with its object', async () => {
  await manuscripts().upload(`${ada}/brief.txt`, 'brief')
  const url = await signed(`${ada}/brief.txt`)
  await manuscripts().remove([`${ada}/brief.txt`])
  expect(await (await fetch(url)).json()).toMatchObject({ code: 'NoSuchKey' })
})

test('a lifetime of nothing is refused', async () => {
  for (const seconds of [0, -1, 1.5])
    expect((await manuscripts().createSignedUrl(own, seconds)).error).toMatchObject({ statusCode: '400' })
})
