import { useSession } from '#data/session.ts'

/** What the server says of them in their token. It decides on each act itself: this only spares others its buttons. */
export function useIsStaff(): boolean {
  const session = useSession()
  return session.status === 'signed-in' && session.user.app_metadata['staff'] === true
}
