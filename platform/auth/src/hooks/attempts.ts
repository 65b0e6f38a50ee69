/** Hooks that a product asks for to have its own word about attempts to sign in. */
import { randomUUID } from 'node:crypto'

import { systemSession, type WriteTransaction } from '@platform/database'

import type { Auth } from '../auth.ts'
import { AuthError, authErrors } from '../errors.ts'
import { deleteSessions } from '../store/sessions.ts'
import { runHook } from './run-hook.ts'

const NO_MORE_FACTORS = 'Further MFA verification attempts will be rejected.'
const NO_MORE_PASSWORDS = 'Further password verification attempts will be rejected.'

type HookAuth = Pick<Auth, 'config' | 'database'>

export interface FactorAttempt {
  readonly userId: string
  readonly factorId: string
  readonly factorType: string
  readonly isValid: boolean
}

/**
 * `mfa_verification_attempt`, of right and wrong answers alike. The refusal is answered, not thrown: the transaction must
 * commit, as it has ended the person's sessions. Null when the attempt may count.
 */
export async function rejectFactorAttempt(
  tx: WriteTransaction,
  { config }: Pick<HookAuth, 'config'>,
  { userId, factorId, factorType, isValid }: FactorAttempt,
): Promise<AuthError | null> {
  const hook = config.hooks.mfaVerificationAttempt
  if (hook === null) return null
  const event = {
    name: 'mfa-verification',
    user_id: userId,
    factor_id: factorId,
    factor_type: factorType,
    valid: isValid,
  }
  const { decision, message } = await runHook(tx, hook, event)
  if (decision !== 'reject') return null
  await deleteSessions(tx, { userId, sessionId: null }, 'global')
  return authErrors.factorRejected(textOr(message, NO_MORE_FACTORS))
}

/**
 * `password_verification_attempt`. An address without account costs the same: the hook is asked about nobody, and what it
 * wrote is undone (THREATS A-01).
 * @throws {AuthError} `invalid_credentials` with the hook's message
 */
export async function requirePasswordAttempt(
  { config, database }: HookAuth,
  { userId, isValid }: { readonly userId: string | null; readonly isValid: boolean },
): Promise<void> {
  const hook = config.hooks.passwordVerificationAttempt
  if (hook === null) return
  const ask = async (tx: WriteTransaction) => {
    const event = { name: 'password-verification', user_id: userId ?? randomUUID(), valid: isValid }
    const { decision, message, should_logout_user: endsSessions } = await runHook(tx, hook, event)
    if (userId === null) throw new Undo()
    if (decision !== 'reject') return null
    if (endsSessions === true) await deleteSessions(tx, { userId, sessionId: null }, 'global')
    return authErrors.passwordRejected(textOr(message, NO_MORE_PASSWORDS))
  }
  const refusal = await database.write(systemSession, ask).catch((error: unknown) => {
    if (userId === null && (error instanceof Undo || error instanceof AuthError)) return null
    throw error
  })
  if (refusal !== null) throw refusal
}

class Undo extends Error {
  override readonly name = 'Undo'
}

function textOr(message: unknown, fallback: string): string {
  return typeof message === 'string' && message !== '' ? message : fallback
}
