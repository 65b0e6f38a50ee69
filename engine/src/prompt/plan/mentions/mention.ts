/** What a prompt speaks of: one thing, name or verb of it. */
import type { Hit } from '../../match.ts'

export interface Mention {
  readonly at: number
  /** Number of tokens. */
  readonly length: number
  /** As typed, with its article or number. */
  readonly text: string
  readonly kind: 'noun' | 'name' | 'verb'
  /** Empty for what the engine does not know. */
  readonly meanings: readonly Hit[]
  /** What the picture is of: the first noun that stands for a thing. */
  readonly isHead: boolean
}

export interface Draft extends Omit<Mention, 'text' | 'isHead'> {
  readonly canLead: boolean
  readonly isPlace: boolean
}
