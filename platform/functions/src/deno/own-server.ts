/**
 * A server that a function opens for itself, with `node:http` or a framework: it listens where only this process asks it,
 * and one that speaks anything else is refused.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { nodeHttp } from '@platform/http'

import { guardServer, throwIfFailed } from './guard-server.ts'
import { joinWith } from './take-over.ts'

export type Answering = (request: Request) => Promise<Response>

/** Where a server belongs that is opened now. */
interface Owner {
  register(answer: Answering): void
  /** Hears what fails where no request can be told. */
  onFailure(error: unknown): void
}

/** Headers that concern one connection (RFC 9110 §7.6.1). */
const OF_ONE_CONNECTION = new Set(['connection', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade'])
const WITHOUT_BODY = new Set([204, 205, 304])

let isTaking = false
let folder: string | null = null
let count = 0

/** @param ownerNow null for a server that is none of a function's, `refuse` for one that a function opens too late */
export function takeServers(ownerNow: () => Owner | 'refuse' | null): void {
  if (isTaking) return
  isTaking = true
  const listen = Reflect.get(Server.prototype, 'listen') as (...args: readonly unknown[]) => Server
  Server.prototype.listen = function listenApart(this: Server, ...args: readonly unknown[]) {
    const owner = ownerNow()
    if (owner === null) return Reflect.apply(listen, this, args)
    if (owner === 'refuse' || !(this instanceof nodeHttp.Server))
      throw new Error('A function opens one server, of plain HTTP, when it starts')
    const path = nextPlace()
    guardServer(this, (error) => owner.onFailure(error))
    owner.register((request) => askAt(path, request))
    const onListening = args.findLast((argument) => typeof argument === 'function')
    // NOTE: a function keeps no process alive.
    return Reflect.apply(listen, this.unref(), [{ path }, ...(onListening ? [onListening] : [])])
  }
}

/** Sockets of a folder that nobody else may enter. */
function nextPlace(): string {
  if (folder === null) {
    const made = mkdtempSync(join(tmpdir(), 'functions-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    folder = made
  }
  return join(folder, `${(count += 1)}.sock`)
}

async function askAt(socketPath: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { method, signal } = request
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | Response>()
  // NOTE: a connection for each request: whatever its server leaves unread is nobody else's.
  const headers = { ...headersOf(request), ...connectionOf(request) }
  const path = `${pathname}${search}`
  const asked = nodeHttp.request({ socketPath, method, path, headers, signal, agent: false }, resolve)
  asked.on('upgrade', (answer: IncomingMessage, own: Socket, head: Buffer) => resolve(joinWith(answer, own, head)))
  asked.on('error', reject)
  if (request.body === null) asked.end()
  // NOTE: what goes wrong with the body goes wrong with the request.
  else pipeline(Readable.from(request.body), asked).catch(reject)
  const answer = await promise
  if (answer instanceof Response) return answer
  // NOTE: where nobody reads the body, its end is nobody's failure.
  answer.on('error', () => {})
  throwIfFailed(answer)
  return toResponse(answer)
}

const connectionOf = ({ headers }: Request) =>
  headers.has('upgrade') ? { connection: 'Upgrade', upgrade: 'websocket' } : { connection: 'close' }

function headersOf({ headers, body }: Request): Record<string, string> {
  const isSent = (name: string) => !OF_ONE_CONNECTION.has(name) && (body !== null || name !== 'content-length')
  return Object.fromEntries([...headers].filter(([name]) => isSent(name)))
}

function toResponse(answer: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    if (!OF_ONE_CONNECTION.has(name)) for (const value of values ?? []) headers.append(name, value)
  }
  const status = answer.statusCode ?? 500
  if (!WITHOUT_BODY.has(status)) return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers })
  answer.resume()
  return new Response(null, { status, headers })
}
