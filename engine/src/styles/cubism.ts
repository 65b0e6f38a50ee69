import type { Frame } from '../core/frame.ts'
import type { Random } from '../core/random.ts'
import { sampleBilinear } from '../core/resize.ts'
import { clamp, lerp, smoothstep, TAU } from '../core/scalar.ts'
import { blankLike, planeOf } from './filters/channels.ts'

/** One view of the subject: where it looks from, and the gradient that makes it a plane. */
interface Facet {
  readonly x: number
  readonly y: number
  readonly shiftX: number
  readonly shiftY: number
  readonly cos: number
  readonly sin: number
  readonly gradientX: number
  readonly gradientY: number
  readonly light: number
}

/** A line across the picture; `below` and `above` are other cuts, or facets as -1 - index. */
interface Cut {
  readonly x: number
  readonly y: number
  readonly offset: number
  below: number
  above: number
}

interface Break {
  readonly cuts: Cut[]
  readonly facets: Facet[]
  readonly root: number
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

const DEEPEST = 8

/** Breaks the picture along random lines; each facet shows it shifted, turned and scaled. */
export function breakIntoFacets(frame: Frame, random: Random): Frame {
  const { width, height, shortSide } = frame
  const line = Math.max(0.9, 2.6 * frame.unit)
  const broken = breakUp(frame, random.fork('facets'))
  const [r, g, b] = [planeOf(frame, frame.r), planeOf(frame, frame.g), planeOf(frame, frame.b)]
  const out = blankLike(frame)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const facet = locate(broken, x, y)
      const dx = x - facet.x
      const dy = y - facet.y
      const fromX = facet.x + dx * facet.cos - dy * facet.sin + facet.shiftX
      const fromY = facet.y + dx * facet.sin + dy * facet.cos + facet.shiftY
      const slope = clamp(0.5 + (dx * facet.gradientX + dy * facet.gradientY) / (shortSide * 0.22))
      const shade = 0.74 + 0.44 * slope + facet.light
      const red = sampleBilinear(r, fromX, fromY)
      const green = sampleBilinear(g, fromX, fromY)
      const blue = sampleBilinear(b, fromX, fromY)
      const grey = (0.2126 * red + 0.7152 * green + 0.0722 * blue) * 0.1
      const joint = smoothstep(0.3, line, located.distance)
      const edge = smoothstep(2.3 * line, line, located.distance) * 0.1 * (slope - 0.3)
      out.r[i] = lerp(0.09, (red * 0.9 + grey * 1.02) * shade + edge, joint)
      out.g[i] = lerp(0.07, (green * 0.9 + grey) * shade + edge, joint)
      out.b[i] = lerp(0.08, (blue * 0.9 + grey * 0.95) * shade + edge, joint)
    }
  }
  return out
}

function breakUp({ width, height, shortSide }: Frame, random: Random): Break {
  const cuts: Cut[] = []
  const facets: Facet[] = []
  const build = (box: Box, depth: number): number => {
    const [left, top, right, bottom] = box
    const [across, down] = [right - left, bottom - top]
    const isSmall = depth >= DEEPEST || across * down < shortSide * shortSide * 0.0075
    if (isSmall || (depth > 4 && random.chance(0.14))) {
      facets.push(createFacet(box, shortSide, random))
      return -facets.length
    }
    const angle = (across > down ? 0 : Math.PI / 2) + random.gauss() * 0.85
    const [nx, ny] = [Math.cos(angle), Math.sin(angle)]
    const [x, y] = [left + across * random.range(0.35, 0.65), top + down * random.range(0.35, 0.65)]
    const cut: Cut = { x: nx, y: ny, offset: nx * x + ny * y, below: 0, above: 0 }
    const index = cuts.push(cut) - 1
    const isUpright = Math.abs(nx) > Math.abs(ny)
    const first = build(isUpright ? [left, top, x, bottom] : [left, top, right, y], depth + 1)
    const second = build(isUpright ? [x, top, right, bottom] : [left, y, right, bottom], depth + 1)
    const isReversed = (isUpright ? nx : ny) < 0
    cut.below = isReversed ? second : first
    cut.above = isReversed ? first : second
    return index
  }
  const root = build([0, 0, width, height], 0)
  return { cuts, facets, root }
}

function createFacet([left, top, right, bottom]: Box, shortSide: number, random: Random): Facet {
  const turn = random.gauss() * 0.13
  const scale = 1 + random.gauss() * 0.13
  const gradient = random.next() * TAU
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    shiftX: random.gauss() * shortSide * 0.032,
    shiftY: random.gauss() * shortSide * 0.032,
    cos: Math.cos(turn) / scale,
    sin: Math.sin(turn) / scale,
    gradientX: Math.cos(gradient),
    gradientY: Math.sin(gradient),
    light: random.gauss() * 0.1,
  }
}

/** Distance to the nearest cut met on the way to the last facet located. */
const located = { distance: 0 }

function locate({ cuts, facets, root }: Break, x: number, y: number): Facet {
  let at = root
  let nearest = Infinity
  while (at >= 0) {
    const cut = cuts[at]!
    const side = cut.x * x + cut.y * y - cut.offset
    nearest = Math.min(nearest, Math.abs(side))
    at = side < 0 ? cut.below : cut.above
  }
  located.distance = nearest
  return facets[-1 - at]!
}
