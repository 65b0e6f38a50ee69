/** A conversation as one of its members has it. */
import type { MessageRow } from '#entities/conversation/message-row.ts'
import type { PersonCard } from '#entities/profile/person-card.ts'

/** The tabs « Tous · Non lus · Demandes · Archivés ». */
export const conversationFilters = ['all', 'unread', 'requests', 'archived'] as const
export type ConversationFilter = (typeof conversationFilters)[number]

/** `requested`: somebody whom the reader does not follow wrote first, and waits for an answer. */
export type MemberState = 'requested' | 'accepted' | 'left' | 'blocked'

export interface Member extends PersonCard {
  role: 'owner' | 'member'
  state: MemberState
  isActive: boolean
  /** As `instantOf` writes it, like one's own. */
  lastReadAt: string | null
}

export interface OwnPart {
  state: MemberState
  role: 'owner' | 'member'
  isActive: boolean
  unread: number
  lastReadAt: string | null
  /** In the future: no notices until then. */
  mutedUntil: string | null
  pinnedAt: string | null
  archivedAt: string | null
  joinedAt: string
  /** Nothing older is one's own to read: one came later, or has deleted what was. */
  readsFrom: string | null
}

export interface Conversation {
  id: string
  kind: 'direct' | 'group'
  createdBy: string | null
  /** Both ids of a conversation of two, also once an account of them is gone. */
  pair: readonly string[] | null
  createdAt: string
  lastMessageAt: string | null
  /** Seconds until messages disappear; null: they stay. */
  vanishAfter: number | null
  me: OwnPart
  /** Everybody else, people who have left included. */
  others: readonly Member[]
  /** The keys that the next message is sealed under; null: they have to be made first. */
  epochId: string | null
  /** Nobody can write any more: blocked, or everybody else has gone. */
  isClosed: boolean
  last: MessageRow | null
}

/** The other one of two; null in groups. */
export function partnerOf({ kind, others }: Pick<Conversation, 'kind' | 'others'>): Member | null {
  return kind === 'direct' ? (others[0] ?? null) : null
}

/** Without the group's own name, which is encrypted. */
export function peopleNameOf({ others }: Pick<Conversation, 'others'>): string {
  const active = others.filter(({ isActive }) => isActive)
  return (active.length > 0 ? active : others).map(({ display_name: name }) => name).join(', ')
}

export function isMuted({ me }: Pick<Conversation, 'me'>, now: number = Date.now()): boolean {
  return me.mutedUntil !== null && new Date(me.mutedUntil).getTime() > now
}
