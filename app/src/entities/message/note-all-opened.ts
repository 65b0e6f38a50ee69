/**
 * Whoever wants to know what was opened, and what was removed for oneself: the search, the names of groups, who was let in,
 * the list's last lines.
 */
import type { MessageRow } from '#entities/conversation/message-row.ts'

import { noteInvitations } from './keys/added-members.ts'
import type { Opened } from './message.ts'
import { Previews } from './previews/previews.ts'
import type { Scope } from './scope.ts'
import { SearchIndex } from './search/search-index.ts'

export function noteAllOpened(
  scope: Scope,
  rows: readonly MessageRow[],
  opened: readonly (readonly [string, Opened])[],
): void {
  // Closed meanwhile: nothing is noted behind it.
  if (scope.over.aborted) return
  scope.part(SearchIndex).noteOpened(rows, opened)
  scope.part(Previews).noteNames(rows, opened)
  void noteInvitations(scope.userId, rows, opened)
  scope.part(Previews).noteOpened(opened)
}

export function noteHidden(scope: Scope, id: string): void {
  scope.part(SearchIndex).hide(id)
  scope.part(Previews).hide(id)
}
