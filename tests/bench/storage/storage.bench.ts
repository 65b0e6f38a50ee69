/**
 * Files: our whole server (public route, disk store) beside nginx with the same files, in turns; then a picture's
 * variants: the first ask, and the cached one beside nginx with that file. nginx runs as one process, as ours does. The
 * third is what Node's own HTTP server can do at best: the same headers and bytes from memory, and nothing else; for
 * uploads, one that hashes, syncs and writes a row as ours does.
 * The load comes from a process of its own; all share the machine's cores.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'

import { startNginx } from '../peers/nginx.ts'
import { compare, overHttp } from '../support/compare.ts'
import { startOurServer } from '../support/our-server.ts'
import { startPostgres } from '../support/postgres.ts'
import { answers, freePort, inBench, startScript } from '../support/processes.ts'
import { median, number, quantile } from '../support/report.ts'
import { jwtSecret, serviceKey } from '../support/tokens.ts'

const database = 'ours'
const year = '31536000, immutable'

await using postgres = await startPostgres()
await postgres.script('postgres', `create database ${database}`)
await using ours = await startOurServer({ DATABASE_URL: postgres.url(database), JWT_SECRET: jwtSecret })
await using nginx = await startNginx()
const barePort = await freePort()
const barePath = (bytes: number) => `http://127.0.0.1:${barePort}/${bytes}`
await using bare = startScript(inBench('peers/bare-http-server.ts'), { args: [String(barePort)] })
await answers(barePath(1))
await using keeper = await startKeeper()
const keeperUrl = `http://127.0.0.1:${keeper.port}`
const service = createClient(ours.url, serviceKey(), { auth: { persistSession: false } }).storage
await done(service.createBucket('bench', { public: true }))
await done(service.createBucket('pictures', { public: true, allowedMimeTypes: ['image/jpeg'] }))

const files = { 'small.webp': 2_000, 'picture.webp': 100_000, 'film.webp': 8_000_000 }
const contents = new Map<string, Buffer>()
for (const [name, size] of Object.entries(files)) {
  const bytes = randomBytes(size)
  contents.set(name, bytes)
  await nginx.put(name, bytes)
  await done(service.from('bench').upload(name, bytes, { contentType: 'image/webp', cacheControl: year }))
}

const ourPath = (name: string) => `${ours.url}/storage/v1/object/public/bench/${name}`
const theirPath = (name: string) => `${nginx.url}/files/${name}`
const report = () => console.log(`\nLoad of the machine: ${loadavg().map(number).join(' ')}`)

/** What is downloaded is what was put there. */
async function proveContent(url: string, expected: Buffer): Promise<void> {
  const answer = await fetch(url)
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.ok(answer.ok && bytes.equals(expected), `${url} answered ${answer.status} and ${bytes.length} bytes`)
}

async function etagOf(url: string): Promise<Record<string, string>> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  const etag = answer.headers.get('etag') ?? ''
  assert.notEqual(etag, '', `${url} answers no etag`)
  return { 'if-none-match': etag }
}

report()
const picture = 'picture.webp'
await compare({
  title: 'A picture that the reader has: 304',
  contenders: {
    ours: overHttp(ours, postgres, { url: ourPath(picture), headers: await etagOf(ourPath(picture)), status: '304' }),
    nginx: overHttp(nginx, postgres, {
      url: theirPath(picture),
      headers: await etagOf(theirPath(picture)),
      status: '304',
    }),
    'node:http': overHttp(bare, postgres, {
      url: barePath(100_000),
      headers: { 'if-none-match': '"1"' },
      status: '304',
    }),
  },
  clients: [1, 16, 64],
  targets: [{ peer: 'nginx', clients: 16, atLeast: 0.9 }],
})

for (const [name, bytes] of Object.entries(files)) {
  const most = bytes > 1e6 ? 4 : 16
  for (const url of [ourPath(name), theirPath(name)]) await proveContent(url, contents.get(name)!)
  await compare({
    title: `A download of ${number(bytes / 1000)} kB`,
    bytes,
    contenders: {
      ours: overHttp(ours, postgres, { url: ourPath(name), atLeast: bytes }),
      nginx: overHttp(nginx, postgres, { url: theirPath(name), atLeast: bytes }),
      ...(bytes > 1e6 ? {} : { 'node:http': overHttp(bare, postgres, { url: barePath(bytes), atLeast: bytes }) }),
    },
    clients: [1, most],
    targets: [{ peer: 'nginx', clients: most, atLeast: 0.5 }],
  })
}

