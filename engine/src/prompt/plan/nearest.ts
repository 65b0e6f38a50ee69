/** Subjects that can be drawn, in place of one that cannot: those whose names are most like it; of the picture's own, those of its place too. */
import { HOME_OF } from '../homes.ts'
import { objectNames, offered } from '../lexicon/names.ts'
import type { Environment, ObjectKind } from '../spec.ts'
import { toTokens } from '../tokens.ts'

const MOST = 3

export interface Sought {
  /** As typed. */
  readonly missing: string
  /** The picture is of it: any other subject is better than none. */
  readonly isSubject: boolean
  readonly environment: Environment
  readonly language: 'fr' | 'en'
}

export function nearestSubjects({ missing, isSubject, environment, language }: Sought): readonly string[] {
  const word = keyOf(missing)
  const named = Object.entries(objectNames).map(([id, name]) => ({ id: id as ObjectKind, text: name[language] }))
  const alike = named
    .map((subject) => ({ ...subject, distance: distanceBetween(word, keyOf(subject.text)) }))
    .filter(({ distance, text }) => distance <= Math.floor(keyOf(text).length / 3))
    .toSorted((a, b) => a.distance - b.distance)
  if (!isSubject) return namesOf(alike)
  const ofPlace = named.filter(({ id }) => HOME_OF[id] === environment)
  const others = offered.flatMap((id) => named.filter((subject) => subject.id === id))
  return namesOf([...alike, ...ofPlace, ...others])
}

function namesOf(subjects: readonly { readonly text: string }[]): readonly string[] {
  return [...new Set(subjects.map(({ text }) => text))].slice(0, MOST)
}

const ARTICLES = new Set(['un', 'une', 'des', 'le', 'la', 'les', 'l', 'a', 'an', 'the'])

function keyOf(text: string): string {
  return toTokens(text)
    .filter((token) => !ARTICLES.has(token))
    .join(' ')
}

/** Levenshtein: letters to add, drop or change. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
