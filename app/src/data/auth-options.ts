/** How the shared client keeps and finds sessions, and what it says of them. */
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

/** Masked, unless somebody looks for an error: consoles are shared and photographed (THREATS A-32). Pure. */
export function addressForLog(email: string, isShown: boolean): string | null {
  if (email === '') return null
  return isShown ? email : `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`
}
