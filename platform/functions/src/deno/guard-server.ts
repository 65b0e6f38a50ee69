/** Whatever fails in the listeners of a function's own server fails that function: nothing of it reaches the process. */
import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import { nodeHttp } from '@platform/http'

type OnFailure = (error: unknown) => void

/** What an answer says whose failure waits for whoever asked: nobody else knows the word. */
const FAILED_AS = 'x-function-failed-as'
const KEPT_MS = 60_000
const failures = new Map<string, unknown>()

/** @param onFailure hears what fails where no answer can say so any more */
export function guardServer(server: Server, onFailure: OnFailure): void {
  guard(server, onFailure, (event, args) => {
    const answer = args.find((argument) => argument instanceof nodeHttp.ServerResponse)
    if (answer === undefined) {
      // NOTE: a connection's listeners are the function's as well.
      if (event === 'connection') guard(args[0] as EventEmitter, onFailure)
      return event === 'upgrade' ? failureOfUpgrade(args[1] as Duplex, onFailure) : onFailure
    }
    const fail = failureOf(answer, onFailure)
    guard(args[0] as EventEmitter, fail)
    guard(answer, fail)
    return fail
  })
}

/** Has the listeners of each event called one by one, and what they throw, now or later, go to `fail`. */
function guard(
  emitter: EventEmitter,
  fail: OnFailure,
  failFor: (event: string | symbol, args: readonly unknown[]) => OnFailure = () => fail,
): void {
  emitter.emit = (event: string | symbol, ...args: readonly unknown[]): boolean => {
    const failed = failFor(event, args)
    const listeners = emitter.rawListeners(event)
    if (event === 'error' && listeners.length === 0) failed(args[0])
    for (const listener of listeners) attempt(() => Reflect.apply(listener, emitter, args) as unknown, failed)
    return listeners.length > 0
  }
}

function attempt(work: () => unknown, fail: OnFailure): void {
  try {
    const result = work()
    if (result instanceof Promise) result.catch(fail)
  } catch (error) {
    fail(error)
  }
}

/** Nobody waits for a connection that nobody takes. */
function failureOfUpgrade(socket: Duplex, onFailure: OnFailure): OnFailure {
  return (error) => {
    socket.destroy()
    onFailure(error)
  }
}

/** The first failure of a request is its answer; where that has begun it ends early. */
function failureOf(answer: ServerResponse, onFailure: OnFailure): OnFailure {
  return (error) => {
    if (answer.headersSent || answer.destroyed) {
      answer.destroy()
      return onFailure(error)
    }
    const id = randomUUID()
    failures.set(id, error)
    // NOTE: whoever has left asks for it no more.
    setTimeout(() => failures.delete(id), KEPT_MS).unref()
    for (const name of answer.getHeaderNames()) answer.removeHeader(name)
    answer.writeHead(500, { [FAILED_AS]: id, connection: 'close' }).end()
  }
}

/** @throws what the function threw, where it failed instead of answering */
export function throwIfFailed(answer: IncomingMessage): void {
  const id = String(answer.headers[FAILED_AS])
  if (!failures.has(id)) return
  const error = failures.get(id)
  failures.delete(id)
  answer.resume()
  throw error
}
