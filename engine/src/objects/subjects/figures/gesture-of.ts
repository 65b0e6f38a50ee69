// Which gesture somebody on their feet has: by what they do or hold, else one of those of who does nothing.
import type { AskedFigure, Doing, Pose } from '../../../prompt/asked.ts'
import type { Outfit } from './cloth.ts'
import { AT_THE_MOUTH } from './doings/in-hand.ts'
import type { Easel } from './figure-easel.ts'
import { ARMS, type Gesture } from './gestures.ts'
import { isOneHanded } from './hands.ts'

export const UMBRELLA = 'umbrella'
export const GLOVES = 'boxing-glove'
export const HEADPHONES = 'headphone'

export const WIDE_SLEEVES: ReadonlySet<string> = new Set(['boubou', 'robe'])
export const LONG_ROBES: ReadonlySet<string> = new Set(['boubou', 'robe', 'pagne', 'dress', 'wedding-dress'])

/** Nobody stands as stiff as a post: somebody who does nothing has hands and feet of a kind, each in turn another. */
const IDLE: readonly Gesture[] = ['pockets', 'akimbo', 'crossed', 'standing', 'behind', 'clasped']
const IDLE_IN_A_SKIRT: readonly Gesture[] = ['folded', 'akimbo', 'behind', 'clasped', 'standing']
const IDLE_IN_A_ROBE: readonly Gesture[] = ['folded', 'standing', 'clasped']

const GESTURES_WITH: Readonly<Record<string, Gesture>> = {
  [UMBRELLA]: 'sheltering',
  [GLOVES]: 'guarding',
  [HEADPHONES]: 'pockets',
  cane: 'leaning',
}

const OF_ITS_OWN = new Set<Doing>(['skipping', 'climbing', 'shouldering', 'lifting'])

export function gestureOf(
  pose: Pose,
  { attribute, doing, isInBothHands, onShoulders }: AskedFigure,
  { outfit, turn, reach }: Easel,
): Gesture {
  if (isInBothHands) return 'laden'
  if (reach) return reach.near ? 'tending' : 'reaching'
  if (onShoulders) return 'steadying'
  if (doing && (OF_ITS_OWN.has(doing) || AT_THE_MOUTH.has(doing))) return doing as Gesture
  return gestureWithin(pose, attribute, { outfit, turn })
}

function gestureWithin(
  pose: Pose,
  attribute: string | null,
  { outfit, turn }: Pick<Easel, 'outfit' | 'turn'>,
): Gesture {
  if (attribute === 'backpack') return pose === 'walking' ? 'walking' : idleIn(outfit, turn)
  const own = attribute === null ? null : gestureWith(attribute, pose)
  if (own) return own
  if (pose !== 'standing') return pose in ARMS ? (pose as Gesture) : 'standing'
  return idleIn(outfit, turn)
}

function gestureWith(attribute: string, pose: Pose): Gesture | null {
  return GESTURES_WITH[attribute] ?? (isOneHanded(attribute, pose) ? 'showing' : null)
}

function idleIn(outfit: Outfit, turn: number): Gesture {
  const inSkirts = LONG_ROBES.has(outfit.garment) || outfit.isSkirted ? IDLE_IN_A_SKIRT : IDLE
  const idle = WIDE_SLEEVES.has(outfit.garment) ? IDLE_IN_A_ROBE : inSkirts
  return idle[(turn * 5) % idle.length] ?? 'standing'
}
