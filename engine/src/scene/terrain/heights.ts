// The reliefs: height over the world plane. Near the eye all stay low, so that the foreground does not hide the view.
import type { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { lerp, smoothstep } from '../../core/scalar.ts'
import { craterField } from './craters.ts'
import type { TerrainKind } from './terrain.ts'

export type HeightField = (x: number, z: number) => number

interface Relief {
  readonly noise: Noise
  readonly offsetX: number
  readonly offsetZ: number
  readonly relief: number
  readonly hasWater: boolean
  /** Where the valley, or the summit, lies: -1..1. */
  readonly bias: number
}

export function createHeightField(
  options: { kind: TerrainKind; relief: number; water: number | null },
  noise: Noise,
  random: Random,
): HeightField {
  return FIELDS[options.kind]({
    noise,
    offsetX: random.range(0, 200),
    offsetZ: random.range(0, 200),
    relief: options.relief,
    hasWater: options.water !== null,
    bias: random.range(-1, 1),
  })
}

const FIELDS: Readonly<Record<TerrainKind, (relief: Relief) => HeightField>> = {
  alpine,
  hills,
  plain,
  snowfield,
  dunes,
  canyon,
  volcano,
  islands,
  moon: craterField,
  banks,
}

/** Ridges on both sides of a valley, worn by water; a lake basin in front when there is water. */
function alpine({ noise, offsetX, offsetZ, relief, hasWater, bias }: Relief): HeightField {
  const valleyX = bias * 0.18
  return (x, z) => {
    const warpedX = x + 3.2 * noise.at(x * 0.045 + offsetX, z * 0.045)
    const warpedZ = z + 3.2 * noise.at(x * 0.045 + 9, z * 0.045 + offsetZ)
    const ridge = noise.ridged(warpedX * 0.03 + offsetX, warpedZ * 0.03 + offsetZ, 8)
    const wear = noise.eroded(x * 0.11 + offsetX, z * 0.11 + offsetZ, 6)
    const valley = 0.3 + 0.7 * smoothstep(0, 0.5, Math.abs(x / Math.max(6, z) - valleyX))
    const range = (ridge ** 1.45 * (9.5 + 0.1 * z) * 1.2 + 1.5 * wear) * relief * valley
    const meadow = 0.14 * noise.fbm(x * 0.4, z * 0.4, 4) + 0.04
    const basin = hasWater ? 0.62 * (1 - smoothstep(9, 17, z + 0.5 * Math.abs(x - 2 * valleyX * z))) : -0.05
    return lerp(meadow, range, smoothstep(6, 34, z)) - basin
  }
}

function hills({ noise, offsetX, offsetZ, relief }: Relief): HeightField {
  return (x, z) => {
    const slopes = noise.fbm(x * 0.07 + offsetX, z * 0.085 + offsetZ, 4, 0.3)
    const swell = noise.at(x * 0.035 + offsetZ, z * 0.05 + offsetX)
    const distance = smoothstep(2, 16, z)
    const tufts = 0.02 * noise.fbm(x * 1.3, z * 1.3, 3)
    const rise = smoothstep(24, 70, z) * 2.4
    return relief * (4.2 * slopes + 2.4 * swell) * (0.1 + 0.9 * distance) + tufts + rise - 0.3 * distance
  }
}

function plain({ noise, offsetX, relief }: Relief): HeightField {
  return (x, z) => {
    const far = smoothstep(14, 40, z) * 2.6 * relief * (0.2 + noise.fbm(x * 0.05 + offsetX, z * 0.05, 5))
    return 0.05 * noise.fbm(x * 0.5, z * 0.5, 3) + far
  }
}

function snowfield({ noise, offsetX, offsetZ, relief }: Relief): HeightField {
  return (x, z) => {
    const drifts = noise.fbm(x * 0.09 + offsetX, z * 0.09 + offsetZ, 4, 0.35)
    const ridge = noise.ridged(x * 0.05 + offsetX, z * 0.05 + offsetZ, 6)
    const range = (ridge ** 1.6 * 8.5 + 0.6 * noise.eroded(x * 0.2, z * 0.2, 5)) * relief
    return 0.8 * (drifts + 0.05) + smoothstep(10, 34, z) * range
  }
}

/** Sharp crests with a gentle and a steep side, and wind ripples near the eye. */
function dunes({ noise, offsetX, offsetZ, relief }: Relief): HeightField {
  return (x, z) => {
    const warpedX = x + 2.4 * noise.at(x * 0.08 + offsetX, z * 0.1)
    const warpedZ = z + 2.6 * noise.at(x * 0.07, z * 0.08 + offsetZ)
    const large = noise.at(warpedX * 0.1 + offsetX, warpedZ * 0.14 + offsetZ)
    const small = noise.at(warpedX * 0.3 + offsetZ, warpedZ * 0.36 + offsetX)
    const crest = Math.max(0, 1 - Math.sqrt(large * large + 0.0016)) ** 2.4
    const second = 1 - Math.sqrt(small * small + 0.003)
    const distance = smoothstep(1.5, 12, z)
    const body = (2.2 + 0.03 * z) * crest * distance + 0.3 * second * second * (0.3 + 0.7 * distance) - 0.45
    if (z > 9) return relief * body
    const ripples = 0.006 * Math.sin(warpedX * 9 + warpedZ * 21 + 3 * noise.at(x * 1.7, z * 1.7))
    return relief * body + ripples * (1 - smoothstep(1.5, 9, z))
  }
}

/** Mesas: a threshold makes the cliffs, terracing the strata. */
function canyon({ noise, offsetX, offsetZ, relief }: Relief): HeightField {
  return (x, z) => {
    const ground = noise.fbm(x * 0.075 + offsetX, z * 0.06 + offsetZ, 6, 0.46)
    const cliff = smoothstep(0.03, 0.15, ground - 0.05 * (1 - smoothstep(10, 40, z)))
    const mesa = cliff * (3.4 + 0.05 * z + 1.8 * noise.at(x * 0.05, z * 0.05)) * relief
    const terraced = lerp(mesa, Math.round(mesa * 1.6) / 1.6, 0.7)
    return terraced * smoothstep(6, 16, z) + 0.25 * ground + 0.25 * smoothstep(-0.1, 0.1, ground)
  }
}

function volcano({ noise, offsetX, relief, hasWater, bias }: Relief): HeightField {
  return (x, z) => {
    const distance = Math.hypot(x - bias * 6, z - 34)
    const crater = distance < 2.2 ? (2.2 - distance) * 1.1 : 0
    const cone = (13 * Math.exp(-distance * 0.13) - crater) * relief * (1 + 0.12 * noise.ridged(x * 0.4, z * 0.4, 4))
    const plateau = 1.2 * (noise.fbm(x * 0.1 + offsetX, z * 0.1, 5) + 0.1) * smoothstep(2, 12, z)
    const shore = hasWater ? 0.4 * (1 - smoothstep(6, 14, z)) : 0
    return Math.max(cone, plateau) + 0.1 * noise.fbm(x * 0.7, z * 0.7, 4) - shore
  }
}

function islands({ noise, offsetX, offsetZ, relief }: Relief): HeightField {
  return (x, z) => {
    const land = noise.fbm(x * 0.06 + offsetX, z * 0.05 + offsetZ, 5, 0.45)
    const ridge = noise.ridged(x * 0.1 + offsetX, z * 0.1 + offsetZ, 5)
    const distance = smoothstep(9, 22, z)
    const mountains = (land * 5.2 - 1.05 + 1.5 * ridge * smoothstep(0.1, 0.4, land)) * relief * distance
    return mountains - 0.4 + 0.35 * (1 - distance) * smoothstep(0.25, 0.5, noise.at(x * 0.3 + offsetX, z * 0.3))
  }
}

/** A lagoon: still water in front, low wooded banks and tongues of land behind. */
function banks({ noise, offsetX, offsetZ, relief, bias }: Relief): HeightField {
  const side = bias < 0 ? -1 : 1
  return (x, z) => {
    const tongue = noise.fbm(x * 0.11 + offsetX, z * 0.2 + offsetZ, 4, 0.45)
    const bank = smoothstep(15, 24, z + 5 * tongue)
    const spit = smoothstep(0.1, 0.32, tongue + 0.1 + (side * x) / Math.max(4, z) - 0.42) * smoothstep(4, 8, z)
    const land = Math.max(bank * (0.5 + 0.9 * tongue + 0.02 * z), spit * 0.34)
    return relief * land - 0.16 + 0.05 * tongue
  }
}
