/** A websocket of protocol 1.0.0 that says exactly what it is told to. */
import { once } from 'node:events'

import { expect } from 'vitest'
import { WebSocket } from 'ws'

export interface Frame {
  readonly topic: string
  readonly event: string
  readonly payload: unknown
  readonly ref: string | null
}

type Reply = { readonly status: string; readonly response: Record<string, unknown> }

export interface RawSocket {
  readonly frames: readonly Frame[]
  readonly closed: () => boolean
  say(text: string): void
  push(topic: string, event: string, payload: unknown): string
  /** Pushes, and resolves with the reply. */
  ask(topic: string, event: string, payload: unknown): Promise<Reply>
  join(topic: string, config?: object, rest?: object): Promise<Reply>
  /** Payloads of those frames, once there are `count`. */
  hear(event: string, count?: number): Promise<unknown[]>
  /** Payloads of those frames once everything that was said before has been answered. */
  heardBy(event: string): Promise<unknown[]>
}

export async function openSocket(
  origin: string,
  key: string,
  options: { inHeader?: boolean; query?: string } = {},
): Promise<RawSocket> {
  const { inHeader = false, query = '' } = options
  const address = `${origin.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0${query}`
  const socket = inHeader
    ? new WebSocket(address, { headers: { 'x-api-key': key } })
    : new WebSocket(`${address}&apikey=${key}`)
  const frames: Frame[] = []
  let isClosed = false
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Frame))
  socket.on('close', () => (isClosed = true))
  socket.on('error', () => {})
  await once(socket, 'open')
  let count = 0
  const payloads = (event: string) => frames.filter((frame) => frame.event === event).map(({ payload }) => payload)
  const push = (topic: string, event: string, payload: unknown) => {
    const ref = String((count += 1))
    socket.send(JSON.stringify({ topic, event, payload, ref }))
    return ref
  }
  const ask = async (topic: string, event: string, payload: unknown) => {
    const ref = push(topic, event, payload)
    const find = () => frames.find((frame) => frame.event === 'phx_reply' && frame.ref === ref)
    await expect.poll(find, { timeout: 20_000 }).toBeDefined()
    return find()!.payload as Reply
  }
  return {
    frames,
    closed: () => isClosed,
    say: (text) => socket.send(text),
    push,
    ask,
    join: (topic, config, rest = {}) => ask(topic, 'phx_join', { ...(config && { config }), ...rest }),
    async hear(event, least = 1) {
      await expect.poll(() => payloads(event).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(least)
      return payloads(event)
    },
    async heardBy(event) {
      await ask('phoenix', 'heartbeat', {})
      return payloads(event)
    },
  }
}
