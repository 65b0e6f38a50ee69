/** What the database says of publications beyond their columns. */

export interface PostMetadata {
  readonly engine?: unknown
  readonly [fact: string]: unknown
}

/** Of a post's images after the first. */
export interface PostImage {
  readonly id: string
  readonly url: string
  readonly width: number
  readonly height: number
  readonly thumbhash: string | null
  readonly alt: string | null
}

/** The author of the post that a post remixes, where one sees it. */
export interface RemixedCreator {
  readonly id: string
  readonly username: string | null
  readonly display_name: string
}

/** Why a list shows a post: the facts of a documented score, as the server found them. */
export interface PostReason {
  readonly kind: string
  readonly username?: string | null
  readonly tag?: string
  readonly hours?: number
}

/** What a change of a post has changed, as it was. */
export type PostBefore = Readonly<
  Partial<Record<'title' | 'description' | 'hashtags' | 'alt_text' | 'lang' | 'license', string | null>>
>

/** Why a post cannot be shown. */
export interface PostState {
  readonly state: 'here' | 'followers_only' | 'sensitive' | 'gone' | 'missing'
  readonly creator?: RemixedCreator & { readonly avatar_url: string | null }
  /** Of a sensitive one. */
  readonly rating?: number
}

export type PostCounts = Readonly<Record<'views' | 'likes' | 'comments' | 'remixes' | 'saves', number>>

export interface PostStatsPoint extends PostCounts {
  /** The day, or the first one of the week or month, as YYYY-MM-DD in the reader's time zone. */
  readonly day: string
}

export interface PostStats {
  readonly published_at: string
  readonly from: string
  readonly to: string
  readonly step: 'day' | 'week' | 'month'
  readonly points: readonly PostStatsPoint[]
  /** As many days before; null where it was not there in all of them. */
  readonly before: PostCounts | null
}

/** `restricted`: there, and not for every visitor. */
interface WithheldHead {
  readonly state: 'restricted' | 'gone' | 'missing'
}

/** What a visitor may know of a post. */
export interface PostHead {
  readonly state: 'here'
  readonly title: string | null
  readonly description: string | null
  /** Null where its author hides it. */
  readonly prompt: string | null
  readonly alt_text: string | null
  readonly created_at: string
  readonly edited_at: string | null
  /** Null where it is not for everybody's eyes. */
  readonly image: { readonly url: string; readonly width: number | null; readonly height: number | null } | null
  readonly is_indexed: boolean
  /** Whether its author lets pictures serve to train models. */
  readonly may_train: boolean
  readonly creator: RemixedCreator
}

/** What a visitor may know of a person. */
export interface ProfileHead {
  readonly state: 'here'
  readonly id: string
  readonly username: string | null
  readonly display_name: string
  readonly avatar_url: string | null
  readonly bio: string | null
  readonly is_indexed: boolean
  /** Whether its author lets pictures serve to train models. */
  readonly may_train: boolean
}

/** What a visitor may know of a collection that is public, or whose address they have. */
export interface CollectionHead {
  readonly state: 'here'
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly is_indexed: boolean
  /** The first that is for everybody's eyes. */
  readonly image: PostHead['image']
  readonly owner: RemixedCreator
}

export type CollectionHeadAnswer = CollectionHead | WithheldHead
export type PostHeadAnswer = PostHead | WithheldHead
export type ProfileHeadAnswer = ProfileHead | WithheldHead
