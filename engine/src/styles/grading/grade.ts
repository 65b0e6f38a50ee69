import { mix, type Rgb, toOklab } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { clamp, lerp, smoothstep } from '../../core/scalar.ts'
import { ColourTable } from '../filters/colour-table.ts'
import { likeSkin } from './skin.ts'

/** A gradient map laid over the picture. */
export interface Tint {
  readonly dark: Rgb
  readonly middle: Rgb
  readonly light: Rgb
  readonly strength: number
  /** Hue only, and hardly any of it on skin: for pictures of real people and places. */
  readonly keepsLikeness: boolean
}

export interface Grade {
  /** Share of an S-curve, 0..1. */
  readonly contrast: number
  readonly saturation: number
  /** -1 cold .. 1 warm */
  readonly warmth: number
  readonly vignette: number
  readonly grain: number
  /** Blacks lifted and whites lowered, as on an old print. */
  readonly fade: number
  readonly isMonochrome: boolean
  readonly tint: Tint | null
}

const SKIN_TINT = 0.12
const CURVE_STEPS = 1024

/** The last touch, in place: curve, saturation, tint, vignette, grain. */
export function grade(frame: Frame, look: Grade, random: Random): void {
  develop(frame, look)
  if (look.tint) applyTint(frame, look.tint)
  finish(frame, look, random.fork('grain').integer(0, 0x7fffffff))
}

function curveOf({ contrast, fade }: Grade): Float32Array {
  return Float32Array.from({ length: CURVE_STEPS + 1 }, (_, i) => {
    const t = i / CURVE_STEPS
    const curved = lerp(t, t * t * (3 - 2 * t), contrast)
    return lerp(curved, 0.08 + curved * 0.86, fade)
  })
}

function develop(frame: Frame, look: Grade): void {
  const { r, g, b, size } = frame
  const curve = curveOf(look)
  const saturation = look.isMonochrome ? 0 : look.saturation
  const warmth = look.isMonochrome ? 0 : look.warmth * 0.05
  for (let i = 0; i < size; i++) {
    const red = curve[(clamp(r[i]!) * CURVE_STEPS) | 0]!
    const green = curve[(clamp(g[i]!) * CURVE_STEPS) | 0]!
    const blue = curve[(clamp(b[i]!) * CURVE_STEPS) | 0]!
    const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    r[i] = grey + (red - grey) * saturation + warmth
    g[i] = grey + (green - grey) * saturation
    b[i] = grey + (blue - grey) * saturation - warmth
  }
}

function applyTint({ r, g, b, size }: Frame, tint: Tint): void {
  const ramp = rampOf(tint)
  const skin = tint.keepsLikeness ? new ColourTable(1, (colour) => [likeSkin(toOklab(colour))]) : null
  for (let i = 0; i < size; i++) {
    const grey = clamp(0.2126 * r[i]! + 0.7152 * g[i]! + 0.0722 * b[i]!)
    const at = ((grey * 255) | 0) * 3
    const likeness = skin === null ? 0 : skin.values[skin.find(r[i]!, g[i]!, b[i]!)]!
    const k = tint.strength + (SKIN_TINT - tint.strength) * likeness
    const tintGrey = 0.2126 * ramp[at]! + 0.7152 * ramp[at + 1]! + 0.0722 * ramp[at + 2]!
    const keep = skin ? grey - tintGrey : 0
    r[i] = lerp(r[i]!, ramp[at]! + keep, k)
    g[i] = lerp(g[i]!, ramp[at + 1]! + keep, k)
    b[i] = lerp(b[i]!, ramp[at + 2]! + keep, k)
  }
}

function rampOf({ dark, middle, light }: Tint): Float32Array {
  const ramp = new Float32Array(256 * 3)
  for (let i = 0; i < 256; i++) {
    const t = i / 255
    ramp.set(t < 0.5 ? mix(dark, middle, t * 2) : mix(middle, light, t * 2 - 1), i * 3)
  }
  return ramp
}

/** The vignette begins and is whole at these distances from the middle. */
const [BEGINS, WHOLE, STRETCH] = [0.32, 0.85, 1.25]
const UNSHADED = (BEGINS / STRETCH) ** 2

function finish(frame: Frame, { vignette, grain }: Grade, seed: number): void {
  const { r, g, b, width, height } = frame
  for (let y = 0, i = 0; y < height; y++) {
    const dy = y / height - 0.5
    for (let x = 0; x < width; x++, i++) {
      const dx = x / width - 0.5
      const away = dx * dx + dy * dy
      const shade = away < UNSHADED ? 1 : 1 - vignette * smoothstep(BEGINS, WHOLE, Math.sqrt(away) * STRETCH)
      const grey = 0.2126 * r[i]! + 0.7152 * g[i]! + 0.0722 * b[i]!
      const speck = noiseAt(i ^ seed) * grain * (1.1 - 0.6 * grey)
      r[i] = r[i]! * shade + speck
      g[i] = g[i]! * shade + speck
      b[i] = b[i]! * shade + speck
    }
  }
}

/** Triangular noise in -1..1, from a hash of the pixel. */
function noiseAt(key: number): number {
  let hash = Math.imul(key, 0x9e3779b1)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  return ((hash & 0xffff) + ((hash >>> 16) & 0xffff)) / 65_535 - 1
}
