/** The kinds of things: by their words, and by what belongs to them. */
import { stem, toTokens } from '../prompt/tokens.ts'
import { SUBJECTS } from '../subjects/registry.ts'
import type { Kind } from './kind.ts'
import { animalKinds, eatenKinds, humanKinds, naturalKinds } from './living-kinds.ts'
import { madeKinds, movingKinds, sceneKinds } from './made-kinds.ts'

const KINDS: Readonly<Record<string, Kind>> = {
  ...animalKinds,
  ...naturalKinds,
  ...eatenKinds,
  ...movingKinds,
  ...madeKinds,
  ...humanKinds,
  ...sceneKinds,
}

/** Our own objects and the drawings of one thing have one key. */
const SAME: Readonly<Record<string, string>> = {
  car: 'automobile',
  rowboat: 'canoe',
  'black-cat': 'cat',
  'cat-asleep': 'cat',
  'dog-asleep': 'dog',
  'chocolate-cake': 'cake',
  candles: 'candle',
  lantern: 'lanterns',
  'red-paper-lantern': 'lanterns',
  butterfly: 'butterflies',
  bird: 'birds',
}

/** What stands for a subject, an object or an element, by its id. */
export function keyOf(id: string): string {
  return SAME[id] ?? id
}

const kindsByKey = new Map<string, string[]>()
const kindByPhrase = new Map<string, string>()
const LONGEST_PHRASE = 4

for (const [id, { words }] of Object.entries(KINDS)) {
  for (const key of membersOf(id)) kindsByKey.set(key, [...(kindsByKey.get(key) ?? []), `kind:${id}`])
  for (const phrase of words.split('|').filter(Boolean)) kindByPhrase.set(toTokens(phrase).map(stem).join(' '), id)
}

/** Those of the kinds within it, too, and these kinds themselves. */
function membersOf(id: string): ReadonlySet<string> {
  const of = KINDS[id]?.of ?? ''
  return new Set(
    of.split(' ').flatMap((part) => {
      if (part.startsWith('#')) return [`kind:${part.slice(1)}`].concat(...membersOf(part.slice(1)))
      return part.startsWith('@') ? familyOf(part.slice(1)) : [keyOf(part)]
    }),
  )
}

function familyOf(name: string): string[] {
  return [...SUBJECTS.values()].filter(({ family }) => family === name).map(({ id }) => keyOf(id))
}

/** All kinds that it is of. */
export function kindsOf(key: string): readonly string[] {
  return kindsByKey.get(key) ?? []
}

/** The narrow ones, whose members are like it. */
export function kindsAround(key: string): readonly string[] {
  return kindsOf(key).filter((kind) => KINDS[kind.slice('kind:'.length)]?.isNarrow)
}

/** The kind that the words from a place on name, the longest phrase first. */
export function kindAt(stems: readonly string[], at: number): { readonly key: string; readonly length: number } | null {
  for (let length = Math.min(LONGEST_PHRASE, stems.length - at); length >= 1; length--) {
    const id = kindByPhrase.get(stems.slice(at, at + length).join(' '))
    if (id !== undefined) return { key: `kind:${id}`, length }
  }
  return null
}
