/**
 * What an upload of 2 GB holds in memory, by every door: the bare body, a form, and pieces. Anonymous memory of the
 * server's process, sampled while the bytes come, against what it held before; at most 32 MB more.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import { createClient } from '@supabase/supabase-js'

import { startOurServer } from '../support/our-server.ts'
import { startPostgres } from '../support/postgres.ts'
import { number } from '../support/report.ts'
import { jwtSecret, serviceKey } from '../support/tokens.ts'

const MB = 1e6
const size = Number(process.env['UPLOAD_BYTES'] ?? 2_000 * MB)
const allowed = 32
const sampleEvery = 50

const key = serviceKey()

await using postgres = await startPostgres()
await postgres.script('postgres', 'create database ours')
await using ours = await startOurServer({
  DATABASE_URL: postgres.url('ours'),
  JWT_SECRET: jwtSecret,
  STORAGE_FILE_SIZE_LIMIT_MB: '4096',
})
const storage = createClient(ours.url, key, { auth: { persistSession: false } }).storage
await storage.createBucket('bench')

/** Bytes that no file lies behind, in MB. */
async function held(): Promise<number> {
  const status = await readFile(`/proc/${ours.pid}/status`, 'utf8')
  return (Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024) / MB
}

interface Sending {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly before?: string
  readonly bytes: number
  readonly after?: string
}

const chunk = Buffer.alloc(262_144, 'x')

async function send({ method, path, headers = {}, before = '', bytes, after = '' }: Sending) {
  const url = new URL(path, ours.url)
  const length = Buffer.byteLength(before) + bytes + Buffer.byteLength(after)
  const authorization = `Bearer ${key}`
  const sent = request(url, { method, headers: { authorization, 'content-length': length, ...headers } })
  const answered = once(sent, 'response')
  if (before !== '') sent.write(before)
  for (let left = bytes; left > 0; left -= chunk.length) {
    if (!sent.write(left < chunk.length ? chunk.subarray(0, left) : chunk)) await once(sent, 'drain')
  }
  sent.end(after)
  const [answer] = (await answered) as [IncomingMessage]
  answer.resume()
  const status = answer.statusCode ?? 0
  if (status >= 300) throw new Error(`${method} ${path}: ${status}`)
  return answer
}

const bare = (name: string, bytes: number) => send({ method: 'POST', path: `/storage/v1/object/bench/${name}`, bytes })

const form = (name: string, bytes: number) =>
  send({
    method: 'POST',
    path: `/storage/v1/object/bench/${name}`,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    before: '--edge\r\nContent-Disposition: form-data; name=""; filename="a"\r\nContent-Type: text/plain\r\n\r\n',
    bytes,
    after: '\r\n--edge--\r\n',
  })

const tus = { 'tus-resumable': '1.0.0' }

async function pieces(name: string, bytes: number) {
  const metadata = `bucketName ${btoa('bench')},objectName ${btoa(name)}`
  const headers = { ...tus, 'upload-length': String(bytes), 'upload-metadata': metadata }
  const created = await send({ method: 'POST', path: '/storage/v1/upload/resumable', headers, bytes: 0 })
  const { pathname } = new URL(created.headers.location ?? '')
  const piece = 6 * 1_048_576
  for (let at = 0; at < bytes; at += piece) {
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) }
    const part = { method: 'PATCH', path: pathname, headers: { ...tus, ...type } }
    await send({ ...part, bytes: Math.min(piece, bytes - at) })
  }
}

const doors = { bare, 'as a form': form, 'in pieces': pieces }
let isWithin = true
for (const [door, upload] of Object.entries(doors)) {
  await upload(`${door}, first`, MB)
  await wait(1_000)
  const before = await held()
  const samples: number[] = []
  const state = { isOver: false }
  const watching = (async () => {
    while (!state.isOver) {
      samples.push((await held()) - before)
      await wait(sampleEvery)
    }
  })()
  const startedAt = performance.now()
  await upload(door, size)
  const seconds = (performance.now() - startedAt) / 1_000
  state.isOver = true
  await watching
  const { data: kept } = await storage.from('bench').info(door)
  assert.equal(kept?.size, size, `${door}: what was sent is there`)
  await storage.from('bench').remove([door])
  assert.ok(samples.length > 0 && samples.every(Number.isFinite), 'memory was read')
  const most = Math.max(...samples)
  isWithin &&= most <= allowed
  console.log(
    `${door}: ${number(size / MB)} MB in ${number(seconds)} s; most held ${number(most)} MB, median ` +
      `${number(samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? 0)} MB beside ${number(before)} MB before`,
  )
}
console.log(isWithin ? `Within ${allowed} MB` : `More than ${allowed} MB`)
process.exitCode = isWithin ? 0 : 1
