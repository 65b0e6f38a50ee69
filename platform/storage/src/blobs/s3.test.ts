import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

import { expect, onTestFinished, test } from 'vitest'

import { BlobMissingError, BlobStoreAwayError, BlobStoreFullError, objectBlob, type BlobStore } from './blob-store.ts'
import { patienceOf } from './s3-client.ts'
import { s3BlobStore } from './s3.ts'

const patience = { connect: 300, answer: 700, total: 800 }
const unhurried = { connect: 5_000, answer: 20_000, total: 30_000 }

async function storeBehind(answer: RequestListener, within = patience): Promise<BlobStore> {
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
    patience: within,
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

test('D-18 a server that falls silent is waited for once, however often a command is tried', async () => {
  const store = await storeBehind(() => undefined)
  for (const work of [
    () => store.read(key),
    () => write(store),
    () => store.remove([key]),
    () => store.copy(key, key),
  ]) {
    const startedAt = performance.now()
    await expect(work()).rejects.toThrow(BlobStoreAwayError)
    expect(performance.now() - startedAt).toBeLessThan(2 * patience.total)
  }
  const { total } = patienceOf({ endpoint: null, bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' })
  expect(total).toBeLessThan(15_000)
})

test('D-18 a part that is not taken ends an upload, however long its bytes would come', async () => {
  const store = await storeBehind((request, response) => {
    request.resume()
    if (request.url?.includes('uploads')) response.end(`<R><UploadId>u</UploadId></R>`)
  })
  async function* endless() {
    for (;;) yield await Promise.resolve(Buffer.alloc(1_048_576))
  }
  const startedAt = performance.now()
  await expect(store.write(key, endless())).rejects.toThrow(BlobStoreAwayError)
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

test('what is too large for one command is copied in parts, each byte once', async () => {
  const size = 6 * 1_073_741_824 + 1
  const copied: [number, number][] = []
  const commands: string[] = []
  const store = await storeBehind((request, response) => {
    const { method = '', url = '', headers } = request
    request.resume()
    commands.push(`${method} ${/uploads|partNumber|uploadId|CopyObject/.exec(url)?.[0] ?? ''}`)
    if (method === 'HEAD') return response.writeHead(200, { 'content-length': String(size) }).end()
    if (url.includes('uploads')) return response.end('<R><UploadId>u</UploadId></R>')
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(headers['x-amz-copy-source-range'])) ?? []
    if (start !== undefined) copied.push([Number(start), Number(end)])
    return response.end('<R><ETag>"e"</ETag></R>')
  }, unhurried)
  await store.copy(key, objectBlob(randomUUID()))
  const ranges = copied.sort(([one], [other]) => one - other)
  expect(ranges[0]?.[0]).toBe(0)
  expect(ranges.at(-1)?.[1]).toBe(size - 1)
  expect(ranges.slice(1).map(([start]) => start)).toEqual(ranges.slice(0, -1).map(([, end]) => end + 1))
  expect(Math.max(...ranges.map(([start, end]) => end - start))).toBeLessThan(5 * 1_073_741_824)
  expect([commands[0], commands.at(-1)]).toEqual(['HEAD ', 'POST uploadId'])
})

test('only the last piece may be small', async () => {
  let asked = 0
  const store = await storeBehind((_, response) => {
    asked += 1
    response.end()
  }, unhurried)
  const parts = [6_000_000, 100, 6_000_000].map((size) => ({ key: objectBlob(randomUUID()), size }))
  expect(await store.join!(parts, key)).toBe(false)
  expect(asked).toBe(0)
})

test('a server that overlooks what a part is to be copied from is found out', async () => {
  const store = await storeBehind((request, response) => {
    request.resume()
    if (request.url?.includes('uploads')) return response.end('<R><UploadId>u</UploadId></R>')
    return response.writeHead(200, { etag: '"empty"' }).end('<R></R>')
  }, unhurried)
  const parts = [1, 2].map(() => ({ key: objectBlob(randomUUID()), size: 6_000_000 }))
  await expect(store.join!(parts, key)).rejects.toThrow('did not copy')
})

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
