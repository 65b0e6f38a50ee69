/** A publication as screens know it, and as `feed_posts` sends it (spec §3). */
import type { StoredImage } from '#entities/image/image-source.ts'

export interface PostCreator {
  id: string
  username: string | null
  displayName: string
  avatarUrl: string | null
}

export interface Post {
  id: string
  creator: PostCreator
  prompt: string
  title: string | null
  description: string | null
  hashtags: string[]
  image: StoredImage
  altText: string
  likesCount: number
  commentsCount: number
  createdAt: string
  mode: string | null
  engine: string | null
  isLiked: boolean
  /** What it remixes: the post, and its author where one sees it. */
  remixOf: { postId: string; creator: Pick<PostCreator, 'id' | 'username' | 'displayName'> | null } | null
  remixesCount: number
}

export interface PostRow {
  id: string
  prompt: string
  title: string | null
  description: string | null
  hashtags: string
  image_url: string
  likes_count: number
  comments_count: number
  created_at: string
  mode: string | null
  metadata: { engine?: unknown }
  width: number | null
  height: number | null
  thumbhash: string | null
  alt_text: string | null
  creator: { id: string; username: string | null; display_name: string; avatar_url: string | null }
  remix_of: string | null
  remixed_creator: { id: string; username: string | null; display_name: string } | null
  remixes_count: number
  /** One's own like only: row-level security hides the others. Absent for visitors. */
  own_likes?: { user_id: string }[]
}

const columns = [
  'id,prompt,title,description,hashtags,image_url,likes_count,comments_count,created_at,mode,metadata',
  'width,height,thumbhash,alt_text,remix_of,remixes_count,remixed_creator',
  'creator:profiles!feed_posts_creator_id_fkey(id,username,display_name,avatar_url)',
].join(',')

/** The `select` of a post; a signed-in person's own like travels with it. */
export function postColumns(isSignedIn: boolean): string {
  return isSignedIn ? `${columns},own_likes:post_likes(user_id)` : columns
}

export function toPost(row: PostRow): Post {
  return {
    id: row.id,
    creator: {
      id: row.creator.id,
      username: row.creator.username,
      displayName: row.creator.display_name,
      avatarUrl: row.creator.avatar_url,
    },
    prompt: row.prompt,
    title: row.title,
    description: row.description,
    hashtags: row.hashtags.split(',').filter(Boolean),
    image: { url: row.image_url, width: row.width ?? 1, height: row.height ?? 1, thumbhash: row.thumbhash },
    altText: row.alt_text ?? row.prompt,
    likesCount: row.likes_count,
    commentsCount: row.comments_count,
    createdAt: row.created_at,
    mode: row.mode,
    engine: typeof row.metadata.engine === 'string' ? row.metadata.engine : null,
    remixOf: remixOf(row),
    remixesCount: row.remixes_count,
    isLiked: (row.own_likes ?? []).length > 0,
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
