/** What went wrong and what to do, in the person's language. */
import { errorWords } from '#i18n/errors.i18n.ts'
import { currentMessages } from '#i18n/messages.ts'

import type { Creation, CreationProblem } from './creation.ts'
import { generationMessages } from './generation.i18n.ts'

export function explainProblem({ code, retryAfter }: CreationProblem): string {
  const m = currentMessages(generationMessages)
  const sentences: Partial<Record<NonNullable<CreationProblem['code']>, string>> = {
    network: m.network,
    upload: m.notUploaded,
    unknown: currentMessages(errorWords).happened,
    not_authenticated: m.signedOut,
    not_allowed: m.notAllowed,
    account_suspended: m.suspended,
    engine_busy: m.engineBusy,
    engine_timeout: m.engineTimeout,
    empty_result: m.emptyResult,
    too_many_running: m.tooMany,
    daily_limit: m.dailyLimit,
    remix_not_allowed: m.remixNotAllowed,
    remix_source_gone: m.remixSourceGone,
    throttled: m.throttled(retryAfter ?? 2),
    insufficient_credits: m.noCredits,
    prompt_required: m.promptRequiredText,
    prompt_too_long: m.promptTooLong,
    reference_type: m.badReference,
    reference_too_large: m.heavyReference,
    reference_not_found: m.sourceMissing,
    url_not_allowed: m.sourceMissing,
    blocked: m.blocked,
    subject_unknown: m.subjectUnknown,
    trial_limit: m.trialLimit,
    expired: m.expired,
  }
  return (code !== null && sentences[code]) || m.failureText
}

/** The same for a creation that has come to nothing, even where nobody said why. */
export function explainFailure({ status, problem }: Creation): string {
  return explainProblem(problem ?? { code: status === 'expired' ? 'expired' : null, message: '' })
}

/** The step, in words; engines name theirs as they like, and an unknown one is simply the weaving. */
export function nameStage(stage: string | null): string {
  const m = currentMessages(generationMessages)
  switch (stage) {
    case 'queued':
      return m.inQueue
    case 'preparing':
      return m.preparing
    case 'references':
      return m.references
    case 'finishing':
      return m.finishing
    case 'encoding':
    case 'storing':
      return m.storing
    case 'retrying':
      return m.retrying
    case 'canceling':
      return m.canceling
    default:
      return m.painting
  }
}
