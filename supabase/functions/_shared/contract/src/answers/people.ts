/** What the database says of people beyond their columns. */

export interface ProfileLink {
  readonly label: string
  readonly url: string
}

export interface UsernameAnswer {
  readonly free: boolean
  readonly problem: 'username_invalid' | 'username_reserved' | 'username_taken' | null
  /** At most two names that are free. */
  readonly suggestions: readonly string[]
}

/** What a notification is about. */
export interface NotificationFacts {
  readonly post_id?: string
  readonly comment_id?: string
  readonly generation_id?: string
  readonly status?: string
  readonly url?: string
  /** Of a followed search: as its person wrote it. */
  readonly query?: string
  readonly is_reply?: boolean
  readonly is_request?: boolean
  readonly is_accepted?: boolean
  readonly is_stranger?: boolean
  /** Of moderation: a decision, the answer to an appeal or to a report. */
  readonly kind?: string
  readonly payment_id?: string
  /** Of a payment: paid, failed, expired, review, refunded, dispute_…, or gift. */
  readonly what?: string
  readonly credits?: number
  /** In francs. */
  readonly amount?: number
  /** Of a paying number. */
  readonly last4?: string
}
