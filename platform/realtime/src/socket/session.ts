/** One client's connection: its channels, its limits, its end. */

import type { WebSocket } from 'ws'

import type { Caller, TokenRefusal } from '../channel/caller.ts'
import { readJoin } from '../channel/join-wishes.ts'
import { isTimeless } from '../channel/token-changes.ts'
import { Bucket } from '../rates.ts'
import type { RealtimeService } from '../service.ts'
import { parseBinary, parseText, type ClientMessage } from '../wire/client-frames.ts'
import { Channel, type ChannelOwner } from './channel.ts'
import type { Connection, SlowClientHandler, Slowness } from './connection.ts'

/** Close codes (RFC 6455 §7.4, IANA's registry). */
const closeCodes = { goingAway: 1001, policy: 1008, restart: 1012, tryLater: 1013 } as const

export interface SessionParts {
  readonly service: RealtimeService
  readonly webSocket: WebSocket
  readonly connection: Connection
  readonly keyCaller: Caller
  /** Where the client is, as far as limits are concerned. */
  readonly network: string
}

const PREFIX = 'realtime:'
const LAST_WORDS_MS = 2_000

export class Session implements ChannelOwner, SlowClientHandler {
  readonly service: RealtimeService
  readonly sink: Connection
  readonly keyCaller: Caller
  readonly network: string
  readonly startedAt = performance.now()
  readonly #webSocket: WebSocket
  readonly #channels = new Map<string, Channel>()
  // Whoever says little needs none: ten thousand idle connections have no buckets.
  #frames: Bucket | null = null
  #joins: Bucket | null = null
  #broadcasts: Bucket | null = null
  #users: Set<string> | null = null
  #heardAt: number
  #isOver = false

  constructor({ service, connection, keyCaller, network, webSocket }: SessionParts, now: number) {
    this.service = service
    this.sink = connection
    this.keyCaller = keyCaller
    this.network = network
    this.#webSocket = webSocket
    this.#heardAt = now
    connection.owner = this
  }

