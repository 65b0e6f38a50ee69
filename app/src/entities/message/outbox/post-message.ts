/** The post of a sealed row, and what its failures mean for the outbox (E2EE §7). */
import { VaultError } from '#crypto/index.ts'
import { readConfig } from '#data/config.ts'
import { DataError, fetchRest, withValidSession } from '#data/rest.ts'
import { read } from '#data/wire.ts'
import type { MessageRow, SealedRow } from '#entities/conversation/message-row.ts'

import { asHold } from '../keys/epochs.ts'
import { HoldError, type SendHold } from '../keys/hold.ts'
import type { SendFailure } from '../message.ts'
import type { Trouble } from './outbox.ts'

/** An answer that takes longer is as good as none: the same row is posted again. */
const withinMs = 15_000

/**
 * A row that is there already is a success: it is read back (RELIABILITY P3). Null where it has vanished meanwhile, or
 * was deleted on another device.
 */
export async function postRow(row: SealedRow): Promise<MessageRow | null> {
  const config = await readConfig()
  const query = { table: 'encrypted_messages', params: {}, body: { ...row } }
  const prefer = 'resolution=ignore-duplicates,return=representation'
  const response = await withValidSession(() => fetchRest(config, query, { prefer, withinMs }))
  const [posted] = (await response.json()) as MessageRow[]
  return posted ?? readRow(row.id)
}

/** Null where there is none, or none for the reader. */
export async function readRow(id: string): Promise<MessageRow | null> {
  const [row = null] = await read('encrypted_messages', '*', { id: `eq.${id}` })
  return row
}

const failures: Record<string, SendFailure> = {
  plaintext_refused: 'plaintext_refused',
  cannot_message: 'cannot_message',
  not_accepted: 'request_pending',
  account_suspended: 'cannot_message',
  too_many_messages: 'too_many_messages',
  message_too_long: 'too_long',
  message_too_old: 'too_old',
}

/** 401: the session is being renewed. The others ask for patience: a proxy's timeout, too early, too many. */
const passing = new Set([401, 408, 425, 429])

/** With what somebody has to decide. */
type Judged = Exclude<Trouble, { kind: 'held' }> | { kind: 'held'; hold: SendHold }

export function judgeTrouble(error: unknown): Judged {
  const hold = error instanceof HoldError ? error : asHold(error)
  if (hold) return { kind: 'held', hold: hold.hold }
  if (error instanceof VaultError) return judgeVault(error)
  if (error instanceof DataError) return judgeAnswer(error)
  // Fetch failed, or nobody waited any longer.
  const isNetwork = error instanceof TypeError || (error instanceof DOMException && error.name.endsWith('Error'))
  return isNetwork ? { kind: 'temporary' } : { kind: 'refused', failure: 'refused' }
}

function judgeVault({ code }: VaultError): Judged {
  if (code === 'too_large') return { kind: 'refused', failure: 'too_long' }
  // The worker has failed, or the device's storage: neither is the message's fault.
  if (code === 'internal' || code === 'storage') return { kind: 'temporary' }
  if (code !== 'unknown_epoch' && code !== 'unknown_previous') return { kind: 'refused', failure: 'refused' }
  return { kind: 'stale' }
}

function judgeAnswer(error: DataError): Judged {
  const reason = error.hint ?? error.message
  if (reason === 'no_key') return { kind: 'held', hold: { kind: 'no_recipient_key', userIds: [] } }
  if (reason === 'stale_epoch' || error.message === 'stale_epoch') return { kind: 'stale' }
  const failure = failures[reason]
  if (failure) return { kind: 'refused', failure }
  const isPassing = error.status === 0 || error.status >= 500 || passing.has(error.status)
  return isPassing ? { kind: 'temporary' } : { kind: 'refused', failure: 'refused' }
}
