// What a subject is made of, as far as light and its outline show it: hair and feathers are ragged and streaked, glaze and
// paint shine, cloth and wood do neither.
import { Noise } from '../../core/noise.ts'
import { Random } from '../../core/random.ts'
import { clamp } from '../../core/scalar.ts'
import type { SubjectFamily } from '../../subjects/subject.ts'
import type { Sprite } from './rasterise.ts'

export interface Matter {
  /** Share of grey in the flat fills: paint is never as pure as a drawing's colours. */
  readonly muted: number
  /** How strongly its strands show. */
  readonly streak: number
  /** How far its outline strays, as a share of its size. */
  readonly ragged: number
  /** How strongly what faces the light glares. */
  readonly shine: number
}

const FUR: Matter = { muted: 0.27, streak: 0.28, ragged: 0.008, shine: 0 }
const SKIN: Matter = { muted: 0.27, streak: 0.12, ragged: 0.004, shine: 0.12 }
const HIDE: Matter = { muted: 0.75, streak: 0.12, ragged: 0.003, shine: 0.05 }
const FOOD: Matter = { muted: 0.12, streak: 0.1, ragged: 0.004, shine: 0.26 }
const GLAZE: Matter = { muted: 0.2, streak: 0.05, ragged: 0.002, shine: 0.3 }
const STUFF: Matter = { muted: 0.22, streak: 0.1, ragged: 0.003, shine: 0.08 }
export const CLOTH: Matter = { muted: 0.17, streak: 0.08, ragged: 0.002, shine: 0 }

const OF_FAMILY: Readonly<Partial<Record<SubjectFamily, Matter>>> = {
  animal: FUR,
  bird: FUR,
  insect: GLAZE,
  sea: SKIN,
  food: FOOD,
  drink: GLAZE,
  vehicle: GLAZE,
  aircraft: GLAZE,
  boat: STUFF,
  plant: { muted: 0.2, streak: 0.14, ragged: 0.006, shine: 0.05 },
  clothes: CLOTH,
  person: CLOTH,
  head: CLOTH,
}
const SCALY: ReadonlySet<string> = new Set([
  'pig',
  'sea-turtle',
  'crocodile',
  'lizard',
  'snake',
  'turtle',
  'frog',
  'dragon',
  'sauropod',
  't-rex',
])

const GREY: ReadonlySet<string> = new Set(['elephant', 'mammoth', 'hippopotamus', 'rhinoceros'])

export function matterOf(id: string, family: SubjectFamily | undefined): Matter {
  if (GREY.has(id)) return HIDE
  if (SCALY.has(id)) return SKIN
  return (family && OF_FAMILY[family]) ?? STUFF
}

/** Side of the tile of strands; a power of two. */
const TILE = 256
/** Tiles along the longer side of a subject. */
const TILES = 1.6
let tile: Float32Array | null = null

/** -1..1; long and thin, from above down. */
function strands(): Float32Array {
  if (tile) return tile
  const noise = new Noise(new Random(11))
  const drawn = new Float32Array(TILE * TILE)
  for (let y = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++) {
      const bend = 3 * noise.at(x / 64, y / 64)
      drawn[y * TILE + x] = clamp(
        0.8 * noise.at((x + bend) / 2.6, y / 19) + 0.55 * noise.at((x + bend) / 7 + 40, y / 34),
        -1,
        1,
      )
    }
  }
  tile = drawn
  return drawn
}

/** The strands over a sprite of this size. */
export function strandsOver({ width, height }: Sprite): (x: number, y: number) => number {
  const drawn = strands()
  const pitch = (TILE * TILES) / Math.max(width, height)
  return (x, y) => drawn[((y * pitch) & (TILE - 1)) * TILE + (((x + 0.35 * y) * pitch) & (TILE - 1))]!
}

/** Lets the outline stray along the strands: no edge of hair, of feathers or of paint is ruler-straight. */
export function fray(sprite: Sprite, share: number): void {
  const { width, height, r, g, b, alpha } = sprite
  const reach = Math.max(width, height) * share
  if (reach < 0.7) return
  const own = { r: r.slice(), g: g.slice(), b: b.slice(), alpha: alpha.slice() }
  const strand = strandsOver(sprite)
  const near = Math.ceil(reach)
  for (let y = near; y < height - near; y++) {
    for (let x = near; x < width - near; x++) {
      const i = y * width + x
      const a = own.alpha[i]!
      const isSameAcross = a === own.alpha[i - near] && a === own.alpha[i + near]
      if (isSameAcross && a === own.alpha[i - near * width] && a === own.alpha[i + near * width]) continue
      const away = strand(x, y)
      const aside = Math.round(away * reach * 0.5)
      const along = Math.round(strand(y + 31, x) * reach * 0.6 + away * reach)
      const from = clamp(y + along, 0, height - 1) * width + clamp(x + aside, 0, width - 1)
      alpha[i] = own.alpha[from]!
      if (own.alpha[from]! <= 0) continue
      r[i] = own.r[from]!
      g[i] = own.g[from]!
      b[i] = own.b[from]!
    }
  }
}
