/** For tests that are not about the database's changes. */
import type { RowChanges, SentMessages } from '../src/changes/row-changes.ts'

export const noRowChanges: RowChanges = {
  bindingId: () => 1,
  subscribe: async () => ({ changeAudience: async () => {}, close: () => {} }),
  [Symbol.asyncDispose]: async () => {},
}

export const noSentMessages: SentMessages = { listen: () => () => {}, replay: async () => [] }
