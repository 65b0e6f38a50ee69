/** Whom this person has added to groups on this device: nobody else's word gives anybody a key (E2EE §2.2). */
import { keep, readKept } from '#data/message-store.ts'

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
