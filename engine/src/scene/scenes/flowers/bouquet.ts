import { blendRgb, fromHexes, fromHex, lighten, type Rgb, saturate, scaleRgb } from '../../../core/colour.ts'
import { type Frame, Label } from '../../../core/frame.ts'
import type { SceneLight } from '../../../core/light.ts'
import { Noise } from '../../../core/noise.ts'
import type { Random } from '../../../core/random.ts'
import { disc, fill, shaded } from '../../../core/raster.ts'
import { TAU } from '../../../core/scalar.ts'
import { drawPath, ellipse, line } from '../../../core/shapes.ts'
import { drawFlower, type FlowerKind } from '../../../objects/flowers/draw-flower.ts'
import { drawLeaf } from '../../../objects/trees/leaf.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import type { Scene } from '../../scene.ts'
import { flowerKindsOf, PETALS } from './flowers.ts'

const WALLS = fromHexes('#d9cdb8', '#b9c8c4', '#c9b8c8', '#a8b4c0')
const VASES = fromHexes('#5f87a8', '#e6dfd2', '#8a9a7a', '#b5624a')
const VASE = 'M30 0 L70 0 C72 10 70 16 74 26 C84 50 82 88 66 100 L34 100 C18 88 16 50 26 26 C30 16 28 10 30 0 Z'
/** Radius of a bloom, as a share of the short side. */
const BLOOM_SIZES: Readonly<Partial<Record<FlowerKind, number>>> = { daisy: 0.045, simple: 0.045, lavender: 0.05 }

interface StillLife {
  readonly scene: Scene
  readonly random: Random
  readonly light: SceneLight
  readonly x: number
  /** Where the vase stands. */
  readonly foot: number
  readonly kinds: readonly FlowerKind[]
}

/** Flowers in a vase before a wall, lit from the left. */
export function composeBouquet(scene: Scene): void {
  const { frame, spec } = scene
  const random = scene.random.fork('bouquet')
  const wall = wallColour(scene, random)
  const still: StillLife = {
    scene,
    random,
    light: {
      x: frame.width * 0.1,
      y: -frame.height * 0.2,
      direct: [0.72, 0.66, 0.58],
      ambient: [0.5, 0.48, 0.54],
      haze: wall,
      isNight: false,
    },
    x: frame.width / 2,
    foot: frame.height * 0.9,
    kinds: flowerKindsOf(spec, ['peony', 'rose', 'daisy', 'simple']),
  }
  const noise = new Noise(random)
  paintWall(frame, wall, noise)
  paintVase(still, noise)
  paintLeaves(still)
  paintBlooms(still)
  for (let k = 0; k < 7; k++) {
    const size = frame.shortSide
    const at = [still.x + random.gauss() * size * 0.24, still.foot + size * random.range(0.015, 0.05)] as const
    const petal = ellipse(at, [size * 0.018, size * 0.009], random.next() * 3, 14)
    fill(frame, [petal], random.pick(ownColours(still) ?? PETALS[still.kinds[0]!]), { alpha: 0.95, label: Label.plant })
  }
}

function wallColour({ spec, palette }: Scene, random: Random): Rgb {
  const free = spec.colours.find(({ weight, id }) => weight >= 1 && colourValue(id))
  const own = colourValue(free?.id)
  if (own) return lighten(saturate(own, 0.5), 0.1)
  return spec.moods.has('dark') || palette.isNight ? fromHex('#2a2430') : random.pick(WALLS)
}

function paintWall(frame: Frame, wall: Rgb, noise: Noise): void {
  const { width, height, shortSide } = frame
  for (let y = 0, i = 0; y < height; y++) {
    const table = y > height * 0.8 ? 0.84 - 0.1 * (y / height - 0.8) : 1
    for (let x = 0; x < width; x++, i++) {
      const falloff = 1.08 - 0.45 * Math.hypot(x / width - 0.3, y / height - 0.3)
      const tone = (falloff + 0.05 * noise.fbm((x / shortSide) * 2.4, (y / shortSide) * 2.4, 4)) * table
      frame.r[i] = wall[0] * tone
      frame.g[i] = wall[1] * tone
      frame.b[i] = wall[2] * tone
    }
  }
}

