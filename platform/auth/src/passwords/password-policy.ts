/** Which passwords may be chosen. */
import type { AuthConfig } from '../config.ts'
import { authErrors, type WeakPasswordReason } from '../errors.ts'

/** bcrypt, which old hashes use, reads no further: a longer password would be cut in silence. */
const MAX_BYTES = 72

const LEAKED = 'Password is known to be weak and easy to guess, please choose a different one.'

export interface Weakness {
  readonly reasons: readonly WeakPasswordReason[]
  readonly message: string
}

/** Null for a password that is strong enough, as far as this machine knows. Pure. */
export function findWeakness(password: string, rules: AuthConfig['passwords']): Weakness | null {
  const reasons: WeakPasswordReason[] = []
  const messages: string[] = []
  if (Array.from(password).length < rules.minLength) {
    reasons.push('length')
    messages.push(`Password should be at least ${rules.minLength} characters.`)
  }
  if (!rules.requiredCharacters.every((set) => containsOneOf(password, set))) {
    reasons.push('characters')
    messages.push(`Password should contain at least one character of each: ${rules.requiredCharacters.join(', ')}.`)
  }
  if (rules.leaked?.has(password) === true) {
    reasons.push('pwned')
    messages.push(LEAKED)
  }
  return reasons.length === 0 ? null : { reasons, message: messages.join(' ') }
}

/** @throws {AuthError} `weak_password`, or `validation_failed` past 72 bytes and for halves of characters */
export async function requireStrongPassword(password: string, rules: AuthConfig['passwords']): Promise<void> {
  if (isTooLong(password)) throw authErrors.passwordTooLong()
  // NOTE: every half of a character is hashed as the same replacement: many passwords would be the right one.
  if (!password.isWellFormed()) throw authErrors.invalid('Password contains characters that are not whole')
  const weakness = findWeakness(password, rules)
  if (weakness !== null) throw authErrors.weakPassword(weakness.message, weakness.reasons)
  if ((await rules.leakCheck?.(password)) === true) throw authErrors.weakPassword(LEAKED, ['pwned'])
}

export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_BYTES
}

function containsOneOf(password: string, set: string): boolean {
  return Array.from(set).some((character) => password.includes(character))
}
