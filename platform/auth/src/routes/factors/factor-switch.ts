import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import type { FactorRow } from '../../store/users.ts'

const NAMES = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' } as const

/** @throws {AuthError} 422 where the operator has switched this kind of factor off */
export function requireFactorSwitch(
  { config }: Auth,
  type: FactorRow['factor_type'],
  purpose: 'enroll' | 'verify',
): void {
  if (config.factors[type][purpose]) return
  const refusal = purpose === 'enroll' ? authErrors.factorEnrolmentOff : authErrors.factorVerificationOff
  throw refusal(type, NAMES[type])
}
