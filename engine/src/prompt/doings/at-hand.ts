/** Objects of our own that are part of what somebody does. */
import type { AskedSubject, Doing } from '../asked.ts'
import type { AskedObject, ObjectKind } from '../spec.ts'

/** Which of our own objects stand with whoever does it already. */
const AT_HAND: Readonly<Partial<Record<Doing, readonly ObjectKind[]>>> = {
  stirring: ['campfire'],
  grilling: ['campfire'],
  hammering: ['campfire', 'mask'],
}

/** « remue une marmite sur le feu »: it is under the pot. */
export function withoutAtHand(
  objects: readonly AskedObject[],
  subjects: readonly AskedSubject[],
): readonly AskedObject[] {
  const there = new Set(subjects.flatMap(({ figure }) => (figure?.doing && AT_HAND[figure.doing]) ?? []))
  return objects.filter(({ id }) => !there.has(id))
}

/** « un artisan qui sculpte un masque »: it lies on the block. */
export function carved(subjects: readonly AskedSubject[], objects: readonly ObjectKind[]): readonly AskedSubject[] {
  if (!objects.includes('mask')) return subjects
  return subjects.map((asked) => {
    const { figure } = asked
    return figure?.doing === 'hammering' ? { ...asked, figure: { ...figure, attribute: 'mask' } } : asked
  })
}
