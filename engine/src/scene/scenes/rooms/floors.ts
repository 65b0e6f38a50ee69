// What tables and floors are made of.
import type { Rgb } from '../../../core/colour.ts'
import { Noise } from '../../../core/noise.ts'
import { hashUnit, type Random } from '../../../core/random.ts'
import { clamp, smoothstep } from '../../../core/scalar.ts'
import { times } from './surface.ts'

export type Material = 'planks' | 'cloth' | 'tiles' | 'mat' | 'stone' | 'smooth'
/** The tone of a point of a floor, without the light on it. */
export type MaterialPaint = (x: number, z: number) => Rgb

export function material(kind: Material, [first, second]: readonly [Rgb, Rgb], random: Random): MaterialPaint {
  const noise = new Noise(random)
  if (kind === 'planks') return planks(first, noise)
  if (kind === 'cloth') return random.pick(CLOTHS)(first, second)
  if (kind === 'tiles') return tiles(first, second)
  if (kind === 'mat') return mat(first, second)
  if (kind === 'stone') return (x, z) => times(first, 0.95 + 0.22 * noise.fbm(x * 9, z * 5, 3))
  return (x, z) => times(first, 1 + 0.06 * noise.fbm(x * 3, z * 2, 2))
}

function planks(wood: Rgb, noise: Noise): MaterialPaint {
  return (x, z) => {
    const across = x * 1.25 + 40
    const board = Math.floor(across)
    const edge = Math.min(across - board, 1 - across + board)
    const tone = 0.86 + 0.3 * hashUnit(11, board)
    const grain = 0.2 * noise.fbm(x * 7 + board * 13, z * 0.8 + board * 3.1, 3)
    return times(wood, (tone + grain) * (0.5 + 0.5 * smoothstep(0, 0.035, edge)))
  }
}

const CREAM: Rgb = [0.96, 0.93, 0.86]

/** Woven: broad checks, and fine lines through them. */
function checks(first: Rgb, second: Rgb): MaterialPaint {
  const half = (channel: 0 | 1 | 2) => CREAM[channel] * 0.5 + first[channel] * 0.5
  const between: Rgb = [half(0), half(1), half(2)]
  return (x, z) => {
    const u = x * 3.1 + 60
    const v = z * 2.1
    const [across, along] = [u - Math.floor(u), v - Math.floor(v)]
    const bands = (across < 0.5 ? 1 : 0) + (along < 0.5 ? 1 : 0)
    const isLine = Math.abs(across - 0.75) < 0.03 || Math.abs(along - 0.75) < 0.03
    if (isLine) return second
    if (bands === 2) return first
    return bands === 1 ? between : CREAM
  }
}

/** Stripes that run away from the eye. */
function stripes(first: Rgb, second: Rgb): MaterialPaint {
  return (x, z) => {
    const u = x * 2.3 + 60
    const across = u - Math.floor(u)
    const weave = 0.95 + 0.05 * Math.sin(z * 46)
    const tone =
      across < 0.34 ? first : across < 0.4 ? CREAM : across < 0.52 ? second : across < 0.58 ? CREAM : times(first, 0.82)
    return times(tone, weave)
  }
}

/** Leaves, every second row turned. */
function leaves(first: Rgb, second: Rgb): MaterialPaint {
  return (x, z) => {
    const row = Math.floor(z * 2.4)
    const u = x * 3.6 + 60 + (row & 1 ? 0.5 : 0)
    const fx = u - Math.floor(u) - 0.5
    const fy = z * 2.4 - row - 0.5
    const turn = row & 1 ? 1 : -1
    const along = (fx + turn * fy) * Math.SQRT1_2
    const across = (fx - turn * fy) * Math.SQRT1_2
    const half = 0.17 * Math.max(0, 1 - (along / 0.42) ** 2)
    if (Math.abs(across) < 0.014 && Math.abs(along) < 0.4) return CREAM
    if (Math.abs(across) < half) return second
    return Math.abs(across) < half + 0.035 ? CREAM : first
  }
}

/** Wax: rounds and rings in two tones on a light ground. */
function cloth(first: Rgb, second: Rgb): MaterialPaint {
  return (x, z) => {
    const u = x * 5.2
    const row = Math.floor(z * 3.2)
    const shifted = u + (row & 1 ? 0.5 : 0)
    const fx = shifted - Math.floor(shifted) - 0.5
    const fy = z * 3.2 - row - 0.5
    const distance = Math.hypot(fx, fy)
    if (distance < 0.12) return first
    if (distance < 0.22) return [0.96, 0.93, 0.86]
    if (distance < 0.36) return second
    return distance < 0.41 ? [0.96, 0.93, 0.86] : first
  }
}

const CLOTHS = [cloth, checks, stripes, leaves] as const

function tiles(first: Rgb, second: Rgb): MaterialPaint {
  return (x, z) => {
    const u = x * 2.2 + 60
    const v = z * 1.6
    const edge = Math.min(u - Math.floor(u), v - Math.floor(v))
    const isFirst = (Math.floor(u) + Math.floor(v)) % 2 === 0
    const tone = 0.94 + 0.1 * hashUnit(5, Math.floor(u), Math.floor(v))
    return times(isFirst ? first : second, tone * (edge < 0.03 ? 0.8 : 1))
  }
}

/** Plaited stripes. */
function mat(first: Rgb, second: Rgb): MaterialPaint {
  return (x, z) => {
    const stripe = Math.floor(x * 3 + 30)
    const weave = 0.9 + 0.1 * Math.sin(z * 60 + stripe * 3)
    return times(stripe % 4 === 0 ? second : first, clamp(weave, 0, 1.05))
  }
}
