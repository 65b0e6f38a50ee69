/** By which way a code reaches a phone. */
import type { TextMessage } from '../delivery/delivery.ts'
import { authErrors } from '../errors.ts'

interface Wish {
  readonly phone?: string | null | undefined
  readonly channel?: string | null | undefined
}

/** @throws {AuthError} validation_failed. Who wishes for nothing gets a text; where there is no phone nothing is looked at. */
export function readChannel({ phone, channel }: Wish): TextMessage['channel'] {
  if (!phone || !channel) return 'sms'
  if (channel === 'sms' || channel === 'whatsapp') return channel
  throw authErrors.invalid("Invalid channel, supported values are 'sms' or 'whatsapp'")
}
