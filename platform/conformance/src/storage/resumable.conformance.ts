/** Uploads in pieces, request by request (WIRE §3.7): rows run in order and build on each other. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { author, keyFor, storageUnderTest, stranger, type StorageUnderTest } from './storage-under-test.ts'

let storage: StorageUnderTest
/** The address of the upload that the rows speak of. */
let upload = ''
beforeAll(async () => {
  storage = await storageUnderTest()
  await storage
    .as('service_role')
    .createBucket('films', { public: false, fileSizeLimit: 100, allowedMimeTypes: ['text/*'] })
})
afterAll(() => storage[Symbol.asyncDispose]())

interface Row {
  readonly step: string
  /** `upload` is the address that the last creation answered. */
  readonly ask: string
  readonly as?: string
  readonly headers?: Record<string, string>
  readonly send?: string
  readonly status: number
  readonly answers?: Record<string, unknown>
  /** What refusals say, in words. */
  readonly says?: string
}

const metadata = (name: string, contentType = 'text/plain') =>
  Object.entries({ bucketName: 'films', objectName: name, contentType, cacheControl: '60', metadata: '{"reel":1}' })
    .map(([key, value]) => `${key} ${btoa(value)}`)
    .join(',')
const creation = (length: number, name = `${author}/film`) => ({
  'upload-length': String(length),
  'upload-metadata': metadata(name),
})
const piece = (offset: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
})
const refusal = 'new row violates row-level security policy'

const rows: readonly Row[] = [
  {
    step: 'tells what it can',
    ask: 'OPTIONS /upload/resumable',
    status: 204,
    answers: {
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,creation-defer-length,termination,expiration',
      'tus-max-size': '52428800',
    },
  },
  {
    step: 'speaks one version only',
    ask: 'POST /upload/resumable',
    headers: { ...creation(10), 'tus-resumable': '' },
    status: 412,
  },
  {
    step: 'asks the policies first',
    ask: 'POST /upload/resumable',
    as: stranger,
    headers: creation(10),
    status: 403,
    says: refusal,
  },
  { step: 'minds the bucket’s size', ask: 'POST /upload/resumable', headers: creation(101), status: 413 },
  {
    step: 'minds the bucket’s types',
    ask: 'POST /upload/resumable',
    headers: { 'upload-length': '1', 'upload-metadata': metadata(`${author}/a`, 'image/png') },
    status: 415,
    says: 'mime type image/png is not supported',
  },
  {
    step: 'needs a length',
    ask: 'POST /upload/resumable',
    headers: { 'upload-metadata': metadata(`${author}/a`) },
    status: 400,
  },
  {
    step: 'creates',
    ask: 'POST /upload/resumable',
    headers: creation(10),
    status: 201,
    answers: {
      'tus-resumable': '1.0.0',
      location: expect.stringMatching(/\/storage\/v1\/upload\/resumable\/[\w-]+$/),
      'upload-expires': expect.stringMatching(/GMT$/),
    },
  },
  {
    step: 'tells where it stands',
    ask: 'HEAD upload',
    status: 200,
    answers: { 'upload-offset': '0', 'upload-length': '10', 'cache-control': 'no-store' },
  },
  {
    step: 'takes a piece',
    ask: 'PATCH upload',
    headers: piece(0),
    send: '0123',
    status: 204,
    answers: { 'upload-offset': '4' },
  },
  { step: 'and only the next one', ask: 'PATCH upload', headers: piece(0), send: '0123', status: 409 },
  { step: 'never more than was said', ask: 'PATCH upload', headers: piece(4), send: '0123456789', status: 413 },
  {
    step: 'of its owner',
    ask: 'PATCH upload',
    as: stranger,
    headers: piece(4),
    send: '456789',
    status: 403,
    says: refusal,
  },
  { step: 'with its type', ask: 'PATCH upload', headers: { 'upload-offset': '4' }, send: '456789', status: 403 },
  {
    step: 'finishes',
    ask: 'PATCH upload',
    headers: piece(4),
    send: '456789',
    status: 204,
    answers: { 'upload-offset': '10' },
  },
  {
    step: 'has made an object',
    ask: `GET /object/authenticated/films/${author}/film`,
    status: 200,
    answers: {
      'content-type': 'text/plain',
      'content-length': '10',
      'cache-control': expect.stringContaining('max-age=60'),
    },
  },
  { step: 'is not ended any more', ask: 'DELETE upload', status: 400 },
  {
    step: 'does not replace unasked',
    ask: 'POST /upload/resumable',
    headers: creation(3),
    status: 409,
    says: 'The resource already exists',
  },
  {
    step: 'replaces when asked, and takes the first piece at once',
    ask: 'POST /upload/resumable',
    headers: { ...creation(3), ...piece(0), 'x-upsert': 'true' },
    send: 'new',
    status: 201,
    answers: { 'upload-offset': '3' },
  },
  {
    step: 'learns the length later',
    ask: 'POST /upload/resumable',
    headers: { 'upload-defer-length': '1', 'upload-metadata': metadata(`${author}/later`) },
    status: 201,
  },
  { step: 'and says so', ask: 'HEAD upload', status: 200, answers: { 'upload-defer-length': '1' } },
  {
    step: 'until it knows it',
    ask: 'PATCH upload',
    headers: { ...piece(0), 'upload-length': '6' },
    send: 'abc',
    status: 204,
  },
  { step: 'ends when asked', ask: 'DELETE upload', status: 204 },
  { step: 'and is gone', ask: 'HEAD upload', status: 404 },
  { step: 'needs a signature behind /sign', ask: 'POST /upload/resumable/sign', headers: creation(3), status: 400 },
]

async function send({ ask, as = author, headers = {}, send: body }: Row): Promise<Response> {
  const [method = '', path = ''] = ask.split(' ')
  const all = { authorization: `Bearer ${keyFor(as)}`, 'tus-resumable': '1.0.0', ...headers }
  // An empty one stands for one that is not sent.
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const init = { method, headers: sent, ...(body !== undefined && { body: new TextEncoder().encode(body) }) }
  return fetch(path === 'upload' ? upload : `${storage.url}${path}`, init)
}

test.each(rows)('$step ($ask, $status)', async (row) => {
  const answer = await send(row)
  const text = await answer.text()
  expect({ status: answer.status, text }).toMatchObject({ status: row.status })
  expect(Object.fromEntries(answer.headers)).toMatchObject(row.answers ?? {})
  const isRefusal = row.status >= 400 && text !== ''
  expect(isRefusal ? answer.headers.get('content-type') : 'text/plain').toMatch(/^text\/plain/)
  expect(text.trim()).toBe(row.says ?? text.trim())
  if (answer.status === 201) upload = answer.headers.get('location') ?? ''
})
