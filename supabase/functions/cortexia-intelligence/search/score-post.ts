/** How well a public post answers a query: the score of spec §9, with colours and category added. */
import { readPrompt, toOklab, toStems } from '@product/engine/language'
import { thumbHashToRGBA } from 'thumbhash'

import type { ReferenceKind } from '../../_shared/contract/src/index.ts'
import type { Concept, SearchTerms } from './search-terms.ts'

export interface FoundPost {
  readonly id: string
  readonly creator_id: string
  readonly prompt: string
  readonly title: string | null
  readonly description: string | null
  readonly hashtags: string
  readonly image_url: string
  readonly likes_count: number
  readonly comments_count: number
  readonly created_at: string
  readonly width: number | null
  readonly height: number | null
  readonly thumbhash: string | null
}

export interface ScoredPost {
  readonly post: FoundPost
  readonly score: number
  /** How many of the query's concepts it is about. */
  readonly matched: number
  readonly type: ReferenceKind
}

const hourMs = 3_600_000
const palettePoints = 25
const categoryPoints = 15

/** Null for a post that is about nothing that was asked for. */
export function scorePost(
  post: FoundPost,
  { concepts, colours }: SearchTerms,
  { category, now }: { category: ReferenceKind | null; now: number },
): ScoredPost | null {
  const fields = {
    prompt: textOf(post.prompt),
    description: textOf(post.description ?? ''),
    tags: textOf(post.hashtags),
  }
  const tags = new Set(post.hashtags.split(',').map((tag) => toStems(tag).join('')))
  const isIn = (text: string) => (concept: Concept) => concept.phrases.some((phrase) => text.includes(` ${phrase} `))
  const isTagged = (concept: Concept) =>
    isIn(fields.tags)(concept) || concept.phrases.some((phrase) => tags.has(phrase.replaceAll(' ', '')))
  const found = concepts.filter(
    (concept) => isIn(fields.prompt)(concept) || isIn(fields.description)(concept) || isTagged(concept),
  )
  if (found.length === 0) return null
  const tier = tierOf(concepts.some(isIn(fields.prompt)), concepts.some(isIn(fields.description)))
  const kinds = kindsOf(post.prompt)
  const score =
    tier +
    Math.min(20, post.likes_count * 0.1) +
    Math.min(15, post.comments_count * 0.2) +
    freshness(now - Date.parse(post.created_at)) +
    palettePoints * similarity(post.thumbhash, colours) +
    (category !== null && kinds.has(category) ? categoryPoints : 0)
  return {
    post,
    score: Math.round(score * 100) / 100,
    matched: found.length,
    type: category !== null && kinds.has(category) ? category : (found[0]?.kind ?? 'sujet'),
  }
}

function textOf(text: string): string {
  return ` ${toStems(text).join(' ')} `
}

function tierOf(isInPrompt: boolean, isInDescription: boolean): number {
  if (isInPrompt) return 70
  return isInDescription ? 60 : 50
}

function freshness(ageMs: number): number {
  if (ageMs < 24 * hourMs) return 30
  return ageMs < 7 * 24 * hourMs ? 15 : 0
}

function kindsOf(prompt: string): Set<ReferenceKind> {
  const { styles, colours, composition, isCloseUp, objects } = readPrompt(prompt)
  const has: Readonly<Record<ReferenceKind, boolean>> = {
    style: styles.length > 0,
    palette: colours.length > 0,
    composition: composition.size > 0 || isCloseUp,
    sujet: objects.length > 0,
  }
  return new Set((Object.keys(has) as ReferenceKind[]).filter((kind) => has[kind]))
}

/** A picture full enough of a colour is about that colour. */
const fullEnough = 0.3
const nearEnough = 0.16

/** 0–1, by the picture's thumbhash: a blurred copy of 32 pixels a side says enough about its colours. */
function similarity(thumbhash: string | null, colours: SearchTerms['colours']): number {
  if (!thumbhash || colours.length === 0) return 0
  const pixels = pixelsOf(thumbhash)
  if (pixels.length === 0) return 0
  const shares = colours.map((colour) => {
    const near = pixels.filter(
      (pixel) => Math.hypot(...pixel.map((value, at) => value - (colour[at] ?? 0))) < nearEnough,
    )
    return Math.min(1, near.length / pixels.length / fullEnough)
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function pixelsOf(thumbhash: string): (readonly [number, number, number])[] {
  try {
    const { rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'))
    return Array.from({ length: rgba.length / 4 }, (_, at) =>
      toOklab([(rgba[at * 4] ?? 0) / 255, (rgba[at * 4 + 1] ?? 0) / 255, (rgba[at * 4 + 2] ?? 0) / 255]),
    )
  } catch {
    return []
  }
}
