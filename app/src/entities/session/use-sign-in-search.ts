import { useLocation } from '@tanstack/react-router'

/** Search of `/auth` that leads back here, or to `target`. */
export function useSignInSearch(target?: string): { from: string } {
  const here = useLocation({ select: (location) => location.href })
  return { from: target ?? here }
}
