// What belongs behind the main subject: as large as it is there, on the ground at its distance, beside it and partly hidden.
import { clamp } from '../../core/scalar.ts'
import type { AskedSubject } from '../../prompt/subjects/asked.ts'
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
const NEAREST = 0.72
const FARTHEST = 0.12
const MOST = 3

export function inBackground(scene: Scene, asked: AskedSubject, { main, place }: Before): readonly Standing[] {
  const { frame, horizon, spec } = scene
  const { width, height } = frame
  const [first] = main
  const { aspect, stature, stance } = traits(asked, false)
  const seat = seatOf(scene, stance, asked)
  const front = Math.min(height * 0.95, first!.foot)
  const back = Math.min(horizon, height * 0.6)
  const near = (stature * sizeOf(asked) * first!.height) / (traits(first!.asked, false).stature * sizeOf(first!.asked))
  const distance = clamp((height * SEEN) / near, FARTHEST, NEAREST)
  const tall = Math.min(near * distance, height * 0.46, (width * 0.5) / aspect)
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
