/**
 * `node bare-upload-server.ts <port> <folder> <database>`: what any server that keeps its word does with a file, and
 * nothing else. Hashed as it comes, synced with its folder, then told of in a row; nobody is asked for any right.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'

import pg from 'pg'

const [, , port, folder = '', connectionString] = process.argv
const pool = new pg.Pool({ connectionString, max: 8 })
await pool.query(`create table if not exists bare_objects (
  name text primary key, version uuid not null, size bigint not null, md5 text not null, stored_at timestamptz not null default now())`)

async function store(name: string, request: IncomingMessage): Promise<string> {
  const version = randomUUID()
  const hash = createHash('md5')
  let size = 0
  async function* hashed() {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  const unfinished = join(folder, `${version}.part`)
  {
    await using file = await open(unfinished, 'wx', 0o600)
    await file.writeFile(hashed())
    await file.sync()
  }
  const shard = join(folder, version.slice(-2))
  await mkdir(shard, { recursive: true })
  await rename(unfinished, join(shard, version))
  await using place = await open(shard)
  await place.sync()
  const md5 = hash.digest('hex')
  await pool.query({
    name: 'store',
    text: `insert into bare_objects (name, version, size, md5) values ($1, $2, $3, $4)
      on conflict (name) do update set version = excluded.version, size = excluded.size, md5 = excluded.md5, stored_at = now()`,
    values: [name, version, size, md5],
  })
  return JSON.stringify({ name, md5 })
}

async function read(name: string): Promise<Buffer | string> {
  if (name === '') return 'ready'
  const { rows } = await pool.query<{ version: string }>('select version from bare_objects where name = $1', [name])
  const version = rows[0]?.version ?? ''
  return readFile(join(folder, version.slice(-2), version))
}

createServer((request, response) => {
  const name = (request.url ?? '').slice(1)
  const answer = request.method === 'GET' ? read(name) : store(name, request)
  answer.then(
    (body) => response.end(body),
    (error: Error) => response.writeHead(500).end(error.message),
  )
}).listen(Number(port), '127.0.0.1')
