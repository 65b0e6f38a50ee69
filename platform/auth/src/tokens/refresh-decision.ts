/** What becomes of a refresh token that somebody presents (WIRE §1.4). Pure. */
import type { RefreshState } from '../store/sessions.ts'

export type RefreshDecision =
  /** Revoke it and hand out a child. */
  | { readonly kind: 'rotate' }
  /** The client lost our answer: give the same child again. */
  | { readonly kind: 'repeat'; readonly token: string }
  /** Two holders of one token: the whole family ends. */
  | { readonly kind: 'reused' }
  | { readonly kind: 'banned' }
  | { readonly kind: 'over' }

export function decideRefresh(presented: string, state: RefreshState, reuseSeconds: number): RefreshDecision {
  if (state.isBanned) return { kind: 'banned' }
  if (state.isSessionOver) return { kind: 'over' }
  if (!state.token.isRevoked) return { kind: 'rotate' }
  if (state.active?.parent === presented) return { kind: 'repeat', token: state.active.token }
  // NOTE: an ended family has no active token, and no interval brings it back.
  if (state.active !== null && state.token.secondsSinceUpdate <= reuseSeconds) return { kind: 'rotate' }
  return { kind: 'reused' }
}
