import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

// Real processes with a real database, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

let folder: string
const children: { readonly child: ChildProcess; readonly ended: Promise<unknown> }[] = []

// One folder for all: to make a database takes longer than everything else here.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-main-'))
})

afterEach(async () => {
  for (const { child, ended } of children.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
})

afterAll(() => rm(folder, { recursive: true }))

const root = join(import.meta.dirname, '..', '..', '..', '..')
const node = [process.execPath, join(import.meta.dirname, '..', 'main.mjs')]

type Line = Record<string, unknown>

/** The process as `npm start` runs it, and its log as it comes. */
function start(environment: Record<string, string> = {}, [command, ...args]: readonly string[] = node) {
  const child = spawn(command ?? '', args, {
    cwd: root,
    env: { DATA_DIR: folder, PORT: '0', SEED_DEMO: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: Line[] = []
  const waiting = new Map<string, (line: Line) => void>()
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as Line
    lines.push(line)
    waiting.get(String(line['msg']))?.(line)
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }))
  const said = (msg: string) =>
    new Promise<Line>((resolve, reject) => {
      const known = lines.find((line) => line['msg'] === msg)
      if (known) return resolve(known)
      waiting.set(msg, resolve)
      void ended.then(() => reject(new Error(`It ended without ${msg}: ${stderr}`)))
    })
  children.push({ child, ended })
  return { child, lines, said, ended }
}

/** Somebody who is signing up: half of what they say has been said. */
async function beginSignUp(url: string) {
  const signUp = request(`${url}/auth/v1/signup`, { method: 'POST', headers: { 'content-type': 'application/json' } })
  const answered = once(signUp, 'response') as Promise<[IncomingMessage]>
  signUp.write('{"email":"')
  await once(signUp, 'socket')
  await fetch(`${url}/healthz`)
  return async () => {
    signUp.end(`${randomUUID()}@shop.example","password":"correct horse battery"}`)
    const [answer] = await answered
    answer.resume()
    return { status: answer.statusCode, connection: answer.headers.connection }
  }
}

it('is ready, finishes what is under way when told to stop, and starts again in its folder', async () => {
  const { child, said, ended } = start()
  const url = String((await said('server.ready'))['url'])
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  const endSignUp = await beginSignUp(url)
  child.kill('SIGTERM')
  await said('server.stopping')
  expect(await endSignUp()).toEqual({ status: 200, connection: 'close' })
  expect((await ended).code).toBe(0)

  const again = start()
  await again.said('server.ready')
  again.child.kill('SIGINT')
  expect((await again.ended).code).toBe(0)
  expect((await stat(join(folder, 'secrets', 'auth.json'))).mode & 0o777).toBe(0o600)
})

/** The server beside code that fails at a signal, where nobody waits for it or catches anything. */
const besideFaults = () => {
  const faults = `
    process.on('SIGUSR2', () => void Promise.reject(new Error('a library gave up')))
    process.on('SIGWINCH', () => { throw new Error('a library broke') })`
  const [command = '', ...main] = node
  return start({}, [command, '--import', `data:text/javascript,${encodeURIComponent(faults)}`, ...main])
}

it('goes on where a promise fails that nobody waits for: it is told, counted, and nobody else’s matter', async () => {
  const { child, said, ended } = besideFaults()
  const url = String((await said('server.ready'))['url'])
  const endSignUp = await beginSignUp(url)
  child.kill('SIGUSR2')
  const error = { type: 'Error', message: 'a library gave up', stack: expect.stringContaining('    at ') as string }
  expect(await said('server.rejection-unhandled')).toMatchObject({ level: 'error', error })
  expect(await endSignUp()).toMatchObject({ status: 200, connection: 'keep-alive' })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('events_total{kind="server.rejection-unhandled"} 1\n')
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

it('ends with 1 at an error that nobody catches, after what is under way, with nothing left running', async () => {
  const { child, said, ended } = besideFaults()
  const url = String((await said('server.ready'))['url'])
  const endSignUp = await beginSignUp(url)
  child.kill('SIGWINCH')
  const error = { message: 'a library broke', stack: expect.stringContaining('    at ') as string }
  expect(await said('server.crashed')).toMatchObject({ level: 'error', error })
  await said('server.stopping')
  expect(await endSignUp()).toEqual({ status: 200, connection: 'close' })
  expect((await ended).code).toBe(1)
  const again = start()
  await again.said('server.ready')
  expect(again.lines.map((line) => line['msg'])).not.toContain('database.orphan-ended')
})

it('ends a start that is interrupted, with nothing left running in its folder', async () => {
  const { child, said, ended } = start()
  await said('database.started')
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  const again = start()
  await again.said('server.ready')
  expect(again.lines.map((line) => line['msg'])).not.toContain('database.orphan-ended')
})

it('refuses a folder that another process uses, and leaves that one alone', async () => {
  const first = start()
  const url = String((await first.said('server.ready'))['url'])
  const second = await start().ended
  expect(second.code).toBe(1)
  expect(second.stderr).toMatch(/^The server cannot start\.\n.*(?:in use|another process)/is)
  expect(second.stderr).not.toContain('    at ')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

it('ends with the `npm start` that runs it, and leaves no PostgreSQL behind', async () => {
  const path = { PATH: process.env['PATH'] ?? '', HOME: folder }
  // Without what goes before a start: the app may have to be built.
  const { child, said, ended } = start(path, ['npm', 'start', '--silent', '--ignore-scripts'])
  const url = String((await said('server.ready'))['url'])
  child.kill('SIGTERM')
  await said('database.stopped')
  expect((await ended).code).toBe(0)
  await expect(fetch(`${url}/readyz`)).rejects.toThrow('fetch failed')
  const again = start()
  await again.said('server.ready')
  expect(again.lines.map((line) => line['msg'])).not.toContain('database.orphan-ended')
})

it('takes one press of Ctrl-C, which npm sends on, for one', async () => {
  const { child, said, ended } = start()
  await said('server.ready')
  child.kill('SIGINT')
  await said('server.stopping')
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
})

it('ends at once at the second signal', async () => {
  const { child, said, ended } = start({ STOP_DELAY: '20' })
  await said('server.ready')
  child.kill('SIGTERM')
  await said('server.stopping')
  child.kill('SIGTERM')
  expect((await ended).code).toBe(1)
})

it('says that a file is no folder', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const { code, stderr } = await start({ DATA_DIR: join(file, 'data') }).ended
  expect(code).toBe(1)
  expect(stderr).toContain('Choose another folder with DATA_DIR')
  expect(stderr).not.toContain('    at ')
})
