/** Auth works as the owner's own login: people's roles have no rights on its tables. */
import type { Session } from '@platform/database'

export const systemSession: Session = { role: 'none', claims: {} }

export function withLockTimeout(timeout: string): Session {
  return { ...systemSession, settings: { lock_timeout: timeout } }
}
