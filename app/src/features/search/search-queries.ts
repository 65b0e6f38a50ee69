/** What the server finds: 20 results of each kind, best first, then more (spec §9). */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { Answer, Arguments, RpcName, Selected } from '#data/question.ts'
import { call, read } from '#data/wire.ts'
import type { StoredImage } from '#entities/image/image-source.ts'
import { searchByMeaning } from '#entities/intelligence/intelligence-api.ts'

import type { Look } from './look/look.ts'
import { filterOf, readSearch } from './search-text.ts'

export interface FoundPerson {
  id: string
  title: string
  username: string | null
  description: string
  avatar: string | null
  followersCount: number
  isFollowing: boolean
  relevanceScore: number
}

export interface FoundPost {
  id: string
  title: string | null
  description: string | null
  imageUrl: string
  prompt: string
  likesCount: number
  commentsCount: number
  creatorName: string
  creatorAvatar: string | null
  relevanceScore: number
  image: StoredImage
  altText: string
  /** From 2 on it is shown only when asked for. */
  rating: number
}

/** As much as a square shows. */
export type GlancedPost = Pick<FoundPost, 'id' | 'image' | 'altText' | 'rating'>

export interface FoundHashtag {
  title: string
  postsCount: number
  relevanceScore: number
}

export type Suggestion = Answer<'search_suggestions'>[number]

type PersonRow = Answer<'search_users'>[number]
type PostRow = Answer<'search_posts'>[number]
type HashtagRow = Answer<'search_hashtags'>[number]

const pictureColumns = 'id,width,height,thumbhash,alt_text,rating'
type PictureRow = Selected<'feed_posts', typeof pictureColumns>

/** Where the next page begins; all pages count ages as of the first one's moment. */
interface Scored {
  as_of: string
  after_score?: number
  after_id?: string
}

const pageSize = 20
const fresh = 60_000
const longestMeant = 200

const searchKeys = { all: ['search'] as const }

