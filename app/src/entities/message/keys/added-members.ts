/**
 * Who may be given a group's next key besides those who have its present one: whom this person has added on this device,
 * and whom another member has, under their signature (E2EE §2.2). The server's word gives nobody a key.
 */
import { keep, readKept } from '#data/device/message-store.ts'
import { isUuid } from '#data/uuid.ts'
import type { MessageRow } from '#entities/conversation/message-row.ts'

import type { Opened } from '../message.ts'

interface Invitation {
  /** Of the message that says so: once there is a later one, they are in it, or were not to be. */
  epochId: string
  people: string[]
}

const mostInvited = 50
const entryOf = (userId: string, conversationId: string) => `${userId}.added.${conversationId}`

export async function addedTo(userId: string, conversationId: string): Promise<readonly string[]> {
  return (await readKept<string[]>(entryOf(userId, conversationId))) ?? []
}

export async function noteAdded(userId: string, conversationId: string, people: readonly string[]): Promise<void> {
  const known = await addedTo(userId, conversationId)
  await keep(entryOf(userId, conversationId), [...new Set([...known, ...people])])
}

export async function noteRemoved(userId: string, conversationId: string, person: string): Promise<void> {
  const known = await addedTo(userId, conversationId)
  await keep(
    entryOf(userId, conversationId),
    known.filter((id) => id !== person),
  )
}

/** They have a key now: whoever is removed and comes back is let in anew. */
export async function noteLetIn(userId: string, conversationId: string, members: readonly string[]): Promise<void> {
  const known = await addedTo(userId, conversationId)
  const left = known.filter((id) => !members.includes(id))
  if (left.length < known.length) await keep(entryOf(userId, conversationId), left)
}

const invitedOf = (userId: string, conversationId: string) => `${userId}.invited.${conversationId}`

/** Whom members have let in by a signed message. */
export async function noteInvitations(
  userId: string,
  rows: readonly MessageRow[],
  opened: readonly (readonly [string, Opened])[],
): Promise<void> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [id, result] of opened) {
    const row = byId.get(id)
    const epochId = row?.metadata.e2ee?.epoch
    if (!row || !epochId || result.kind !== 'open' || !Array.isArray(result.body.add)) continue
    const named = result.body.add.filter((one) => typeof one === 'string' && isUuid(one)).slice(0, mostInvited)
    const known = await invitedTo(userId, row.conversation_id, epochId)
    const people = [...new Set([...known, ...named])]
    await keep(invitedOf(userId, row.conversation_id), { epochId, people } satisfies Invitation)
  }
}

/** Those invited under the epoch that is the latest one verified here. */
export async function invitedTo(userId: string, conversationId: string, epochId: string): Promise<readonly string[]> {
  const invitation = await readKept<Invitation>(invitedOf(userId, conversationId))
  return invitation?.epochId === epochId ? invitation.people : []
}
