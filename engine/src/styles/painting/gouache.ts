// The hand of an illustration that names no style: opaque paint in flat planes, a wavering edge, pigment that dries
// unevenly, paper that shows through. Subject and scene are painted over by the same hand.
import { type Frame, Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { Random } from '../../core/random.ts'
import { clamp } from '../../core/scalar.ts'
import { blankLike, fieldOver, Texture } from '../filters/channels.ts'
import { kuwahara } from '../filters/kuwahara.ts'

/** In pixels of a picture of 1024. */
const PLANE = 3.4
const WAVER = 1.5
/** How much of a subject's own modelling its planes keep: a face is small. */
const KEPT = 0.55

/** By how much dried pigment is lighter or darker, and warmer or colder over broad places. */
const STREAKS = 0.02
const TOOTH = 0.03
const POOLS = 0.05
const TEMPERATURE = 0.022

export function paintGouache(frame: Frame, random: Random): Frame {
  const planes = kuwahara(frame, Math.max(1, Math.round(PLANE * frame.unit)))
  keepSubjects(planes, frame)
  const noise = new Noise(random.fork('pigment'))
  const scale = 1 / frame.shortSide
  const pools = fieldOver(frame, 8, (x, y) => noise.fbm(x * scale * 3.1, y * scale * 3.1, 3))
  const painted = waver(planes, random)
  dry(painted, pools, random.integer(0, 511))
  return painted
}

function keepSubjects(planes: Frame, frame: Frame): void {
  for (let i = 0; i < frame.size; i++) {
    if (frame.label[i] !== Label.subject) continue
    planes.r[i] = planes.r[i]! + (frame.r[i]! - planes.r[i]!) * KEPT
    planes.g[i] = planes.g[i]! + (frame.g[i]! - planes.g[i]!) * KEPT
    planes.b[i] = planes.b[i]! + (frame.b[i]! - planes.b[i]!) * KEPT
  }
}

/** No edge is ruler-straight. */
function waver(planes: Frame, random: Random): Frame {
  const { width, height, unit } = planes
  const noise = new Noise(random.fork('waver'))
  const pitch = 1 / (26 * unit)
  const across = fieldOver(
    planes,
    6,
    (x, y) => noise.at(x * pitch, y * pitch) + 0.5 * noise.at(x * pitch * 2.7, y * pitch * 2.7),
  )
  const along = fieldOver(
    planes,
    6,
    (x, y) => noise.at(x * pitch + 50, y * pitch) + 0.5 * noise.at(x * pitch * 2.7, y * pitch * 2.7 + 50),
  )
  const out = blankLike(planes)
  const { r, g, b: blue } = planes
  const reach = WAVER * unit
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const fx = clamp(x + across[i]! * reach, 0, width - 1.001)
      const fy = clamp(y + along[i]! * reach, 0, height - 1.001)
      const x0 = fx | 0
      const y0 = fy | 0
      const u = fx - x0
      const v = fy - y0
      const at = y0 * width + x0
      const below = y0 + 1 < height ? at + width : at
      const a = (1 - u) * (1 - v)
      const b = u * (1 - v)
      const c = (1 - u) * v
      const d = u * v
      out.r[i] = r[at]! * a + r[at + 1]! * b + r[below]! * c + r[below + 1]! * d
      out.g[i] = g[at]! * a + g[at + 1]! * b + g[below]! * c + g[below + 1]! * d
      out.b[i] = blue[at]! * a + blue[at + 1]! * b + blue[below]! * c + blue[below + 1]! * d
    }
  }
  return out
}

let bristles: Texture | null = null
let paper: Texture | null = null
const SIDE = { width: 2048, height: 2048 }

function brushed(): Texture {
  if (bristles) return bristles
  const noise = new Noise(new Random(41))
  bristles = new Texture(SIDE, (x, y) => {
    const v = y + 16 * noise.at(x / 90, y / 90)
    return clamp(1.1 * noise.at(x / 60, v / 9) + 0.7 * noise.at(x / 26 + 9, v / 3.4), -1, 1)
  })
  return bristles
}

function tooth(): Texture {
  if (paper) return paper
  const noise = new Noise(new Random(43))
  paper = new Texture(SIDE, (x, y) => clamp(1.2 * noise.at(x / 2.7, y / 2.7) + 0.5 * noise.at(x / 6, y / 6), -1, 1))
  return paper
}

function dry({ width, height, r, g, b }: Frame, pools: Float32Array, shift: number): void {
  const streaks = brushed()
  const grain = tooth()
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const pool = pools[i]!
      const k = 1 + STREAKS * streaks.at(x + shift, y) + TOOTH * grain.at(x, y) + POOLS * pool
      const warm = TEMPERATURE * pool
      r[i] = r[i]! * k * (1 + warm)
      g[i] = g[i]! * k
      b[i] = b[i]! * k * (1 - warm)
    }
  }
}
