/** Answers that are no answers: 101, after which the connection is the function's. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'

import type { Upgrading } from '@platform/http'

/** Takes the connection, and gives what ends it when the process is about to end. */
export type TakeOver = (connection: Upgrading) => () => void

/** Nobody knows whether its two ends are there still: what they say is theirs. */
const SILENT_MS = 600_000

const takeOvers = new WeakMap<Response, TakeOver>()

export const takeOverOf = (response: Response): TakeOver | null => takeOvers.get(response) ?? null

export function switchProtocols(takeOver: TakeOver): Response {
  const response = new Response(null)
  // NOTE: no Response may be made with this status.
  Object.defineProperty(response, 'status', { value: 101 })
  takeOvers.set(response, takeOver)
  return response
}

/** The 101 of a function's own server, whose connection is joined with the caller's. */
export function joinWith(answer: IncomingMessage, own: Socket, ownHead: Buffer): Response {
  // NOTE: whoever asked may be gone before the connection is taken over.
  own.on('error', () => own.destroy())
  return switchProtocols(({ socket, head }) => {
    const caller = socket as Socket
    caller.setTimeout(SILENT_MS, () => caller.destroy())
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines(answer.rawHeaders)}\r\n`)
    socket.write(ownHead)
    own.write(head)
    pipeline(own, socket, () => socket.destroy())
    pipeline(socket, own, () => own.destroy())
    return () => own.destroy()
  })
}

function headerLines(raw: readonly string[]): string {
  return raw.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
}
