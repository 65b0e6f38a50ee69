/** Groups: whoever is let in is let in by a member's own device, which signs the next list of members. */
import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { conversationKeys, refreshConversation } from '#entities/conversation/conversation-queries.ts'
import { readNoMore } from '#entities/conversation/mark-read.ts'
import { leaveConversation } from '#entities/message/conversation-acts.ts'

import { noteAdded, noteRemoved } from './keys/added-members.ts'
import { shareHistory } from './keys/shared-epochs.ts'
import { vaultOf } from './keys/vault.ts'
import { messenger } from './messenger.ts'
import { Previews } from './previews/previews.ts'
import { ownScope } from './scope.ts'
import { discardMessage, nameGroup, tellAdded, tellDropped, tellGone } from './send.ts'

/** Nobody waits longer to leave. */
const goodbyeMs = 4000

/** Up to 50 people; answers the conversation's id. A name travels as its first message. */
export async function startGroup(members: readonly string[], name = ''): Promise<string> {
  const { userId } = messenger()
  const id = await callSignedIn('start_group', { members })
  await noteAdded(userId, id, members)
  await queryClient.invalidateQueries({ queryKey: conversationKeys.lists(userId) })
  if (name.trim() !== '') nameGroup(id, name)
  return id
}

/**
 * They read what is written from now on, and with `withHistory` what was before. Who was added is said to the members under
 * one's signature, so that any of them can give the next key; the group's name is said again, since they have not heard it.
 * @throws {DataError} `history_not_shared`: they are in the group all the same
 */
export async function addMember(
  conversation: string,
  person: string,
  { withHistory = false }: { withHistory?: boolean } = {},
): Promise<void> {
  const { userId } = messenger()
  await noteAdded(userId, conversation, [person])
  try {
    await callSignedIn('add_member', { conversation, person })
  } catch (error) {
    await noteRemoved(userId, conversation, person)
    throw error
  }
  await refreshConversation(userId, conversation)
  tellAdded(conversation, person)
  const title = ownScope().part(Previews).titleOf(conversation)
  if (title !== null) nameGroup(conversation, title)
  if (withHistory) await shareHistory(await vaultOf(userId), conversation, person)
}

/** What is written from now on they cannot read: the next message makes new keys. */
export async function removeMember(conversation: string, person: string): Promise<void> {
  const { userId } = messenger()
  await callSignedIn('remove_member', { conversation, person })
  await noteRemoved(userId, conversation, person)
  await refreshConversation(userId, conversation)
  tellDropped(conversation, person)
}

/** Says goodbye under one's signature first, where that can be sent: afterwards nobody would hear it. */
export async function leaveGroup(conversation: string): Promise<void> {
  const { outbox } = messenger()
  const readAgain = readNoMore(conversation)
  const goodbye = tellGone(conversation)
  await Promise.race([outbox.flush(conversation), new Promise((resolve) => setTimeout(resolve, goodbyeMs))])
  try {
    await leaveConversation(conversation)
  } catch (error) {
    await discardMessage(goodbye)
    throw error
  } finally {
    readAgain()
  }
}
