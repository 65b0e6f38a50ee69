/** How the accounts of this device are shown, without network too: as each was seen last while it was in use. */
import type { User } from '@supabase/supabase-js'

import { parkedSessions } from '#data/auth/parked-sessions.ts'
import { readKeptSession } from '#data/auth/stored-session.ts'
import { readPrivateOf } from '#data/device/private-storage.ts'

export interface AccountFace {
  readonly id: string
  readonly name: string
  /** With its @. */
  readonly handle: string | null
  /** Its address or number, for its person alone. */
  readonly login: string
  readonly avatarUrl: string | null
}

interface SeenProfile {
  id: string
  display_name: string
  username: string | null
  avatar_url: string | null
}

/** The one in use comes first; without one, those that wait. */
export function accountFaces(): readonly AccountFace[] {
  const kept = readKeptSession()
  return [...(kept ? [kept] : []), ...parkedSessions()].map(({ user }) => faceOf(user))
}

export function accountFace(userId: string): AccountFace {
  return accountFaces().find(({ id }) => id === userId) ?? faceOf({ id: userId })
}

function faceOf({ id, email, phone }: Pick<User, 'id' | 'email' | 'phone'>): AccountFace {
  const seen = seenProfile(id)
  const login = email || (phone ? `+${phone}` : '')
  const face = { id, name: login || id.slice(-4), handle: null, login, avatarUrl: null }
  return seen ? faceWith(face, seen) : face
}

export function faceWith(face: AccountFace, profile: Omit<SeenProfile, 'id'>): AccountFace {
  const handle = profile.username === null ? null : `@${profile.username}`
  return { ...face, name: profile.display_name, handle, avatarUrl: profile.avatar_url }
}

function seenProfile(userId: string): SeenProfile | null {
  try {
    const profile = JSON.parse(readPrivateOf(userId, 'profile')) as SeenProfile
    return profile.id === userId ? profile : null
  } catch {
    return null
  }
}
