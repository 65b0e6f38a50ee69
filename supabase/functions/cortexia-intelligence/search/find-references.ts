/** Public posts of our own feed that answer a query, with the caller's own rights. Never a foreign picture. */
import type { SupabaseClient } from '@supabase/supabase-js'

import type { ReferenceKind, SuggestedReference } from '../../_shared/contract/src/index.ts'
import { FunctionError } from '../../_shared/respond.ts'
import { scorePost, type FoundPost, type ScoredPost } from './score-post.ts'
import { termsOf, type Concept } from './search-terms.ts'

export interface ReferenceSearch {
  readonly query: string
  readonly category: ReferenceKind | null
  readonly client: SupabaseClient
  readonly most?: number
  /** Of what is asked for, the share that a post must be about to be found: 0 to 1. */
  readonly leastShare?: number
}

const mostResults = 12
const mostPerAuthor = 2
const mostCandidates = 200
const mostPatterns = 24
const columns =
  'id,creator_id,prompt,title,description,hashtags,image_url,likes_count,comments_count,created_at,width,height,thumbhash'

export async function findReferences({
  query,
  category,
  client,
  most = mostResults,
  leastShare = 0,
}: ReferenceSearch): Promise<SuggestedReference[]> {
  const terms = termsOf(query)
  const patterns = patternsOf(terms.concepts)
  if (patterns.length === 0) return []
  const { data, error } = await client
    .from('feed_posts')
    .select(columns)
    .eq('visibility', 'public')
    .or(
      patterns
        .flatMap((pattern) => ['prompt', 'description', 'hashtags'].map((name) => `${name}.ilike."${pattern}"`))
        .join(','),
    )
    .order('created_at', { ascending: false })
    .limit(mostCandidates)
    .overrideTypes<FoundPost[], { merge: false }>()
  if (error)
    throw new FunctionError(503, 'storage_failed', 'The feed cannot be searched', { cause: error, retryAfter: 2 })
  const now = Date.now()
  const scored = data.flatMap((post) => scorePost(post, terms, { category, now }) ?? [])
  const near = scored.filter(({ matched }) => matched >= leastShare * terms.concepts.length)
  return onePlate(near.toSorted(better), most).map(toReference)
}

function better(a: ScoredPost, b: ScoredPost): number {
  return b.matched - a.matched || b.score - a.score || (a.post.id < b.post.id ? 1 : -1)
}

/** No more than a few of one author. */
function onePlate(scored: readonly ScoredPost[], most: number): ScoredPost[] {
  const perAuthor = new Map<string, number>()
  return scored
    .filter(({ post }) => {
      const count = (perAuthor.get(post.creator_id) ?? 0) + 1
      perAuthor.set(post.creator_id, count)
      return count <= mostPerAuthor
    })
    .slice(0, most)
}

function toReference({ post, score, type }: ScoredPost): SuggestedReference {
  const { id, creator_id, image_url, width, height, thumbhash } = post
  const description = [post.title, post.description, post.prompt].find((text) => text && text !== '…') ?? ''
  return { url: image_url, description, type, post_id: id, creator_id, width, height, thumbhash, score }
}

/** Each concept's best words in turn, until there are enough. */
function patternsOf(concepts: readonly Concept[]): string[] {
  const longest = Math.max(0, ...concepts.map(({ phrases }) => phrases.length))
  const inTurn = Array.from({ length: longest }, (_, place) => concepts.flatMap(({ phrases }) => phrases[place] ?? []))
  return [...new Set(inTurn.flat().map(patternOf))].slice(0, mostPatterns)
}

const shortWord = 3

/**
 * NOTE: ours are words without accents, the posts' have them: any letter stands where one might. This finds candidates;
 * `scorePost` compares whole words. Nothing else than letters, digits and blanks can stand in a phrase of stems.
 */
function patternOf(phrase: string): string {
  const open = phrase.length > shortWord ? phrase.replace(/oe|ae/g, '%').replace(/[aeioucyn ]/g, '_') : phrase
  return `%${open}%`
}
