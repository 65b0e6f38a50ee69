// How broad somebody is built and how they bear their weight: every garment and arm of a standing figure is drawn to it.
import type { Random } from '../../../core/random.ts'
import { clamp, lerp, smoothstep } from '../../../core/scalar.ts'
import type { Person } from '../../../prompt/asked.ts'
import type { Bones } from './gestures.ts'

export interface Physique {
  /** By how much wider than the pattern of a garment. */
  readonly shoulders: number
  readonly waist: number
  readonly hips: number
  /** The weight is on one foot: the hips go to its side and rise, the shoulders sink there. */
  readonly lean: number
}

type Build = readonly [shoulders: number, waist: number, hips: number]

const MAN: Build = [1.3, 1.12, 0.99]
const WOMAN: Build = [1.14, 0.98, 1.1]
const BUILDS: Readonly<Record<Person, Build>> = {
  man: MAN,
  person: [1.22, 1.05, 1],
  'old-man': [1.2, 1.16, 1],
  boy: [1.0, 1.02, 0.92],
  woman: WOMAN,
  'old-woman': [1.16, 1.1, 1.12],
  girl: [0.96, 0.98, 0.96],
  baby: [1, 1, 1],
}

/** The middle of a standing figure. */
const MIDDLE = 42.5
const NECK = 44
const CHEST = 57
const WAIST = 84
const HIPS = 106

export function physiqueOf(person: Person, random: Random): Physique {
  const [shoulders, waist, hips] = BUILDS[person]
  const own = random.fork('physique')
  const stout = own.range(-0.03, 0.09)
  return {
    shoulders: shoulders + stout * 0.5,
    waist: waist + stout * 1.4,
    hips: hips + stout,
    lean: own.range(0.5, 1) * (own.chance(0.5) ? 1 : -1),
  }
}

export type Warp = (x: number, y: number) => readonly [number, number]

/** From the pattern to somebody. */
export function shapedBy({ shoulders, waist, hips, lean }: Physique): Warp {
  return (x, y) => {
    const aside = (x - MIDDLE) * widthAt(y, [shoulders, waist, hips])
    const above = 1 - smoothstep(CHEST, WAIST, y)
    const sloped = Math.max(0, Math.abs(aside) - 7) * 0.24 * (1 - smoothstep(CHEST - 6, CHEST + 14, y))
    const hip = smoothstep(60, HIPS, y) * (1 - smoothstep(HIPS, 196, y))
    const tilt = aside * lean * (0.07 * above - 0.05 * hip)
    return [MIDDLE + aside + lean * (3.4 * hip - 0.8 * above), y + sloped + tilt]
  }
}

function widthAt(y: number, [shoulders, waist, hips]: Build): number {
  if (y < CHEST) return lerp(1, shoulders, smoothstep(NECK, CHEST - 3, y))
  if (y < WAIST) return lerp(shoulders, waist, smoothstep(CHEST, WAIST, y))
  if (y < HIPS) return lerp(waist, hips, smoothstep(WAIST, HIPS, y))
  return lerp(hips, 1, clamp((y - HIPS) / 80) ** 2)
}

/** An arm hangs from the shoulder that is there. */
export function hung([shoulder, elbow, wrist]: Bones, warp: Warp): Bones {
  const at = warp(...shoulder)
  const [dx, dy] = [at[0] - shoulder[0], at[1] - shoulder[1]]
  return [at, [elbow[0] + dx, elbow[1] + dy], [wrist[0] + dx * 0.7, wrist[1] + dy * 0.7]]
}
