// How a poster or a logo is laid out: the main one large, what goes with it before its feet, as large as the sheet needs it.
import type { AskedFigure, AskedSubject } from '../../prompt/asked.ts'
import type { Scene } from '../scene.ts'
import { type Standing, traits } from './related.ts'

interface Place {
  /** The middle, the foot and the most it may fill, as shares of the sheet. */
  readonly x: number
  readonly foot: number
  readonly tall: number
  readonly wide: number
}

/** With a band for words below, and by how many are shown; the main one first, farthest last. */
const SHEETS: Readonly<Record<number, readonly Place[]>> = {
  1: [{ x: 0.5, foot: 0.765, tall: 0.62, wide: 0.8 }],
  2: [
    { x: 0.42, foot: 0.715, tall: 0.57, wide: 0.68 },
    { x: 0.745, foot: 0.775, tall: 0.4, wide: 0.34 },
  ],
  3: [
    { x: 0.5, foot: 0.68, tall: 0.54, wide: 0.62 },
    { x: 0.79, foot: 0.775, tall: 0.36, wide: 0.31 },
    { x: 0.21, foot: 0.775, tall: 0.33, wide: 0.31 },
  ],
  4: [
    { x: 0.5, foot: 0.64, tall: 0.5, wide: 0.56 },
    { x: 0.81, foot: 0.765, tall: 0.34, wide: 0.27 },
    { x: 0.19, foot: 0.765, tall: 0.32, wide: 0.27 },
    { x: 0.5, foot: 0.785, tall: 0.24, wide: 0.3 },
  ],
}
/** Without words there is room down to the frame. */
const LOWER = 0.13
/** A person stands behind the band, and is seen from the knees up. */
const PERSON: Place = { x: 0.44, foot: 1.02, tall: 0.92, wide: 0.7 }
const MOST_PEOPLE = 5

export function onPoster(scene: Scene, subjects: readonly AskedSubject[]): readonly Standing[] {
  const { width, height } = scene.frame
  const all = scene.spec.subjects
  const held = new Set(subjects.map(({ figure }) => figure?.attribute))
  const shown = subjects.filter(({ subject }) => !held.has(subject)).slice(0, 4)
  const places = SHEETS[shown.length] ?? SHEETS[1]!
  const lower = scene.spec.lettering.length > 0 ? 0 : LOWER
  const isPair = shown.length === 2 && shown.every(({ figure, count }) => figure !== null && count < 2)
  const standings = shown.flatMap((asked, place) => {
    const { aspect, isFigure } = traits(asked, false)
    const spot =
      isFigure && place === 0
        ? {
            ...PERSON,
            x: isPair ? PAIR[0] : shown.some(({ figure }, other) => other > 0 && figure === null) ? PERSON.x : 0.5,
          }
        : places[place]!
    if (isFigure && place > 0) return besideThem(scene, asked, { aspect, isPair, place })
    const count = Math.min(MOST_PEOPLE, Math.max(1, Math.round(asked.count)))
    const packed = 1 + (count - 1) * (isFigure ? 0.62 : 0.7)
    const tall = Math.min(height * spot.tall, (width * (place === 0 && count > 1 ? 0.86 : spot.wide)) / aspect / packed)
    return Array.from({ length: count }, (_, copy): Standing => {
      const apart = (copy - (count - 1) / 2) * tall * aspect * (isFigure ? 0.62 : 0.7)
      const isBack = copy % 2 === 1
      const own = tall * (isBack ? 0.92 : 1)
      const foot =
        isFigure && place === 0 ? height * 0.1 + own : height * (spot.foot + lower) - (isBack ? tall * 0.05 : 0)
      return {
        asked,
        index: all.indexOf(asked),
        copy,
        x: width * spot.x + apart,
        foot,
        height: own,
        breadth: own * aspect,
        stance: 'deep',
        isTurned: isFigure ? apart > 0 : spot.x > 0.6 || copy % 2 === 1,
        isBehind: false,
      }
    })
  })
  return [...standings].toSorted((a, b) => orderOf(a) - orderOf(b))
}

