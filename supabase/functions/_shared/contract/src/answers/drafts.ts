/** What stands in a begun description. */
import type { GenerationMode, ReferenceRole } from '../generation.ts'

interface DraftSource {
  readonly post_id: string
  readonly author: string
}

export interface CreateDraftBody {
  readonly prompt: string
  readonly negative_prompt: string
  readonly mode: GenerationMode | null
  readonly is_enhanced: boolean
  readonly ratio: string
  readonly count: number
  /** Null where none is locked. */
  readonly seed: number | null
  readonly remix_of: DraftSource | null
  /** Those that have an address of ours. */
  readonly references: readonly {
    readonly url: string
    readonly post: DraftSource | null
    readonly role: ReferenceRole
    readonly influence: number
  }[]
  /** How many more there are, which only the device has that they were chosen on. */
  readonly pictures_elsewhere: number
}
