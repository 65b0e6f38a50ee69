/** How a verb of work or play is told: by which words, and which things of the sentence belong to it. */
import type { Doing, Pose } from '../asked.ts'
import { wordSet } from '../tokens.ts'

export interface DoingWords {
  readonly doing: Doing
  readonly pose: Pose
  readonly verbs: ReadonlySet<string>
  /** One of these is said as well, or none of them. */
  readonly beside?: ReadonlySet<string>
  /** Wherever in the sentence that is, and not only behind the verb. */
  readonly isAnywhere?: boolean
  readonly without?: ReadonlySet<string>
  /** Subjects and families that are part of it: none lies about as a thing of its own. */
  readonly takes: ReadonlySet<string>
  /** Those of them that are seen whatever is named, and those that something like them is seen for. */
  readonly draws: ReadonlySet<string>
  readonly likens: ReadonlySet<string>
  /** In hand where nothing is named. */
  readonly tool?: string
  /** Whose colour or shape is shown: the yarn, the cloth, the dish. */
  readonly shows: ReadonlySet<string>
}

/** As the tables tell it. */
export interface Written {
  readonly doing: Doing
  readonly pose: Pose
  readonly verbs: string
  readonly beside?: ReadonlySet<string>
  /** Wherever in the sentence that is, and not only behind the verb. */
  readonly isAnywhere?: boolean
  readonly without?: ReadonlySet<string>
  readonly takes?: string
  readonly draws?: string
  readonly likens?: string
  readonly shows?: string
  readonly tool?: string
}

export function readDoing({ verbs, takes = '', draws = '', likens = '', shows = '', ...rest }: Written): DoingWords {
  const seen = { draws: wordSet(draws), likens: wordSet(likens), shows: wordSet(shows) }
  return { ...rest, verbs: wordSet(verbs), takes: wordSet(`${takes} ${draws} ${likens} ${shows}`), ...seen }
}
