/** Whose name a browser shows beside a key. */
import type { UserRow } from '../../store/users.ts'
import type { Creation } from './ceremonies.ts'

export function keyOwner(user: UserRow): Creation['owner'] {
  const name = user.email ?? user.phone ?? user.id
  const called = user.raw_user_meta_data?.['name']
  return { id: user.id, name, displayName: typeof called === 'string' && called !== '' ? called : name }
}
