/** What nodes tell each other: a header in JSON, and the payload of a broadcast as it is. */
import { packMessages, unpackMessages } from '../bus/packets.ts'
import type { Broadcast } from '../wire/broadcast.ts'
import type { PresenceChange, PresenceSnapshot } from './presences.ts'
import type { Space } from './topics.ts'

export type NodeMessage = { readonly node: string } &
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

export type Said<Kind extends NodeMessage['says']> = Extract<NodeMessage, { readonly says: Kind }>

export function encodeNodeMessage(message: NodeMessage): Buffer {
  if (message.says !== 'broadcast' || message.broadcast.kind !== 'event') {
    return packMessages([Buffer.from(JSON.stringify(message))])
  }
  const { payload, ...rest } = message.broadcast
  return packMessages([Buffer.from(JSON.stringify({ ...message, broadcast: rest })), payload])
}

/** Nodes trust each other: whoever can write to the bus is one. */
export function decodeNodeMessage(bytes: Buffer): NodeMessage {
  const [head, payload] = unpackMessages(bytes)
  const message = JSON.parse(String(head)) as NodeMessage
  if (message.says !== 'broadcast' || payload === undefined) return message
  return { ...message, broadcast: { ...message.broadcast, payload } as Broadcast }
}
