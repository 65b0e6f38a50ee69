/** Objects of our own that are part of what somebody does. */
import type { AskedSubject, Doing } from '../asked.ts'
import type { AskedObject, ObjectKind } from '../spec.ts'

const AT_A_FIRE: ReadonlySet<Doing | undefined> = new Set<Doing | undefined>(['stirring', 'grilling', 'hammering'])

/** « remue une marmite sur le feu »: it is under the pot. */
export function withoutHearth(
  objects: readonly AskedObject[],
  subjects: readonly AskedSubject[],
): readonly AskedObject[] {
  const isAtFire = subjects.some(({ figure }) => AT_A_FIRE.has(figure?.doing))
  return isAtFire ? objects.filter(({ id }) => id !== 'campfire' && id !== 'mask') : objects
}

/** « un artisan qui sculpte un masque »: it lies on the block. */
export function carved(subjects: readonly AskedSubject[], objects: readonly ObjectKind[]): readonly AskedSubject[] {
  if (!objects.includes('mask')) return subjects
  return subjects.map((asked) => {
    const { figure } = asked
    return figure?.doing === 'hammering' ? { ...asked, figure: { ...figure, attribute: 'mask' } } : asked
  })
}
