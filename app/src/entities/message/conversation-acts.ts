/** What is done with conversations, as far as no keys are needed for it. All reject with a DataError and its `hint`. */
import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Row } from '#data/question.ts'
import { unwrap } from '#data/rest.ts'
import { getSession } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'
import { noteAdded } from '#entities/message/keys/added-members.ts'

import { conversationKeys, patchConversation, refreshConversation } from '../conversation/conversation-queries.ts'
import type { Conversation, OwnPart } from '../conversation/conversation.ts'

export type RequestAnswer = 'accept' | 'delete' | 'block'

/** Finds or begins the conversation with somebody; answers its id. Refused: `cannot_message`, `too_many_conversations`. */
export async function startConversation(other: string): Promise<string> {
  const id = await callSignedIn('start_conversation', { other })
  // With whom, says the one who asked: the first key goes to nobody else.
  await noteAdded(signedIn(), id, [other])
  return id
}

export async function answerRequest(conversation: string, answer: RequestAnswer): Promise<void> {
  await callSignedIn('answer_request', { conversation, answer })
  if (answer !== 'accept') await forget(conversation)
  await listAgain(conversation)
}

export async function leaveConversation(conversation: string): Promise<void> {
  await callSignedIn('leave_conversation', { conversation })
  await forget(conversation)
  await listAgain(conversation)
}

/** What this device holds of it goes, too; how messages are kept need not be known to begin one. */
async function forget(conversation: string): Promise<void> {
  const { messenger } = await import('#entities/message/messenger.ts')
  await messenger().forget(conversation, { isOwnAct: true })
}

/** ISO; `null`: notices come again. */
export function muteConversation(id: string, until: string | null): Promise<void> {
  return settle(id, { muted_until: until }, (me) => ({ ...me, mutedUntil: until }))
}

export function pinConversation(id: string, isPinned: boolean): Promise<void> {
  const at = isPinned ? new Date().toISOString() : null
  return settle(id, { pinned_at: at }, (me) => ({ ...me, pinnedAt: at }))
}

export function archiveConversation(id: string, isArchived: boolean): Promise<void> {
  const at = isArchived ? new Date().toISOString() : null
  return settle(id, { archived_at: at }, (me) => ({ ...me, archivedAt: at }))
}

type OwnSettings = Partial<Pick<Row<'conversation_settings'>, 'muted_until' | 'pinned_at' | 'archived_at'>>

/** Shown at once; what the server then says holds. */
async function settle(id: string, columns: OwnSettings, change: (me: OwnPart) => OwnPart): Promise<void> {
  const userId = signedIn()
  patchConversation(userId, id, (conversation: Conversation) => ({ ...conversation, me: change(conversation.me) }))
  try {
    const settings = (await supabase()).from('conversation_settings')
    unwrap(await settings.update(columns).eq('conversation_id', id).eq('user_id', userId))
  } finally {
    await refreshConversation(userId, id)
  }
}

async function listAgain(id: string): Promise<void> {
  const userId = signedIn()
  await refreshConversation(userId, id)
  await queryClient.invalidateQueries({ queryKey: conversationKeys.all(userId) })
}

function signedIn(): string {
  const session = getSession()
  // Verbatim (spec §8).
  if (session.status !== 'signed-in') throw new Error('Utilisateur non connecté')
  return session.user.id
}
