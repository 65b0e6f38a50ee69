/** Channels without a database that tells of its changes: broadcasts and presence only. */

import { RowChangesRefused, type RowChanges, type SentMessages } from './changes/row-changes.ts'

export const noRowChanges: RowChanges = {
  bindingId: () => 1,
  subscribe: () => Promise.reject(new RowChangesRefused('Row changes are not available here')),
  [Symbol.asyncDispose]: async () => {},
}

export const noSentMessages: SentMessages = { listen: () => () => {}, replay: async () => [] }
