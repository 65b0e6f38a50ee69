/** What the page of a post asks for, beyond what lists know. */
import { queryOptions } from '@tanstack/react-query'

import { DataError, restGet } from '#data/rest.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import { postColumns, toPost, type Post, type PostRow } from '#entities/post/post.ts'

export const licenses = ['perso', 'commercial', 'cc-by', 'cc-by-nc', 'cc0'] as const
export type License = (typeof licenses)[number]

export interface PostDetails {
  license: License
  /** Of its words, as its author says (BCP 47). */
  lang: string | null
  editedAt: string | null
  /** Its place among the three that its author shows first. */
  pinnedRank: number | null
  promptVisible: boolean
  remixAllowed: boolean
}

export interface PagePost extends Post {
  /** `null` while only a list has told of it. */
  details: PostDetails | null
}

interface PageRow extends PostRow {
  license: License
  lang: string | null
  edited_at: string | null
  pinned_rank: number | null
  prompt_visible: boolean
  remix_allowed: boolean
}

/** Why a post cannot be shown. */
export interface PostState {
  state: 'here' | 'followers_only' | 'sensitive' | 'gone' | 'missing'
  creator?: { id: string; username: string | null; display_name: string; avatar_url: string | null }
}

export interface PostEdit {
  id: string
  created_at: string
  /** What has changed, as it was. */
  before: Partial<Record<'title' | 'description' | 'hashtags' | 'alt_text' | 'lang' | 'license', string | null>>
}

const details = 'comments_policy,license,lang,edited_at,pinned_rank,prompt_visible,remix_allowed'
/** From this rating on a picture is shown when asked for. */
export const sensitiveFrom = 2

/** As many as are shown beside the post. */
export const fewRemixes = 6

function toPagePost(row: PageRow): PagePost {
  return {
    ...toPost(row),
    details: {
      license: row.license,
      lang: row.lang,
      editedAt: row.edited_at,
      pinnedRank: row.pinned_rank,
      promptVisible: row.prompt_visible,
      remixAllowed: row.remix_allowed,
    },
  }
}

export const pageQueries = {
  /** By a function, because who has the address also sees what is not listed. */
  post: (id: string, userId: string | null) =>
    queryOptions({
      queryKey: [...postKeys.ones, id, userId ?? 'visitor', 'page'],
      queryFn: async ({ signal }): Promise<PagePost> => {
        const select = `${postColumns(userId !== null)},${details}`
        const [row] = await restGet<PageRow>('rpc/get_post', { params: { post_id: id, select }, signal })
        if (!row) throw new DataError('The post is not there', { status: 404, code: 'post_not_found' })
        return toPagePost(row)
      },
    }),

  state: (id: string, userId: string | null) =>
    queryOptions({
      queryKey: ['post-state', id, userId ?? 'visitor'],
      queryFn: async ({ signal }) => {
        const answer: unknown = await restGet('rpc/post_state', { params: { post_id: id }, signal })
        return answer as PostState
      },
    }),

  remixes: (id: string, userId: string | null) =>
    posts(['remixes', id], userId, (select) => ({
      table: 'feed_posts',
      params: { select, remix_of: `eq.${id}`, order: 'created_at.desc,id.desc', limit: fewRemixes },
    })),

  similar: (id: string, userId: string | null) =>
    posts(['similar', id], userId, (select) => ({
      table: 'rpc/similar_posts',
      params: { post_id: id, max: 6, select },
    })),

  edits: (id: string) =>
    queryOptions({
      queryKey: ['post-edits', id],
      queryFn: ({ signal }) =>
        restGet<PostEdit>('post_edits', {
          params: { select: 'id,created_at,before', post_id: `eq.${id}`, order: 'created_at.desc', limit: 50 },
          signal,
        }),
    }),
}

interface Asked {
  table: string
  params: Record<string, string | number>
}

function posts(key: readonly string[], userId: string | null, ask: (select: string) => Asked) {
  return queryOptions({
    queryKey: ['beside-post', ...key, userId ?? 'visitor'],
    queryFn: async ({ signal }) => {
      const { table, params } = ask(postColumns(userId !== null))
      return (await restGet<PostRow>(table, { params, signal })).map(toPost)
    },
    staleTime: 5 * 60_000,
  })
}
