/** What the functions of earnings answer as jsonb, and what the columns of their views may be (85_creators). */

export const earningSources = ['remix', 'tip', 'prompt', 'workflow', 'commission', 'referral', 'challenge'] as const
export type EarningSource = (typeof earningSources)[number]
export type EarningState = 'pending' | 'available' | 'reversed'

/** Why a remix gave nothing to somebody before it. */
export const skippedReasons = ['gone', 'own', 'twice', 'blocked', 'same_hands', 'waived', 'pair_cap'] as const
export type SkippedReason = (typeof skippedReasons)[number]

/** Whom a remix would pay, in thousandths of a franc. */
export interface RemixRoyalties {
  /** How many of its credits are bought ones. */
  paid: number
  lines: { user_id: string; username: string | null; display_name: string; milli: number }[]
}

/** The places of one's money, in francs: never added together. */
export interface EarningsSummary {
  pending: number
  available: number
  on_its_way: number
  paid: number
  next_release: string | null
  milli_to_post: number
  /** Of the last thirty days. */
  by_source: { [Source in EarningSource]?: number | undefined }
}

/** What stands on one's profile as « Vitrine », in order. */
export type ShowcaseBlock =
  | { kind: 'about'; text: string }
  | { kind: 'licence'; licence: 'perso' | 'commercial' | 'cc-by' | 'cc-by-nc' | 'cc0' }
  | { kind: 'links'; links: { label: string; url: string }[] }
  | { kind: 'posts' | 'series'; ids: string[] }
  | { kind: 'prompt_prices' }

export const payoutStatuses = [
  'prepared',
  'held',
  'sending',
  'unknown',
  'sent',
  'failed',
  'canceled',
  'returned',
] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** Why a person looks at a withdrawal before it is sent. */
export const payoutHolds = ['first', 'large', 'unusual', 'young', 'shared_number', 'one_source', 'abroad'] as const
export type PayoutHold = (typeof payoutHolds)[number]

/** Where what is earned can go to a bank: Stripe transfers from Europe to these, and nowhere else. */
export const bankCountries = [
  'FR',
  'BE',
  'LU',
  'CH',
  'DE',
  'ES',
  'IT',
  'PT',
  'NL',
  'AT',
  'IE',
  'GB',
  'CA',
  'US',
] as const

/** What stands against any withdrawal just now. */
export const payoutObstacles = [
  'payout_in_flight',
  'payout_debt',
  'payout_dispute',
  'payout_identity',
  'payout_no_number',
  'payout_number_unpaid',
  'payout_no_account',
  'payout_account_unready',
  'payout_bank_locked',
  'payout_bank_daily',
  'payout_locked',
  'payout_limit',
  'payout_daily',
  'payout_monthly',
] as const
export type PayoutObstacle = (typeof payoutObstacles)[number]

/** A withdrawal, in francs: `fee` is what the operator takes of `amount`. */
export interface PayoutAnswer {
  id: string
  operator: string
  last4: string
  amount: number
  fee: number
  status: PayoutStatus
  holds: PayoutHold[]
  reason: string | null
  created_at: string
  closed_at: string | null
}

export interface PayoutTerms {
  obstacle: PayoutObstacle | null
  until: string | null
  destination: { operator: string; last4: string; locked_until: string | null } | null
  legal_name: string | null
  is_fee_free: boolean
  /** Francs today. */
  at_most: number
}

export interface TipAnswer {
  tip_id: string
  credits: number
  /** What comes to whom it was given. */
  francs: number
}

export interface CreatorOverview {
  checklist: {
    /** Public ones, up to three. */
    posts: number
    has_profile: boolean
    has_recovery_key: boolean
    has_number: boolean
  }
  /** Of everybody, over ninety days. */
  averages: { remix_milli: number; tip_credits: number }
  /** Francs of the last seven days. */
  week: { [Source in EarningSource]?: number | undefined }
  /** New public ones of one's pictures. */
  remixes: number
}

/** One's own invitation. */
export interface Referral {
  code: string
  /** How many people came by it. */
  invited: number
  /** Credits of first purchases whose week is not over, and of those that are. */
  waiting: number
  given: number
  invited_by: { id: string; name: string } | null
}

/** Who invites with a code. */
export interface Referrer {
  id: string
  username: string | null
  display_name: string
  avatar_url: string | null
}
