// The heads of figures, their hair, and what they wear on it.
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { ellipse } from '../../../core/shapes.ts'
import type { AskedFigure, Person } from '../../../prompt/spec.ts'
import { paintShape } from '../rasterise.ts'
import { accessory, disc, type Easel, shape, stamp } from './figure-easel.ts'
import { type Cloth, wax } from './garments.ts'

const HEADS: Readonly<Record<Person, readonly string[]>> = {
  woman: ['woman'],
  man: ['man'],
  girl: ['girl'],
  boy: ['boy'],
  'old-woman': ['old-woman'],
  'old-man': ['old-man'],
  person: ['person', 'man', 'woman'],
  baby: ['baby'],
}

export interface HeadBox {
  readonly x: number
  readonly chin: number
  readonly size: number
}

export function head(easel: Easel, figure: AskedFigure, box: HeadBox): void {
  const { person, hair, eyewear } = figure
  const { x, chin, size } = box
  const { random } = easel
  const isWoman = person === 'woman'
  const worn = headwearOf(easel, figure)
  if (isWoman && !worn && !hair && random.chance(0.45)) afro(easel, box)
  stamp(easel, random.pick(HEADS[person]), { x, y: chin, height: size })
  if (hair) braids(easel, box)
  if (eyewear) stamp(easel, eyewear, { x, y: chin - size * 0.3, height: size * 0.17 }, (colour) => colour)
  if (worn) dressHead(easel, worn, box)
  if (isWoman) earrings(easel, box)
}

function headwearOf({ outfit, random }: Easel, { person, headwear, hair }: AskedFigure): AskedFigure['headwear'] {
  if (headwear || hair) return headwear
  return WRAPPED.has(person) && outfit.garment === 'pagne' && random.chance(0.5) ? 'headscarf' : null
}

const WRAPPED: ReadonlySet<Person> = new Set(['woman', 'old-woman'])
const HAIR = fromHex('#232020')
const GOLD = fromHex('#e0b040')

function afro(easel: Easel, { x, chin, size }: HeadBox): void {
  const hair = easel.skin(HAIR)
  const round = ellipse([x, chin - size * 0.56], [size * 0.58, size * 0.55], 0, 40)
  paintShape(easel.sprite, [round], easel.frame, hair)
}

/** Strands of beads down to the shoulders, each ending in gold. */
function braids(easel: Easel, { x, chin, size }: HeadBox): void {
  const hair = easel.skin(HAIR)
  for (const side of [-1, 1]) {
    for (let strand = 0; strand < 4; strand++) {
      const long = 15 - strand
      for (let knot = 0; knot < long; knot++) {
        const t = knot / 14
        const out = 0.33 + strand * 0.05 + 0.05 * Math.sin(t * 2.4)
        const at = [x + side * size * out, chin - size * (0.74 - strand * 0.07) + size * t * 1.08] as const
        const tone = knot % 2 === 0 ? hair : lighten(hair, 0.07)
        disc(easel, at, size * 0.034, knot === long - 1 ? GOLD : tone)
      }
    }
  }
}

function earrings(easel: Easel, { x, chin, size }: HeadBox): void {
  for (const side of [-1, 1]) disc(easel, [x + side * size * 0.3, chin - size * 0.2], size * 0.028, GOLD)
}

const DRAWN_HATS: Readonly<Record<string, readonly [id: string, width: number, rise: number]>> = {
  helmet: ['rescue-workers-helmet', 0.62, 0.6],
  crown: ['crown', 0.42, 0.78],
  cap: ['billed-cap', 0.5, 0.62],
  'straw-hat': ['womans-hat', 0.52, 0.62],
  tuque: ['tuque', 0.62, 0.6],
}

function dressHead(easel: Easel, headwear: NonNullable<AskedFigure['headwear']>, { x, chin, size }: HeadBox): void {
  const hat = DRAWN_HATS[headwear]
  if (hat) return stamp(easel, hat[0], { x, y: chin - size * hat[2], height: size * hat[1] }, accessory(easel, hat[0]))
  const top = chin - size
  const at = (u: number, v: number) => `${(x + u * size).toFixed(2)} ${(top + v * size).toFixed(2)}`
  const isTurban = headwear === 'turban'
  const cloth = isTurban ? ([0.95, 0.92, 0.86] as Rgb) : headwrapCloth(easel)
  const wrap = `M${at(-0.42, 0.36)} C${at(-0.5, 0.02)} ${at(-0.2, -0.14)} ${at(0.04, -0.1)} C${at(0.3, -0.14)} ${at(0.5, 0.04)} ${at(0.42, 0.36)} C${at(0.2, 0.2)} ${at(-0.2, 0.2)} ${at(-0.42, 0.36)} Z`
  shape(easel, wrap, cloth)
  const fold = `M${at(-0.4, 0.3)} C${at(-0.1, 0.1)} ${at(0.1, 0.02)} ${at(0.36, 0.02)} C${at(0.1, 0.08)} ${at(-0.1, 0.18)} ${at(-0.38, 0.34)} Z`
  shape(easel, fold, lighten(easel.outfit.plain, isTurban ? 0.3 : -0.14))
  if (isTurban) return
  const knot = `M${at(0.18, -0.04)} C${at(0.24, -0.24)} ${at(0.48, -0.2)} ${at(0.44, -0.02)} C${at(0.4, 0.08)} ${at(0.26, 0.08)} ${at(0.18, -0.04)} Z`
  shape(easel, knot, cloth)
}

function headwrapCloth({ outfit }: Easel): Cloth {
  return typeof outfit.main === 'function' ? outfit.main : wax(outfit.plain, lighten(outfit.plain, 0.24), outfit.accent)
}