  receive(data: Buffer, isBinary: boolean): void {
    if (this.#isOver) return
    const now = Date.now()
    this.#heardAt = now
    this.#frames ??= new Bucket(this.service.config.rates.frames, now)
    if (!this.#frames.take(now)) return this.#flood('frames', 'Too many messages per second')
    const { version } = this.sink
    const message = isBinary ? parseBinary(version, data) : parseText(version, data.toString())
    if (message !== null) this.#route(message, now)
  }

  /** To be called about once a second. */
  look(now: number): void {
    this.sink.checkAge(now)
    this.#forgetFull(now)
    if (now - this.#heardAt > this.service.config.times.silent)
      return this.close(closeCodes.goingAway, 'Silent for too long')
    for (const channel of this.#channels.values()) {
      const message = this.service.revocationOf(channel.audience.claims)
      if (message !== null) channel.take({ is: 'revoked', message })
      else if (!isTimeless(channel.state, now)) channel.take({ is: 'clock', now })
    }
  }

  /** Tells the client why, and gives it a moment to read it. */
  close(code: number, reason: string): void {
    if (this.#isOver) return
    this.end()
    const webSocket = this.#webSocket
    this.sink.mute()
    webSocket.close(code, reason)
    setTimeout(() => webSocket.terminate(), LAST_WORDS_MS).unref()
  }

  /** The server is going to stop: says so on every channel, then closes. */
  restart(): void {
    for (const { topic, topicName, joinRef } of this.#channels.values()) {
      const fields = { extension: 'system', status: 'error', message: 'Realtime is restarting, please standby' }
      const payloadJson = JSON.stringify({ ...fields, channel: topicName })
      this.sink.send({ joinRef, ref: null, topic, event: 'system', payloadJson })
    }
    this.close(closeCodes.restart, 'Restarting')
  }

  /** The connection is gone, or as good as gone. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const channel of this.#channels.values()) channel.abandon()
    this.#channels.clear()
    for (const subject of this.#users ?? []) this.service.users.remove(subject)
  }

  onSlow(queuedBytes: number, reason: Slowness): void {
    this.service.observe({ kind: 'realtime.slow-client-lost', queuedBytes, reason })
    this.close(closeCodes.tryLater, 'Messages were lost: they were not read in time')
  }

  onClosed(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic)
  }

  #forgetFull(now: number): void {
    if (this.#frames?.isFull(now)) this.#frames = null
    if (this.#joins?.isFull(now)) this.#joins = null
    if (this.#broadcasts?.isFull(now)) this.#broadcasts = null
  }

  #mayJoin(now: number): boolean {
    this.#joins ??= new Bucket(this.service.config.rates.joins, now)
    return this.#joins.take(now)
  }

  #flood(limit: string, reason: string): void {
    this.service.observe({ kind: 'realtime.flood-limited', limit })
    this.close(closeCodes.policy, reason)
  }

  #route(message: ClientMessage, now: number): void {
    const { topic, event, ref } = message
    if (topic === 'phoenix' && event === 'heartbeat') return this.#reply(message, 'ok', {})
    if (event === 'phx_join') return this.#join(message, now)
    const channel = this.#channels.get(topic)
    const isCurrent = channel !== undefined && (message.joinRef === null || message.joinRef === channel.joinRef)
    if (!isCurrent) {
      // NOTE: whoever leaves what has been closed meanwhile has left.
      if (event === 'phx_leave') return this.#reply(message, 'ok', {})
      return ref === null ? undefined : this.#reply(message, 'error', { reason: 'unmatched topic' })
    }
    this.#pass(channel, message, now)
  }

  #pass(channel: Channel, message: ClientMessage, now: number): void {
    if (message.event === 'access_token' && !this.#mayJoin(now)) {
      return this.#flood('joins', 'Too many tokens per second')
    }
    if (message.event === 'broadcast' && !this.#mayBroadcast(channel, now)) {
      this.service.observe({ kind: 'realtime.flood-limited', limit: 'broadcasts' })
      return channel.take({ is: 'flooded', message: 'Too many messages per second' })
    }
    channel.take({ is: 'pushed', message, now })
  }

  #mayBroadcast({ subject }: Channel, now: number): boolean {
    this.#broadcasts ??= new Bucket(this.service.config.rates.broadcasts, now)
    if (!this.#broadcasts.take(now)) return false
    return subject === null || this.service.userBroadcasts.take(subject, now)
  }

  #join(message: ClientMessage, now: number): void {
    const { topic, payload } = message
    if (!this.#mayJoin(now)) {
      this.#refuse(message, 'ClientJoinRateLimitReached: Too many joins per second')
      return this.#flood('joins', 'Too many joins per second')
    }
    const refusal = this.#refusalOf(topic)
    if (refusal !== null) return this.#refuse(message, refusal)
    const old = this.#channels.get(topic)
    old?.take({ is: 'replaced' })
    const { channelsEach } = this.service.config.connections
    if (this.#channels.size >= channelsEach) return this.#refuse(message, 'ChannelRateLimitReached: Too many channels')
    const wishes = readJoin(payload, topic.slice(PREFIX.length))
    const { joinRef, ref } = message
    const channel = new Channel(this, { topic, joinRef: joinRef ?? ref, messageRef: ref, wishes })
    this.#channels.set(topic, channel)
    channel.take({ is: 'started' })
  }

  #refusalOf(topic: string): string | null {
    if (!topic.startsWith(PREFIX)) return 'unmatched topic'
    if (topic === PREFIX) return 'TopicNameRequired: You must provide a topic name'
    const { topic: limit } = this.service.config.sizes
    return Buffer.byteLength(topic) > limit ? `InvalidJoinPayload: The topic is longer than ${limit} bytes` : null
  }

  /** Counts a connection once for each user that speaks on it. */
  admit({ subject }: Caller): TokenRefusal | null {
    if (subject === null || this.#users?.has(subject) || this.#isOver) return null
    const { users, config } = this.service
    if (users.of(subject) >= config.connections.perUser) {
      return { code: 'ConnectionRateLimitReached', message: 'Too many connected users' }
    }
    users.add(subject)
    this.#users ??= new Set()
    this.#users.add(subject)
    return null
  }

  #refuse(message: ClientMessage, reason: string): void {
    this.#reply(message, 'error', { reason })
  }

  #reply({ joinRef, ref, topic }: ClientMessage, status: 'ok' | 'error', response: object): void {
    const payloadJson = JSON.stringify({ status, response })
    this.sink.send({ joinRef, ref, topic, event: 'phx_reply', payloadJson })
  }
}
