/** What the functions of services answer as jsonb. */
import type { AiShare, CommissionMode, CommissionPerson, CommissionReview, Licence } from './commissions.ts'

/** What orders so far say of a creator; null where there are too few. */
export interface CreatorFigures {
  rating: number | null
  reviews: number
  on_time: number | null
  completed: number | null
  answer_hours: number | null
}

export interface ServiceSample {
  post_id: string
  url: string
  width: number | null
  height: number | null
  thumbhash: string | null
  alt: string | null
}

export interface ServiceOption {
  name: string
  price: number
  days: number
}

export interface Service {
  id: string
  creator: CommissionPerson
  title: string
  description: string
  refuses: string
  mode: CommissionMode
  price_from: number
  options: ServiceOption[]
  days: number
  revisions_sketch: number
  revisions_final: number
  rights: Licence
  ai_share: AiShare
  languages: string[]
  style: string
  slots: number
  state: 'open' | 'waitlist' | 'closed'
  away: { from: string; to: string } | null
  samples: ServiceSample[]
  free: number
  /** Orders that are made before a new one. */
  queue: number
  waiting: number
  place: { position: number; state: 'waiting' | 'offered'; until: string | null } | null
  can_request: boolean
  figures: CreatorFigures
  now: string
}

export interface ServicePage extends Service {
  reviews: CommissionReview[]
}

export interface FoundServices {
  services: Service[]
  /** What is given as `after` for the next ones. */
  next: string | null
}

/** Somebody on the list of one's own service. */
export interface WaitingPerson {
  id: string
  client: CommissionPerson
  state: 'waiting' | 'offered'
  until: string | null
  since: string
}
