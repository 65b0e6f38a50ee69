import { boxBlur } from '../core/blur.ts'
import type { Frame } from '../core/frame.ts'
import { createPlane, type Plane } from '../core/plane.ts'
import { resize } from '../core/resize.ts'
import { planeOf } from '../styles/filters/channels.ts'

export interface SkyMask {
  /** 1 sky, 0 not, soft in between; as large as the frame. */
  readonly data: Float32Array
  /** Of the picture, 0..1. */
  readonly share: number
  /** Where it ends in most of the picture, in pixels from the top. */
  readonly horizon: number
  /** Its lowest point, but for a few columns. */
  readonly reach: number
  /** Large enough to be a sky, small enough not to be a backdrop. */
  readonly isLikely: boolean
}

interface Survey {
  readonly r: Plane
  readonly g: Plane
  readonly b: Plane
  readonly gradient: Float32Array
}

const STEP = 4
const LARGEST_STEP = 0.07
const LARGEST_GRADIENT = 0.085
/** No sky reaches lower than this share of the height. */
const LOWEST = 0.8

/** The smooth region that hangs from the top edge. */
export function findSky(frame: Frame): SkyMask {
  const survey = surveyOf(frame)
  const { width, height } = survey.r
  const found = flood(survey)
  const mask = createPlane(width, height)
  let count = 0
  for (let i = 0; i < found.length; i++) {
    mask.data[i] = found[i]!
    count += found[i]!
  }
  const share = count / found.length
  const soft = boxBlur(withoutRims(dilated(dilated(mask))), 1, 2)
  const depths = depthsOf(mask)
  return {
    data: resize(soft, frame.width, frame.height).data,
    share,
    horizon: depths[(width * 0.6) | 0]! * STEP,
    reach: (depths[(width * 0.97) | 0]! + 2) * STEP,
    isLikely: share > 0.1 && share < 0.75,
  }
}

function surveyOf(frame: Frame): Survey {
  const width = Math.ceil(frame.width / STEP)
  const height = Math.ceil(frame.height / STEP)
  const shrink = (data: Float32Array) => resize(planeOf(frame, data), width, height)
  const [r, g, b] = [shrink(frame.r), shrink(frame.g), shrink(frame.b)]
  const luma = r.data.map((red, i) => 0.2126 * red + 0.7152 * g.data[i]! + 0.0722 * b.data[i]!)
  const gradient = createPlane(width, height)
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++)
      gradient.data[i] = Math.abs(luma[i + 1]! - luma[i - 1]!) + Math.abs(luma[i + width]! - luma[i - width]!)
  }
  return { r, g, b, gradient: boxBlur(gradient, 2, 1).data }
}

function flood(survey: Survey): Uint8Array {
  const { width, height } = survey.r
  const found = new Uint8Array(width * height)
  const queue: number[] = []
  for (let x = 0; x < width; x++) {
    if (survey.gradient[x + width]! >= 0.09) continue
    found[x] = 1
    queue.push(x)
  }
  const end = Math.floor(height * LOWEST) * width
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    const x = i % width
    for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
      if (j < 0 || j >= end || found[j] === 1 || !isSame(survey, i, j)) continue
      found[j] = 1
      queue.push(j)
    }
  }
  return found
}

function isSame({ r, g, b, gradient }: Survey, i: number, j: number): boolean {
  const step = Math.abs(r.data[j]! - r.data[i]!) + Math.abs(g.data[j]! - g.data[i]!) + Math.abs(b.data[j]! - b.data[i]!)
  return step < LARGEST_STEP && gradient[j]! < LARGEST_GRADIENT
}

/** One cell larger all round: no halo of the old sky. */
function dilated({ width, height, data }: Plane): Plane {
  const out = data.slice()
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const isBeside = (x > 0 && data[i - 1]) || (x < width - 1 && data[i + 1])
      const isAbove = (y > 0 && data[i - width]) || (y < height - 1 && data[i + width])
      if (isBeside || isAbove) out[i] = 1
    }
  }
  return { width, height, data: out }
}

/** How far down the sky reaches in each column, in order. */
function depthsOf({ width, height, data }: Plane): number[] {
  const depths: number[] = []
  for (let x = 0; x < width; x++) {
    let depth = 0
    for (let y = 0; y < height; y++) if (data[y * width + x]) depth = y
    depths.push(depth)
  }
  return depths.sort((a, b) => a - b)
}

/** Thin islands in the sky are rests of the old one: the rim of a moon, the edge of a cloud. */
function withoutRims(mask: Plane): Plane {
  const { width, height, data } = mask
  const thickened = dilated(dilated(mask)).data
  const isSeen = new Uint8Array(data.length)
  for (let start = 0; start < data.length; start++) {
    if (isSeen[start] === 1 || data[start]) continue
    const island = islandAt(mask, start, isSeen)
    const isGrounded = island.some((i) => i >= (height - 1) * width)
    if (!isGrounded && island.every((i) => thickened[i])) for (const i of island) data[i] = 1
  }
  return mask
}

function islandAt({ width, height, data }: Plane, start: number, isSeen: Uint8Array): number[] {
  const island = [start]
  isSeen[start] = 1
  for (let k = 0; k < island.length; k++) {
    const i = island[k]!
    const x = i % width
    for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
      if (j < 0 || j >= width * height || data[j] || isSeen[j] === 1) continue
      isSeen[j] = 1
      island.push(j)
    }
  }
  return island
}
