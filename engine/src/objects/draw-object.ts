import { fromHex, type Rgb } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import type { SceneLight } from '../core/light.ts'
import type { Random } from '../core/random.ts'
import type { ObjectKind } from '../prompt/spec.ts'
import { drawPart, type Easel } from './draw-part.ts'
import type { Silhouette } from './parts.ts'
import { animals } from './silhouettes/animals.ts'
import { buildings } from './silhouettes/buildings.ts'
import { monuments } from './silhouettes/monuments.ts'
import { people } from './silhouettes/people.ts'
import { seaAndAir } from './silhouettes/sea-and-air.ts'
import { things } from './silhouettes/things.ts'
import { vessels } from './silhouettes/vessels.ts'

export interface ObjectPlacement {
  readonly name: ObjectKind
  /** The foot of the object; what swims or flies is centred on it. */
  readonly x: number
  readonly y: number
  /** In pixels. */
  readonly height: number
  readonly colour?: Rgb
  /** A dark shape against the light. */
  readonly backlit?: boolean
  /** For a person: man, woman or child. */
  readonly variant?: string
}

const silhouettes: Readonly<Record<ObjectKind, Silhouette>> = {
  ...animals,
  ...buildings,
  ...monuments,
  ...people,
  ...seaAndAir,
  ...things,
  ...vessels,
}

/** Usual heights, as shares of the picture's. */
export const objectHeights = Object.fromEntries(
  Object.entries(silhouettes).map(([name, { height }]) => [name, height]),
) as Readonly<Record<ObjectKind, number>>

export function drawObject(frame: Frame, placement: ObjectPlacement, light: SceneLight, random: Random): void {
  const silhouette = silhouettes[placement.name]
  const { x, y, height, colour, backlit = false, variant = '' } = placement
  const scale = height / 100
  const scaleX = isTurned(silhouette, light.x < x, random) ? -scale : scale
  const easel: Easel = {
    frame,
    light,
    own: colour ?? defaultColour(silhouette, random),
    isBacklit: backlit,
    box: { x: x - 50 * scaleX, y: y - (100 - (silhouette.lowered ?? 0)) * scale, scaleX, scaleY: scale },
    scale,
  }
  for (const part of silhouette.parts) {
    if (typeof part === 'function') for (const made of part(random, variant)) drawPart(easel, made)
    else drawPart(easel, part)
  }
}

function isTurned({ faces }: Silhouette, isLightLeft: boolean, random: Random): boolean {
  if (faces === 'either') return random.chance(0.5)
  return faces === 'light' && isLightLeft
}

function defaultColour({ colour }: Silhouette, random: Random): Rgb {
  return fromHex(typeof colour === 'string' ? colour : random.pick(colour))
}
