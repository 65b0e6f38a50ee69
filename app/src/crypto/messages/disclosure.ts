/**
 * What a member shows the moderators of one message: its row, its own key and what its epoch committed to. They can read
 * it and see who signed it, and learn nothing about any other (E2EE §12).
 */
import type { Device } from '../account/account.ts'
import { fromBase64, MalformedError, toBase64, wipe } from '../bytes.ts'
import { deriveBytes, importAesKey } from '../ciphers.ts'
import type { MessageRow } from '../rows.ts'
import type { DisclosedMessage, OpenedDisclosure } from '../vault.ts'
import { encodeHeader } from './message-header.ts'
import { decipher, openMessages, readHeader, Unreadable } from './open-message.ts'

/** Null for what this device does not open itself: nobody is accused by something that does not hold. */
export async function disclose(device: Device, row: MessageRow): Promise<DisclosedMessage | null> {
  const [opened] = await openMessages(device, [row])
  if (!opened?.body) return null
  const header = readHeader(row)
  const epoch = await device.store.read('epochs', header.epochId)
  if (!epoch?.key) return null
  const { id, info } = encodeHeader(header)
  const key = await deriveBytes(epoch.key, id, info)
  const { conversation_id, sender_id, message_type, encrypted_content, iv, metadata } = row
  const shown = { id: row.id, conversation_id, sender_id, message_type, encrypted_content, iv, metadata }
  const disclosed = {
    v: 1,
    text: opened.body.text ?? '',
    row: shown,
    key: toBase64(key),
    commit: epoch.commit,
  } as const
  wipe(key)
  return disclosed
}

/** `identities`: all that the sender ever published. Null where it is nothing that can be opened. */
export async function openDisclosure(
  { row, key, commit }: DisclosedMessage,
  identities: readonly string[],
): Promise<OpenedDisclosure | null> {
  try {
    const header = readHeader(row)
    const encoded = encodeHeader(header)
    const keys = { key: await importAesKey(fromBase64(key, 32)), commit: fromBase64(commit, 32) }
    for (const identity of identities) {
      const opened = await decipher(row, { header, encoded }, { ...keys, identity: fromBase64(identity) }).catch(
        unsigned,
      )
      if (opened?.body) return { body: opened.body }
    }
    return null
  } catch (error) {
    if (error instanceof Unreadable || error instanceof MalformedError) return null
    throw error
  }
}

/** Another of their keys may have signed it. */
function unsigned(error: unknown): null {
  if (error instanceof Unreadable && error.code === 'bad_signature') return null
  throw error
}
