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
  if (kind === 'cloth') return cloth(first, second)
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
