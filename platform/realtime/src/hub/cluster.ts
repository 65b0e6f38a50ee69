/** This node among the others: presences of all, broadcasts to and from all, and who is alive. */
import { randomUUID } from 'node:crypto'

import type { Observe } from '@platform/http'

import type { Bus, OpenBus } from '../bus/bus.ts'
import { packMessages, unpackMessages } from '../bus/packets.ts'
import type { RealtimeEvent } from '../events.ts'
import type { Broadcast } from '../wire/broadcast.ts'
import {
  diffJson,
  Presences,
  presenceJson,
  type PresenceChange,
  type PresenceEntry,
  type PresenceSnapshot,
} from './presences.ts'
import type { Member } from './topic.ts'
import { spaceKey, spaceOf, type Space, type Topics } from './topics.ts'

export interface ClusterOptions {
  readonly topics: Topics
  readonly openBus: OpenBus
  readonly heartbeatMs: number
  readonly nodeSilentMs: number
  readonly observe: Observe<RealtimeEvent>
}

export type Tracking = PresenceEntry & { readonly ref: string }

type Said<Kind extends NodeMessage['says']> = Extract<NodeMessage, { readonly says: Kind }>
type WithoutNode<Message> = Message extends unknown ? Omit<Message, 'node'> : never

export class Cluster implements AsyncDisposable {
  readonly node = randomUUID()
  readonly #options: ClusterOptions
  readonly #presences = new Presences()
  /** When each other node was last heard. */
  readonly #peers = new Map<string, number>()
  readonly #asked = new Map<string, number>()
  #bus: Bus | null = null
  #heartbeat: NodeJS.Timeout | undefined
  #entries = 0
  #beatAt = Date.now()

