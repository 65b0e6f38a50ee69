// The large pieces of a room: what one sits and sleeps on, keeps clothes in and eats at, along its wall.
import { blendRgb, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import type { Random } from '../../../core/random.ts'
import { fill } from '../../../core/raster.ts'
import { drawPath, ellipse } from '../../../core/shapes.ts'
import type { Scene } from '../../scene.ts'
import { times } from './surface.ts'

const BEHIND = { label: Label.building, depth: 5 }
const STUFFS = fromHexes('#8a3f32', '#3f6a7c', '#5f7a4a', '#a8763c', '#6a4a6a', '#c9a878', '#4a5470')
const SPREADS = fromHexes('#c8432f', '#2f6f9c', '#d99a2c', '#3f8a6a', '#8a3f7a')
const WOODS = fromHexes('#7a4a2c', '#8f5f36', '#5c3b28', '#9c6a3c')
const LINEN: Rgb = [0.93, 0.9, 0.84]

export type LargePiece = 'sofa' | 'bed' | 'wardrobe' | 'table'

interface Box {
  readonly x: number
  readonly foot: number
  readonly wide: number
  readonly tall: number
}

interface Piece {
  readonly scene: Scene
  readonly box: Box
  readonly random: Random
}

/** Of a box of 100 × 100, its foot on the ground. */
type Part = readonly [path: string, colour: Rgb]

export function setPiece(scene: Scene, kind: LargePiece, { side, random }: { side: number; random: Random }): void {
  const { frame, horizon } = scene
  const [wide, tall] = SIZES[kind]
  const scale = random.range(0.94, 1.1)
  const box = {
    x: frame.width * (0.5 + side * random.range(0.24, 0.32)),
    foot: horizon + frame.height * (kind === 'wardrobe' ? 0.012 : 0.055),
    wide: frame.width * wide * scale,
    tall: frame.height * tall * scale,
  }
  const shade = [ellipse([box.x, box.foot], [box.wide * 0.53, box.tall * 0.09], 0, 30)]
  fill(frame, shade, [0.07, 0.05, 0.07], { alpha: 0.42 })
  for (const [path, colour] of PARTS[kind]({ scene, box, random })) lay(scene, box, path, colour)
}

const SIZES: Readonly<Record<LargePiece, readonly [wide: number, tall: number]>> = {
  sofa: [0.52, 0.23],
  bed: [0.58, 0.25],
  wardrobe: [0.3, 0.5],
  table: [0.44, 0.21],
}

/** Lighter towards the light and above, as anything of a room is. */
function lay({ frame, light }: Scene, { x, foot, wide, tall }: Box, path: string, colour: Rgb): void {
  const placement = { x: x - wide / 2, y: foot - tall, scaleX: wide / 100, scaleY: tall / 100 }
  const sun = light.x > x ? 1 : -1
  fill(
    frame,
    drawPath(path, placement),
    (px, py) => times(colour, 0.94 + (0.16 * sun * (px - x)) / wide + 0.16 * ((foot - py) / tall - 0.5)),
    BEHIND,
  )
}

const PARTS: Readonly<Record<LargePiece, (piece: Piece) => readonly Part[]>> = {
  sofa: ({ scene: { light }, random }) => {
    const stuff = lit(random.pick(STUFFS), light, 0.38)
    const cushion = lit(random.pick(SPREADS), light, 0.42)
    return [
      ['M8 90 L14 90 L13 100 L9 100 Z M86 90 L92 90 L91 100 L87 100 Z', times(lit(WOODS[2]!, light, 0.3), 0.8)],
      ['M10 8 C12 0 22 -1 32 0 L68 0 C80 -1 90 0 91 8 L92 60 L8 60 Z', stuff],
      ['M49.5 2 L50.5 2 L50.5 56 L49.5 56 Z', times(stuff, 0.66)],
      ['M8 52 C20 47 40 47 50 50 C60 47 80 47 92 52 L94 78 L6 78 Z', lighten(stuff, 0.05)],
      ['M49.4 50 L50.6 50 L50.8 78 L49.2 78 Z', times(stuff, 0.6)],
      ['M6 76 L94 76 L94 92 L6 92 Z', times(stuff, 0.74)],
      ['M0 40 C1 30 12 30 14 40 L15 92 L1 92 Z M86 40 C88 30 99 30 100 40 L99 92 L85 92 Z', times(stuff, 0.9)],
      [
        'M1 40 C3 32 11 32 13 40 C11 44 3 44 1 40 Z M87 40 C89 32 97 32 99 40 C97 44 89 44 87 40 Z',
        lighten(stuff, 0.08),
      ],
      ['M18 20 C24 17 32 19 34 24 L36 50 C30 54 22 53 17 49 Z', cushion],
      ['M66 22 C72 18 80 19 83 22 L84 49 C78 53 70 52 65 50 Z', times(cushion, 0.84)],
    ]
  },
  bed: ({ scene: { light }, random }) => {
    const wood = lit(random.pick(WOODS), light, 0.36)
    const spread = lit(random.pick(SPREADS), light, 0.4)
    const linen = lit(LINEN, light, 0.42)
    return [
      ['M0 6 C0 -2 6 -4 10 0 L12 100 L2 100 Z', times(wood, 0.8)],
      ['M4 10 L9 8 L10 62 L5 62 Z', lighten(wood, 0.05)],
      ['M92 52 L99 52 L99 100 L94 100 Z', times(wood, 0.82)],
      ['M8 58 L96 62 L96 88 L8 88 Z', times(linen, 0.86)],
      ['M8 46 C20 42 34 44 36 50 L36 62 L8 60 Z', linen],
      ['M8 50 C18 46 28 47 34 52 C28 56 16 56 8 56 Z', times(linen, 0.9)],
      ['M30 52 C50 48 80 52 98 56 C99 70 98 82 97 92 L30 90 C32 78 32 64 30 52 Z', spread],
      ['M30 52 C34 62 34 78 32 90 L38 90 C40 76 39 62 36 52 Z', lighten(blendRgb(spread, linen, 0.4), 0.02)],
      [
        'M56 56 C58 68 57 80 55 91 L59 91 C61 80 61 68 60 56 Z M78 58 C80 70 80 82 78 92 L82 92 C84 80 84 70 82 58 Z',
        times(spread, 0.74),
      ],
    ]
  },
  wardrobe: ({ scene: { light }, random }) => {
    const wood = lit(random.pick(WOODS), light, 0.36)
    const brass: Rgb = lit([0.8, 0.64, 0.32], light, 0.5)
    return [
      ['M4 92 L12 92 L11 100 L5 100 Z M88 92 L96 92 L95 100 L89 100 Z', times(wood, 0.6)],
      ['M2 4 L98 4 L98 95 L2 95 Z', wood],
      ['M-2 0 L102 0 L99 5 L1 5 Z', lighten(wood, 0.06)],
      ['M7 9 L48.4 9 L48.4 76 L7 76 Z M51.6 9 L93 9 L93 76 L51.6 76 Z', times(wood, 0.8)],
      ['M12 13 L44 13 L44 72 L12 72 Z M56 13 L88 13 L88 72 L56 72 Z', lighten(wood, 0.03)],
      ['M7 79 L93 79 L93 92 L7 92 Z', times(wood, 0.86)],
      [
        'M45.4 42 L47.4 42 L47.4 48 L45.4 48 Z M52.6 42 L54.6 42 L54.6 48 L52.6 48 Z M47 84 L53 84 L53 87 L47 87 Z',
        brass,
      ],
    ]
  },
  table: ({ scene: { light }, random }) => {
    const wood = lit(random.pick(WOODS), light, 0.38)
    const cloth = lit(random.pick(SPREADS), light, 0.42)
    const fruit = lit(random.pick(SPREADS), light, 0.5)
    const bowl = lit(LINEN, light, 0.4)
    return [
      ['M16 36 L21 36 L20 96 L17 96 Z M79 36 L84 36 L83 96 L80 96 Z', times(wood, 0.6)],
      ['M6 38 L12 38 L11 100 L7 100 Z M88 38 L94 38 L93 100 L89 100 Z', wood],
      ['M8 28 L92 28 L100 40 L0 40 Z', lighten(cloth, 0.05)],
      [
        'M0 40 L100 40 L99 52 C92 58 88 50 80 56 C72 50 66 58 58 54 C50 58 44 50 36 56 C28 50 20 58 14 54 C8 56 4 52 1 52 Z',
        times(cloth, 0.8),
      ],
      ['M42 22 C43 12 52 12 53 22 Z M48 20 C50 10 58 12 59 22 Z M36 23 C37 14 44 14 46 23 Z', fruit],
      ['M32 20 L64 20 C63 28 57 33 53 34 L43 34 C39 33 33 28 32 20 Z', times(bowl, 0.94)],
    ]
  },
}
