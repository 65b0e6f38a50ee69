/** A server that a function opens for itself, with `node:http` or a framework: it listens where only this process asks it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request as ask, Server as HttpServer, type IncomingMessage } from 'node:http'
import { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Answering = (request: Request) => Promise<Response>

/** Headers that concern one connection (RFC 9110 §7.6.1). */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])
const WITHOUT_BODY = new Set([204, 205, 304])

let isTaking = false
let folder: string | null = null
let count = 0

/** @param take where a server belongs that is opened now; null for those that are none of a function's */
export function takeServers(take: () => ((answer: Answering) => void) | null): void {
  if (isTaking) return
  isTaking = true
  const listen = Reflect.get(Server.prototype, 'listen') as (...args: readonly unknown[]) => Server
  Server.prototype.listen = function listenApart(this: Server, ...args: readonly unknown[]) {
    const taken = this instanceof HttpServer ? take() : null
    if (taken === null) return Reflect.apply(listen, this, args)
    const path = nextPlace()
    taken((request) => askAt(path, request))
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
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = Object.fromEntries(request.headers)
  const asked = ask({ socketPath, method, path: `${pathname}${search}`, headers, signal }, resolve)
  asked.once('error', reject)
  if (request.body === null) asked.end()
  // NOTE: what goes wrong with the body goes wrong with the request.
  else pipeline(Readable.from(request.body), asked).catch(reject)
  return toResponse(await promise)
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
