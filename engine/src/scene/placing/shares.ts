// How large one is to another and in the picture: by what they measure, within what can still be seen.
import type { Random } from '../../core/random.ts'
import { clamp } from '../../core/scalar.ts'
import type { AskedSubject } from '../../prompt/asked.ts'
import { isInBackground } from '../../prompt/subjects/companions.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Stance } from '../../subjects/subject.ts'
import type { Scene } from '../scene.ts'
import { sizeOf, traits } from './related.ts'
import { isLaid } from './under/support.ts'

const MAIN_HEIGHTS: Readonly<Record<Stance, number>> = {
  ground: 0.72,
  table: 0.6,
  air: 0.5,
  water: 0.56,
  deep: 0.54,
  bust: 0.98,
}
const PERSON_HEIGHT = 0.86

/** Of the main one alone, as a share of the picture's height. */
export function usualHeight(
  scene: Scene,
  asked: AskedSubject,
  { seat, isFigure }: { seat: Stance; isFigure: boolean },
): number {
  if (isFigure && seat === 'ground') return PERSON_HEIGHT
  if (seat === 'water' && scene.spec.objects.length > 0) return MAIN_HEIGHTS.water * BESIDE_A_LARGE_ONE
  return MAIN_HEIGHTS[seat] * (isSwarm(asked) ? SWARM : 1) * (isBeforeALargeOne(scene, asked) ? BESIDE_A_LARGE_ONE : 1)
}

/** Butterflies over a place are as small as they are there. */
export function isSwarm({ subject, count }: AskedSubject): boolean {
  return count > 1 && SUBJECTS.get(subject)?.family === 'insect'
}

const SWARM = 0.4

/** « un mouton devant la maison »: both are seen as large as they are to each other. */
function isBeforeALargeOne({ spec: { subjects } }: Scene, main: AskedSubject): boolean {
  if (traits(main, false).isFigure) return false
  const own = traits(main, false).stature
  return subjects.some(
    (asked) =>
      asked !== main && !asked.isBackdrop && isInBackground(asked, main) && traits(asked, false).stature > own * 1.6,
  )
}

const BESIDE_A_LARGE_ONE = 0.66

/** Of the main one's height: what is small is still seen, and only people and buildings tower over it. */
export const SMALLEST_SHARE = 0.15
export const SMALLEST_OF_A_HEAP = 0.14
export const LARGEST_SHARE = 1.2
export const LARGEST_SHARE_OF_PEOPLE = 2.6

/** « on voit la basilique au loin » */
const LARGEST_SHARE_FAR_AWAY = 0.8

export function tallestBeside(main: AskedSubject, others: readonly AskedSubject[]): number {
  return Math.max(1, ...others.map((asked) => shareOf(asked, main)))
}

export function shareOf(asked: AskedSubject, main: AskedSubject): number {
  const { stature: own, isFigure } = traits(asked, false)
  const isLaidByPeople = isLaid(asked) && traits(main, false).isFigure
  const stature = isLaidByPeople ? Math.min(own, LARGEST_LAID) : own
  const nearby = isFigure || isBuilding(asked) ? LARGEST_SHARE_OF_PEOPLE : LARGEST_SHARE
  const largest = asked.position === 'far' ? LARGEST_SHARE_FAR_AWAY : nearby
  const least = isLaidByPeople ? SMALLEST_LAID : isHeaped(asked) ? SMALLEST_OF_A_HEAP : SMALLEST_SHARE
  return clamp((stature * sizeOf(asked)) / (traits(main, false).stature * sizeOf(main)), least, largest)
}

/** Of a grown person: on a low table beside somebody nothing is larger. */
const LARGEST_LAID = 0.24
export const SMALLEST_LAID = 0.1

/** What is sold lies close together. */
export function isHeaped({ size, count }: AskedSubject): boolean {
  return size === 'small' && count > 2
}

function isBuilding({ subject }: AskedSubject): boolean {
  const drawing = SUBJECTS.get(subject)
  return drawing?.family === 'building' || drawing?.hasSkin === true
}

/** No two are alike: children are of several ages, people of several heights. */
export function heightOf(
  { figure, count }: AskedSubject,
  copy: number,
  { isHerd, random }: { isHerd: boolean; random: Random },
): number {
  if (isHerd) return random.range(0.9, 1.06)
  if (!figure || count < 2) return 1
  const isChild = figure.person === 'girl' || figure.person === 'boy'
  return isChild ? AGES[copy % AGES.length]! : random.range(0.95, 1.04)
}

const AGES = [0.95, 0.82, 1.04, 0.89, 1] as const
