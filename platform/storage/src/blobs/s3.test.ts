import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

import { expect, onTestFinished, test } from 'vitest'

import { BlobMissingError, BlobStoreAwayError, BlobStoreFullError, objectBlob, type BlobStore } from './blob-store.ts'
import { s3BlobStore } from './s3.ts'

async function storeBehind(answer: RequestListener): Promise<BlobStore> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const store = s3BlobStore({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'blobs',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    patience: { connect: 300, answer: 300, total: 1_000 },
  })
  onTestFinished(() => {
    store[Symbol.dispose]()
    server.closeAllConnections()
    server.close()
  })
  return store
}

const refusal =
  (status: number, code: string): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`)
  }

const key = objectBlob(randomUUID())
const write = (store: BlobStore) => store.write(key, Readable.from([Buffer.from('text')]))

test.each([
  ['that never answers', () => undefined, BlobStoreAwayError],
  ['that ends every connection', (request) => request.destroy(), BlobStoreAwayError],
  ['that is overloaded', refusal(503, 'SlowDown'), BlobStoreAwayError],
  ['whose space is used up', refusal(403, 'QuotaExceeded'), BlobStoreFullError],
] satisfies [string, RequestListener, unknown][])(
  'a server %s is told from a missing blob',
  async (_, answer, error) => {
    const store = await storeBehind(answer)
    await expect(store.read(key)).rejects.toThrow(error)
    await expect(write(store)).rejects.toThrow(error)
    await expect(store.remove([key])).rejects.toThrow(error)
  },
)

test('an answer that breaks off is an error for whoever reads it, not a shorter blob', async () => {
  const store = await storeBehind((_, response) => {
    response.writeHead(200, { 'content-length': '1000000' })
    response.write(Buffer.alloc(500_000))
    setImmediate(() => response.destroy())
  })
  const { body, size } = await store.read(key)
  expect(size).toBe(1_000_000)
  await expect((body as Readable).toArray()).rejects.toThrow('aborted')
})

test('a key that is none never reaches the server', async () => {
  let asked = 0
  const store = await storeBehind((_, response) => {
    asked += 1
    response.end()
  })
  await expect(store.read('objects/../../x')).rejects.toThrow(BlobMissingError)
  expect(asked).toBe(0)
})

test('bodies are sent as they are: no framing that only AWS understands', async () => {
  const bodies: { headers: string[]; text: string }[] = []
  const store = await storeBehind((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push({ headers: Object.keys(request.headers), text: Buffer.concat(chunks).toString() })
      response.writeHead(200, { etag: '"e"' }).end()
    })
  })
  await write(store)
  expect(bodies.map(({ text }) => text)).toEqual(['text'])
  expect(bodies[0]?.headers.filter((name) => /checksum|trailer|decoded/u.test(name))).toEqual([])
})
