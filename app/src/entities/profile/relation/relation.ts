/** How the reader stands to somebody. */

export type FollowState = 'none' | 'requested' | 'active'

export interface Relation {
  /** Whether the reader follows the person, or has asked to. */
  follow: FollowState
  /** A bell: told of each new picture of the person. */
  notify: boolean
  /** The person follows the reader. */
  followsMe: boolean
}

/** A row of `follows`. */
export interface FollowRow {
  follower_id: string
  followee_id: string
  state: Exclude<FollowState, 'none'>
  notify: boolean
}

export const stranger: Relation = { follow: 'none', notify: false, followsMe: false }

export function relationIn(rows: readonly FollowRow[], personId: string): Relation {
  const mine = rows.find((row) => row.followee_id === personId)
  const theirs = rows.find((row) => row.follower_id === personId)
  return { follow: mine?.state ?? 'none', notify: mine?.notify ?? false, followsMe: theirs?.state === 'active' }
}

/** What a press on the follow button leads to. */
export function followed(relation: Relation, wanted: boolean, isPrivate: boolean): Relation {
  if (!wanted) return { ...relation, follow: 'none', notify: false }
  return relation.follow === 'none' ? { ...relation, follow: isPrivate ? 'requested' : 'active' } : relation
}
