/** From rows to words: each by itself, so that one that cannot be opened never holds up another. */
import { readLegacy, VaultError } from '#crypto/index.ts'
import type { MessageRow } from '#entities/conversation/message-row.ts'

import type { Members } from '../keys/epoch-members.ts'
import { missingIn, readEpochs } from '../keys/epochs.ts'
import type { SessionVault } from '../keys/key-ring.ts'
import { openShared } from '../keys/shared-epochs.ts'
import type { Opened } from '../message.ts'
import { isErasedRow } from './thread-machine.ts'

/** May pass by itself: the keys come, or the device is unlocked. */
export function isPassing(code: string): boolean {
  return code === 'no_wrap' || code === 'locked'
}

/**
 * Epochs that this device does not know are read first, and only then the network is needed. What stays locked is left
 * out; for whoever may not miss any of them it is an error, as is a network that gives no keys.
 */
export async function openRows(
  vault: SessionVault,
  readMembers: () => Promise<Members | null>,
  rows: readonly MessageRow[],
  { mayMiss = true } = {},
): Promise<[string, Opened][]> {
  const wanted = rows.filter((row) => !isErasedRow(row))
  if (wanted.length === 0) return []
  const byId = new Map(wanted.map((row) => [row.id, row]))
  const first = await vault.open(wanted)
  const unknown = first.filter(({ code }) => code === 'no_wrap').flatMap(({ id }) => byId.get(id) ?? [])
  const hasNew = unknown.length > 0 && (await hasNewEpochs(vault, readMembers, { rows: unknown, mayMiss }))
  const again = hasNew ? await vault.open(unknown) : []
  const answers = new Map([...first, ...again].map((answer) => [answer.id, answer]))
  if (!mayMiss && [...answers.values()].some(({ code }) => code === 'locked')) throw new VaultError('locked')
  return [...answers.values()].flatMap((answer): [string, Opened][] => {
    const row = byId.get(answer.id)
    if (!row || answer.code === 'locked') return []
    if (!answer.code) return [[answer.id, { kind: 'open', body: answer.body, link: answer.place.link }]]
    if (answer.code === 'simple' || answer.code === 'downgrade') return [[answer.id, plainOf(row, answer.code)]]
    return [[answer.id, { kind: 'failed', code: answer.code }]]
  })
}

async function hasNewEpochs(
  vault: SessionVault,
  readMembers: () => Promise<Members | null>,
  { rows, mayMiss }: { rows: readonly MessageRow[]; mayMiss: boolean },
): Promise<boolean> {
  try {
    const conversation = await readMembers()
    if (!conversation) return false
    const epochIds = rows.flatMap(({ metadata }) => metadata?.e2ee?.epoch ?? [])
    const missing = await missingIn(vault, conversation.id)
    if (epochIds.every((id) => missing.has(id))) return false
    await readEpochs(vault, conversation)
    if (conversation.kind === 'group') await openShared(vault, conversation, epochIds)
    for (const id of epochIds) missing.add(id)
    return true
  } catch (error) {
    if (!mayMiss) throw error
    // Without network they stay closed for now.
    return false
  }
}

function plainOf(row: MessageRow, code: 'simple' | 'downgrade'): Opened {
  const { text } = readLegacy(row)
  return { kind: 'legacy', text: text ?? '', isMasked: text === null, isDowngrade: code === 'downgrade' }
}
