/** Websockets of functions, by a real client: the function's own, and those of its own server. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'

const files = {
  'echo/index.ts': `Deno.serve((request) => {
    if (request.headers.get('upgrade') !== 'websocket') return new Response('no websocket', { status: 426 })
    const { socket, response } = Deno.upgradeWebSocket(request, { protocol: 'shop' })
    socket.onopen = () => socket.send(new URL(request.url).searchParams.get('greets') ?? 'meow')
    socket.onmessage = async ({ data }) => {
      if (data === 'fail') throw new Error('thrown in a listener')
      socket.send(typeof data === 'string' ? data : await data.arrayBuffer())
    }
    return response
  })`,
  'body/index.ts': `Deno.serve(async (request) => new Response(await request.text()))`,
  'early/index.ts': `Deno.serve((request) => {
    const { socket, response } = Deno.upgradeWebSocket(request, { protocol: 'shop' })
    socket.close(Number(new URL(request.url).searchParams.get('code')), 'no room')
    return response
  })`,
  'object/index.ts': `Deno.serve((request) => {
    const { socket, response } = Deno.upgradeWebSocket(request, { protocol: 'shop' })
    socket.addEventListener('message', { async handleEvent() { throw new Error('thrown by an object') } })
    return response
  })`,
  'node/index.ts': `Deno.serve((request) => {
    const { socket, response } = Deno.upgradeWebSocket(request, { protocol: 'shop' })
    socket.on('message', async () => { throw new Error('thrown as Node has it') })
    return response
  })`,
  'asks/index.ts': `Deno.serve((request) => Deno.upgradeWebSocket(request).response)`,
  'own/index.ts': `import { WebSocketServer } from 'ws'
    new WebSocketServer({ port: 8080 }).on('connection', (socket, request) => {
      socket.send(request.url)
      socket.on('message', (data) => socket.send(String(data)))
    })`,
}

let folder: string
let server: ChildProcess
let url: string
let told = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'functions-'))
  await symlink(join(import.meta.dirname, '../../../../node_modules'), join(folder, 'node_modules'))
  for (const [file, source] of Object.entries(files)) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), source)
  }
  const program = join(import.meta.dirname, '..', '..', 'testing', 'serve-folder.ts')
  server = spawn(process.execPath, [program, folder, 'right'], { stdio: ['ignore', 'pipe', 'pipe'] })
  server.stderr!.on('data', (chunk: Buffer) => (told += chunk.toString()))
  for await (const line of createInterface(server.stdout!)) {
    url = `${line}/functions/v1`
    break
  }
})
afterAll(async () => {
  server.kill()
  await rm(folder, { recursive: true, force: true })
})

const open = (path: string, token = 'right') =>
  new WebSocket(`${url.replace('http', 'ws')}/${path}`, ['shop'], { headers: { authorization: `Bearer ${token}` } })

const next = async (socket: WebSocket) => {
  const [data, isBinary] = (await once(socket, 'message')) as [Buffer, boolean]
  return isBinary ? [...data] : data.toString()
}

const refusal = async (socket: WebSocket) => {
  socket.on('error', () => {})
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  return answer.statusCode
}

it('speaks with a function that takes the connection over, text and bytes', async () => {
  const socket = open('echo/room?greets=hello')
  let count = 0
  socket.on('message', () => (count += 1))
  expect(await next(socket)).toBe('hello')
  expect(socket.protocol).toBe('shop')
  socket.send('a text')
  expect(await next(socket)).toBe('a text')
  socket.send(Buffer.from([0, 255, 7]))
  expect(await next(socket)).toEqual([0, 255, 7])
  socket.close(1000)
  const [code] = (await once(socket, 'close')) as [number]
  expect([code, count]).toEqual([1000, 3])
})

it('closes a socket whose listener fails, tells what failed, and lives on', async () => {
  const socket = open('echo')
  await next(socket)
  socket.send('fail')
  const [code] = (await once(socket, 'close')) as [number]
  expect(code).toBe(1011)
  await expect.poll(() => told).toContain('thrown in a listener')
  expect(await next(open('echo'))).toBe('meow')
})

it.each([
  ['object', 'thrown by an object'],
  ['node', 'thrown as Node has it'],
])('guards listeners of every kind: %s', async (name, failure) => {
  const socket = open(name)
  await once(socket, 'open')
  socket.send('fail')
  const [code] = (await once(socket, 'close')) as [number]
  expect(code).toBe(1011)
  await expect.poll(() => told).toContain(failure)
})

it('closes what the function closed before it was open, with its code', async () => {
  const closed = await once(open('early?code=4001'), 'close')
  expect([closed[0], String(closed[1])]).toEqual([4001, 'no room'])
  const [code] = (await once(open('early?code=7'), 'close')) as [number]
  expect(code).toBe(1011)
})

/** Everything that comes until the server ends the connection. */
async function say(text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return heard
}

const asking = (name: string, more = '') =>
  `GET /functions/v1/${name} HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer right\r\n` +
  `Connection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`

it('cuts who asks for a websocket behind a request that is not answered, and lives on', async () => {
  expect(await say(`GET /functions/v1/nowhere HTTP/1.1\r\nHost: shop\r\n\r\n${asking('echo')}`)).not.toContain('101')
  expect(await next(open('echo'))).toBe('meow')
})

it('refuses a request whose body would be lost', async () => {
  expect(await say(`${asking('body', 'Content-Length: 5\r\n')}hello`)).toContain('400 Bad Request')
  expect(await say(asking('body').replace('GET', 'POST'))).toContain('400 Bad Request')
  expect(await say(asking('body'))).toContain('200 OK')
})

it('asks for a token first, and for a function that is there', async () => {
  expect(await refusal(open('echo', 'wrong'))).toBe(401)
  expect(await refusal(open('nowhere'))).toBe(404)
  expect((await fetch(`${url}/echo`, { headers: { authorization: 'Bearer right' } })).status).toBe(426)
  expect((await fetch(`${url}/asks`, { headers: { authorization: 'Bearer right' } })).status).toBe(500)
})

it('joins a caller with the websocket of a function’s own server', async () => {
  const socket = open('own/lobby?x=1')
  expect(await next(socket)).toBe('/own/lobby?x=1')
  socket.send('through')
  expect(await next(socket)).toBe('through')
  socket.close()
  await once(socket, 'close')
})
