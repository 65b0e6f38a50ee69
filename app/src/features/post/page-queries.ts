/** What the page of a post asks for, beyond what lists know. */
import type { PromptTranslation } from '@product/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Row, Selected } from '#data/question.ts'
import { DataError } from '#data/rest.ts'
import { call, read } from '#data/wire.ts'
import type { License } from '#entities/post/audience/license.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import { postColumns, toPost, type Post, type PostRow } from '#entities/post/post.ts'

export interface PostDetails {
  license: License
  /** Of its words, as its author says (BCP 47). */
  lang: string | null
  /** The one it is read in: chosen, or found in its words. */
  readLang: string | null
  editedAt: string | null
  /** Its place among the three that its author shows first. */
  pinnedRank: number | null
  promptVisible: boolean
  /** Hidden, its words may be asked for. */
  promptOnRequest: boolean
  remixAllowed: boolean
  /** Of its prompt, where the picture was painted by another language. */
  translation: PromptTranslation | null
}

export interface PagePost extends Post {
  /** `null` while only a list has told of it. */
  details: PostDetails | null
}

export type PostEdit = Pick<Row<'post_edits'>, 'id' | 'created_at' | 'before'>

type PageRow = PostRow & Selected<'feed_posts', typeof details>

const details =
  'comments_policy,license,lang,read_lang,edited_at,pinned_rank,prompt_visible,prompt_on_request,remix_allowed,prompt_translation'
/** From this rating on a picture is shown when asked for. */
export const sensitiveFrom = 2

/** As many as are shown beside the post. */
export const fewRemixes = 6
const fewSimilar = 6

function toPagePost(row: PageRow): PagePost {
  return {
    ...toPost(row),
    details: {
      license: row.license,
      lang: row.lang,
      readLang: row.read_lang,
      editedAt: row.edited_at,
      pinnedRank: row.pinned_rank,
      promptVisible: row.prompt_visible,
      promptOnRequest: row.prompt_on_request,
      remixAllowed: row.remix_allowed,
      translation: row.prompt_translation,
    },
  }
}

export const pageQueries = {
  /** By a function, because who has the address also sees what is not listed. */
  post: (id: string, userId: string | null) =>
    queryOptions({
      queryKey: [...postKeys.ones, id, userId ?? 'visitor', 'page'],
      queryFn: async ({ signal }): Promise<PagePost> => {
        const select = `${postColumns(userId !== null)},${details}` as const
        const [row] = await call('get_post', { post_id: id }, { select, method: 'GET', signal })
        if (!row) throw new DataError('The post is not there', { status: 404, code: 'post_not_found' })
        return toPagePost(row)
      },
      meta: { keep: { owner: userId, kind: 'post', most: 60 } },
    }),

  state: (id: string, userId: string | null) =>
    queryOptions({
      queryKey: ['post-state', id, userId ?? 'visitor'],
      queryFn: ({ signal }) => call('post_state', { post_id: id }, { method: 'GET', signal }),
    }),

  remixes: (id: string, userId: string | null) =>
    posts(['remixes', id], userId, (select, signal) => {
      const some = { remix_of: `eq.${id}`, order: 'created_at.desc,id.desc', limit: fewRemixes }
      return read('feed_posts', select, some, signal)
    }),

  /** @param shown stand on the page already */
  similar: (id: string, userId: string | null, shown: readonly Post[] = []) => ({
    ...posts(['similar', id, String(shown.length)], userId, (select, signal) =>
      call('similar_posts', { post_id: id, max: fewSimilar + shown.length }, { select, method: 'GET', signal }),
    ),
    select: (found: Post[]) => found.filter((post) => !shown.some((one) => one.id === post.id)).slice(0, fewSimilar),
  }),

  edits: (id: string) =>
    queryOptions({
      queryKey: ['post-edits', id],
      queryFn: ({ signal }) =>
        read(
          'post_edits',
          'id,created_at,before',
          { post_id: `eq.${id}`, order: 'created_at.desc', limit: 50 },
          signal,
        ),
    }),
}

function posts(
  key: readonly string[],
  userId: string | null,
  ask: (select: ReturnType<typeof postColumns>, signal: AbortSignal) => Promise<PostRow[]>,
) {
  return queryOptions({
    queryKey: ['beside-post', ...key, userId ?? 'visitor'],
    queryFn: async ({ signal }) => (await ask(postColumns(userId !== null), signal)).map(toPost),
    staleTime: 5 * 60_000,
  })
}
