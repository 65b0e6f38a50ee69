/** Status lines, headers and bodies to the letter (WIRE §3.1–3.6), without a client in between. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { author, keyFor, storageUnderTest, type StorageUnderTest } from './storage-under-test.ts'

let storage: StorageUnderTest
beforeAll(async () => {
  storage = await storageUnderTest()
  await storage.as('service_role').createBucket('shelf', { public: true })
  await storage.as('service_role').createBucket('vault')
  const words = { contentType: 'text/plain', cacheControl: '60' }
  await storage.as('service_role').from('shelf').upload('a.txt', '0123456789', words)
  await storage.as('service_role').from('vault').upload('a.txt', 'hidden', words)
})
afterAll(() => storage[Symbol.asyncDispose]())

interface Row {
  readonly ask: string
  readonly as?: string | null
  readonly headers?: Record<string, string>
  readonly send?: string
  readonly status: number
  readonly answers?: Record<string, unknown>
  readonly body?: unknown
}

const json = { 'content-type': 'application/json' }
const failure = (statusCode: string, error: string, message: string, code: string) => ({
  statusCode,
  error,
  message,
  code,
})
const noBucket = failure('404', 'Bucket not found', 'Bucket not found', 'NoSuchBucket')
const noKey = failure('404', 'not_found', 'Object not found', 'NoSuchKey')
const invalid = (message: string) => failure('400', 'Error', message, 'InvalidRequest')
const etag = '"781e5e245d69b566979b86e28d23f2c7"'

const rows: readonly Row[] = [
  {
    ask: 'GET /object/public/shelf/a.txt',
    as: null,
    status: 200,
    answers: {
      'content-type': 'text/plain',
      'content-length': '10',
      etag,
      'cache-control': 'max-age=60',
      'accept-ranges': 'bytes',
      'x-robots-tag': 'none',
    },
    body: '0123456789',
  },
  { ask: 'GET /object/shelf/a.txt', as: null, status: 200, body: '0123456789' },
  {
    ask: 'GET /object/public/shelf/a.txt',
    headers: { range: 'bytes=2-4' },
    status: 206,
    answers: { 'content-range': 'bytes 2-4/10' },
    body: '234',
  },
  {
    ask: 'GET /object/public/shelf/a.txt',
    headers: { 'if-none-match': etag },
    status: 304,
    answers: { etag },
    body: '',
  },
  {
    ask: 'GET /object/public/shelf/a.txt?download=b.txt',
    status: 200,
    answers: { 'content-disposition': "attachment; filename=b.txt; filename*=UTF-8''b.txt;" },
  },
  { ask: 'GET /object/public/shelf/a.txt?download', status: 200, answers: { 'content-disposition': 'attachment;' } },
  { ask: 'GET /object/public/shelf/b.txt', status: 400, body: noKey },
  { ask: 'GET /object/public/vault/a.txt', status: 400, body: noBucket },
  { ask: 'GET /object/vault/a.txt', as: null, status: 400, body: noBucket },
  { ask: 'GET /object/vault/a.txt', status: 400, body: noKey },
  { ask: 'GET /object/nowhere/a.txt', status: 400, body: noBucket },
  { ask: 'HEAD /object/public/shelf/a.txt', status: 200, answers: { 'content-length': '10', etag } },
  { ask: 'HEAD /object/public/shelf/b.txt', status: 400 },
  {
    ask: 'GET /object/authenticated/vault/a.txt',
    as: null,
    status: 400,
    body: invalid("headers must have required property 'authorization'"),
  },
  {
    ask: 'GET /bucket',
    headers: { authorization: 'Bearer a.b.c' },
    status: 400,
    body: failure('403', 'Unauthorized', 'signature verification failed', 'AccessDenied'),
  },
  { ask: 'GET /bucket/nowhere', as: 'service_role', status: 400, body: noBucket },
  { ask: 'DELETE /bucket/nowhere', as: 'service_role', headers: json, status: 400, body: noBucket },
  { ask: 'POST /bucket/nowhere/empty', as: 'service_role', headers: json, status: 400, body: noBucket },
  {
    ask: 'POST /object/shelf/odd.txt',
    as: 'service_role',
    headers: { 'content-type': 'notatype' },
    send: 'x',
    status: 400,
    body: failure('415', 'invalid_mime_type', 'mime type notatype is not supported', 'InvalidMimeType'),
  },
  {
    ask: 'POST /bucket',
    as: 'service_role',
    headers: json,
    send: '{}',
    status: 400,
    body: invalid("body must have required property 'name'"),
  },
  {
    ask: 'POST /bucket',
    as: 'service_role',
    headers: json,
    send: '{"name":"a/b"}',
    status: 400,
    body: failure('400', 'Invalid Input', 'Bucket name invalid', 'InvalidBucketName'),
  },
  { ask: 'PUT /bucket/shelf', as: 'service_role', headers: json, send: '{}', status: 400 },
  {
    ask: 'POST /object/shelf/a.txt',
    as: 'service_role',
    send: 'x',
    status: 400,
    body: failure('409', 'Duplicate', 'The resource already exists', 'KeyAlreadyExists'),
  },
  {
    ask: 'POST /object/shelf/n%E2%80%AEe',
    as: 'service_role',
    send: 'x',
    status: 400,
    body: expect.objectContaining({ statusCode: '400', code: 'InvalidKey' }),
  },
  {
    ask: `POST /object/shelf/${author}/a`,
    send: 'x',
    status: 400,
    body: failure('403', 'Unauthorized', 'new row violates row-level security policy', 'AccessDenied'),
  },
  {
    ask: 'POST /object/sign/shelf/a.txt',
    as: 'service_role',
    headers: json,
    send: '{"expiresIn":0}',
    status: 400,
    body: invalid('body/expiresIn must be >= 1'),
  },
  {
    ask: 'POST /object/sign/shelf/b.txt',
    as: 'service_role',
    headers: json,
    send: '{"expiresIn":9}',
    status: 400,
    body: noKey,
  },
  {
    ask: 'GET /object/sign/shelf/a.txt?token=a.b.c',
    status: 400,
    body: expect.objectContaining({ statusCode: '400', code: 'InvalidJWT' }),
  },
  { ask: 'POST /object/list/nowhere', headers: json, send: '{"prefix":""}', status: 200, body: [] },
  {
    ask: 'POST /object/list/shelf',
    headers: json,
    send: '{}',
    status: 400,
    body: invalid("body must have required property 'prefix'"),
  },
  { ask: 'DELETE /object/shelf', headers: json, send: '{"prefixes":["nothing"]}', status: 200, body: [] },
  { ask: 'DELETE /object/shelf', headers: json, send: '{"prefixes":[]}', status: 400 },
  { ask: 'DELETE /object/shelf/nothing', as: 'service_role', status: 400, body: noKey },
  {
    ask: 'POST /object/move',
    as: 'service_role',
    headers: json,
    send: '{"bucketId":"shelf","sourceKey":"x","destinationKey":"y"}',
    status: 400,
    body: noKey,
  },
  {
    ask: 'GET /object/info/public/shelf/a.txt',
    as: null,
    status: 200,
    body: expect.objectContaining({
      name: 'a.txt',
      bucket_id: 'shelf',
      size: 10,
      content_type: 'text/plain',
      cache_control: 'max-age=60',
      etag,
    }),
  },
  {
    ask: 'GET /render/image/public/shelf/a.txt?width=9',
    status: 400,
    body: expect.objectContaining({ statusCode: '400', code: 'InvalidRequest' }),
  },
  { ask: 'GET /nowhere', status: 404 },
]

test.each(rows)('$ask ($status)', async ({ ask, as = 'anon', headers = {}, send, status, answers = {}, body }) => {
  const [method = '', path = ''] = ask.split(' ')
  const key = as === null ? {} : { authorization: `Bearer ${keyFor(as)}` }
  const init = { method, headers: { ...key, ...headers }, ...(send !== undefined && { body: send }) }
  const answer = await fetch(`${storage.url}${path}`, init)
  const text = await answer.text()
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject(answers)
  if (body === undefined) return
  expect(typeof body === 'string' ? text : JSON.parse(text)).toEqual(body)
})
