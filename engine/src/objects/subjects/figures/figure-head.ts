// The heads of figures, their hair, and what they wear on it.
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { ellipse } from '../../../core/shapes.ts'
import type { AskedFigure, Person } from '../../../prompt/spec.ts'
import { paintShape } from '../rasterise.ts'
import { disc, type Easel, shape, stamp } from './figure-easel.ts'
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

export function head(easel: Easel, { person, headwear }: AskedFigure, { x, chin, size }: HeadBox): void {
  const { random, outfit } = easel
  const isWoman = person === 'woman'
  const worn =
    headwear ?? (WRAPPED.has(person) && outfit.garment === 'pagne' && random.chance(0.5) ? 'headscarf' : null)
  if (isWoman && !worn && random.chance(0.45)) afro(easel, { x, chin, size })
  stamp(easel, random.pick(HEADS[person]), { x, y: chin, height: size })
  if (worn) dressHead(easel, worn, { x, chin, size })
  if (isWoman) earrings(easel, { x, chin, size })
}

const WRAPPED: ReadonlySet<Person> = new Set(['woman', 'old-woman'])
const HAIR = fromHex('#232020')
const GOLD = fromHex('#e0b040')

function afro(easel: Easel, { x, chin, size }: HeadBox): void {
  const hair = easel.skin(HAIR)
  const round = ellipse([x, chin - size * 0.56], [size * 0.58, size * 0.55], 0, 40)
  paintShape(easel.sprite, [round], easel.frame, hair)
}

function earrings(easel: Easel, { x, chin, size }: HeadBox): void {
  for (const side of [-1, 1]) disc(easel, [x + side * size * 0.3, chin - size * 0.2], size * 0.028, GOLD)
}

const DRAWN_HATS: Readonly<Record<string, readonly [id: string, width: number, rise: number]>> = {
  helmet: ['rescue-workers-helmet', 0.62, 0.6],
  crown: ['crown', 0.42, 0.78],
  cap: ['billed-cap', 0.5, 0.62],
  'straw-hat': ['womans-hat', 0.52, 0.62],
}

function dressHead(easel: Easel, headwear: NonNullable<AskedFigure['headwear']>, { x, chin, size }: HeadBox): void {
  const hat = DRAWN_HATS[headwear]
  if (hat) return stamp(easel, hat[0], { x, y: chin - size * hat[2], height: size * hat[1] })
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
