/** From the words that stand for subjects to what is asked of each: how many, what colour, how large, where. */
import { SUBJECTS } from '../subjects/registry.ts'
import type { SubjectHome } from '../subjects/subject.ts'
import { containers, determiners, verbs } from './lexicon/sentence.ts'
import type { Hit } from './match.ts'
import type { AskedSubject, ColourName, Position, Size } from './spec.ts'
import { type Drawable, drawablesFor, keyOfWord } from './subject-lexicon.ts'

/** As many as a picture holds. */
const MOST_SUBJECTS = 4

/** A verb is a thing behind an article only; a container of something else is not what is asked for. */
export function isSubjectSaid({ kind, at, length, word }: Hit, tokens: readonly string[]): boolean {
  if (kind !== 'subject') return true
  const next = tokens[at + length]
  if (containers.has(word) && (next === 'de' || next === 'd' || next === 'of')) return false
  return !verbs.has(word) || at === 0 || determiners.has(tokens[at - 1]!)
}

/** Beside food a fish is food. */
export function asFood(hits: readonly Hit[]): readonly Hit[] {
  const isMeal = hits.some((hit) => hit.kind === 'subject' && familyOf(hit) === 'food')
  if (!isMeal) return hits
  return hits.map((hit) =>
    hit.kind === 'element' && hit.id === 'fish' ? { ...hit, kind: 'subject', id: 'fish' } : hit,
  )
}

function familyOf({ word }: Hit): string | undefined {
  return SUBJECTS.get(drawablesFor(keyOfWord(word))?.[0]?.subject ?? '')?.family
}

export interface Said {
  readonly count: (hit: Hit) => number
  readonly position: (hit: Hit) => Position | null
  readonly colourOf: ReadonlyMap<string, ColourName>
  readonly tokens: readonly string[]
}

const MOST = 9

export function gatherSubjects(hits: readonly Hit[], said: Said): readonly AskedSubject[] {
  const asked: AskedSubject[] = []
  for (const hit of hits) {
    if (hit.kind !== 'subject') continue
    for (const drawable of drawablesFor(keyOfWord(hit.word)) ?? []) {
      const isThere = asked.some((other) => isSame(other, drawable))
      if (!isThere) asked.push(askedOf(hit, drawable, said))
    }
  }
  return asked.slice(0, MOST_SUBJECTS)
}

function askedOf(hit: Hit, drawable: Drawable, said: Said): AskedSubject {
  return {
    ...drawable,
    count: Math.min(MOST, said.count(hit)),
    colour: said.colourOf.get(hit.id) ?? null,
    position: said.position(hit),
    size: sizeOf(said.tokens.slice(Math.max(0, hit.at - 1), hit.at + hit.length + 1)),
    relation: null,
  }
}

const LARGE = new Set(['grand', 'grande', 'grands', 'grandes', 'gros', 'grosse', 'big', 'large', 'huge'])
const GIANT = new Set(['geant', 'geante', 'geants', 'geantes', 'giant', 'immense', 'enorme'])
const SMALL = new Set(['petit', 'petite', 'petits', 'petites', 'small', 'little', 'tiny', 'minuscule'])

function sizeOf(around: readonly string[]): Size | null {
  if (around.some((token) => GIANT.has(token))) return 'giant'
  if (around.some((token) => LARGE.has(token))) return 'large'
  return around.some((token) => SMALL.has(token)) ? 'small' : null
}

export function isSame(asked: Drawable, { subject, figure }: Drawable): boolean {
  return asked.subject === subject && JSON.stringify(asked.figure) === JSON.stringify(figure)
}

/** Where the first of them is at home. */
export function homeOf([main]: readonly AskedSubject[]): SubjectHome | null {
  if (!main) return null
  if (main.subject === 'figure') return 'courtyard'
  return SUBJECTS.get(main.subject)?.home ?? null
}
