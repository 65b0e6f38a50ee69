/** A client that says exactly what it is told to, for what the official one would never say. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'

import { WebSocket } from 'ws'

import { tokenFor } from './tokens.ts'

/** `[join_ref, ref, topic, event, payload]`. */
export type Frame = readonly [string | null, string | null, string, string, unknown]

export interface RawClient {
  readonly socket: WebSocket
  readonly frames: Frame[]
  send(...frame: Frame): void
  /** The next reply with that ref. */
  reply(ref: string): Promise<{ status: string; response: Record<string, unknown> }>
  join(topic: string, config?: object, ref?: string): Promise<{ status: string; response: Record<string, unknown> }>
  /** Resolves with the close code. */
  readonly closed: Promise<number>
}

export async function openRaw(origin: string, key = tokenFor('anon')): Promise<RawClient> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`)
  const frames: Frame[] = []
  const waiting = new Map<string, (payload: { status: string; response: Record<string, unknown> }) => void>()
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return
    const frame = JSON.parse(data.toString()) as Frame
    frames.push(frame)
    const [, ref, , event, payload] = frame
    if (event === 'phx_reply' && ref !== null) waiting.get(ref)?.(payload as never)
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  socket.on('error', () => {})
  await once(socket, 'open')
  const client: RawClient = {
    socket,
    frames,
    closed,
    send: (...frame) => socket.send(JSON.stringify(frame)),
    reply: (ref) => new Promise((resolve) => void waiting.set(ref, resolve)),
    join: (topic, config = {}, ref = `join ${topic}`) => {
      const reply = client.reply(ref)
      client.send(ref, ref, topic, 'phx_join', { config })
      return reply
    },
  }
  return client
}

/** What the server answers in HTTP to a websocket that it refuses. */
export async function refusalOf(
  address: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const socket = new WebSocket(address, { headers })
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) }
}
