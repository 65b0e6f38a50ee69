/** A signed address opens one thing, for a while, and cannot be bent to another (THREATS S-07). */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rawRequest } from '../../testing/raw-request.ts'
import { ada, startStorage, type StorageServer } from '../../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage({ fixtures: `update storage.buckets set public = false;` })
  for (const bucket of ['manuscripts', 'shelf'])
    for (const name of ['own', 'other']) await server.as(ada).from(bucket).upload(`${ada}/${name}`, `${bucket} ${name}`)
})
afterAll(() => server[Symbol.asyncDispose]())

const own = `${ada}/own`
const secret = 'a secret of the bookshop, for signed addresses only'
const manuscripts = () => server.as(ada).from('manuscripts')

async function tokenOf(name = own): Promise<string> {
  const { data } = await manuscripts().createSignedUrl(name, 60)
  return new URL(data!.signedUrl).searchParams.get('token')!
}
const read = (address: string, token: string, more = '') =>
  rawRequest(server.url, `/object/sign/${address}?token=${token}${more}`)
const forge = (claims: object, key = secret) =>
  new SignJWT({ scope: 'download', url: `manuscripts/${own}`, exp: Math.floor(Date.now() / 1000) + 100, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(key))

test('S-07 it opens what it was signed for', async () => {
  expect((await read(`manuscripts/${own}`, await tokenOf())).bytes.toString()).toBe('manuscripts own')
})

test('S-07 another path, another bucket, another object, another spelling of the path', async () => {
  const token = await tokenOf()
  for (const address of [`manuscripts/${ada}/other`, `shelf/${own}`, `manuscripts/${own}x`])
    expect((await read(address, token)).json()).toMatchObject({ statusCode: '400', code: 'InvalidSignature' })
  for (const address of [`manuscripts/${ada}/../${own}`, `manuscripts/${ada}/%2e%2e/${own}`])
    expect((await read(address, token)).json()).toMatchObject({ statusCode: '400', code: 'InvalidKey' })
})

test('S-07 a token that was edited, forged with another key, unsigned, or that never ends', async () => {
  const token = await tokenOf()
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number }
  const edited = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9_999 })).toString('base64url')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const forever = await forge({ exp: undefined })
  const forged = await forge({}, 'another secret, of another shop, for other things')
  for (const bad of [`${head}.${edited}.${signature}`, `${none}.${body}.`, `${head}.${body}.`, forever, forged, 'x'])
    expect((await read(`manuscripts/${own}`, bad)).json()).toMatchObject({ statusCode: '400', code: 'InvalidJWT' })
})

test('S-07 a token that has ended', async () => {
  const ended = await forge({ exp: Math.floor(Date.now() / 1000) - 1 })
  expect((await read(`manuscripts/${own}`, ended)).json()).toMatchObject({
    statusCode: '400',
    code: 'InvalidJWT',
    message: '"exp" claim timestamp check failed',
  })
})

test('S-07 an address for uploads does not read, and one for reading does not upload', async () => {
  const { data: upload } = await manuscripts().createSignedUploadUrl(`${ada}/new`)
  const scoped = await forge({ scope: 'upload', upsert: true })
  for (const [address, token] of [
    [`manuscripts/${ada}/new`, upload!.token],
    [`manuscripts/${own}`, scoped],
  ] as const)
    expect((await read(address, token)).json()).toMatchObject({ statusCode: '400', code: 'InvalidSignature' })
  const path = `/object/upload/sign/manuscripts/${own}?token=${await tokenOf()}`
  const written = await rawRequest(server.url, path, { method: 'PUT', body: 'bent' })
  expect(written.json()).toMatchObject({ statusCode: '400', code: 'InvalidSignature' })
  expect(await (await manuscripts().download(own)).data?.text()).toBe('manuscripts own')
})

test('S-07 the name to save under adds no header', async () => {
  const token = await tokenOf()
  const answer = await read(`manuscripts/${own}`, token, '&download=a%0d%0aset-cookie:%20x=y%22;%20filename=%22b')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=[\w%.-]+; filename\*=UTF-8''[\w%.-]+;$/)
})

test('S-07 neither is it a token of a person, nor a person’s token an address', async () => {
  const headers = { authorization: `Bearer ${await tokenOf()}` }
  const asPerson = await rawRequest(server.url, `/object/authenticated/manuscripts/${own}`, { headers })
  expect(asPerson.json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' })
  const session = await new SignJWT({ role: 'authenticated', sub: ada })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
  expect((await read(`manuscripts/${own}`, session)).json()).toMatchObject({ code: 'InvalidSignature' })
})
