import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { FileStream } from './file-stream.ts'

let folder: string
const bytes = randomBytes(100_003)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-stream-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function streamOf(start = 0, end = bytes.length - 1) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const file = await open(path)
  return { stream: new FileStream(file, { start, end }, 1_000), file, path }
}

/** Keeps what it is given until the next turn, as a socket does. */
function slowly(kept: Buffer[]): Writable {
  return new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      setImmediate(() => {
        kept.push(Buffer.from(chunk))
        done()
      })
    },
  })
}

test.each([
  [0, 100_002],
  [0, 0],
  [999, 1_000],
  [50_001, 100_002],
])('bytes %i to %i arrive as they are, read or piped', async (start, end) => {
  const expected = bytes.subarray(start, end + 1)
  expect((await buffer((await streamOf(start, end)).stream)).equals(expected)).toBe(true)
  const { stream, file } = await streamOf(start, end)
  const kept: Buffer[] = []
  const to = slowly(kept)
  stream.pipe(to)
  await Promise.all([finished(to), finished(stream)])
  expect(Buffer.concat(kept).equals(expected)).toBe(true)
  await vi.waitFor(() => expect(file.fd).toBe(-1), 30_000)
})

test('answers that follow each other use the same memory, and each has its own bytes', async () => {
  const files = await Promise.all(
    [randomBytes(10_500), randomBytes(7_001), randomBytes(900)].map(async (content, at) => {
      const path = join(folder, `file-${at}`)
      await writeFile(path, content)
      return { path, content }
    }),
  )
  const server = createServer((request, response) => {
    const { path, content } = files[Number(request.url?.slice(1))]!
    response.setHeader('content-length', content.length)
    void open(path).then((file) => new FileStream(file, { start: 0, end: content.length - 1 }, 1_000).pipe(response))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const ask = async (at: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${at}`)
    expect(files[at]!.content.equals(await answer.bytes())).toBe(true)
  }
  for (const round of [0, 1, 2]) await Promise.all([0, 1, 2, 1, 0, 2].map((at) => ask((at + round) % 3)))
  server.close()
})

test('memory that a slow connection still holds is nobody else’s', async () => {
  const [content, path] = [randomBytes(2_500), join(folder, 'slow')]
  await writeFile(path, content)
  /** An answer through a connection that takes all but what `isHeld` says. */
  const answer = async (isHeld: (seen: number) => boolean) => {
    const held = Promise.withResolvers<{ bytes: Buffer; release: () => void }>()
    let seen = 0
    const socket = new Writable({
      write: (bytes: Buffer, _encoding, done) => {
        seen += bytes.length
        if (isHeld(seen)) held.resolve({ bytes, release: done })
        else done()
      },
    })
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    response.assignSocket(socket as Socket)
    response.writeHead(200, { 'content-length': content.length })
    response.flushHeaders()
    const body = new FileStream(await open(path), { start: 0, end: content.length - 1 }, 1_000)
    const sent = new Promise((done) => void response.once('finish', done))
    body.pipe(response)
    return { held: held.promise, sent }
  }
  const slow = await answer((seen) => seen > content.length)
  const { bytes, release } = await slow.held
  const before = Buffer.from(bytes)
  await writeFile(path, randomBytes(2_500))
  for (let count = 0; count < 3; count += 1) await (await answer(() => false)).sent
  expect(bytes.equals(before)).toBe(true)
  release()
  await slow.sent
})

test.each([
  [100_002, 5_000],
  [100_002, 500],
  [1_499, 1_200],
  [899, 500],
])('a file that was cut short is told, and closed: until %i, %i of it left', async (end, left) => {
  const { stream, file, path } = await streamOf(0, end)
  await truncate(path, left)
  stream.pipe(slowly([]))
  await expect(finished(stream)).rejects.toThrow('shorter')
  await vi.waitFor(() => expect(file.fd).toBe(-1), 30_000)
})

test('a reader who goes away closes the file', async () => {
  const { stream, file } = await streamOf()
  const to = slowly([])
  to.on('error', () => {})
  stream.on('error', () => {})
  stream.pipe(to)
  await nextTurn()
  to.destroy(new Error('gone'))
  await vi.waitFor(() => expect(file.fd).toBe(-1), 30_000)
})
