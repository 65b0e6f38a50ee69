/** What the scopes of a client say of a person (OpenID Connect Core §5.1, §5.4). Pure. */
import type { Json, UserRow } from '../../../store/users.ts'

export function claimsOfPerson(user: UserRow, scope: string): Json {
  const scopes = new Set(scope.split(' '))
  return {
    ...(scopes.has('email') && { email: user.email ?? '', email_verified: user.email_confirmed_at !== null }),
    ...(scopes.has('phone') && {
      phone_number: user.phone ?? '',
      phone_number_verified: user.phone_confirmed_at !== null,
    }),
    ...(scopes.has('profile') && profileOf(user.raw_user_meta_data ?? {})),
  }
}

function profileOf(metadata: Json): Json {
  const name = textAt(metadata, ['full_name', 'name'])
  const picture = textAt(metadata, ['avatar_url', 'picture'])
  return { ...(name !== null && { name }), ...(picture !== null && { picture }) }
}

function textAt(metadata: Json, names: readonly string[]): string | null {
  const found = names.map((name) => metadata[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : null
}
