/** Messages that were written and are not there: withheld, or lost (E2EE §2.3, §7). */
import type { MessageRow } from '#entities/conversation/message-row.ts'

import { isErasedRow, rowsOf, type ThreadState } from './thread-machine.ts'

/**
 * Ids of messages whose sender names one before them that is not there, although an earlier one of the same device and
 * epoch is. A missing number alone says nothing: what its sender took back, or what the server refused, has had one too.
 */
export function gapsOf(state: ThreadState): string[] {
  const rows = rowsOf(state)
  const series = new Map<string, MessageRow[]>()
  for (const row of rows) {
    const e2ee = row.metadata?.e2ee
    if (!e2ee || row.sender_id === state.me) continue
    const name = `${row.sender_id} ${e2ee.epoch} ${e2ee.d}`
    const known = series.get(name)
    if (known) known.push(row)
    else series.set(name, [row])
  }
  return [...series.values()].flatMap((one) => gapsIn(state, one))
}

function gapsIn(state: ThreadState, unsorted: readonly MessageRow[]): string[] {
  const numberOf = (row: MessageRow) => row.metadata.e2ee?.n ?? 0
  const rows = unsorted.toSorted((a, b) => numberOf(a) - numberOf(b))
  const suspects = rows.flatMap((row, place) => {
    const before = rows[place - 1]
    return before && numberOf(row) - numberOf(before) > 1 ? [[before, row] as const] : []
  })
  if (suspects.length === 0) return []
  const links = new Set(rows.map(({ id }) => openedOf(state, id)?.link))
  return suspects.flatMap(([before, row]) => {
    const named = openedOf(state, row.id)?.body.prev
    const isThere = named === undefined || links.has(named) || openedOf(state, before.id)?.link === undefined
    return isThere || mayBeGone(state, before, row) ? [] : [row.id]
  })
}

/** What stood between the two may have vanished in its time, or was erased by its author. */
function mayBeGone(state: ThreadState, before: MessageRow, after: MessageRow): boolean {
  if (before.expires_at !== null || after.expires_at !== null) return true
  return rowsOf(state).some((row) => {
    if (row.created_at < before.created_at || row.created_at > after.created_at) return false
    const isErased = isErasedRow(row) && row.sender_id === after.sender_id
    return isErased || openedOf(state, row.id)?.body.vanish !== undefined
  })
}

function openedOf({ opened }: ThreadState, id: string) {
  const result = opened.get(id)
  return result?.kind === 'open' ? result : undefined
}