function paintVase({ scene, random, x, foot }: StillLife, noise: Noise): void {
  const { frame, spec } = scene
  const size = frame.shortSide
  for (let k = 0; k < 40; k++) {
    const shadow = [x + size * 0.12 + k * 2.2, foot + 4, size * 0.1 * (1 - k / 60)] as const
    disc(frame, shadow, [0.05, 0.04, 0.06], { alpha: 0.014 })
  }
  const clay = colourValue(spec.colourOf.get('vase')) ?? random.pick(VASES)
  shaded(frame, drawPath(VASE, { x: x - size * 0.16, y: foot - size * 0.32, scaleX: size * 0.0032 }), {
    base: (px, py) => scaleRgb(clay, 0.78 + 0.03 * noise.at((px / size) * 30, (py / size) * 30)),
    rim: lighten(clay, 0.2),
    toLight: [-1, -0.6],
    reach: size * 0.05,
  })
}

function paintLeaves({ scene, random, light, x: centreX, foot }: StillLife): void {
  const { frame, palette } = scene
  const size = frame.shortSide
  const centreY = foot - size * 0.4
  for (let k = 0; k < 120; k++) {
    const spread = -Math.PI * (0.04 + 0.92 * random.next())
    const distance = size * random.range(0.12, 0.39)
    const x = centreX + Math.cos(spread) * distance
    const y = centreY + Math.sin(spread) * distance * 0.85
    const length = size * random.range(0.04, 0.085)
    const angle = Math.atan2(y - (foot - size * 0.3), x - centreX) + random.gauss() * 0.55
    const stem = line([centreX + random.gauss() * 9, foot - size * 0.3, x, y], 3 * frame.unit)
    fill(frame, [stem], [0.2, 0.32, 0.18], { alpha: 0.8, label: Label.plant })
    drawLeaf(
      frame,
      {
        x: x - Math.cos(angle) * length * 0.6,
        y: y - Math.sin(angle) * length * 0.6,
        angle,
        length: length * 2,
        width: length * 0.36,
        leaf: blendRgb(palette.leaf, palette.leafLight, random.next()),
        direct: 0.5 + 0.4 * random.next(),
      },
      light,
    )
  }
}

interface BloomSpot {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly kind: FlowerKind
}

/** Said of the flowers. */
function ownColours({ scene: { spec }, kinds }: StillLife): readonly Rgb[] | null {
  const own = ['flowers', 'bouquet', ...kinds].flatMap((id): Rgb[] => {
    const value = colourValue(spec.colourOf.get(id))
    return value ? [value] : []
  })
  return own.length > 0 ? own : null
}

function paintBlooms(still: StillLife): void {
  const { random, light } = still
  const { frame } = still.scene
  const own = ownColours(still)
  for (const { x, y, radius, kind } of arrangeBlooms(still)) {
    darken(frame, [x + radius * 0.2, y + radius * 0.3, radius * 1.3], 0.28)
    const colour = own ? lighten(random.pick(own), random.gauss() * 0.05) : random.pick(PETALS[kind])
    drawFlower(frame, { kind, x, y, radius, colour, tilt: 0.92 }, light, random)
  }
}

const FEW_ARE_LARGER = 1.2

/** Blooms that hardly overlap, the outer ones first. */
function arrangeBlooms({ scene, random, x: centreX, foot, kinds }: StillLife): BloomSpot[] {
  const most = scene.spec.blooms ?? Infinity
  const wider = most < 12 ? FEW_ARE_LARGER : 1
  const size = scene.frame.shortSide
  const centreY = foot - size * 0.48
  const spots: BloomSpot[] = []
  for (let k = 0; k < 130 && spots.length < most; k++) {
    const angle = random.next() * TAU
    const reach = Math.sqrt(random.next())
    const kind = random.pick(kinds)
    const spot = {
      x: centreX + Math.cos(angle) * reach * size * 0.3,
      y: centreY - size * 0.02 + Math.sin(angle) * reach * size * 0.23,
      radius: size * (BLOOM_SIZES[kind] ?? 0.075) * random.range(0.8, 1.2) * wider,
      kind,
    }
    const isFree = spots.every((s) => Math.hypot(s.x - spot.x, s.y - spot.y) >= (s.radius + spot.radius) * 0.64)
    if (isFree) spots.push(spot)
  }
  const reachOf = (spot: BloomSpot) => Math.hypot(spot.x - centreX, spot.y - centreY)
  return spots.toSorted((a, b) => reachOf(b) - reachOf(a))
}

/** A soft shadow. */
function darken(frame: Frame, [cx, cy, radius]: readonly [number, number, number], strength: number): void {
  const bottom = Math.min(frame.height, cy + radius)
  const right = Math.min(frame.width, cx + radius)
  for (let y = Math.max(0, (cy - radius) | 0); y < bottom; y++) {
    for (let x = Math.max(0, (cx - radius) | 0); x < right; x++) {
      const depth = 1 - Math.hypot(x - cx, y - cy) / radius
      if (depth > 0) frame.blend(y * frame.width + x, [0, 0, 0], strength * depth)
    }
  }
}
