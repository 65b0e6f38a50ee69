/** How the shared client keeps and finds sessions. */
import { sessionKey } from './stored-session.ts'

/**
 * A link signs in only with a code whose verifier waits in this browser, so only where a sign-in began here. Tokens in a
 * link are somebody else's idea of whose account this is (THREATS A-21).
 */
export const authOptions = {
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: () => false,
  flowType: 'pkce',
  storageKey: sessionKey,
} as const