/** Others at both sides of the main one, a little behind. */
function besideThem(
  scene: Scene,
  asked: AskedSubject,
  { aspect, isPair, place }: { aspect: number; isPair: boolean; place: number },
): Standing[] {
  const { width, height } = scene.frame
  const tall = Math.min(height * (isPair ? 0.9 : 0.66), (width * (isPair ? 0.5 : 0.36)) / aspect)
  const isOfOne = asked.count < 2
  const sides = isPair ? PAIR.slice(1) : isOfOne ? ONE_BY_ONE.slice(place - 1, place) : SIDES
  return sides.map((x, copy) => ({
    asked,
    index: scene.spec.subjects.indexOf(asked),
    copy,
    x: width * x,
    foot: height * (isPair ? 0.11 : 0.2) + tall,
    height: tall * (1 - 0.04 * copy),
    breadth: tall * aspect,
    stance: 'deep',
    isTurned: x > 0.5,
    isBehind: true,
  }))
}

const SIDES = [0.79, 0.21] as const
const ONE_BY_ONE = [0.79, 0.21, 0.645] as const
/** A couple, shoulder to shoulder. */
const PAIR = [0.36, 0.66] as const

/** The main one is behind what stands before it. */
function orderOf({ index, copy, isBehind }: Standing): number {
  return (index === 0 || isBehind ? (isBehind ? -1 : 0) : 10 + index) + (copy % 2 === 1 ? -0.5 : 0)
}

/** Somebody who does nothing is seen down to the chest. */
function inHalf(figure: AskedFigure): AskedFigure {
  return figure.attribute === null && (figure.pose ?? 'standing') === 'standing' ? { ...figure, pose: 'bust' } : figure
}

const EACH = 0.43

/** « une goutte et une clé »: both, as large as each other. */
function sideBySide({ frame, spec }: Scene, both: readonly AskedSubject[]): readonly Standing[] {
  const side = frame.shortSide
  const middle = frame.height * (spec.lettering.length > 0 ? MIDDLE_OVER_RIBBON : MIDDLE)
  return both.map((asked, place) => {
    const { aspect } = traits(asked, false)
    const tall = Math.min(side * EACH, (side * 0.335) / aspect)
    return {
      asked: { ...asked, count: 1 },
      index: spec.subjects.indexOf(asked),
      copy: 0,
      x: frame.width / 2 + (place - 0.5) * side * 0.325,
      foot: middle + tall / 2,
      height: tall,
      breadth: tall * aspect,
      stance: 'deep' as const,
      isTurned: false,
      isBehind: false,
    }
  })
}

/** Within the disc of a logo: half its height and breadth reach as far as its edge. */
const DISC = 0.345
/** The ribbon lies over the lower part. */
const MIDDLE = 0.5
const MIDDLE_OVER_RIBBON = 0.435

export function onEmblem(scene: Scene, subjects: readonly AskedSubject[]): readonly Standing[] {
  const { width, height, shortSide } = scene.frame
  const [main] = subjects.toSorted((a, b) => Number(b.figure !== null) - Number(a.figure !== null))
  if (!main) return []
  const hasRibbon = scene.spec.lettering.length > 0
  if (subjects.length > 1 && subjects.every(({ figure }) => figure === null))
    return sideBySide(scene, subjects.slice(0, 2))
  const { aspect, isFigure } = traits({ ...main, figure: main.figure && inHalf(main.figure) }, true)
  const middle = height * (hasRibbon ? MIDDLE_OVER_RIBBON : MIDDLE)
  const within = (2 * shortSide * DISC * (hasRibbon ? 0.96 : 1)) / Math.hypot(1, aspect)
  const tall = isFigure ? shortSide * (hasRibbon ? 0.78 : 0.82) : Math.min(within, shortSide * 0.56)
  const place = { height: tall, breadth: tall * aspect, stance: isFigure ? 'bust' : 'deep' } as const
  const foot = isFigure ? height / 2 + shortSide * 0.36 + (tall - shortSide * 0.7) * 0.4 : middle + tall / 2
  return [
    {
      asked: { ...main, count: 1, figure: main.figure && inHalf(main.figure) },
      index: scene.spec.subjects.indexOf(main),
      copy: 0,
      x: width / 2,
      foot,
      ...place,
      isTurned: false,
      isBehind: false,
    },
  ]
}
