// Flowers in perspective: meadows, crops in rows, water lilies.
import { blendRgb, fromHex, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import type { Random } from '../../../core/random.ts'
import { disc, fill } from '../../../core/raster.ts'
import { ellipse, line } from '../../../core/shapes.ts'
import { drawFlower, type FlowerKind } from '../../../objects/flowers/draw-flower.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import type { PromptSpec } from '../../../prompt/spec.ts'
import type { Scene } from '../../scene.ts'

const NAMED_KINDS = ['poppy', 'daisy', 'tulip', 'lavender', 'sunflower', 'peony', 'rose'] as const

export const PETALS: Readonly<Record<FlowerKind, readonly Rgb[]>> = {
  poppy: fromHexes('#e23a2a', '#f0563a'),
  daisy: fromHexes('#ffffff', '#fff6e0'),
  tulip: fromHexes('#e0405a', '#f2b03c', '#b05ad0', '#f07aa8'),
  lavender: fromHexes('#8a5fc8', '#a884d8'),
  sunflower: fromHexes('#f6c02b'),
  peony: fromHexes('#f2a0bc', '#f7c8d8'),
  rose: fromHexes('#d8305a', '#f2a6b8'),
  lotus: fromHexes('#f2a6c8', '#f7d0e0', '#ffffff'),
  simple: fromHexes('#f25f7a', '#f7c64a', '#a878e0', '#ffffff', '#f29a4a', '#6aa8f0'),
}

/** The kinds named, else a wild mix. */
export function flowerKindsOf(spec: PromptSpec, otherwise: readonly FlowerKind[]): readonly FlowerKind[] {
  const named = NAMED_KINDS.filter((kind) => spec.elements.has(kind))
  return named.length > 0 ? named : otherwise
}

function pickPetal(scene: Scene, kind: FlowerKind, random: Random): Rgb {
  if (kind !== 'simple') return random.pick(PETALS[kind])
  const own = colourValue(scene.spec.colourOf.get('flowers'))
  if (own) return lighten(own, random.gauss() * 0.05)
  const free = scene.spec.colours
    .filter(({ weight }) => weight >= 1)
    .flatMap(({ id }) => {
      const value = colourValue(id)
      return value ? [value] : []
    })
  return random.pick(free.length > 0 ? free : PETALS.simple)
}

/** A meadow from row `top` to the bottom, the nearer the bigger. */
export function scatterFlowers(scene: Scene, top: number, count: number): void {
  const { frame, light, spec } = scene
  const random = scene.random.fork('meadow')
  // Before somebody who stands near, a meadow is grass with flowers in it, not a carpet.
  const isNear = scene.nearness > 1
  const some = isNear
    ? [random.pick(['simple', 'daisy', 'poppy'] as const), 'daisy' as const]
    : ['simple' as const, 'simple' as const, 'daisy' as const]
  const kinds = flowerKindsOf(spec, spec.colourOf.has('flowers') ? ['simple'] : some)
  const spots = Array.from({ length: isNear ? Math.ceil(count / 9) : count }, () => {
    const depth = random.next() ** 1.35
    return [random.next() * frame.width, top + (frame.height * 1.03 - top) * depth] as const
  }).toSorted((a, b) => a[1] - b[1])
  for (const [x, y] of spots) {
    const near = (y - top) / (frame.height - top)
    const radius = (1.6 + (isNear ? 30 : 23) * near * near) * frame.unit * random.range(0.7, 1.25)
    const kind = random.pick(kinds)
    const colour = pickPetal(scene, kind, random)
    if (radius > 4) drawStem(scene, [x, y, radius], random)
    drawFlower(frame, { kind, x, y, radius, colour, tilt: 0.72 }, light, random)
  }
}

function drawStem(scene: Scene, [x, y, radius]: readonly [number, number, number], random: Random): void {
  const { frame, light, palette } = scene
  const bend = random.gauss() * radius * 0.4
  const stem = line([x, y, x - bend, y + radius * 3.2], radius * 0.16, radius * 0.22)
  fill(frame, [stem], lit(palette.leaf, light, 0.3), { alpha: 0.95, label: Label.plant })
  if (radius <= 8) return
  const leaf = ellipse([x - bend * 0.5 + radius * 0.5, y + radius * 1.9], [radius * 0.6, radius * 0.18], -0.5, 12)
  fill(frame, [leaf], lit(palette.leafLight, light, 0.3), { alpha: 0.95, label: Label.plant })
}

export interface Crop {
  readonly kind: 'lavender' | 'sunflower' | 'tulip' | 'poppy'
  readonly colours: readonly [Rgb, Rgb]
  readonly frequency: number
}

/** Radius and height, in world units. */
const CROP_SIZES = {
  lavender: [0.034, 0.1],
  sunflower: [0.11, 0.3],
  tulip: [0.06, 0.16],
  poppy: [0.06, 0.16],
} as const

const STEM: Rgb = [0.25, 0.38, 0.16]
const SUNFLOWER = fromHex('#f4bd2a')
const SUNFLOWER_HEART = fromHex('#382112')

interface CropPlant {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly z: number
}

/** Thousands of plants along the rows of a field. */
export function growCrop(scene: Scene, crop: Crop): void {
  const random = scene.random.fork('crop')
  for (const plant of rowsOf(scene, crop, random)) drawCropPlant(scene, crop, plant, random)
}

function rowsOf(scene: Scene, { kind, frequency }: Crop, random: Random): CropPlant[] {
  const { frame, terrain } = scene
  if (!terrain) return []
  const plants: CropPlant[] = []
  const count = kind === 'sunflower' ? 1700 : 4200
  for (let k = 0; k < count; k++) {
    const z = 1.15 * 15 ** random.next()
    const across = (random.range(-0.7, 0.7) * frame.width * z) / terrain.focal
    const row = Math.round((across * frequency) / Math.PI / 2 - 0.25) + 0.25
    const x = (row * 2 * Math.PI) / frequency - 0.25 * Math.sin(z * 0.16) + (random.gauss() * 0.75) / frequency
    const at = terrain.project(x, z)
    const isSeen = at.x > -40 && at.x < frame.width + 40 && at.y < frame.height + 60
    if (isSeen) plants.push({ ...at, z })
  }
  return plants.toSorted((a, b) => b.z - a.z)
}

function drawCropPlant(scene: Scene, crop: Crop, plant: CropPlant, random: Random): void {
  const { frame, light } = scene
  const [size, stemHeight] = CROP_SIZES[crop.kind]
  const radius = size * plant.scale
  const { x, y } = plant
  const top = y - stemHeight * plant.scale
  const isSunflower = crop.kind === 'sunflower'
  const colour = isSunflower ? SUNFLOWER : blendRgb(crop.colours[0], crop.colours[1], random.next())
  if (radius > 3)
    fill(frame, [line([x, y, x, top], radius * 0.2)], lit(STEM, light, 0.4), { alpha: 0.9, label: Label.plant })
  if (radius < 9 && isSunflower) {
    disc(frame, [x, top, radius], lit(colour, light, 0.55), { alpha: 0.95, label: Label.plant })
    disc(frame, [x, top, radius * 0.45], lit(SUNFLOWER_HEART, light, 0.4), { alpha: 0.95, label: Label.plant })
    return
  }
  drawFlower(frame, { kind: crop.kind, x, y: top, radius, colour, tilt: isSunflower ? 0.92 : 0.8 }, light, random)
}

const LEAF_GREEN: Rgb = [0.2, 0.42, 0.25]

/** Lily pads on the water, one in three in bloom. */
export function scatterLotuses(scene: Scene): void {
  const { frame, light, horizon } = scene
  const random = scene.random.fork('lotus')
  const spots = Array.from({ length: 90 }, () => {
    const depth = 0.35 + 0.65 * Math.sqrt(random.next())
    return [random.next() * frame.width, horizon + (frame.height - horizon) * depth] as const
  }).toSorted((a, b) => a[1] - b[1])
  for (const [x, y] of spots) {
    const near = (y - horizon) / (frame.height - horizon)
    const radius = frame.shortSide * 0.05 * near * random.range(0.6, 1.3)
    const pad = ellipse([x, y], [radius, radius * 0.34], 0, 26)
    const veins = (px: number, py: number) => {
      const vein = 0.5 + 0.125 * Math.cos(Math.atan2((py - y) * 2.9, px - x) * 9)
      return lit(LEAF_GREEN, light, vein)
    }
    fill(frame, [pad], veins, { alpha: 0.95, label: Label.plant })
    if (!random.chance(0.35)) continue
    const colour = random.pick(PETALS.lotus)
    drawFlower(
      frame,
      { kind: 'lotus', x, y: y - radius * 0.28, radius: radius * 0.62, colour, tilt: 0.62 },
      light,
      random,
    )
  }
}
