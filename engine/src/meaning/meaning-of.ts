/** Words to keys of what they are about: those of a picture, and those that somebody who looks for pictures would take. */
import { createRandom } from '../core/random.ts'
import type { AskedFigure } from '../prompt/asked.ts'
import type { Hit, Match } from '../prompt/match.ts'
import { negatedHits } from '../prompt/negation.ts'
import { parseWords } from '../prompt/parse.ts'
import { drawablesFor } from '../prompt/subjects/subject-lexicon.ts'
import { stem } from '../prompt/tokens.ts'
import { keyOf, kindAt, kindsAround, kindsOf } from './known-kinds.ts'

/** Grows with what words mean: whatever was read by a smaller one is to be read anew. */
export const meaningVersion = 2

/** One thing that somebody looks for. */
export interface Wanted {
  /** Any of these is it. */
  readonly exact: readonly string[]
  /** Any of these is like it. */
  readonly near: readonly string[]
  /** In lower case and without accents, where no key stands for it. */
  readonly word: string | null
}

const MOST_KEYS = 80
const MOST_WANTED = 8

/** Of a picture: each thing in its words, and all that it is a kind of. */
export function meaningOf(text: string): readonly string[] {
  const { things, kinds } = readMeaning(text)
  const named = things.flatMap(({ keys, also }) => keys.concat(also))
  const said = [...named, ...kinds.map(({ key }) => key)]
  const keys = [...said, ...said.flatMap(kindsOf)]
  return [...new Set(keys)].slice(0, MOST_KEYS)
}

/** Of a search, in the order of its words. */
export function wantedBy(text: string): readonly Wanted[] {
  const { things, kinds, unknown } = readMeaning(text)
  const ofThings = things
    .filter(({ at }) => !kinds.some((kind) => at >= kind.at && at < kind.at + kind.length))
    .map(({ at, keys }) => ({ at, exact: keys, near: [...new Set(keys.flatMap(kindsAround))], word: null }))
  const ofKinds = kinds.map(({ at, key, length }) => {
    const also = things.filter((thing) => thing.at >= at && thing.at < at + length).flatMap(({ keys }) => keys)
    return { at, exact: [key, ...also], near: [], word: null }
  })
  const others = unknown.map((word) => ({ at: Infinity, exact: [], near: [], word: stem(word) }))
  return [...ofThings, ...ofKinds, ...others]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MOST_WANTED)
    .map(({ exact, near, word }) => ({ exact, near, word }))
}

interface Named {
  readonly at: number
  readonly length: number
  readonly keys: readonly string[]
  /** What is seen with it, and is not asked for by its name: the woman who a baker is. */
  readonly also: readonly string[]
}

interface NamedKind {
  readonly at: number
  readonly length: number
  readonly key: string
}

interface Meaning {
  readonly things: readonly Named[]
  readonly kinds: readonly NamedKind[]
  readonly unknown: readonly string[]
}

function readMeaning(prompt: string): Meaning {
  const random = createRandom('', 0)
  const { hits, match } = parseWords({ prompt, negativePrompt: '', random, hasSubjects: true })
  // « en wax » is drawn as what somebody wears; who looks for wax looks for the cloth.
  const cloth = match.hits.filter(({ kind, id }) => kind === 'environment' && id === 'wax')
  const named = [...hits, ...cloth].map(namedBy).filter(({ keys }) => keys.length > 0)
  const kinds = kindsIn(match.tokens.map(stem), named)
  const told = new Set(kinds.flatMap(({ at, length }) => match.tokens.slice(at, at + length)))
  const unknown = match.unknown.filter((word) => !told.has(word))
  const things = named.filter((thing) => !kinds.some((kind) => isPartOf(thing, kind)))
  return { things: inPlaces(things), kinds: wantedOf(kinds, match), unknown }
}

/** « nature » in « nature morte » names no kind. */
function kindsIn(stems: readonly string[], things: readonly Named[]): readonly NamedKind[] {
  const kinds: NamedKind[] = []
  for (let at = 0; at < stems.length; at++) {
    const found = kindAt(stems, at)
    if (!found || things.some((thing) => thing.at <= at && thing.at + thing.length > at + found.length)) continue
    kinds.push({ at, ...found })
    at += found.length - 1
  }
  return kinds
}

/** « mer » in « fruits de mer » names no sea. */
function isPartOf(thing: Named, kind: NamedKind): boolean {
  return thing.length < kind.length && thing.at >= kind.at && thing.at + thing.length <= kind.at + kind.length
}

/** Not those of « pas de félin ». */
function wantedOf(kinds: readonly NamedKind[], match: Match): readonly NamedKind[] {
  const asHits = kinds.map(({ at, length, key }) => ({ at, length, kind: 'subject' as const, id: key, word: key }))
  const negated = new Set(negatedHits({ hits: [...match.hits, ...asHits], tokens: match.tokens }).map(({ at }) => at))
  return kinds.filter(({ at }) => !negated.has(at))
}

/** A word of several meanings is one thing. */
function inPlaces(things: readonly Named[]): readonly Named[] {
  return [...Map.groupBy(things, ({ at }) => at).values()].map((some) => ({
    at: some[0]!.at,
    length: some[0]!.length,
    keys: [...new Set(some.flatMap(({ keys }) => keys))],
    also: some.flatMap(({ also }) => also),
  }))
}

const SCENE: Readonly<Partial<Record<Hit['kind'], string>>> = {
  environment: 'place',
  time: 'time',
  weather: 'weather',
  season: 'season',
  style: 'style',
  mood: 'mood',
  colour: 'colour',
}

function namedBy({ kind, id, at, length }: Hit): Named {
  const scene = SCENE[kind]
  if (scene !== undefined) return { at, length, keys: [`${scene}:${id}`], also: [] }
  if (kind === 'object' || kind === 'element') return { at, length, keys: [keyOf(id)], also: [] }
  const drawn = kind === 'subject' ? (drawablesFor(id) ?? []) : []
  const figures = drawn.flatMap(({ figure }) => figure ?? [])
  const subjects = drawn.filter(({ figure }) => figure === null).map(({ subject }) => keyOf(subject))
  const keys = [...subjects, ...figures.map((figure) => tradeOf(figure) ?? figure.person)]
  return { at, length, keys, also: figures.flatMap(seenWith) }
}

function seenWith({ person, garment }: AskedFigure): readonly string[] {
  return garment === 'pagne' ? [person, 'place:wax'] : [person]
}

const TELLING_POSES = new Set(['dancing', 'kicking', 'swimming', 'pounding', 'directing'])
const TELLING_GARMENTS = new Set(['police', 'armour', 'wedding-dress', 'school', 'uniform'])

/** A trade stands for itself: who looks for « une boulangère » does not look for every woman. */
function tradeOf({ attribute, headwear, pose, garment }: AskedFigure): string | null {
  const trade =
    attribute ??
    (headwear === 'headscarf' ? null : headwear) ??
    (pose !== null && TELLING_POSES.has(pose) ? pose : null) ??
    (garment !== null && TELLING_GARMENTS.has(garment) ? garment : null)
  return trade === null ? null : `trade:${trade}`
}
