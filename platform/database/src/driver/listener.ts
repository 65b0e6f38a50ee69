import { setTimeout as wait } from 'node:timers/promises'

import { DatabaseUnavailableError } from '../errors.ts'
import type { Connection } from './connection.ts'

type OnPayload = (payload: string) => void

export interface ListenerOptions {
  readonly open: () => Promise<Connection>
  readonly onLost: (error: Error) => void
  readonly onRestored: () => void
}

const FIRST_BACK_OFF = 100
const LONGEST_BACK_OFF = 2_000
const HEARTBEAT_EVERY = 10_000
const HEARTBEAT_WITHIN = 5_000

/** All LISTENs of one door on one connection, made anew after a loss. */
export class Listener implements AsyncDisposable {
  readonly #options: ListenerOptions
  readonly #channels = new Map<string, Set<OnPayload>>()
  #connection: Connection | null = null
  #connecting: Promise<Connection> | null = null
  #heartbeat: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  async listen(channel: string, onPayload: OnPayload): Promise<AsyncDisposable> {
    const listeners = this.#channels.get(channel) ?? new Set<OnPayload>()
    listeners.add(onPayload)
    this.#channels.set(channel, listeners)
    try {
      // A new connection listens to every channel there is.
      if (this.#connection === null) await this.#connect()
      else await this.#connection.script(`listen ${identifier(channel)}`)
    } catch (error) {
      await this.#stop(channel, onPayload)
      throw error
    }
    return { [Symbol.asyncDispose]: () => this.#stop(channel, onPayload) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    clearInterval(this.#heartbeat)
    this.#channels.clear()
    await this.#connecting?.catch(() => null)
    await this.#connection?.close()
  }

  async #stop(channel: string, onPayload: OnPayload): Promise<void> {
    const listeners = this.#channels.get(channel)
    if (listeners === undefined || !listeners.delete(onPayload) || listeners.size > 0) return
    this.#channels.delete(channel)
    await this.#connection?.script(`unlisten ${identifier(channel)}`).catch(() => {})
  }

  #connect(): Promise<Connection> {
    if (this.#closed) return Promise.reject(new DatabaseUnavailableError('connection', 'The database has been closed'))
    this.#connecting ??= this.#open().finally(() => (this.#connecting = null))
    return this.#connecting
  }

  async #open(): Promise<Connection> {
    const connection = await this.#options.open()
    connection.onNotification = (payload, channel) => {
      for (const onPayload of this.#channels.get(channel) ?? []) onPayload(payload)
    }
    try {
      for (const channel of this.#channels.keys()) await connection.script(`listen ${identifier(channel)}`)
    } catch (error) {
      await connection.close()
      throw error
    }
    connection.onLost = (error) => this.#reconnect(error)
    this.#connection = connection
    clearInterval(this.#heartbeat)
    this.#heartbeat = setInterval(() => void this.#beat(connection), HEARTBEAT_EVERY).unref()
    return connection
  }

  /** A connection that only listens would never notice a server that went away without a word. */
  async #beat(connection: Connection): Promise<void> {
    await connection.run({ statement: { text: 'select 1' }, role: 'none', patience: HEARTBEAT_WITHIN }).catch(() => {})
  }

  #reconnect(error: Error): void {
    this.#connection = null
    clearInterval(this.#heartbeat)
    if (this.#closed || this.#channels.size === 0) return
    this.#options.onLost(error)
    void this.#retry()
  }

  async #retry(): Promise<void> {
    for (let backOff = FIRST_BACK_OFF; !this.#closed; backOff = Math.min(backOff * 2, LONGEST_BACK_OFF)) {
      await wait(backOff, undefined, { ref: false })
      if (this.#closed) return
      const connection = await this.#connect().catch(() => null)
      if (connection === null) continue
      this.#options.onRestored()
      // What was sent meanwhile is lost: everybody looks again.
      for (const listeners of this.#channels.values()) for (const onPayload of listeners) onPayload('')
      return
    }
  }
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`
