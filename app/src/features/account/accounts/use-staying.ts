import { useUserId } from '#data/session.ts'
import { useOwnProfile } from '#entities/profile/profile-queries.ts'
import { accountFace, faceWith } from '#entities/session/accounts/account-faces.ts'

/** What to call whoever stays, where another account is added to theirs. */
export function useStaying(): string | null {
  const userId = useUserId()
  const own = useOwnProfile(userId ?? '')
  if (userId === null) return null
  const face = accountFace(userId)
  const { handle, name } = own?.id === userId ? faceWith(face, own) : face
  return handle ?? name
}
