/** This node among the others: presences of all where somebody here listens, broadcasts to and from all, and who is alive. */
import { randomUUID } from 'node:crypto'

import type { Observe } from '@platform/http'

import type { Bus, OpenBus } from '../bus/bus.ts'
import { packMessages, unpackMessages } from '../bus/packets.ts'
import type { RealtimeEvent } from '../events.ts'
import type { Broadcast } from '../wire/broadcast.ts'
import {
  diffJson,
  presenceJson,
  Presences,
  type PresenceChange,
  type PresenceEntry,
  type PresenceSnapshot,
} from './presences.ts'
import type { Member } from './topic.ts'
import { spaceKey, spaceOf, type Space, type Topics } from './topics.ts'

export interface ClusterOptions {
  readonly topics: Pick<Topics, 'find'>
  readonly openBus: OpenBus
  readonly heartbeatMs: number
  readonly nodeSilentMs: number
  readonly observe: Observe<RealtimeEvent>
}

export type Tracking = PresenceEntry & { readonly ref: string }

type WithoutNode<Message> = Message extends unknown ? Omit<Message, 'node'> : never

/** Of how many spaces the version is told with each heartbeat, in turns: what was missed without a sign is found by that. */
const TOLD_PER_BEAT = 100

export class Cluster implements AsyncDisposable {
  readonly node = randomUUID()
  readonly #options: ClusterOptions
  readonly #presences = new Presences()
  /** When each other node was last heard. */
  readonly #peers = new Map<string, number>()
  readonly #asked = new Map<string, number>()
  /** Spaces that channels of this node are in, and how many. */
  readonly #followed = new Map<string, { channels: number; readonly ready: Promise<void> }>()
  /** Spaces where others may not have heard what we said last. */
  readonly #untold = new Set<string>()
  #bus: Bus | null = null
  #heartbeat: NodeJS.Timeout | undefined
  #entries = 0
  /** Of our changes, in whatever space. */
  #version = 0
  #turn = 0
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
      onGap: () => this.#recover(),
      onUnsent: (space) => this.#untold.add(space),
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

  /** For a channel: resolves once what others say in the space arrives; who is there arrives after it. */
  async follow(space: Space): Promise<() => void> {
    const key = spaceKey(space)
    const known = this.#followed.get(key)
    const ready = known?.ready ?? this.#begin(key)
    if (known === undefined) this.#followed.set(key, { channels: 1, ready })
    else known.channels += 1
    let isFollowing = true
    const release = () => {
      if (isFollowing) this.#end(key)
      isFollowing = false
    }
    try {
      await ready
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  async #begin(key: string): Promise<void> {
    await this.#bus?.follow(key)
    if (this.#peers.size > 0) this.#say({ says: 'who', space: key }, key)
  }

  #end(key: string): void {
    const known = this.#followed.get(key)
    if (known === undefined) return
    known.channels -= 1
    if (known.channels > 0) return
    this.#followed.delete(key)
    this.#bus?.unfollow(key)
    this.#presences.forget(key)
  }

  /** To everybody in the space, on all nodes, but one. */
  broadcast(space: Space, broadcast: Broadcast, except: Member | null): void {
    this.#options.topics.find(space)?.broadcast(broadcast, except)
    if (this.#peers.size > 0) this.#say({ says: 'broadcast', space, broadcast }, spaceKey(space))
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
    const after = this.#presences.versionOf(this.node, change.space)
    const version = (this.#version += 1)
    this.#presences.apply(this.node, { version, after }, change)
    this.#presences.forgetEmpty(this.node, change.space)
    this.#show(change)
    if (this.#peers.size > 0) this.#say({ says: 'presence', version, after, change }, change.space)
  }

  #show(change: PresenceChange): void {
    this.#options.topics.find(spaceOf(change.space))?.presenceDiff(diffJson(change))
  }

  #say(message: WithoutNode<NodeMessage>, space: string | null = null): void {
    this.#bus?.publish(encodeNodeMessage({ ...message, node: this.node }), space)
  }

  #introduce(isNew: boolean): void {
    this.#say({ says: 'alive', isNew })
  }

  /** What others said may have been missed, and who left a space hears no question there. */
  #recover(): void {
    this.#introduce(true)
    for (const space of this.#followed.keys()) this.#say({ says: 'who', space }, space)
    for (const whom of this.#peers.keys()) this.#ask(whom, this.#presences.spacesOf(whom))
  }

  #beat(now: number): void {
    this.#introduce(false)
    this.#tellUntold()
    this.#tellVersions()
    const { heartbeatMs, nodeSilentMs } = this.#options
    const wasAsleep = now - this.#beatAt > Math.max(2 * heartbeatMs, nodeSilentMs / 2)
    this.#beatAt = now
    // NOTE: a process that was stopped has heard nobody; what they said meanwhile comes now.
    if (wasAsleep) return
    for (const [node, heardAt] of this.#peers) {
      if (now - heardAt > nodeSilentMs) this.#forget(node)
    }
  }

  #tellUntold(): void {
    const untold = [...this.#untold]
    this.#untold.clear()
    for (const space of untold) {
      this.#tellState(space)
      // It may have been our question that was lost.
      if (this.#followed.has(space)) this.#say({ says: 'who', space }, space)
    }
  }

  #tellVersions(): void {
    if (this.#peers.size === 0) return
    const own = this.#presences.spacesOf(this.node)
    const from = this.#turn < own.length ? this.#turn : 0
    for (const space of own.slice(from, from + TOLD_PER_BEAT)) {
      this.#say({ says: 'version', space, version: this.#presences.versionOf(this.node, space) }, space)
    }
    this.#turn = from + TOLD_PER_BEAT
  }

  /** The newest of our versions stands for a space where we have nobody. */
  #tellState(space: string): void {
    const entries = this.#presences.entriesOf(this.node, space)
    const version = this.#presences.versionOf(this.node, space) || this.#version
    this.#say({ says: 'state', space, snapshot: { version, entries } }, space)
  }

  #receive(bytes: Buffer): void {
    const message = decodeNodeMessage(bytes)
    if (message.says === 'leaving') return this.#forget(message.node)
    this.#hear(message.node)
    switch (message.says) {
      case 'alive':
        return message.isNew ? this.#introduce(false) : undefined
      case 'broadcast':
        return this.#options.topics.find(message.space)?.broadcast(message.broadcast)
      case 'ask':
        return this.#answer(message)
      case 'who':
        return this.#presences.versionOf(this.node, message.space) > 0 ? this.#tellState(message.space) : undefined
      default:
        return this.#learn(message)
    }
  }