const upload = 'x'.repeat(1_000_000)
const authorization = `Bearer ${serviceKey()}`
const variants = (path: string) => Array.from({ length: 8 }, (_, index) => ({ path: `${path}${index}` }))
await compare({
  title: 'An upload of 1 MB (ours and bare: hashed, synced to disk, a row written; nginx: a file written)',
  bytes: upload.length,
  contenders: {
    ours: overHttp(ours, postgres, {
      url: ours.url,
      method: 'POST',
      headers: { authorization, 'content-type': 'text/plain', 'x-upsert': 'true' },
      body: upload,
      variants: variants('/storage/v1/object/bench/upload-'),
    }),
    nginx: overHttp(nginx, postgres, {
      url: nginx.url,
      method: 'PUT',
      body: upload,
      variants: variants('/uploads/upload-'),
    }),
    bare: overHttp(keeper, postgres, {
      url: keeperUrl,
      method: 'POST',
      body: upload,
      variants: variants('/upload-'),
    }),
  },
  clients: [1, 4],
  targets: [{ peer: 'bare', clients: 4, atLeast: 0.6 }],
})

for (const { path } of variants('upload-')) {
  await proveContent(ourPath(path), Buffer.from(upload))
  await proveContent(`${nginx.url}/uploads/${path}`, Buffer.from(upload))
  await proveContent(`${keeperUrl}/${path}`, Buffer.from(upload))
}

const photo = await photograph(1_024)
await done(service.from('pictures').upload('photo.jpg', photo, { contentType: 'image/jpeg', cacheControl: year }))
const variant = (width: number) => `${ours.url}/storage/v1/render/image/public/pictures/photo.jpg?width=${width}`
const headers = { accept: 'image/webp' }
const first: number[] = []
// As many as one client may have made at once.
for (let width = 320; width < 370; width += 1) {
  const started = performance.now()
  const answer = await fetch(variant(width), { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  first.push(performance.now() - started)
  assert.ok(answer.ok, `A variant answered ${answer.status}`)
  const { format, width: made } = await sharp(bytes).metadata()
  assert.deepEqual([format, made], ['webp', width])
}
console.log(`\n### A variant of a 1 024-pixel JPEG (${number(photo.length / 1000)} kB), 320 to 369 pixels wide, WebP\n`)
console.log(`first ask, one after the other: p50 ${number(median(first))} ms, p95 ${number(quantile(first, 0.95))} ms`)
const made = Buffer.from(await (await fetch(variant(320), { headers })).arrayBuffer())
await nginx.put('variant.webp', made)
await compare({
  title: `The cached variant of ${number(made.length / 1000)} kB`,
  bytes: made.length,
  contenders: {
    ours: overHttp(ours, postgres, { url: variant(320), headers, atLeast: made.length }),
    nginx: overHttp(nginx, postgres, { url: theirPath('variant.webp'), headers, atLeast: made.length }),
  },
  clients: [1, 16],
  targets: [],
})
report()

async function done(work: Promise<{ error: Error | null }>): Promise<void> {
  const { error } = await work
  if (error) throw error
}

/** A bare server that keeps what it is given as safely as ours does. */
async function startKeeper() {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'bench-keeper-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  await postgres.script('postgres', 'create database bare')
  const port = await freePort()
  const args = [String(port), folder, postgres.url('bare')]
  const { pid } = resources.use(startScript(inBench('peers/bare-upload-server.ts'), { args }))
  await answers(`http://127.0.0.1:${port}/`)
  const kept = resources.move()
  return { pid, port, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Soft shapes and some grain, which weigh about as much as a photograph. */
function photograph(side: number): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3)
  const grain = randomBytes(pixels.length)
  for (let at = 0; at < pixels.length; at += 1) {
    const place = Math.floor(at / 3)
    const wave = Math.sin((place % side) / 40) + Math.cos(place / side / 55) + Math.sin(at % 3)
    pixels[at] = 128 + wave * 38 + grain[at]! / 16
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}
