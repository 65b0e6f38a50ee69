/** What a report shows of a message: that one alone, in a way that the moderators can verify (E2EE §12). */
import * as v from 'valibot'

import type { DisclosedMessage } from '#crypto/index.ts'
import { getSession } from '#data/session.ts'

import { readKeyLog } from './keys/key-wire.ts'
import { vaultOf } from './keys/vault.ts'
import { readRow } from './outbox/post-message.ts'

const row = v.object({
  id: v.string(),
  conversation_id: v.string(),
  sender_id: v.pipe(v.string(), v.uuid()),
  encrypted_content: v.string(),
  iv: v.string(),
  message_type: v.string(),
  metadata: v.unknown(),
})
const Disclosed = v.object({ v: v.literal(1), text: v.string(), row, key: v.string(), commit: v.string() })

/** To go with a report; null where the server or this device has nothing of it that can be opened. */
export async function discloseMessage(id: string): Promise<DisclosedMessage | null> {
  const vault = await vaultOf(signedIn())
  const found = await readRow(id)
  return found && vault.disclose(found)
}

/**
 * For the moderators: the words as they were signed, and whether they are those that the reporter shows. Null for what
 * is not what it claims to be: nobody can be accused by it.
 */
export async function openDisclosed(disclosed: unknown): Promise<{ text: string; isAsTold: boolean } | null> {
  const shown = v.safeParse(Disclosed, disclosed)
  if (!shown.success) return null
  const vault = await vaultOf(signedIn())
  const log = await readKeyLog(shown.output.row.sender_id)
  const identities = [...new Set(log.flatMap(({ identity_key: key }) => key ?? []))]
  const opened = await vault.openDisclosed(shown.output, identities)
  if (!opened) return null
  const text = opened.body.text ?? ''
  return { text, isAsTold: text === shown.output.text }
}

function signedIn(): string {
  const session = getSession()
  // Verbatim (spec §8).
  if (session.status !== 'signed-in') throw new Error('Utilisateur non connecté')
  return session.user.id
}
