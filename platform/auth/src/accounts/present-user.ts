/** From rows to the User and Identity objects of WIRE §1.2. Pure. */
import type { FactorRow, IdentityRow, Json, UserRow } from '../store/users.ts'

/** Times that the wire omits when they never happened. */
const OPTIONAL_TIMES = [
  'email_confirmed_at',
  'phone_confirmed_at',
  'confirmed_at',
  'confirmation_sent_at',
  'invited_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'phone_change_sent_at',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'banned_until',
  'deleted_at',
] as const

export function presentUser(row: UserRow): Json {
  const times = OPTIONAL_TIMES.flatMap((name) => (row[name] === null ? [] : [[name, presentTime(row[name])]]))
  return {
    id: row.id,
    aud: row.aud ?? '',
    role: row.role ?? '',
    email: row.email ?? '',
    phone: row.phone ?? '',
    ...Object.fromEntries(times),
    ...(row.email_change ? { new_email: row.email_change } : {}),
    ...(row.phone_change ? { new_phone: row.phone_change } : {}),
    app_metadata: row.raw_app_meta_data ?? {},
    user_metadata: row.raw_user_meta_data ?? {},
    identities: row.identities.map(presentIdentity),
    ...(row.factors.length === 0 ? {} : { factors: row.factors.map(presentFactor) }),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    is_anonymous: row.is_anonymous,
  }
}

function presentIdentity(row: IdentityRow): Json {
  return {
    identity_id: row.id,
    id: row.provider_id,
    user_id: row.user_id,
    identity_data: row.identity_data,
    provider: row.provider,
    last_sign_in_at: presentTime(row.last_sign_in_at),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    ...(row.email === null ? {} : { email: row.email }),
  }
}

export function presentFactor(row: FactorRow): Json {
  return {
    id: row.id,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    status: row.status,
    ...(row.friendly_name === null ? {} : { friendly_name: row.friendly_name }),
    factor_type: row.factor_type,
    phone: row.phone,
    ...(row.web_authn_aaguid === null ? {} : { web_authn_aaguid: row.web_authn_aaguid }),
    last_challenged_at: presentTime(row.last_challenged_at),
  }
}

/** RFC 3339 in UTC with `Z`; PostgreSQL's microseconds are kept. */
export function presentTime(time: string | null): string | null {
  if (time === null) return null
  return time.endsWith('+00:00') ? `${time.slice(0, -6)}Z` : new Date(time).toISOString()
}