export const searchQueries = {
  people: (typed: string) => {
    const { text } = readSearch(typed)
    return infiniteQueryOptions({
      queryKey: [...searchKeys.all, 'people', text],
      staleTime: fresh,
      initialPageParam: null as Scored | null,
      queryFn: async ({ pageParam, signal }) => {
        const from = pageParam ?? { as_of: new Date().toISOString() }
        const rows = await callLogged('search_users', { query: text, ...from }, signal)
        return { found: rows.map(toPerson), next: nextOf(rows, from) }
      },
      getNextPageParam: (page) => page.next,
      select: ({ pages }) => pages.flatMap((page) => page.found),
    })
  },

  posts: (typed: string) => {
    const { text, operators } = readSearch(typed)
    const filter = filterOf(operators)
    return infiniteQueryOptions({
      queryKey: [...searchKeys.all, 'posts', text, filter],
      staleTime: fresh,
      initialPageParam: null as Scored | null,
      queryFn: async ({ pageParam, signal }) => {
        const from = pageParam ?? { as_of: new Date().toISOString() }
        const rows = await callLogged('search_posts', { query: text, ...filter, ...from }, signal)
        const pictures = await readPictures(rows, signal)
        return { found: rows.map((row) => toPost(row, pictures.get(row.id))), next: nextOf(rows, from) }
      },
      getNextPageParam: (page) => page.next,
      select: ({ pages }) => pages.flatMap((page) => page.found),
    })
  },

  hashtags: (typed: string) => {
    const { text } = readSearch(typed)
    return infiniteQueryOptions({
      queryKey: [...searchKeys.all, 'hashtags', text],
      staleTime: fresh,
      initialPageParam: null as string | null,
      queryFn: async ({ pageParam, signal }) => {
        const rows = await callLogged('search_hashtags', { query: text, after_title: pageParam }, signal)
        return { found: rows.map(toHashtag), next: rows.length < pageSize ? null : (rows.at(-1)?.title ?? null) }
      },
      getNextPageParam: (page) => page.next,
      select: ({ pages }) => pages.flatMap((page) => page.found),
    })
  },

  /** What somebody who found nothing may have meant to type. */
  meant: (text: string) =>
    queryOptions({
      queryKey: [...searchKeys.all, 'meant', text],
      staleTime: fresh,
      queryFn: ({ signal }) => callLogged('search_meant', { query: text }, signal),
    }),

  /** From two characters on (spec §5). */
  suggestions: (typed: string) => {
    const { text } = readSearch(typed)
    return queryOptions({
      queryKey: [...searchKeys.all, 'suggestions', text],
      staleTime: fresh,
      enabled: text.replace(/^[#@]/u, '').length >= 2,
      queryFn: ({ signal }) => callLogged('search_suggestions', { query: text }, signal),
    })
  },

  /** The newest of one person. */
  picturesOf: (personId: string) =>
    queryOptions({
      queryKey: [...searchKeys.all, 'pictures-of', personId],
      staleTime: fresh,
      queryFn: async ({ signal }): Promise<GlancedPost[]> => {
        const those = {
          creator_id: `eq.${personId}`,
          audience: 'eq.public',
          order: 'created_at.desc,id.desc',
          limit: 8,
        }
        const rows = await read('feed_posts', `${pictureColumns},prompt,image_url`, those, signal).catch(
          failureLog('feed_posts', signal),
        )
        return rows.map(toGlanced)
      },
    }),

  /** Public ones whose colours are near, nearest first. */
  byLook: (look: Look) =>
    queryOptions({
      queryKey: [...searchKeys.all, 'by-look', look],
      staleTime: fresh,
      queryFn: async ({ signal }): Promise<GlancedPost[]> =>
        (await callLogged('search_posts_by_look', { ...look }, signal)).map(toGlanced),
    }),

  /** Public ones that are about the same and do not say it: « félin » finds cats. */
  byMeaning: (text: string) =>
    queryOptions({
      queryKey: [...searchKeys.all, 'by-meaning', text],
      staleTime: fresh,
      retry: false,
      queryFn: async ({ signal }): Promise<GlancedPost[]> => {
        const { posts } = await searchByMeaning(text.slice(0, longestMeant), signal).catch(
          failureLog('search_by_meaning', signal),
        )
        return posts.map(toGlanced)
      },
    }),

  trends: () =>
    queryOptions({
      queryKey: [...searchKeys.all, 'trends'],
      staleTime: 10 * fresh,
      queryFn: ({ signal }) => callLogged('trending_tags', { max: 8 }, signal),
    }),

  suggestedPeople: () =>
    queryOptions({
      queryKey: [...searchKeys.all, 'suggested-people'],
      staleTime: 10 * fresh,
      queryFn: ({ signal }) => callLogged('people_to_follow', { max: 3 }, signal),
    }),
}

type GlancedRow = Selected<'feed_posts', `${typeof pictureColumns},prompt,image_url`>

function toGlanced({ id, image_url: url, width, height, thumbhash, alt_text: alt, prompt, rating }: GlancedRow) {
  return {
    id,
    image: { url, width: width ?? 1024, height: height ?? 1024, thumbhash },
    altText: alt ?? prompt,
    rating,
  }
}

function callLogged<Name extends RpcName>(name: Name, args: Arguments<Name>, signal: AbortSignal) {
  return call(name, args, { signal }).catch(failureLog(name, signal))
}

/** A search that fails is logged and leaves its list empty (spec §8); one that is given up has not failed. */
function failureLog(what: string, signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    // eslint-disable-next-line no-console -- spec §8: failures of the search are logged
    if (!signal.aborted) console.error('[search]', what, error)
    throw error
  }
}

/** What showing a picture needs besides what search answers. */
async function readPictures(rows: readonly PostRow[], signal: AbortSignal): Promise<Map<string, PictureRow>> {
  if (rows.length === 0) return new Map()
  const those = { id: `in.(${rows.map(({ id }) => id).join(',')})` }
  const pictures = await read('feed_posts', pictureColumns, those, signal).catch(failureLog('feed_posts', signal))
  return new Map(pictures.map((picture) => [picture.id, picture]))
}

function nextOf(rows: readonly { id: string; relevance_score: number }[], { as_of: asOf }: Scored): Scored | null {
  const last = rows.at(-1)
  if (!last || rows.length < pageSize) return null
  return { as_of: asOf, after_score: last.relevance_score, after_id: last.id }
}

function toPerson({ followers_count, is_following, relevance_score, ...row }: PersonRow): FoundPerson {
  return { ...row, followersCount: followers_count, isFollowing: is_following, relevanceScore: relevance_score }
}

function toPost({ id, title, description, prompt, ...row }: PostRow, picture: PictureRow | undefined): FoundPost {
  return {
    id,
    title,
    description,
    prompt,
    imageUrl: row.image_url,
    likesCount: row.likes_count,
    commentsCount: row.comments_count,
    creatorName: row.creator_name,
    creatorAvatar: row.creator_avatar,
    relevanceScore: row.relevance_score,
    image: {
      url: row.image_url,
      width: picture?.width ?? 1024,
      height: picture?.height ?? 1024,
      thumbhash: picture?.thumbhash ?? null,
    },
    altText: picture?.alt_text ?? prompt,
    rating: picture?.rating ?? 0,
  }
}

function toHashtag({ title, posts_count: postsCount, relevance_score: relevanceScore }: HashtagRow): FoundHashtag {
  return { title, postsCount, relevanceScore }
}