  constructor(options: ClusterOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { openBus, heartbeatMs, observe } = this.#options
    this.#bus = await openBus({
      node: this.node,
      observe,
      onMessage: (bytes) => this.#receive(bytes),
      onGap: () => this.#introduce(true),
    })
    this.#introduce(true)
    this.#heartbeat = setInterval(() => this.#beat(Date.now()), heartbeatMs).unref()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#heartbeat)
    this.#say({ says: 'leaving' })
    await this.#bus?.[Symbol.asyncDispose]()
    this.#bus = null
  }

  /** To everybody in the space, on all nodes, but one. */
  broadcast(space: Space, broadcast: Broadcast, except: Member | null): void {
    this.#options.topics.find(space)?.broadcast(broadcast, except)
    if (this.#peers.size > 0) this.#say({ says: 'broadcast', space, broadcast })
  }

  presenceState(space: Space): string {
    return presenceJson(this.#presences.in(spaceKey(space)))
  }

  /** In place of `previous` where there is one. */
  track(space: Space, key: string, meta: object, previous: Tracking | null): Tracking {
    const ref = randomUUID()
    const marks = { phx_ref: ref, ...(previous !== null && { phx_ref_prev: previous.ref }) }
    const metaJson = JSON.stringify({ ...meta, ...marks })
    const entry = { id: (this.#entries += 1), space: spaceKey(space), key, metaJson }
    this.#change({ space: entry.space, joins: [entry], leaves: previous === null ? [] : [toEntry(previous)] })
    return { ...entry, ref }
  }

  untrack(tracking: Tracking): void {
    this.#change({ space: tracking.space, joins: [], leaves: [toEntry(tracking)] })
  }

  #change(change: PresenceChange): void {
    const version = this.#presences.versionOf(this.node) + 1
    this.#presences.apply(this.node, version, change)
    this.#show(change)
    if (this.#peers.size > 0) this.#say({ says: 'presence', version, change })
  }

  #show(change: PresenceChange): void {
    this.#options.topics.find(spaceOf(change.space))?.presenceDiff(diffJson(change))
  }

  #say(message: WithoutNode<NodeMessage>): void {
    this.#bus?.publish(encodeNodeMessage({ ...message, node: this.node }))
  }

  #introduce(isNew: boolean): void {
    this.#say({ says: 'alive', version: this.#presences.versionOf(this.node), isNew })
  }

  #beat(now: number): void {
    this.#introduce(false)
    const { heartbeatMs, nodeSilentMs } = this.#options
    const wasAsleep = now - this.#beatAt > Math.max(2 * heartbeatMs, nodeSilentMs / 2)
    this.#beatAt = now
    // NOTE: a process that was stopped has heard nobody; what they said meanwhile comes now.
    if (wasAsleep) return
    for (const [node, heardAt] of this.#peers) {
      if (now - heardAt > nodeSilentMs) this.#forget(node)
    }
  }

  #receive(bytes: Buffer): void {
    const message = decodeNodeMessage(bytes)
    if (message.says === 'leaving') return this.#forget(message.node)
    this.#hear(message.node)
    switch (message.says) {
      case 'alive':
        return this.#greet(message)
      case 'broadcast':
        return this.#options.topics.find(message.space)?.broadcast(message.broadcast)
      case 'presence':
        return this.#follow(message)
      case 'ask':
        if (message.whom === this.node) this.#say({ says: 'state', snapshot: this.#presences.snapshot(this.node) })
        return
      case 'state':
        this.#asked.delete(message.node)
        return this.#presences.replace(message.node, message.snapshot).forEach((change) => this.#show(change))
    }
  }

  #hear(node: string): void {
    if (!this.#peers.has(node)) this.#options.observe({ kind: 'realtime.node-joined', node })
    this.#peers.set(node, Date.now())
  }

  #greet({ node, version, isNew }: Said<'alive'>): void {
    if (isNew) this.#introduce(false)
    if (version !== this.#presences.versionOf(node)) this.#ask(node)
  }

  #follow({ node, version, change }: Said<'presence'>): void {
    const known = this.#presences.versionOf(node)
    if (version <= known) return
    if (this.#presences.apply(node, version, change)) this.#show(change)
    else this.#ask(node)
  }

  /** At most once per heartbeat: the answer holds everything that was missed meanwhile. */
  #ask(node: string): void {
    const now = Date.now()
    if (now - (this.#asked.get(node) ?? 0) < this.#options.heartbeatMs) return
    this.#asked.set(node, now)
    this.#say({ says: 'ask', whom: node })
  }

  #forget(node: string): void {
    if (!this.#peers.delete(node)) return
    this.#asked.delete(node)
    const changes = this.#presences.drop(node)
    const presences = changes.reduce((sum, { leaves }) => sum + leaves.length, 0)
    this.#options.observe({ kind: 'realtime.node-lost', node, presences })
    for (const change of changes) this.#show(change)
  }
}

const toEntry = ({ ref: _ref, ...entry }: Tracking): PresenceEntry => entry

/** What nodes tell each other: a header in JSON, and the payload of a broadcast as it is. */
type NodeMessage = { readonly node: string } &
  /** Sent at start and then regularly. `isNew` asks everybody to introduce themselves. */
  (
    | { readonly says: 'alive'; readonly version: number; readonly isNew: boolean }
    | { readonly says: 'leaving' }
    | { readonly says: 'broadcast'; readonly space: Space; readonly broadcast: Broadcast }
    | { readonly says: 'presence'; readonly version: number; readonly change: PresenceChange }
    | { readonly says: 'ask'; readonly whom: string }
    | { readonly says: 'state'; readonly snapshot: PresenceSnapshot }
  )

function encodeNodeMessage(message: NodeMessage): Buffer {
  if (message.says !== 'broadcast' || message.broadcast.kind !== 'event') {
    return packMessages([Buffer.from(JSON.stringify(message))])
  }
  const { payload, ...rest } = message.broadcast
  return packMessages([Buffer.from(JSON.stringify({ ...message, broadcast: rest })), payload])
}

/** Nodes trust each other: whoever can write to the bus is one. */
function decodeNodeMessage(bytes: Buffer): NodeMessage {
  const [head, payload] = unpackMessages(bytes)
  const message = JSON.parse(String(head)) as NodeMessage
  if (message.says !== 'broadcast' || payload === undefined) return message
  return { ...message, broadcast: { ...message.broadcast, payload } as Broadcast }
}
