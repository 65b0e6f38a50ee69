/** Websockets of functions, by a real client: the function's own, and those of its own server. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
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
