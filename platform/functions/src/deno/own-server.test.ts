/** Servers that functions open themselves: what they do wrong is their own, and nobody else's. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, it } from 'vitest'

const served = (listener: string) => `import { createServer } from 'node:http'; createServer(${listener}).listen(9000)`

const files = {
  'mirror/index.ts': served(`(request, answer) => {
    answer.end(JSON.stringify([request.method, request.url, request.headers['content-length'] ?? null]))
  }`),
  'exported/index.ts': `export default {
    fetch: ({ method, url, headers }) => Response.json([method, new URL(url).pathname, headers.get('content-length')]),
  }`,
  'throws/index.ts': served(`() => { throw new Error('thrown at once') }`),
  'rejects/index.ts': served(`async (request, answer) => {
    answer.setHeader('content-length', '9')
    for await (const _ of request);
    throw new Error('thrown later')
  }`),
  'calls/index.ts': served(`(request, answer) => {
    let body = ''
    request.on('data', (chunk) => { body += chunk })
    request.on('end', () => answer.end(JSON.parse(body).name))
  }`),
  'begins/index.ts': served(`(request, answer) => {
    answer.write('so far')
    request.resume().on('end', () => { throw new Error('thrown after its beginning') })
  }`),
  'twice/index.ts': served(`(request, answer) => { answer.end('once'); answer.write('twice') }`),
  'event/index.ts': `import { createServer } from 'node:http'
    const server = createServer((request, answer) => {
      server.emit('error', new Error('an event'))
      answer.end('still here')
    })
    server.listen(9000)`,
  'far/index.ts': `import './app.ts'`,
  'far/app.ts': `import { createServer as open } from 'node:http'
    const server = open((request, answer) => answer.end('far'))
    setTimeout(() => server['lis' + 'ten'](9173), 10)`,
  'secure/index.ts': `import { createServer } from 'node:https'; createServer({}).listen(9174)`,
  'second/index.ts': `import { createServer } from 'node:http2'; createServer().listen(9175)`,
  'raw/index.ts': `import { createServer } from 'node:net'; createServer().listen(9176)`,
  'when-asked/index.ts': `import { createServer } from 'node:http'
    export default { fetch() { createServer().listen(9177); return new Response('open') } }`,
}

let folder: string
let server: ChildProcess
let url: string
let told = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'functions-'))
  for (const [file, source] of Object.entries(files)) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), source)
  }
  const program = join(import.meta.dirname, '..', '..', 'testing', 'serve-folder.ts')
  server = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  server.stderr!.on('data', (chunk: Buffer) => (told += chunk.toString()))
  for await (const line of createInterface(server.stdout!)) {
    url = line
    break
  }
})
afterAll(async () => {
  server.kill()
  await rm(folder, { recursive: true, force: true })
})

const authorization = 'Bearer any'
const ask = (name: string, init?: RequestInit) =>
  fetch(`${url}/functions/v1/${name}`, { ...init, headers: { authorization } })

const isOpen = (port: number) => once(connect(port, '127.0.0.1'), 'connect')

async function askWithBody(name: string, body: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = { authorization, 'content-length': body.length }
  request(
    `${url}/functions/v1/${name}`,
    { method: 'GET', headers },
    (answer) => void text(answer).then(resolve, reject),
  )
    .on('error', reject)
    .end(body)
  return JSON.parse(await promise)
}

it('gives no caller’s bytes to another, whatever length a request without a body claims', async () => {
  const claimed = 'GET /stolen HTTP/1.1\r\nhost: x\r\n\r\n'
  for (let round = 0; round < 3; round += 1) {
    expect(await askWithBody('exported', claimed)).toEqual(['GET', '/exported', null])
    expect(await askWithBody('mirror/first', claimed)).toEqual(['GET', '/mirror/first', null])
    expect(await (await ask('mirror/next')).json()).toEqual(['GET', '/mirror/next', null])
  }
})

it.each([
  ['throws', 'thrown at once'],
  ['rejects', 'thrown later'],
  ['calls', 'JSON'],
])('tells its caller that it failed (%s), and lives on', async (name, words) => {
  for (let round = 0; round < 2; round += 1) {
    const answer = await ask(name, { method: 'POST', body: 'no json' })
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'WORKER_ERROR' }])
  }
  await expect.poll(() => told).toContain(words)
  expect((await ask('mirror')).status).toBe(200)
})

it('ends an answer early that had begun, and tells what failed', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const answering = ask('begins', { method: 'POST', body: readable, duplex: 'half' })
  void writer.write(new Uint8Array([7]))
  const answer = await answering
  void writer.close()
  await expect(answer.text()).rejects.toThrow('terminated')
  await expect.poll(() => told).toContain('thrown after its beginning')
  expect(await (await ask('event')).text()).toBe('still here')
  await expect.poll(() => told).toContain('an event')
  await (await ask('twice')).text().catch(() => '')
  expect((await ask('mirror')).status).toBe(200)
})

it('opens no port, also from a file that its entry imports', async () => {
  expect(await (await ask('far')).text()).toBe('far')
  await expect(isOpen(9173)).rejects.toThrow('ECONNREFUSED')
})

it.each([
  ['secure', 9174, 503],
  ['second', 9175, 503],
  ['raw', 9176, 503],
  ['when-asked', 9177, 500],
])('opens none of another kind, nor later (%s)', async (name, port, status) => {
  expect((await ask(name)).status).toBe(status)
  await expect(isOpen(port)).rejects.toThrow('ECONNREFUSED')
})
