import type { Random } from '../../../core/random.ts'
import type { SkinTone } from '../../../prompt/asked.ts'

const LOTS: readonly (readonly [SkinTone, number])[] = [
  ['dark', 0.44],
  ['medium-dark', 0.3],
  ['medium', 0.14],
  ['medium-light', 0.07],
  ['light', 0.05],
]

/** Of people of Africa. */
export function drawDarkTone(random: Random): SkinTone {
  return random.chance(0.62) ? 'dark' : 'medium-dark'
}

/** Where the words do not say: the people of the places we are used in, and everyone else too. */
export function drawTone(random: Random): SkinTone {
  let rest = random.next()
  for (const [tone, share] of LOTS) {
    rest -= share
    if (rest < 0) return tone
  }
  return 'dark'
}
