/** Who is heard by the S3 protocol: signatures in headers and addresses, and what they hold for (WIRE §3.9). */
import { createHash } from 'node:crypto'

import {
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { algorithm, canonicalRequest, signerOf, type Signer } from '../../src/s3/signature/canonical.ts'
import { s3ClientFor } from '../../testing/s3-clients.ts'
import { ada, bob, publicKey, servicePair, startStorage, type StorageServer } from '../../testing/storage-server.ts'

let storage: StorageServer
let service: S3Client

beforeAll(async () => {
  storage = await startStorage({ speaksS3: true })
  service = s3ClientFor(storage.url)
  await service.send(
    new PutObjectCommand({ Bucket: 'shelf', Key: 'told.txt', Body: 'told', ContentType: 'text/plain' }),
  )
})
afterAll(async () => {
  service.destroy()
  await storage[Symbol.asyncDispose]()
})

async function refused(answer: Response) {
  const text = await answer.text()
  return [answer.status, /<Code>(.*)<\/Code>/.exec(text)?.[1]]
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly unsigned?: Record<string, string>
  readonly body?: string
  readonly payloadHash?: string
  readonly secret?: string
  readonly key?: string
  readonly at?: Date
  readonly chunks?: readonly string[]
}

function inChunks(chunks: readonly string[], signer: Signer, seed: string): string {
  let previous = seed
  const written = chunks.map((chunk) => {
    previous = signer.ofChunk(previous, createHash('sha256').update(chunk).digest('hex'))
    return `${chunk.length.toString(16)};chunk-signature=${previous}\r\n${chunk}\r\n`
  })
  return written.join('')
}

const inAmzForm = (time: Date) => time.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/** A request that is signed by hand: what no client would send. */
async function send(path: string, sent: Sent = {}) {
  const { method = 'GET', body = '', unsigned = {}, secret = servicePair.secretAccessKey } = sent
  const time = inAmzForm(sent.at ?? new Date())
  const scope = { date: time.slice(0, 8), region: 'local', service: 's3' }
  const payloadHash = sent.payloadHash ?? createHash('sha256').update(body).digest('hex')
  const headers = { 'x-amz-date': time, 'x-amz-content-sha256': payloadHash, ...sent.headers }
  const url = new URL(`${storage.url}/s3${path}`)
  const signedHeaders = ['host', ...Object.keys(headers)].toSorted()
  const target = { url: url.pathname + url.search, host: url.host }
  const signer = signerOf(secret, time, scope)
  const signature = signer.ofRequest(canonicalRequest({ method, ...target, headers, signedHeaders, payloadHash }))
  const credential = `${sent.key ?? servicePair.accessKeyId}/${scope.date}/local/s3/aws4_request`
  const authorization = `${algorithm} Credential=${credential}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`
  const whole = sent.chunks === undefined ? body : inChunks(sent.chunks, signer, signature)
  return fetch(url, {
    method,
    headers: { ...headers, ...unsigned, authorization },
    ...(method === 'PUT' && { body: whole }),
  })
}

describe('a signature in the headers', () => {
  test.each([
    ['another secret', { secret: 'guessed' }, [403, 'SignatureDoesNotMatch']],
    ['an unknown key', { key: 'somebody' }, [403, 'InvalidAccessKeyId']],
    ['made an hour ago', { at: new Date(Date.now() - 3_600_000) }, [403, 'RequestTimeTooSkewed']],
    ['not over all that matters', { unsigned: { 'x-amz-copy-source': 'shelf/told.txt' } }, [403, 'AccessDenied']],
    ['with a token of nobody', { headers: { 'x-amz-security-token': 'x' }, secret: publicKey }, [400, 'InvalidToken']],
    [
      'with a token, by the service’s secret',
      { headers: { 'x-amz-security-token': 'x' } },
      [403, 'SignatureDoesNotMatch'],
    ],
  ] as const)('%s', async (_name, sent, expected) => {
    expect(await refused(await send('/shelf/told.txt', sent))).toEqual(expected)
  })

  test('none at all, and one that is broken', async () => {
    expect(await refused(await storage.fetch('/s3/shelf/told.txt'))).toEqual([403, 'AccessDenied'])
    const headers = { authorization: `${algorithm} Credential=a/b, SignedHeaders=host, Signature=c` }
    expect(await refused(await storage.fetch('/s3/', { headers }))).toEqual([400, 'AuthorizationHeaderMalformed'])
    const bearer = { authorization: 'Bearer x' }
    expect(await refused(await storage.fetch('/s3/', { headers: bearer }))).toEqual([403, 'AccessDenied'])
  })

  test('covers the bytes: nothing of others is kept', async () => {
    const put = { method: 'PUT', body: 'other bytes', payloadHash: createHash('sha256').update('mine').digest('hex') }
    expect(await refused(await send('/shelf/forged', put))).toEqual([400, 'XAmzContentSHA256Mismatch'])
    const md5 = { method: 'PUT', body: 'x', headers: { 'content-md5': createHash('md5').update('y').digest('base64') } }
    expect(await refused(await send('/shelf/forged', md5))).toEqual([400, 'BadDigest'])
    const crc = { method: 'PUT', body: 'x', headers: { 'x-amz-checksum-crc32': 'AAAAAA==' } }
    expect(await refused(await send('/shelf/forged', crc))).toEqual([400, 'BadDigest'])
    expect(await refused(await send('/shelf/forged'))).toEqual([404, 'NoSuchKey'])
    expect(await storage.keysOf('objects')).toHaveLength(1)
  })

  test('covers each chunk of a stream', async () => {
    const headers = { 'x-amz-decoded-content-length': '6', 'content-encoding': 'aws-chunked' }
    const stream = { method: 'PUT', payloadHash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD', headers }
    const answer = await send('/shelf/streamed', { ...stream, chunks: ['abc', 'def', ''] })
    expect([answer.status, answer.headers.get('etag')]).toEqual([
      200,
      `"${createHash('md5').update('abcdef').digest('hex')}"`,
    ])
    expect(await refused(await send('/shelf/cut', { ...stream, chunks: ['abc', ''] }))).toEqual([400, 'IncompleteBody'])
    const forged = {
      method: stream.method,
      payloadHash: stream.payloadHash,
      headers,
      body: `6;chunk-signature=${'0'.repeat(64)}\r\nabcdef\r\n0\r\n\r\n`,
    }
    expect(await refused(await send('/shelf/forged', forged))).toEqual([403, 'SignatureDoesNotMatch'])
  })
})

describe('a signed address', () => {
  const signed = (client: S3Client, command: GetObjectCommand | PutObjectCommand, options: object = {}) =>
    getSignedUrl(client, command as Parameters<typeof getSignedUrl>[1], { expiresIn: 60, ...options })

  test('reads and writes once it is given away, in a person’s name too', async () => {
    const Key = `${ada}/letter`
    const adas = s3ClientFor(storage.url, ada)
    const put = await signed(adas, new PutObjectCommand({ Bucket: 'manuscripts', Key }))
    expect((await fetch(put, { method: 'PUT', body: 'by address' })).status).toBe(200)
    const get = await signed(adas, new GetObjectCommand({ Bucket: 'manuscripts', Key }))
    expect(await (await fetch(get)).text()).toBe('by address')
    const bobs = s3ClientFor(storage.url, bob)
    const denied = await signed(bobs, new GetObjectCommand({ Bucket: 'manuscripts', Key }))
    expect(await refused(await fetch(denied))).toEqual([404, 'NoSuchKey'])
    adas.destroy()
    bobs.destroy()
  })

  test('is for one thing, one way of asking, and for a time', async () => {
    const get = await signed(service, new GetObjectCommand({ Bucket: 'shelf', Key: 'told.txt' }))
    const wrong = [403, 'SignatureDoesNotMatch']
    expect(await refused(await fetch(get.replace('told.txt', 'other.txt')))).toEqual(wrong)
    expect(await refused(await fetch(get, { method: 'DELETE' }))).toEqual(wrong)
    expect(await refused(await fetch(get.replace('Expires=60', 'Expires=6000')))).toEqual(wrong)
    const signingDate = new Date(Date.now() - 120_000)
    const late = await signed(service, new GetObjectCommand({ Bucket: 'shelf', Key: 'told.txt' }), { signingDate })
    expect(await refused(await fetch(late))).toEqual([403, 'AccessDenied'])
  })

  test('says how the answer is to be saved, and never that it is a page', async () => {
    const ResponseContentDisposition = 'attachment; filename="a.txt"'
    const place = { Bucket: 'shelf', Key: 'told.txt', ResponseContentDisposition, ResponseContentType: 'text/html' }
    const answer = await fetch(await signed(service, new GetObjectCommand(place)))
    const { headers } = answer
    expect([headers.get('content-disposition'), headers.get('content-type')]).toEqual([
      ResponseContentDisposition,
      'text/plain',
    ])
  })
})

test('pages of any origin may ask', async () => {
  const asked = 'authorization,x-amz-date,x-amz-meta-mood'
  const headers = {
    origin: 'https://a.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': asked,
  }
  const answer = await storage.fetch('/s3/shelf/told.txt', { method: 'OPTIONS', headers })
  expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([204, asked])
})

test('refusals are documents of the protocol, and what is not there is said so', async () => {
  const answer = await send('/shelf/no%20%26%20one')
  expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code><Message>Object not found</Message><Resource>/storage/v1/s3/shelf/no%20%26%20one</Resource><RequestId>${answer.headers.get('x-amz-request-id')}</RequestId></Error>`,
  ])
  expect(await refused(await send('/shelf?acl='))).toEqual([501, 'NotImplemented'])
  expect(await refused(await send('/shelf/told.txt?versionId=1'))).toEqual([501, 'NotImplemented'])
  expect(await refused(await send('/', { method: 'PUT' }))).toEqual([405, 'MethodNotAllowed'])
  expect(await refused(await send('/shelf/..%2Fup'))).toEqual([400, 'InvalidKey'])
})

test('nobody is heard where it is not switched on', async () => {
  await using silent = await startStorage()
  const client = s3ClientFor(silent.url)
  await expect(client.send(new ListBucketsCommand())).rejects.toThrow(/./)
  expect((await silent.fetch('/s3/')).status).toBe(404)
  const head = new HeadObjectCommand({ Bucket: 'shelf', Key: 'x' })
  await expect(client.send(head)).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } })
  client.destroy()
})
