/** A publication as screens know it, and as `feed_posts` sends it (spec §3). */
import type { PostImage, PostReason } from '@product/contract'

import type { Row, Selected } from '#data/question.ts'
import type { StoredImage } from '#entities/image/image-source.ts'

export interface PostCreator {
  id: string
  username: string | null
  displayName: string
  avatarUrl: string | null
  /** Nobody: somebody of the demo. */
  isDemo?: boolean
}

export interface ShownImage extends StoredImage {
  alt: string
}

export type Visibility = 'public' | 'followers' | 'unlisted' | 'private'

export interface Post {
  id: string
  creator: PostCreator
  prompt: string
  title: string | null
  description: string | null
  hashtags: string[]
  image: StoredImage
  /** After the first; absent where it is the only one. */
  moreImages?: readonly PostImage[]
  /** Which of its images `image` is, where that is not the first, and which is. */
  shown?: string | undefined
  first?: ShownImage | undefined
  altText: string
  likesCount: number
  commentsCount: number
  createdAt: string
  mode: string | null
  /** Its code, as `builtin`. */
  engine: string | null
  isLiked: boolean
  isSaved: boolean
  savesCount: number
  /** 0 for everybody to 3; from 2 on it is shown when asked for. */
  rating: number
  status: 'published' | 'limited' | 'removed' | 'deleted'
  visibility: Visibility
  commentsPolicy: 'everyone' | 'followers' | 'nobody'
  /** Empty where the list gives none. */
  reasons: readonly PostReason[]
  /** Where the page after it begins, in the list that it came with. */
  cursor: string | null
  /** Put aside a moment ago: a line stands in its place, with a way back. */
  isHidden: boolean
  /** What it remixes: the post, and its author where one sees it. */
  remixOf: { postId: string; creator: Pick<PostCreator, 'id' | 'username' | 'displayName'> | null } | null
  remixesCount: number
}

const facts =
  'id,prompt,title,description,hashtags,image_url,likes_count,comments_count,created_at,mode,metadata,width,height,thumbhash,alt_text,remix_of,remixes_count,remixed_creator,saves_count,rating,status,visibility,more_images'
const own = 'own_likes:post_likes(user_id),own_saves:post_saves(user_id)'
const columns =
  `${facts},creator:profiles!feed_posts_creator_id_fkey(id,username,display_name,avatar_url,is_demo)` as const

type Columns = typeof columns
type OwnColumns = `${Columns},${typeof own}`

/** The `select` of a post; a signed-in person's own like and save travel with it. */
export function postColumns(isSignedIn: boolean): Columns | OwnColumns {
  return isSignedIn ? `${columns},${own}` : columns
}

/** As `feed_posts` and the lists send it. */
export type PostRow = Selected<'feed_posts', Columns> &
  /** One's own only: row-level security hides the others. Absent for visitors. */
  Partial<Selected<'feed_posts', typeof own>> &
  /** Of a single post. */
  Partial<Pick<Row<'feed_posts'>, 'comments_policy'>> &
  /** Of lists with a score. */
  Partial<Pick<Row<'feed_entries'>, 'reasons' | 'cursor'>>

export function toPost(row: PostRow): Post {
  return {
    id: row.id,
    creator: {
      id: row.creator.id,
      username: row.creator.username,
      displayName: row.creator.display_name,
      avatarUrl: row.creator.avatar_url,
      isDemo: row.creator.is_demo,
    },
    prompt: row.prompt,
    title: row.title,
    description: row.description,
    hashtags: row.hashtags.split(',').filter(Boolean),
    image: { url: row.image_url, width: row.width ?? 1, height: row.height ?? 1, thumbhash: row.thumbhash },
    ...(row.more_images.length > 0 && { moreImages: row.more_images }),
    altText: row.alt_text ?? row.prompt,
    likesCount: row.likes_count,
    commentsCount: row.comments_count,
    createdAt: row.created_at,
    mode: row.mode,
    engine: typeof row.metadata.engine === 'string' ? row.metadata.engine : null,
    remixOf: remixOf(row),
    remixesCount: row.remixes_count,
    isLiked: (row.own_likes ?? []).length > 0,
    isSaved: (row.own_saves ?? []).length > 0,
    savesCount: row.saves_count,
    rating: row.rating,
    status: row.status,
    visibility: row.visibility,
    commentsPolicy: row.comments_policy ?? 'everyone',
    reasons: row.reasons ?? [],
    cursor: row.cursor ?? null,
    isHidden: false,
  }
}

function remixOf({ remix_of: postId, remixed_creator: creator }: PostRow): Post['remixOf'] {
  if (postId === null) return null
  return {
    postId,
    creator: creator && { id: creator.id, username: creator.username, displayName: creator.display_name },
  }
}

/** Where a creator's name leads: the username when there is one, else the id. */
export function creatorHandle(creator: Pick<PostCreator, 'id' | 'username'>): string {
  return creator.username ?? creator.id
}

/** The count follows; liking what is liked changes nothing. */
export function setLiked(post: Post, isLiked: boolean): Post {
  if (post.isLiked === isLiked) return post
  return { ...post, isLiked, likesCount: Math.max(0, post.likesCount + (isLiked ? 1 : -1)) }
}

export function setSaved(post: Post, isSaved: boolean): Post {
  if (post.isSaved === isSaved) return post
  return { ...post, isSaved, savesCount: Math.max(0, post.savesCount + (isSaved ? 1 : -1)) }
}
