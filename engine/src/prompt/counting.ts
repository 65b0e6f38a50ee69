/** How many of a thing the words say, and where it is. */
import type { Position } from './asked.ts'
import { isEnglish } from './language-of.ts'
import { countWords } from './lexicon/grammar.ts'
import { companies, determiners, leadingAdjectives } from './lexicon/sentence.ts'
import type { Hit } from './match.ts'

const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries(countWords).flatMap(([number, words]) => words.split('|').map((word) => [word, Number(number)])),
)

/** « quatre », « four », « 4 »; null for a word that is no number. */
export function numberSaid(token: string): number | null {
  return /^\d+$/.test(token) ? Number(token) : (NUMBERS.get(token) ?? null)
}

const FLOWERS: ReadonlySet<string> = new Set('flowers rose tulip peony sunflower lavender daisy poppy'.split(' '))

/** « un bouquet de sept roses » */
export function bloomsOf(hits: readonly Hit[], tokens: readonly string[]): number | null {
  const flower = hits.find(({ kind, id }) => kind === 'element' && FLOWERS.has(id))
  const said = flower && countBefore(flower, hits, tokens)
  return said && Number(said.id) > 1 && flower.at - said.at <= 2 ? Number(said.id) : null
}

const PLURAL_COUNT = 4

export function countOf(object: Hit, hits: readonly Hit[], tokens: readonly string[]): number {
  // « deux amoureux » are one couple.
  if (object.id === 'couple') return 1
  if (HEAPS.has(tokens[object.at - 2] ?? '') && OF.has(tokens[object.at - 1] ?? '')) return HEAP
  if (isOfACompany(object, tokens)) return TEAM
  const said = countBefore(object, hits, tokens)
  if (TEAMS.test(object.word) && (!said || said.id === '1')) return TEAM
  if (said) return Number(said.id)
  return isPlural(object, tokens) ? PLURAL_COUNT : 1
}

/** Whoever plays or sings together. */
const TEAMS = /^(?:equipe|team|football team|chorale|choir|fanfare|gospel)/
const TEAM = 5

/** « une équipe de petits garçons », « une bande de copains » */
function isOfACompany({ at }: Hit, tokens: readonly string[]): boolean {
  const before = tokens.slice(Math.max(0, at - 4), at)
  while (leadingAdjectives.has(before.at(-1) ?? '')) before.pop()
  return OF.has(before.pop() ?? '') && companies.has(before.at(-1) ?? '')
}

/** « un tas de mangues » */
const HEAPS = new Set('tas pile heap pyramide file rangee ribambelle'.split(' '))
const OF = new Set(['de', 'd', 'of'])
const HEAP = 7

const SINGULAR = new Set('un une le la l ce cet cette mon ma ton ta son sa du au notre votre leur a an this'.split(' '))
/** The same for one and for several: the word before tells, « un gars » and « les gars ». */
const INVARIABLE =
  /^(?:fils|gars|jus|heros|ananas|mais|repas|tennis|palais|colis|tapis|souris|brebis|perdrix|croix|noix|avis)$/
const PLURALS = new Set('les des ces mes tes ses nos vos leurs quelques plusieurs'.split(' '))
/** One, whatever stands before them. */
const ALWAYS_ONE =
  /^(?:amoureux|bois|bras|dos|cours|gris|lunettes|glasses|sunglasses|goggles|binoculars|ciseaux|scissors|pants|jeans|shorts|trousers)$/

/** In French the first noun of a phrase tells, and the word before it: « le feu de bois », « lutteur sénégalais ». */
function isPlural({ at, length, word }: Hit, tokens: readonly string[]): boolean {
  if (SINGULAR.has(tokens[at - 1] ?? '')) return false
  const words = word.split(' ')
  if (words.length > 1 && PLURALS.has(words[0]!)) return true
  const isMarked = (one: string) =>
    INVARIABLE.test(one)
      ? isAmongMany(at, tokens)
      : /[sx]$/.test(one) && !/(?:ss|us|ours|ais|ois)$/.test(one) && !ALWAYS_ONE.test(one)
  const told = isEnglish(tokens)
    ? words.at(-1)!
    : words.find((one) => !leadingAdjectives.has(one) && !determiners.has(one))
  return length > 0 && isMarked(told ?? words[0]!)
}

/** « les petits gars » */
function isAmongMany(at: number, tokens: readonly string[]): boolean {
  let before = at - 1
  while (leadingAdjectives.has(tokens[before] ?? '')) before -= 1
  return PLURALS.has(tokens[before] ?? '')
}

/** « dimanche 15 août », « 20 ans »: no number of things. */
const MEASURES =
  /^(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|january|february|march|april|june|july|august|september|october|november|december|h|heures?|ans?|years?|fcfa|cfa|francs?|euros?|pourcent)$/

/** « cinq baguettes du four »: no five of them. */
const APART = new Set('du le la au aux dans sur sous avec et the from in on with and'.split(' '))

/** Without its accent « à » is an English article. */
export function countBefore(object: Hit, hits: readonly Hit[], tokens: readonly string[]): Hit | undefined {
  return hits.findLast((hit) => {
    if (hit.word === 'a' && !isEnglish(tokens)) return false
    if (MEASURES.test(tokens[hit.at + hit.length] ?? '')) return false
    const gap = object.at - (hit.at + hit.length)
    if (tokens.slice(hit.at + hit.length, object.at).some((token) => APART.has(token))) return false
    return hit.kind === 'count' && gap >= 0 && gap <= 2
  })
}

export function positionOf(object: Hit, hits: readonly Hit[]): Position | null {
  const near = hits.find((hit) => hit.kind === 'position' && Math.abs(hit.at - (object.at + object.length)) <= 2)
  return (near?.id as Position | undefined) ?? null
}
