/** E-mail addresses and phone numbers in the one form in which they are stored and compared. Pure. */
import { authErrors } from '../errors.ts'
import type { Address } from '../store/users.ts'

const MAX_EMAIL_LENGTH = 254
/** One mailbox, no display name, no comment, no quoting: what a sign-up form needs of RFC 5321. */
const EMAIL =
  /^[^\s@"(),:;<>[\]\\]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u
const E164 = /^[1-9]\d{1,14}$/

/** @throws {AuthError} `validation_failed` */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email) || !email.isWellFormed() || hasHidden(email)) {
    throw authErrors.invalid('Unable to validate email address: invalid format')
  }
  return email
}

/** Digits without the leading `+`. @throws {AuthError} `validation_failed` */
export function parsePhone(text: string): string {
  const phone = text.replace(/[\s().-]/g, '').replace(/^\+/, '')
  if (!E164.test(phone)) throw authErrors.invalid('Invalid phone number format (E.164 required)')
  return phone
}

/** What a request's body says about an address; null and missing mean the same. */
export interface AddressFields {
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
}

/** The address a request names, or null when it names none. @throws {AuthError} for two (in those words), or a bad one */
export function parseAddress(
  body: AddressFields,
  forTwo = 'Only an email address or phone number should be provided',
): Address | null {
  const email = body.email ?? ''
  const phone = body.phone ?? ''
  if (email !== '' && phone !== '') throw authErrors.invalid(forTwo)
  if (email !== '') return { kind: 'email', email: parseEmail(email) }
  if (phone !== '') return { kind: 'phone', phone: parsePhone(phone) }
  return null
}

/** Control characters, and what cannot be seen: marks that turn the direction of writing make one address look like another. */
function hasHidden(text: string): boolean {
  return /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text)
}
