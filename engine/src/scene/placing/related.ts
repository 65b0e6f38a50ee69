// Where a subject stands by another one: on it, before, behind or beside it.
import { clamp } from '../../core/scalar.ts'
import { aspectOf } from '../../objects/subjects/draw-subject.ts'
import { figureSubject } from '../../objects/subjects/figures/figure.ts'
import type { AskedSubject } from '../../prompt/spec.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Stance } from '../../subjects/subject.ts'
import type { Scene } from '../scene.ts'

/** One copy of a subject, ready to be drawn. */
export interface Standing {
  readonly asked: AskedSubject
  readonly index: number
  readonly copy: number
  readonly x: number
  readonly foot: number
  readonly height: number
  readonly stance: Stance
  readonly isTurned: boolean
}

const SIZES = { small: 0.6, large: 1.3, giant: 1.55 } as const

export function sizeOf({ size }: AskedSubject): number {
  return size ? SIZES[size] : 1
}

export function traits(
  asked: AskedSubject,
  canBeBust = true,
): { aspect: number; stature: number; stance: Stance; isFigure: boolean } {
  const figure = figureSubject(asked, canBeBust)
  if (figure) return figure
  const subject = SUBJECTS.get(asked.subject)!
  return { aspect: aspectOf(asked.subject), stature: subject.stature, stance: subject.stance, isFigure: false }
}

/** Least share of what it stands by that the main subject keeps. */
const LEAST_OF_MAIN = 0.68

export function related(scene: Scene, asked: AskedSubject, anchor: Standing, index: number): Standing[] {
  const { width, height } = scene.frame
  const { aspect, stature } = traits(asked, false)
  const least = index === 0 ? LEAST_OF_MAIN : 0.28
  const ratio = clamp((stature / traits(anchor.asked).stature) * sizeOf(asked), least, 1.6)
  const count = clamp(Math.round(asked.count), 1, 5)
  const breadth = anchor.height * traits(anchor.asked).aspect
  const room = asked.relation!.kind === 'on' ? (count > 1 ? (breadth * 1.1) / count : width * 0.6) : width * 0.6
  const usual = Math.min(anchor.height * ratio, height * 0.55, room / aspect)
  const reach = (breadth + usual * aspect) / 2
  return Array.from({ length: count }, (_, copy) => {
    const aside = (copy - (count - 1) / 2) * usual * aspect * 0.92
    const base = { asked, index, copy, height: usual, stance: anchor.stance, isTurned: copy % 2 === 1 }
    return { ...base, ...placeBy(scene, { asked, anchor, usual, reach, aspect }, aside) }
  })
}

interface By {
  readonly asked: AskedSubject
  readonly anchor: Standing
  readonly usual: number
  readonly reach: number
  readonly aspect: number
}

function placeBy(
  { frame }: Scene,
  { asked, anchor, usual, reach, aspect }: By,
  aside: number,
): Partial<Standing> & { x: number; foot: number } {
  const { width, height } = frame
  const side = anchor.x > width / 2 ? -1 : 1
  const half = usual * aspect * 0.5
  const within = (x: number) => clamp(x, Math.min(half, width / 2), Math.max(width - half, width / 2))
  const { kind } = asked.relation!
  if (kind === 'on') {
    const foot = anchor.foot - anchor.height * seatHeight(anchor.asked)
    return { x: within(anchor.x + aside), foot: Math.max(foot, usual * 1.04), stance: 'air' }
  }
  if (kind === 'under') return { x: within(anchor.x + side * reach * 0.2 + aside), foot: anchor.foot + height * 0.02 }
  if (kind === 'before') return { x: within(anchor.x + side * reach * 0.55 + aside), foot: anchor.foot + height * 0.04 }
  if (kind === 'behind') return { x: within(anchor.x + side * reach * 0.62 + aside), foot: anchor.foot - height * 0.06 }
  return { x: within(anchor.x + side * (reach * 1.02 + Math.abs(aside))), foot: anchor.foot }
}

/** Where one sits on it, as a share of its height. */
function seatHeight({ subject }: AskedSubject): number {
  const family = SUBJECTS.get(subject)?.family
  if (subject === 'mat' || subject === 'wood') return 0.5
  if (subject === 'chair' || subject === 'seat' || subject === 'basket') return 0.45
  return family === 'furniture' ? 0.36 : 0.9
}
