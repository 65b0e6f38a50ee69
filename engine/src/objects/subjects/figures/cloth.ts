// The cloth that figures wear: plain, printed, in the light and in shade; and what somebody wears whose words do not say.
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { hashUnit, type Random } from '../../../core/random.ts'
import type { Garment, Person } from '../../../prompt/asked.ts'

/** One colour, or a print over the figure's own units. */
export type Cloth = Rgb | ((x: number, y: number) => Rgb)

/** The same cloth in shade, or in the light. */
export function dimmed(cloth: Cloth, k: number): Cloth {
  const by = ([r, g, b]: Rgb): Rgb => [Math.min(1, r * k), Math.min(1, g * k), Math.min(1, b * (k < 1 ? k + 0.03 : k))]
  return typeof cloth === 'function' ? (x, y) => by(cloth(x, y)) : by(cloth)
}

export interface Piece {
  readonly path: string
  readonly cloth: Cloth
}

export interface Outfit {
  readonly garment: Garment
  readonly main: Cloth
  /** The plain colour nearest to the main cloth: sleeves, hems. */
  readonly plain: Rgb
  readonly accent: Rgb
  /** Of trousers, or of the wrap below a blouse. */
  readonly legs: Cloth
  readonly isSkirted: boolean
}

const WAX: readonly (readonly [string, string, string])[] = [
  ['#1f5f9c', '#f2a71b', '#f6ead0'],
  ['#7a2f6a', '#f4e6c8', '#e8b53a'],
  ['#b8432f', '#f2c230', '#2b3a6a'],
  ['#1f7a5c', '#f4e6c8', '#e8772e'],
  ['#2b3a6a', '#e8772e', '#f6ead0'],
  ['#c8307a', '#f2c230', '#1f5f9c'],
]
const PLAINS = ['#2f8f8c', '#d8452f', '#f2a71b', '#1f6f9c', '#2f8f5c', '#8a3f9c', '#c8307a', '#e8772e', '#f0e6d2']
const BOUBOUS = ['#f2ece0', '#3a6ea8', '#7fb2c9', '#8a5a9c', '#c9a24a', '#2f6a5c', '#e6d3b0']
const FIXED: Readonly<Partial<Record<Garment, string>>> = {
  suit: '#39406b',
  apron: '#4f7f9c',
  uniform: '#4a5a3a',
  robe: '#24242e',
  armour: '#9aa3ad',
  'wedding-dress': '#f6f1e8',
  coat: '#e9ecec',
  overalls: '#44648f',
  school: '#b99b5c',
  police: '#2c3d63',
}
const PRINTED: ReadonlySet<Garment> = new Set(['pagne', 'dress'])

const USUAL: Readonly<Record<Person, readonly Garment[]>> = {
  woman: ['pagne', 'dress', 'blouse', 'pagne', 'boubou'],
  man: ['shirt', 'boubou', 'shirt', 'suit'],
  girl: ['dress', 'blouse'],
  boy: ['shirt'],
  'old-woman': ['pagne', 'boubou'],
  'old-man': ['boubou', 'shirt'],
  person: ['shirt', 'blouse'],
  baby: ['shirt'],
}

export function chooseOutfit(asked: Garment | null, person: Person, colour: Rgb | null, random: Random): Outfit {
  const garment = asked ?? random.pick(USUAL[person])
  const [first, second, third] = random.pick(WAX).map(fromHex) as [Rgb, Rgb, Rgb]
  const own = FIXED[garment]
  const drawn = fromHex(random.pick(garment === 'boubou' ? BOUBOUS : PLAINS))
  const plain = colour ?? (own ? fromHex(own) : PRINTED.has(garment) ? first : drawn)
  const isPrinted = PRINTED.has(garment)
  const ring = colour ? lighten(colour, colour[0] + colour[1] + colour[2] > 1.5 ? -0.25 : 0.28) : second
  return {
    garment,
    plain,
    main: isPrinted ? wax(plain, ring, colour ? [0.97, 0.93, 0.84] : third) : plain,
    accent: garment === 'boubou' ? fromHex('#d9a93a') : third,
    ...below(garment, person, random.fork('below')),
  }
}

const TROUSERS = ['#3a4256', '#4a3b32', '#6f5f4a', '#34423c', '#56607a', '#8a7c62', '#2f2f38']

const SKIRTED: ReadonlySet<Person> = new Set(['woman', 'old-woman', 'girl'])

/** What is worn with a shirt or a blouse. */
function below(garment: Garment, person: Person, random: Random): Pick<Outfit, 'legs' | 'isSkirted'> {
  const isSkirted = garment === 'blouse' && SKIRTED.has(person) && random.chance(0.62)
  const [ground, ring, heart] = random.pick(WAX).map(fromHex) as [Rgb, Rgb, Rgb]
  const plain = fromHex(random.pick(TROUSERS))
  return { isSkirted, legs: isSkirted ? wax(ground, ring, heart) : plain }
}

/** Rounds, rings and petals, every other row shifted. */
export function wax(ground: Rgb, ring: Rgb, heart: Rgb): (x: number, y: number) => Rgb {
  return (x, y) => {
    const row = Math.floor(x / 9)
    const fx = x / 9 - row - 0.5
    const v = y / 9 + (row & 1 ? 0.5 : 0)
    const cell = Math.floor(v)
    const fy = v - cell - 0.5
    const distance = Math.hypot(fx, fy)
    if (distance < 0.13) return heart
    if (distance < 0.22) return ground
    if (distance < 0.33) return ring
    const petal = 0.42 + 0.07 * Math.sin(Math.atan2(fy, fx) * 8 + hashUnit(3, row, cell))
    return distance < petal ? heart : ground
  }
}

export const WHITE: Rgb = [0.96, 0.95, 0.91]
export const GOLD = fromHex('#d9a93a')
