import { usePlace } from '#navigation/use-place.ts'

/** Search of `/auth` that leads back here, or to `target`. */
export function useSignInSearch(target?: string): { from: string } {
  const { href } = usePlace()
  return { from: target ?? href }
}
