// What a subject does to what lies around it: the shadow it casts, the dark where it touches, the ring that parts it.
import { boxBlur } from '../../core/blur.ts'
import type { Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import { clamp, lerp } from '../../core/scalar.ts'
import type { Sprite } from './rasterise.ts'

/** A sprite laid on the frame, its box within it; in pixels of the frame. */
export interface Laid {
  readonly sprite: Sprite
  readonly left: number
  readonly top: number
  /** Where it stands. */
  readonly x: number
  readonly foot: number
  readonly width: number
  readonly height: number
}

/** The shadow is soft: a third of the resolution shows it. */
const COARSE = 3
/** How far it lies down, as a share of the height: towards the eye from a light behind, away from it and aside from others. */
const LENGTHS = { behind: 0.42, aside: 0.21 } as const
const TINT: Rgb = [0.95, 0.9, 0.78]

export interface Casting {
  readonly isTable: boolean
  /** The light is low behind it. */
  readonly isBehind: boolean
}

export function castShadow(frame: Frame, laid: Laid, light: SceneLight, { isTable, isBehind }: Casting): void {
  const strength = (light.isNight ? 0.46 : 0.86) * clamp(0.45 + 0.7 * light.direct[1])
  const shear = clamp((laid.x - light.x) / Math.max(frame.height * 0.25, Math.abs(laid.foot - light.y)), -1.1, 1.1)
  const lean = shear * (isTable ? 0.8 : isBehind ? 1 : 1.15)
  const length = LENGTHS[isBehind ? 'behind' : 'aside'] * (isTable ? 0.6 : 1)
  const pad = Math.ceil((laid.height * 1.3) / COARSE)
  const width = Math.ceil(laid.sprite.width / COARSE) + 2 * pad
  const height = Math.ceil((laid.height * length) / COARSE) + 12
  const shape = createPlane(width, height)
  const sheared = { laid, lean, length, pad }
  for (let y = 4; y < height; y++) shearRow(shape, y, sheared)
  const near = boxBlur(shape, (laid.height * 0.008) / COARSE + 1)
  const far = boxBlur(shape, (laid.height * 0.032) / COARSE + 1)
  const foot = laid.foot + (isBehind ? -4 : 4) * COARSE
  lay(frame, { near, far, strength, left: laid.left - pad * COARSE, foot, isAway: !isBehind })
  touch(frame, laid, strength)
}

interface Sheared {
  readonly laid: Laid
  readonly lean: number
  readonly length: number
  readonly pad: number
}

function shearRow(shape: Plane, y: number, { laid, lean, length, pad }: Sheared): void {
  const up = ((y - 4) * COARSE) / length
  const row = Math.round(laid.foot - laid.top - 1 - up)
  const { sprite } = laid
  if (row < 0 || row >= sprite.height) return
  for (let x = 0; x < shape.width; x++) {
    const column = Math.round((x - pad) * COARSE - lean * up)
    if (column >= 0 && column < sprite.width)
      shape.data[y * shape.width + x] = sprite.alpha[row * sprite.width + column]!
  }
}

interface SoftShadow {
  readonly near: Plane
  readonly far: Plane
  readonly strength: number
  readonly left: number
  /** Where its rows begin: upwards from there where it falls away from the eye. */
  readonly foot: number
  readonly isAway: boolean
}

function lay(frame: Frame, { near, far, strength, left, foot, isAway }: SoftShadow): void {
  const top = isAway ? foot - near.height * COARSE : foot
  const bottom = Math.min(frame.height, top + near.height * COARSE)
  const right = Math.min(frame.width, left + near.width * COARSE)
  const x0 = Math.max(0, Math.ceil(left))
  for (let y = Math.max(0, Math.ceil(top)); y < bottom; y++) {
    const down = Math.min(near.height - 1, ((y - top) / COARSE) | 0)
    const row = isAway ? near.height - 1 - down : down
    const t = clamp((row - 4) / Math.max(1, near.height - 12))
    for (let x = x0; x < right; x++) {
      const at = row * near.width + Math.min(near.width - 1, ((x - left) / COARSE) | 0)
      darken(frame, y * frame.width + x, lerp(near.data[at]!, far.data[at]!, t) * (1 - 0.45 * t) * strength)
    }
  }
}

function darken(frame: Frame, i: number, amount: number): void {
  if (amount < 0.01) return
  const label = frame.label[i]
  if (label === Label.sky || label === Label.water || label === Label.cloud) return
  frame.r[i] = frame.r[i]! * (1 - amount * TINT[0])
  frame.g[i] = frame.g[i]! * (1 - amount * TINT[1])
  frame.b[i] = frame.b[i]! * (1 - amount * TINT[2])
}

/** The dark where it touches. */
export function touch(frame: Frame, laid: Laid, strength: number): void {
  const rx = laid.width * 0.42
  const ry = Math.max(4, laid.height * 0.035)
  const reach = 1.25
  for (let dy = Math.floor(-ry * reach); dy < ry * reach; dy++) {
    const y = Math.round(laid.foot + dy)
    if (y < 0 || y >= frame.height) continue
    for (let dx = Math.floor(-rx * reach); dx < rx * reach; dx++) {
      const x = Math.round(laid.x + dx)
      if (x < 0 || x >= frame.width) continue
      const near = clamp(reach - (dx / rx) ** 2 - (dy / ry) ** 2)
      darken(frame, y * frame.width + x, near * near * strength * 0.62)
    }
  }
}

const RING_LIGHT: Rgb = [1, 0.97, 0.9]
const RING_DARK: Rgb = [0.05, 0.06, 0.1]

/** A soft ring of light or dark, whichever parts the subject from its ground: for styles that keep few tones. */
export function paintHalo(frame: Frame, laid: Laid, strength: number): void {
  const { sprite, left, top } = laid
  const size = Math.max(laid.width, laid.height)
  const soft = boxBlur({ width: sprite.width, height: sprite.height, data: sprite.alpha }, size * 0.03 + 2)
  const ring = isDarkerThanGround(frame, laid, soft) ? RING_LIGHT : RING_DARK
  for (let y = 0; y < sprite.height; y++) {
    for (let x = 0; x < sprite.width; x++) {
      const i = y * sprite.width + x
      const amount = soft.data[i]! * (1 - sprite.alpha[i]!) * strength
      const at = indexIn(frame, left + x, top + y)
      if (amount > 0.01 && at >= 0) frame.blend(at, ring, amount)
    }
  }
}

function indexIn(frame: Frame, x: number, y: number): number {
  return x < 0 || y < 0 || x >= frame.width || y >= frame.height ? -1 : y * frame.width + x
}

function isDarkerThanGround(frame: Frame, { sprite, left, top }: Laid, soft: Plane): boolean {
  const sums = { own: 0, owns: 1e-6, ground: 0, grounds: 1e-6 }
  for (let y = 0; y < sprite.height; y += 3) {
    for (let x = 0; x < sprite.width; x += 3) {
      const i = y * sprite.width + x
      const at = indexIn(frame, left + x, top + y)
      if (at < 0) continue
      if (sprite.alpha[i]! > 0.5) {
        sums.own += luminance(sprite.r[i]!, sprite.g[i]!, sprite.b[i]!)
        sums.owns++
      } else if (soft.data[i]! > 0.1) {
        sums.ground += luminance(frame.r[at]!, frame.g[at]!, frame.b[at]!)
        sums.grounds++
      }
    }
  }
  return sums.own / sums.owns < sums.ground / sums.grounds
}

function luminance(r: number, g: number, b: number): number {
  return 0.3 * r + 0.59 * g + 0.11 * b
}
