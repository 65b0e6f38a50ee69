/** What the moderators' lists hold. */
import type { PostImage } from './posts.ts'

export type ModerationRule = 'spam' | 'sensitive' | 'hate' | 'violence' | 'likeness' | 'minor' | 'theft' | 'other'

export interface ModeratedPerson {
  readonly id: string
  readonly username: string | null
  readonly display_name: string
  readonly status: string
  /** Decisions that still count against them. */
  readonly strikes: number
}

/** `unsaid`: by an order that said nothing of its file. */
export interface SaidConsent {
  readonly shows: 'nobody' | 'me' | 'agreed' | 'unsaid'
  readonly said_at: string | null
  /** Of a publication that it descends from. */
  readonly is_inherited: boolean
}

/** What is looked at, as it is now; fields by what it is. */
export interface ModeratedContent {
  readonly text?: string | null
  readonly description?: string | null
  readonly image_url?: string | null
  readonly width?: number | null
  readonly height?: number | null
  readonly thumbhash?: string | null
  readonly more_images?: readonly PostImage[]
  readonly rating?: number
  readonly status?: string
  readonly visibility?: string
  /** What was said of the photographs that it, or what it descends from, was made with. */
  readonly consents?: readonly SaidConsent[] | null
  /** How many publications came of it. */
  readonly descent?: number
  readonly post_id?: string
  readonly rule?: string | null
  readonly terms?: readonly string[] | null
}

export interface ModerationDecision {
  readonly action: string
  readonly rule: ModerationRule
  readonly created_at: string
  readonly ended_at: string | null
}

export interface ContestedAction {
  readonly id: string
  readonly action: string
  readonly rule: ModerationRule
  readonly public_reason: string
  readonly created_at: string
  readonly target_type: string
  readonly target_id: string
  readonly automated: boolean
}
