/** What `creator_stats` answers: the figures of one's own work (95_stats). */

export interface CreatorCounts {
  readonly views: number
  /** Distinct viewers: exact below 512, an estimate from there on. */
  readonly people: number
  readonly likes: number
  readonly comments: number
  readonly saves: number
  readonly remixes: number
  /** Followers who came, and who went. */
  readonly gained: number
  readonly lost: number
}

export interface CreatorStatsPoint extends CreatorCounts {
  /** The day, or the first one of the week or month, as YYYY-MM-DD in the reader's time zone. */
  readonly day: string
}

export const viewSources = ['feed', 'search', 'profile', 'link', 'remix', 'other'] as const
export type ViewSource = (typeof viewSources)[number]

/** One of the most seen, with what stands of what people did with it. */
export interface SeenPost {
  readonly id: string
  readonly title: string | null
  readonly image_url: string
  readonly created_at: string
  readonly views: number
  readonly likes: number
  readonly comments: number
  readonly saves: number
  readonly remixes: number
}

export interface CreatorStats {
  readonly from: string
  readonly to: string
  readonly step: 'day' | 'week' | 'month'
  /** Up to when views are counted. */
  readonly as_of: string
  readonly totals: CreatorCounts
  /** As many days before; null where not all of them had begun. */
  readonly before: CreatorCounts | null
  readonly points: readonly CreatorStatsPoint[]
  /** Null below ten people. */
  readonly sources: Readonly<Partial<Record<ViewSource, number>>> | null
  /** By day of the week (1 is Monday) and hour; null below a hundred views. */
  readonly hours: readonly { readonly day: number; readonly hour: number; readonly views: number }[] | null
  /** The hundred most seen. */
  readonly posts: readonly SeenPost[]
}
