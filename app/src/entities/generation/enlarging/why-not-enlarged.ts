import { IntelligenceError } from '#entities/intelligence/intelligence-error.ts'
import { currentMessages } from '#i18n/messages.ts'

import { enlargeMessages } from './enlarge.i18n.ts'

/** In words; to try again is proposed where that may help. */
export function whyNotEnlarged(error: unknown): string {
  const m = currentMessages(enlargeMessages)
  switch (error instanceof IntelligenceError && error.code) {
    case 'reference_not_found':
      return m.gone
    case 'remix_not_allowed':
    case 'remix_source_gone':
      return m.sourceClosed
    case 'blocked':
      return m.removed
    case 'account_suspended':
      return m.suspended
    default:
      return m.retry
  }
}
