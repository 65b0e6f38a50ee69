/** What the functions of orders answer as jsonb. */
import type { LikenessAnswer } from '../generation.ts'

export type CommissionStatus =
  | 'requested'
  | 'proposed'
  | 'funded'
  | 'in_progress'
  | 'delivered'
  | 'revision'
  | 'disputed'
  | 'accepted'
  | 'declined'
  | 'canceled'
  | 'expired'
  | 'refunded'
  | 'settled'
  | 'ruled'
export type CommissionSide = 'client' | 'creator'
export type CommissionMode = 'proposal' | 'instant' | 'single_message'
export type Licence = 'perso' | 'commercial'
export type AiShare = 'full' | 'mixed' | 'none'

export type CommissionStep =
  | 'propose'
  | 'decline'
  | 'cancel'
  | 'start'
  | 'refund'
  | 'ask_time'
  | 'answer_time'
  | 'revise_sketch'
  | 'deliver'
  | 'revise'
  | 'extend'
  | 'accept'
  | 'offer_share'
  | 'answer_share'
  | 'dispute'
  | 'add_evidence'
  | 'withdraw'
  | 'appeal'

export interface CommissionPerson {
  id: string | null
  username: string | null
  display_name: string | null
  avatar_url: string | null
}

export interface CommissionReview {
  id: string
  by: CommissionPerson
  role: CommissionSide
  rating: number
  words: string
  at: string
  answer: string | null
  is_revealed: boolean
}

export interface CommissionLine {
  id: string
  number: number
  service_title: string
  role: CommissionSide
  other: CommissionPerson
  status: CommissionStatus
  version: number
  price: number | null
  due_at: string | null
  updated_at: string
  preview: { path: string } | null
}

export interface CommissionMilestone {
  id: string
  position: number
  title: string
  amount: number
  days: number
  state: 'waiting' | 'to_pay' | 'funded' | 'released' | 'refunded' | 'shared'
  funded_at: string | null
  /** Without the platform's part. */
  to_creator: number | null
  fee: number | null
  back: number | null
  available_at: string | null
}

export interface CommissionFile {
  id: string
  kind: 'reference' | 'sketch' | 'final' | 'evidence'
  name: string
  type: string
  bytes: number
  milestone: number
  by: CommissionSide
  state: 'arriving' | 'making_preview' | 'ready'
  /** Null where it is closed to whoever asks; else for `createSignedUrl` of the bucket commission-files. */
  path: string | null
  preview_path: string | null
  /** Of a zip. */
  entries: string[] | null
  at: string
  /** Who is in a reference, as its client said; « me » is read by the client alone. Null of other files. */
  shows: LikenessAnswer | null
}

export interface CommissionEvent {
  id: string
  at: string
  what: string
  by: CommissionSide | 'staff' | 'clock' | 'bank'
  from: CommissionStatus | null
  to: CommissionStatus
  details: Readonly<Record<string, unknown>>
}

export type DisputeReason = 'not_delivered' | 'not_as_described' | 'quality' | 'rights' | 'behaviour' | 'payment'

export interface DisputeEntry {
  by: CommissionSide
  at: string
  words: string | null
  files: string[]
  messages: ShownMessage[]
  is_appeal: boolean
}

export interface CommissionDispute {
  reason: DisputeReason
  opened_by: CommissionSide | 'bank'
  opened_at: string
  answer_by: string
  evidence_until: string
  ruled_by: string
  /** What most cases end with: the creator's share in per cent. */
  suggestion: number
  entries: DisputeEntry[]
  ruling: { percent: number; words: string; at: string; is_final: boolean } | null
  appeal_until: string | null
  is_appealed: boolean
}

/** A message that one of the two shows the staff: with its own key and what its signature can be held against. */
export interface ShownMessage {
  v: 1
  text: string
  row: object
  key: string
  commit: string
}

/** What became of the other orders of somebody that were paid. */
export interface CommissionHistory {
  since: string | null
  paid: number
  completed: number
  refunded: number
  late: number
  disputes: number
  opened: number
  lost: number
  chargebacks: number
}

export interface CommissionPoint {
  id: string
  kind: 'sketch' | 'final'
  round: number
  words: string
  is_done: boolean
}

export interface Commission {
  id: string
  number: number
  service_id: string
  service_title: string
  mode: CommissionMode
  role: CommissionSide | 'staff'
  client: CommissionPerson
  creator: CommissionPerson
  status: CommissionStatus
  version: number
  now: string
  brief: string
  budget: number | null
  wanted_on: string | null
  is_anonymous: boolean
  hide_work: boolean
  terms: number
  scope: string | null
  licence: Licence
  ai_share: AiShare
  milestones: CommissionMilestone[]
  current: number | null
  proposal_ends_at: string | null
  starts_from: string | null
  guaranteed_at: string | null
  refund_from: string | null
  refunded_by: string | null
  delivered_at: string | null
  accepts_at: string | null
  revision_due: string | null
  is_late: boolean
  is_extended: boolean
  time_asked: number | null
  share_offer: { percent: number; by: CommissionSide } | null
  revisions: { sketch: number; final: number }
  points: CommissionPoint[]
  files: CommissionFile[]
  events: CommissionEvent[]
  dispute: CommissionDispute | null
  reviews: { mine: CommissionReview | null; theirs: CommissionReview | null; can_write: boolean }
  refund: {
    amount: number
    state: 'under_way' | 'by_hand' | 'done'
    method: string | null
    last4: string | null
  } | null
  /** For the staff alone. */
  histories: Record<CommissionSide, CommissionHistory> | null
  licence_ready: boolean
  may: (CommissionStep | 'pay' | 'review')[]
}

/** What happened to an order, between the messages of its two: facts, and no word that anybody wrote in it. */
export interface CommissionCard {
  id: string
  commission_id: string
  number: number
  service_title: string
  at: string
  what: string
  by: CommissionEvent['by']
  mine: boolean
  amount: number | null
  steps: number | null
  days: number | null
  points: number | null
  percent: number | null
}

export interface CommissionLicence {
  number: number
  text_version: number
  title: string
  scope: string | null
  licence: Licence
  ai_share: AiShare
  territory: 'world'
  is_exclusive: boolean
  is_anonymous: boolean
  hide_work: boolean
  /** Null to the creator of somebody anonymous. */
  client: CommissionPerson | null
  creator: CommissionPerson
  since: string
  paid: number
  is_test: boolean
  files: { name: string; type: string; bytes: number; sha256: string }[]
}

export interface StaffDispute {
  commission_id: string
  number: number
  client: CommissionPerson
  creator: CommissionPerson
  amount: number | null
  reason: DisputeReason
  state: 'open' | 'proposed' | 'ruled' | 'appealed'
  opened_at: string
  ruled_by: string
  is_overdue: boolean
  needs_two: boolean
}
