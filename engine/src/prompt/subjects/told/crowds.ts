/** People who are part of a place or of what carries them, and no subjects of their own. */
import type { AskedSubject } from '../../asked.ts'
import type { Environment, ObjectKind } from '../../spec.ts'

const CROWDED: ReadonlySet<Environment> = new Set(['market', 'courtyard', 'stadium'])
const CROWD: ReadonlySet<string> = new Set(['foule', 'crowd', 'gen', 'gens', 'people', 'public'])

const CARRIES: ReadonlySet<string> = new Set('minibus car-rapide bus automobile taxi'.split(' '))

/** « un car plein de passagers »: they are in it. */
export function withoutPassengers(
  subjects: readonly AskedSubject[],
  objects: readonly ObjectKind[],
): readonly AskedSubject[] {
  const isAboard = subjects.some(({ subject }) => CARRIES.has(subject))
  if (!isAboard && !objects.includes('minibus') && !objects.includes('car')) return subjects
  return subjects.map((asked) =>
    asked.said.every((word) => /^(?:passag|passenger|voyageu)/.test(word)) ? { ...asked, isBackdrop: true } : asked,
  )
}

/** The crowd; and the umbrellas of a market, which are its roofs. */
function isOfThePlace({ said, subject, count }: AskedSubject, environment: Environment): boolean {
  if (environment === 'market' && count > 2 && subject === 'umbrella') return true
  return said.every((word) => CROWD.has(word))
}

/** « le marché avec la foule »: the people of the place are already there. */
export function withoutCrowd(subjects: readonly AskedSubject[], environment: Environment): readonly AskedSubject[] {
  if (!CROWDED.has(environment)) return subjects
  return subjects.map((asked) => (isOfThePlace(asked, environment) ? { ...asked, isBackdrop: true } : asked))
}
