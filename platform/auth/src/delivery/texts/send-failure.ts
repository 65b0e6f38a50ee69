/** Why a service did not take a text, and how the wire tells it. */
import { authErrors, type AuthError } from '../../errors.ts'

export interface SendFailureFields {
  /** `refused`: this message never will be; `busy`: too many; `unavailable`: nobody knows; `unsupported`: no such channel. */
  readonly reason: 'refused' | 'busy' | 'unavailable' | 'unsupported'
  /** Of the service, for the operator: it may name the account, so people never see it. */
  readonly message: string
  readonly retryAfter?: number
}

export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly reason: SendFailureFields['reason']
  /** Seconds. */
  readonly retryAfter: number

  constructor({ reason, message, retryAfter = 30 }: SendFailureFields, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

export function toTextError(error: unknown): AuthError {
  if (!(error instanceof SendFailure)) return authErrors.smsUnavailable(error)
  if (error.reason === 'refused') return authErrors.smsRefused(error)
  if (error.reason === 'busy') return authErrors.tooManySms(error.retryAfter)
  return error.reason === 'unsupported' ? authErrors.channelUnsupported() : authErrors.smsUnavailable(error)
}
