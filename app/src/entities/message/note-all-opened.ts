/**
 * Whoever wants to know what was opened, and what was removed for oneself: the search, the names of groups, who was let in,
 * the list's last lines.
 */
import type { MessageRow } from '#entities/conversation/message-row.ts'

import { noteInvitations } from './keys/added-members.ts'
import type { Opened } from './message.ts'
import { hideLine, noteNames, notePreviews } from './previews/previews.ts'
import { hideInIndex, noteOpened } from './search/search-index.ts'

export function noteAllOpened(
  userId: string,
  rows: readonly MessageRow[],
  opened: readonly (readonly [string, Opened])[],
): void {
  noteOpened(userId, rows, opened)
  noteNames(userId, rows, opened)
  void noteInvitations(userId, rows, opened)
  notePreviews(opened)
}

export function noteHidden(userId: string, id: string): void {
  hideInIndex(userId, id)
  hideLine(id)
}
