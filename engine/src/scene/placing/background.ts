// What belongs behind the main subject: as large as it is there, on the ground at its distance, beside it and partly hidden.
import { clamp } from '../../core/scalar.ts'
import type { AskedSubject } from '../../prompt/asked.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Scene } from '../scene.ts'
import { sizeOf, type Standing, traits } from './related.ts'
import { seatOf } from './seats.ts'

interface Before {
  readonly main: readonly Standing[]
  /** Among all that is behind. */
  readonly place: number
}

/** Share of the picture's height that it is seen in. */
const SEEN = 0.34
/** A house, an airliner: it fills the ground behind somebody, and may reach over the edge. */
const LARGE = 1.6
const SEEN_OF_A_LARGE_ONE = 0.52
const NEAREST = 0.72
const FARTHEST = 0.12
const MOST = 3
/** Of what floats above the others. */
const MOST_ABOVE = 5
const ABOVE = 0.22

export function inBackground(scene: Scene, asked: AskedSubject, { main, place }: Before): readonly Standing[] {
  const { frame, horizon, spec } = scene
  const { width, height } = frame
  const [first] = main
  const { aspect, stature, stance } = traits(asked, false)
  const seat = seatOf(scene, stance, asked)
  if (seat === 'air' && traits(first!.asked, false).stance !== 'air' && isFloating(asked))
    return above(scene, asked, { main, place })
  const front = Math.min(height * 0.95, ...main.map(({ foot }) => foot))
  const back = Math.min(horizon, height * 0.6)
  const near = (stature * sizeOf(asked) * first!.height) / (traits(first!.asked, false).stature * sizeOf(first!.asked))
  const isLarge = stature * sizeOf(asked) > LARGE && asked.position !== 'far'
  const distance = clamp((height * (isLarge ? SEEN_OF_A_LARGE_ONE : SEEN)) / near, FARTHEST, NEAREST)
  const tall = Math.min(near * distance, height * (isLarge ? 0.62 : 0.46), (width * (isLarge ? 0.72 : 0.5)) / aspect)
  const left = Math.min(...main.map(({ x, breadth }) => x - breadth / 2))
  const right = Math.max(...main.map(({ x, breadth }) => x + breadth / 2))
  const isLeft = (left + right) / 2 > width / 2 === (place % 2 === 0)
  const index = spec.subjects.indexOf(asked)
  const count = clamp(Math.round(asked.count), 1, MOST)
  const breadth = tall * aspect
  return Array.from({ length: count }, (_, copy) => {
    const aside = breadth * (0.36 + 0.9 * copy)
    return {
      asked,
      index,
      copy,
      x: isLeft ? Math.max(breadth * 0.3, left - aside) : Math.min(width - breadth * 0.3, right + aside),
      foot: seat === 'air' ? Math.max(tall * 1.2, height * 0.3) : back + (front - back) * distance,
      height: tall,
      breadth,
      stance: seat,
      isTurned: isLeft !== (copy % 2 === 1),
      isBehind: seat !== 'air',
    }
  })
}

function isFloating({ subject }: AskedSubject): boolean {
  return SUBJECTS.get(subject)?.family !== 'aircraft' || subject === 'balloon' || subject === 'kite'
}

/** In the air behind the main one, by turns at its sides. */
function above(scene: Scene, asked: AskedSubject, { main }: Before): readonly Standing[] {
  const { width, height } = scene.frame
  const { aspect, stature } = traits(asked, false)
  const [first] = main
  const largest = Math.max(0.08, stature / traits(first!.asked, false).stature) * first!.height
  const tall = Math.min(height * ABOVE * sizeOf(asked), largest)
  const count = clamp(Math.round(asked.count), 1, MOST_ABOVE)
  const middle = main.reduce((sum, { x }) => sum + x, 0) / main.length
  const index = scene.spec.subjects.indexOf(asked)
  return Array.from({ length: count }, (_, copy) => {
    const side = (copy + (middle > width / 2 ? 0 : 1)) % 2 === 0 ? -1 : 1
    const aside = first!.breadth * 0.42 + tall * aspect * (0.62 + 0.95 * (copy >> 1))
    return {
      asked,
      index,
      copy,
      x: clamp(middle + side * aside, tall * aspect * 0.5, width - tall * aspect * 0.5),
      foot: height * (0.36 + 0.05 * ((copy * 2) % 3)),
      height: tall,
      breadth: tall * aspect,
      stance: 'air',
      isTurned: side < 0,
      isBehind: true,
    }
  })
}
