/** What nodes tell each other: a header in JSON, and the payload of a broadcast as it is. */

import { packMessages, unpackMessages } from '../bus/packets.ts'
import type { Broadcast } from '../wire/broadcast.ts'
import type { PresenceChange, PresenceSnapshot } from './presences.ts'
import type { Space } from './topics.ts'

export type NodeMessage = { readonly node: string } &
  /** Sent at start and then regularly. `isNew` asks everybody to introduce themselves. */
  (
    | { readonly says: 'alive'; readonly version: number; readonly isNew: boolean }
    | { readonly says: 'leaving' }
    | { readonly says: 'broadcast'; readonly space: Space; readonly broadcast: Broadcast }
    | { readonly says: 'presence'; readonly version: number; readonly change: PresenceChange }
    | { readonly says: 'ask'; readonly whom: string }
    | { readonly says: 'state'; readonly snapshot: PresenceSnapshot }
  )

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