  /** Of spaces that nobody here is in nothing is kept. */
  #learn(message: Said<'presence'> | Said<'version'> | Said<'state'>): void {
    const space = message.says === 'presence' ? message.change.space : message.space
    if (!this.#followed.has(space)) return
    const { node } = message
    if (message.says === 'presence') return this.#follow(message)
    if (message.says === 'version') {
      return message.version === this.#presences.versionOf(node, space) ? undefined : this.#ask(node, [space])
    }
    this.#asked.delete(`${node} ${space}`)
    const change = this.#presences.replace(node, space, message.snapshot)
    if (change !== null) this.#show(change)
  }

  #hear(node: string): void {
    const isNew = !this.#peers.has(node)
    this.#peers.set(node, Date.now())
    if (!isNew) return
    this.#options.observe({ kind: 'realtime.node-joined', node })
    if (this.#followed.size > 0) this.#say({ says: 'ask', whom: node, spaces: null })
  }

  #answer({ whom, spaces }: Said<'ask'>): void {
    if (whom !== this.node) return
    for (const space of spaces ?? this.#presences.spacesOf(this.node)) this.#tellState(space)
  }

  #follow({ node, version, after, change }: Said<'presence'>): void {
    const { space, joins: entries } = change
    if (version <= this.#presences.versionOf(node, space)) return
    if (this.#presences.apply(node, { version, after }, change)) return this.#show(change)
    if (after > 0) return this.#ask(node, [space])
    const missed = this.#presences.replace(node, space, { version, entries })
    if (missed !== null) this.#show(missed)
  }

  /** Of each space at most once per heartbeat: the answer holds everything that was missed meanwhile. */
  #ask(whom: string, spaces: readonly string[]): void {
    const now = Date.now()
    const isDue = (space: string) => now - (this.#asked.get(`${whom} ${space}`) ?? 0) >= this.#options.heartbeatMs
    const due = spaces.filter(isDue)
    if (due.length === 0) return
    for (const space of due) this.#asked.set(`${whom} ${space}`, now)
    this.#say({ says: 'ask', whom, spaces: due })
  }

  #forget(node: string): void {
    if (!this.#peers.delete(node)) return
    const changes = this.#presences.drop(node)
    const presences = changes.reduce((sum, { leaves }) => sum + leaves.length, 0)
    this.#options.observe({ kind: 'realtime.node-lost', node, presences })
    for (const change of changes) this.#show(change)
  }
}

const toEntry = ({ ref: _ref, ...entry }: Tracking): PresenceEntry => entry

/** What nodes tell each other: a header in JSON, and the payload of a broadcast as it is. */
type NodeMessage = { readonly node: string } &
  /** To all nodes: at start, and then regularly. `isNew` asks everybody to introduce themselves. */
  (
    | { readonly says: 'alive'; readonly isNew: boolean }
    | { readonly says: 'leaving' }
    /** What one node has, in the spaces named, or in all where it has anything. */
    | { readonly says: 'ask'; readonly whom: string; readonly spaces: readonly string[] | null }
    /** To those who follow the space. */
    | { readonly says: 'broadcast'; readonly space: Space; readonly broadcast: Broadcast }
    /** `after`: the version that it follows, 0 where the node had nobody there. */
    | { readonly says: 'presence'; readonly version: number; readonly after: number; readonly change: PresenceChange }
    | { readonly says: 'version'; readonly space: string; readonly version: number }
    | { readonly says: 'state'; readonly space: string; readonly snapshot: PresenceSnapshot }
    /** Whoever has anybody there says so. */
    | { readonly says: 'who'; readonly space: string }
  )

type Said<Kind extends NodeMessage['says']> = Extract<NodeMessage, { readonly says: Kind }>

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
