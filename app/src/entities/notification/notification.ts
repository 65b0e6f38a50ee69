/** What one is told, as the list shows it. */
import { notificationPath, type NotificationType } from '@product/contract'

import type { StoredImage } from '#entities/image/image-source.ts'
import type { PersonCard } from '#entities/profile/person-card.ts'

export type NotificationTab = 'all' | 'mentions' | 'money'

export const tabTypes: Readonly<Record<NotificationTab, readonly NotificationType[] | null>> = {
  all: null,
  mentions: ['mention'],
  money: ['tip', 'payment', 'payout', 'commission'],
}

export interface NotificationFacts {
  payment_id?: string
  /** Of a payment: paid, failed, expired, review, refunded, dispute_…, or gift; of a plan: planned_published, planned_refused, workflow_begun, workflow_refused; of hidden words: prompt_asked, prompt_shown. */
  what?: string
  workflow_title?: string
  /** Of a challenge that one's image was among the first of. */
  challenge_title?: string
  place?: number
  /** Of one that is no longer shown beside one's name. */
  domain?: string
  /** Of an order: what was asked for, under this name. */
  service_title?: string
  credits?: number
  /** In francs. */
  amount?: number
  last4?: string
  /** Of a withdrawal: to a phone where nothing is said. */
  way?: 'bank' | null
  /** Null of a tip for no publication. */
  post_id?: string | null
  comment_id?: string
  generation_id?: string
  status?: string
  url?: string
  /** Of a followed search: as its person wrote it. */
  query?: string
  is_reply?: boolean
  is_request?: boolean
  is_accepted?: boolean
  is_stranger?: boolean
  /** Of moderation: a decision, the answer to an appeal or to a report. */
  kind?: string
}

export interface NotificationRow {
  id: string
  type: NotificationType
  title: string
  body: string
  data: NotificationFacts
  actor_ids: string[]
  actors_count: number
  last_at: string
  read_at: string | null
}

export interface NotificationEntry extends NotificationRow {
  /** The last two who acted, as far as one may see them. */
  people: readonly PersonCard[]
  /** The picture that it is about. */
  picture: StoredImage | null
  /** What a comment says now. */
  excerpt: string | null
}

/** Where it leads, a path of this app. */
export function pathOf({ type, data, people }: Pick<NotificationEntry, 'type' | 'data' | 'people'>): string {
  const [person] = people
  if (type === 'follow' && person) return `/profile/${encodeURIComponent(person.username ?? person.id)}`
  return notificationPath(type, { ...data })
}

export type Period = 'today' | 'week' | 'earlier'

/** Days of the calendar, not of twenty-four hours. */
export function periodOf(date: string, now: Date = new Date()): Period {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const at = new Date(date)
  if (at >= midnight) return 'today'
  const weekBefore = new Date(midnight)
  weekBefore.setDate(weekBefore.getDate() - 6)
  return at >= weekBefore ? 'week' : 'earlier'
}
