/** Time-based one-time passwords (RFC 6238) as every authenticator app reads them: SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps to either side of now that still count: clocks differ. */
const SKEW_STEPS = 1
const SECRET_BYTES = 20

export interface TotpEnrolment {
  /** Base32, as people type it. */
  readonly secret: string
  readonly uri: string
  /** SVG without `#`, because clients put it behind `data:` as it is. */
  readonly qrCode: string
}

export function enrolTotp(owner: { readonly issuer: string; readonly account: string }): TotpEnrolment {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = new TOTP({ ...SHAPE, issuer: owner.issuer, label: owner.account, secret }).toString()
  return { secret: secret.base32, uri, qrCode: renderSVG(uri, { whiteColor: 'white', blackColor: 'black' }) }
}

const CODE = /^\d{6}$/

/** The time step that `code` belongs to, or null when it is of none near `now` (epoch milliseconds). Pure. */
export function matchTotp(code: string, secret: string, now: number): number | null {
  if (!CODE.test(code)) return null
  const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: SKEW_STEPS })
  return delta === null ? null : TOTP.counter({ period: SHAPE.period, timestamp: now }) + delta
}
