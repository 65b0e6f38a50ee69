import type { SendFailure } from '#entities/message/message.ts'
import type { currentMessages } from '#i18n/messages.ts'

import type { threadMessages } from '../thread.i18n.ts'

type Words = ReturnType<typeof currentMessages<(typeof threadMessages)['fr']>>

/** Why it did not go, and what that asks of its writer. */
export function failureWords(m: Words, failure: SendFailure | null): string {
  // Keys that changed again and again while it was sealed: trying once more is all there is to do.
  return failure === null || failure === 'stale_epoch' ? m.fail_refused : m[`fail_${failure}`]
}
