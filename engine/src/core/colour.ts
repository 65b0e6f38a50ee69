// Colours are triples in gamma-encoded sRGB, 0..1. Mixing that the eye should find even goes through OKLab.
import { clamp, lerp } from './scalar.ts'

export type Rgb = readonly [red: number, green: number, blue: number]
/** Lightness, chroma, hue in degrees. */
export type Lch = readonly [lightness: number, chroma: number, hue: number]
type Lab = readonly [lightness: number, a: number, b: number]

export function mapRgb([red, green, blue]: Rgb, change: (part: number, channel: 0 | 1 | 2) => number): Rgb {
  return [change(red, 0), change(green, 1), change(blue, 2)]
}

export function fromHex(code: string): Rgb {
  const value = Number.parseInt(code.replace('#', ''), 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

export function fromHexes(...codes: readonly string[]): Rgb[] {
  return codes.map(fromHex)
}

export function toHex(colour: Rgb): string {
  return `#${colour
    .map((v) =>
      Math.round(clamp(v) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function toLinear(v: number): number {
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
}

function toGamma(v: number): number {
  return v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055
}

export function toOklab(colour: Rgb): Lab {
  const r = toLinear(clamp(colour[0]))
  const g = toLinear(clamp(colour[1]))
  const b = toLinear(clamp(colour[2]))
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

export function fromOklab(lab: Lab): Rgb {
  const l = (lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2]) ** 3
  const m = (lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2]) ** 3
  const s = (lab[0] - 0.0894841775 * lab[1] - 1.291485548 * lab[2]) ** 3
  return [
    toGamma(clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)),
    toGamma(clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)),
    toGamma(clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)),
  ]
}

export function toLch(colour: Rgb): Lch {
  const [lightness, a, b] = toOklab(colour)
  return [lightness, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360]
}

export function fromLch(lch: Lch): Rgb {
  const angle = (lch[2] * Math.PI) / 180
  return fromOklab([lch[0], lch[1] * Math.cos(angle), lch[1] * Math.sin(angle)])
}

/** Mixes in OKLab: even to the eye, slow. For loops over pixels use `blendRgb`. */
export function mix(a: Rgb, b: Rgb, t: number): Rgb {
  const from = toOklab(a)
  const to = toOklab(b)
  return fromOklab([lerp(from[0], to[0], t), lerp(from[1], to[1], t), lerp(from[2], to[2], t)])
}

/** Mixes the encoded channels. */
export function blendRgb(a: Rgb, b: Rgb, t: number): Rgb {
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)]
}

export function scaleRgb(a: Rgb, k: number): Rgb {
  return [a[0] * k, a[1] * k, a[2] * k]
}

/** Adds to OKLab lightness. */
export function lighten(colour: Rgb, amount: number): Rgb {
  const [lightness, a, b] = toOklab(colour)
  return fromOklab([clamp(lightness + amount), a, b])
}

/** Multiplies OKLab chroma. */
export function saturate(colour: Rgb, factor: number): Rgb {
  const [lightness, a, b] = toOklab(colour)
  return fromOklab([lightness, a * factor, b * factor])
}

export type GradientStop = readonly [position: number, colour: Rgb]

/** A 512-entry OKLab gradient. */
export class Gradient {
  readonly r = new Float32Array(512)
  readonly g = new Float32Array(512)
  readonly b = new Float32Array(512)

  constructor(stops: readonly GradientStop[]) {
    let k = 0
    for (let i = 0; i < 512; i++) {
      const t = i / 511
      while (k < stops.length - 2 && t > stops[k + 1]![0]) k++
      const from = stops[k]!
      const to = stops[Math.min(k + 1, stops.length - 1)]!
      const u = clamp((t - from[0]) / Math.max(1e-6, to[0] - from[0]))
      const colour = mix(from[1], to[1], u * u * (1.5 - u) + u * 0.5)
      this.r[i] = colour[0]
      this.g[i] = colour[1]
      this.b[i] = colour[2]
    }
  }

  /** Stops spread evenly. */
  static of(colours: readonly Rgb[]): Gradient {
    return new Gradient(colours.map((colour, i) => [i / Math.max(1, colours.length - 1), colour]))
  }

  at(t: number): Rgb {
    const i = (clamp(t) * 511) | 0
    return [this.r[i]!, this.g[i]!, this.b[i]!]
  }
}
