/** What the app's screens ask of the database, as rest/v1 gets it. */
export interface Question {
  readonly name: string
  readonly path: string
  /** Asked by POST where there is one. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly isVisitor?: boolean
}

const card =
  'id,prompt,title,description,hashtags,image_url,likes_count,comments_count,created_at,mode,metadata,width,height,thumbhash,alt_text,remix_of,remixes_count,saves_count,rating,status,visibility,remixed_creator,creator:profiles!feed_posts_creator_id_fkey(id,username,display_name,avatar_url)'
const own = `${card},own_likes:post_likes(user_id),own_saves:post_saves(user_id)`
const entry = (columns: string) => `rpc/feed_page?select=reasons,cursor,${columns}`

/** One page of a list, as a member or a visitor asks for it. */
export const pageOf = (tab: string, more: Readonly<Record<string, unknown>> = {}, isVisitor = false): Question => ({
  name: tab,
  path: entry(isVisitor ? card : own),
  body: { tab, page_size: 20, ...more },
  isVisitor,
})

export const tabs = ['latest', 'for_you', 'following', 'trending', 'tag', 'saved', 'liked'] as const

export const postPage = (post_id: string): readonly Question[] => [
  { name: 'publication', path: `rpc/get_post?select=${own}`, body: { post_id } },
  { name: 'comments', path: 'rpc/comments_page?select=*', body: { post_id, sort: 'relevant', page_size: 20 } },
  { name: 'similar ones', path: `rpc/similar_posts?select=${own}`, body: { post_id, max: 12 } },
  { name: 'remix tree', path: 'rpc/remix_tree', body: { post_id } },
]

export const profilePage = (person: string, username: string): readonly Question[] => [
  { name: 'handle', path: 'rpc/profile_by_handle', body: { handle: username } },
  {
    name: 'profile',
    path: `profiles?id=eq.${person}&select=id,username,display_name,avatar_url,bio,counters:profile_counters(*)`,
  },
  {
    name: 'creations',
    path: `feed_posts?creator_id=eq.${person}&select=${own}&order=created_at.desc,id.desc&limit=20`,
  },
  { name: 'collections', path: `collections?owner_id=eq.${person}&select=*&order=updated_at.desc,id.desc&limit=20` },
  {
    name: 'followers',
    path: `follows?followee_id=eq.${person}&state=eq.active&select=follower_id,created_at&order=created_at.desc,follower_id&limit=20`,
  },
]

export const notificationList: Question = {
  name: 'notifications',
  path: 'notifications?select=*&order=last_at.desc,id.desc&limit=30',
}

export const aside: readonly Question[] = [
  { name: 'people to follow', path: 'rpc/people_to_follow', body: { max: 3 } },
  { name: 'hashtags that trend', path: 'rpc/trending_tags', body: { max: 10 } },
]

export const searches: readonly Question[] = [
  { name: 'posts with a common word', path: 'rpc/search_posts', body: { query: 'lumière', max_results: 20 } },
  { name: 'posts with a rare word', path: 'rpc/search_posts', body: { query: 'motif4711', max_results: 20 } },
  { name: 'people', path: 'rpc/search_users', body: { query: 'koua', max_results: 20 } },
  { name: 'hashtags', path: 'rpc/search_hashtags', body: { query: 'theme', max_results: 20 } },
  { name: 'suggestions', path: 'rpc/search_suggestions', body: { query: 'la' } },
]
