// What figures wear, as shapes in the units of a bust (100 × 118) or of a standing figure (80 × 200).
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { hashUnit, type Random } from '../../../core/random.ts'
import type { Garment, Person } from '../../../prompt/spec.ts'

/** One colour, or a print over the figure's own units. */
export type Cloth = Rgb | ((x: number, y: number) => Rgb)

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
  }
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

const SHOULDERS = 'M10 119 C10 93 22 83 39 76 C44 83 56 83 61 76 C78 83 90 93 90 119 Z'
const WIDE = 'M2 119 C4 91 20 81 37 75 L50 92 L63 75 C80 81 96 91 98 119 Z'
const WHITE: Rgb = [0.96, 0.95, 0.91]
const GOLD = fromHex('#d9a93a')

export function bustPieces({ garment, main, plain, accent }: Outfit): Piece[] {
  const darker = lighten(plain, -0.1)
  const shoulders = { path: SHOULDERS, cloth: main }
  const collar = { path: 'M38 75 L50 88 L43 94 L33 79 Z M62 75 L50 88 L57 94 L67 79 Z', cloth: lighten(plain, 0.07) }
  const neckline = { path: 'M37 76 C43 88 57 88 63 76 L66 78 C58 93 42 93 34 78 Z', cloth: accent }
  if (garment === 'boubou') return boubou(main, accent)
  if (garment === 'suit') {
    return [
      shoulders,
      { path: 'M41 77 L50 84 L59 77 L55 119 L45 119 Z', cloth: WHITE },
      { path: 'M47 85 L53 85 L55 112 L50 119 L45 112 Z', cloth: fromHex('#b0342c') },
      { path: 'M39 76 L50 100 L46 119 L34 119 L28 84 Z M61 76 L50 100 L54 119 L66 119 L72 84 Z', cloth: darker },
    ]
  }
  if (garment === 'apron') {
    return [
      { path: SHOULDERS, cloth: plain },
      { path: 'M32 90 C44 94 56 94 68 90 L73 119 L27 119 Z', cloth: fromHex('#efe3cc') },
      { path: 'M35 91 L39 77 L43 78 L39 92 Z M65 91 L61 77 L57 78 L61 92 Z', cloth: fromHex('#d9c8a8') },
    ]
  }
  if (garment === 'uniform') {
    return [
      shoulders,
      collar,
      { path: 'M16 92 L31 84 L33 88 L18 97 Z M84 92 L69 84 L67 88 L82 97 Z', cloth: GOLD },
      { path: 'M26 101 L39 101 L39 113 L26 113 Z M61 101 L74 101 L74 113 L61 113 Z', cloth: darker },
    ]
  }
  if (garment === 'armour') {
    return [
      shoulders,
      {
        path: 'M8 113 C8 93 18 85 32 82 L36 104 C24 104 14 108 8 113 Z M92 113 C92 93 82 85 68 82 L64 104 C76 104 86 108 92 113 Z',
        cloth: lighten(plain, 0.1),
      },
      { path: 'M36 79 C44 86 56 86 64 79 L61 89 C54 93 46 93 39 89 Z', cloth: darker },
    ]
  }
  if (garment === 'shirt') return [shoulders, collar, buttons(darker)]
  if (garment === 'robe')
    return [shoulders, { path: 'M44 79 L50 86 L56 79 L54 119 L46 119 Z', cloth: lighten(plain, 0.12) }]
  if (garment === 'wedding-dress') return [shoulders, { ...neckline, cloth: [1, 1, 1] }]
  return [shoulders, neckline]
}

function buttons(cloth: Rgb): Piece {
  return { path: 'M49 97 L51 97 L51 99 L49 99 Z M49 108 L51 108 L51 110 L49 110 Z', cloth }
}

function boubou(main: Cloth, accent: Rgb): Piece[] {
  return [
    { path: WIDE, cloth: main },
    { path: 'M35 75 L50 97 L65 75 L70 77 L50 106 L30 77 Z', cloth: accent },
    { path: 'M47 106 L53 106 L53 119 L47 119 Z M39 110 L44 106 L44 117 Z M61 110 L56 106 L56 117 Z', cloth: accent },
  ]
}

const LONG = 'M27 50 C22 70 20 110 13 178 C26 186 54 186 67 178 C60 110 58 70 53 50 C46 56 34 56 27 50 Z'
const ROBE = 'M26 49 C12 70 6 130 4 182 C24 190 56 190 76 182 C74 130 68 70 54 49 C46 57 34 57 26 49 Z'
const TOP = 'M26 50 C21 66 22 90 22 112 C34 117 46 117 58 112 C58 90 59 66 54 50 C46 57 34 57 26 50 Z'
const LEGS = 'M23 108 C22 140 23 164 24 186 L37 186 L40 124 L43 186 L56 186 C57 164 58 140 57 108 Z'
const WRAP = 'M22 106 C20 130 20 160 21 182 C33 187 47 187 59 182 C60 160 60 130 58 106 C46 112 34 112 22 106 Z'
const LONG_GARMENTS: ReadonlySet<Garment> = new Set(['dress', 'robe', 'wedding-dress'])

export function standingPieces({ garment, main, plain, accent }: Outfit): Piece[] {
  const darker = lighten(plain, -0.12)
  if (garment === 'boubou') {
    return [
      { path: ROBE, cloth: main },
      { path: 'M31 51 L40 68 L49 51 L53 52 L40 78 L27 52 Z M38 78 L42 78 L42 100 L38 100 Z', cloth: accent },
      { path: 'M4 177 L4 182 C24 190 56 190 76 182 L76 177 C56 185 24 185 4 177 Z', cloth: accent },
    ]
  }
  if (garment === 'pagne') return [{ path: WRAP, cloth: main }, { path: TOP, cloth: main }, belt(accent)]
  if (LONG_GARMENTS.has(garment)) return [{ path: LONG, cloth: main }, belt(accent)]
  const trousers = {
    path: LEGS,
    cloth: garment === 'suit' ? darker : garment === 'blouse' ? fromHex('#4a4258') : fromHex('#3a4256'),
  }
  const top = { path: TOP, cloth: main }
  if (garment === 'suit') return [trousers, top, { path: 'M34 52 L40 58 L46 52 L43 84 L37 84 Z', cloth: WHITE }]
  if (garment === 'apron')
    return [trousers, top, { path: 'M30 68 L50 68 L56 140 L24 140 Z', cloth: fromHex('#efe3cc') }]
  if (garment === 'uniform') return [{ path: LEGS, cloth: plain }, top, belt(fromHex('#33291f'))]
  return [trousers, top]
}

function belt(cloth: Rgb): Piece {
  return { path: 'M22 103 C34 108 46 108 58 103 L58 109 C46 114 34 114 22 109 Z', cloth }
}
