// What standing figures wear, as shapes in a box of 84 × 200.
import { fromHex, lighten } from '../../../core/colour.ts'
import type { Garment } from '../../../prompt/asked.ts'
import { type Cloth, dimmed, GOLD, type Outfit, type Piece, WHITE } from './cloth.ts'

const LONG =
  'M31 46 C26 58 29 72 31 84 C25 112 20 150 16 186 C32 193 54 193 70 187 C66 150 60 112 54 84 C56 72 58 58 54 46 C48 52 37 52 31 46 Z'
const ROBE =
  'M33 44 C22 50 17 66 16 84 C12 118 10 152 8 188 C28 194 58 194 77 188 C75 152 73 118 69 84 C68 66 63 50 52 44 C48 51 37 51 33 44 Z'
const TOP =
  'M30 46 C26 56 28 70 31 82 C28 92 27 100 26 109 C36 115 50 115 59 109 C58 100 57 92 54 82 C57 70 58 56 55 46 C48 53 37 53 30 46 Z'
const SHIRT = 'M28 46 C24 60 25 86 25 111 C36 116 50 116 60 111 C60 86 61 60 57 46 C50 50 35 50 28 46 Z'
const LEGS =
  'M25 104 C23 136 25 162 27 189 L39 189 C40 164 42 140 43 122 C45 140 47 164 48 186 L60 186 C62 162 62 136 60 104 Z'
const LEGS_SHADE =
  'M25 104 C23 136 25 162 27 189 L31 189 C30 162 29 136 32 112 Z M43 122 C45 140 47 164 48 186 L52 186 C51 160 49 140 48 118 Z M39 108 C42 118 43 122 43 126 C41 120 38 114 36 108 Z'
const WRAP = 'M26 100 C22 122 22 154 23 186 C34 192 52 192 63 186 C64 154 64 122 59 100 C50 106 36 106 26 100 Z'
const WRAP_FOLDS =
  'M26 100 C22 122 22 154 23 186 L29 188.5 C28 154 28 122 33 104 Z M50 104 C47 130 47 160 49 190 L52.5 189.6 C51 160 51 130 54 103 Z M40 106 C37 124 37 146 38 170 C36 146 35 124 37 105 Z'
const LONG_FOLDS =
  'M31 84 C25 112 20 150 16 186 L25 189.6 C27 150 31 112 36 90 Z M44 92 C43 122 43 156 45 191 L49 191 C47 156 47 122 48 92 Z M52 94 C55 124 59 156 61 190 C57 156 53 124 50 94 Z'
const ROBE_FOLDS =
  'M16 84 C12 118 10 152 8 188 L17 191 C19 152 21 118 26 88 Z M33 78 C30 116 29 154 30 193 L34 193.4 C33 154 34 116 37 80 Z M52 80 C55 116 57 154 57 192.6 L61 192 C60 154 58 116 54 78 Z M46 100 C47 130 47 160 46 186 C44 160 44 130 44 100 Z'
const TOP_SHADE =
  'M30 46 C26 56 28 70 31 82 C28 92 27 100 26 109 L33 112.6 C34 100 36 90 36 80 C34 68 34 56 37 50.5 Z M47 78 C44 84 40 87 35 88 C40 91 46 88 49 80 Z'
const SHIRT_SHADE = 'M28 46 C24 60 25 86 25 111 L32 113.6 C31 92 31 66 35 48.6 Z'
const COAT = 'M29 45 C24 58 24 100 23 142 C34 147 52 147 63 142 C62 100 61 58 56 45 C50 50 35 50 29 45 Z'
const COAT_SHADE =
  'M29 45 C24 58 24 100 23 142 L31 144.6 C30 104 31 66 36 48 Z M52 96 C54 112 56 130 56 144 L60 143 C59 128 57 112 54 96 Z'

/** What its parts are cut from. */
interface Cut extends Outfit {
  readonly bodice: readonly Piece[]
  readonly shirt: readonly Piece[]
  readonly trousers: (cloth: Cloth) => Piece[]
}

const WORN: Readonly<Partial<Record<Garment, (cut: Cut) => Piece[]>>> = {
  boubou: ({ main, accent }) => [
    { path: ROBE, cloth: main },
    { path: ROBE_FOLDS, cloth: dimmed(main, 0.8) },
    {
      path: 'M32 46 L42.5 66 L53 46 L57 48 L42.5 77 L28 48 Z M40.5 76 L44.5 76 L44.5 100 L40.5 100 Z M34 70 L40 76 L40 84 Z M51 70 L45 76 L45 84 Z',
      cloth: accent,
    },
    { path: 'M8 183 L8 188 C28 194 58 194 77 188 L77 183 C58 189 28 189 8 183 Z', cloth: accent },
  ],
  robe: ({ main, plain }) => [
    { path: ROBE, cloth: main },
    { path: ROBE_FOLDS, cloth: dimmed(main, 0.8) },
    { path: 'M39 50 L46 50 L48 191 L38 191 Z', cloth: lighten(plain, plain[1] < 0.4 ? 0.1 : -0.05) },
  ],
  pagne: ({ main, accent, bodice }) => [
    { path: WRAP, cloth: dimmed(main, 0.97) },
    { path: WRAP_FOLDS, cloth: dimmed(main, 0.74) },
    { path: 'M51 103 C52 130 54 160 53 189.6 L55.6 189 C57 160 55 130 54 103 Z', cloth: accent },
    ...bodice,
    { path: 'M26 105 C36 111 50 111 59 105 L59 109 C50 115 36 115 26 109 Z', cloth: dimmed(main, 0.7) },
  ],
  dress: gown,
  'wedding-dress': gown,
  suit: ({ main, plain, trousers }) => [
    ...trousers(lighten(plain, -0.05)),
    { path: SHIRT, cloth: main },
    { path: SHIRT_SHADE, cloth: dimmed(main, 0.74) },
    { path: 'M35 46 L42.5 52 L50 46 L45.5 86 L39.5 86 Z', cloth: WHITE },
    { path: 'M41 54 L44 54 L45.4 78 L42.5 84 L39.8 78 Z', cloth: fromHex('#8f2b26') },
    { path: 'M35 46 L41.5 90 L36 84 L30 54 Z M50 46 L43.5 90 L49 84 L55 54 Z', cloth: lighten(plain, -0.07) },
  ],
  apron: ({ legs, shirt, trousers }) => [
    ...trousers(legs),
    ...shirt,
    { path: 'M33 66 L52 66 L60 144 C50 148 36 148 25 144 Z', cloth: fromHex('#efe3cc') },
    { path: 'M33 66 L37 66 C33 94 31 120 31 146 L25 144 Z', cloth: fromHex('#cfc2ab') },
    { path: 'M26 103 L60 103 L60 106.5 L25.6 106.5 Z', cloth: fromHex('#d9c8a8') },
  ],
  coat: ({ main, plain, legs, trousers }) => [
    ...trousers(legs),
    { path: COAT, cloth: main },
    { path: COAT_SHADE, cloth: dimmed(main, 0.8) },
    { path: 'M35 46 L42.5 66 L50 46 L46 45 L42.5 54 L39 45 Z', cloth: lighten(plain, 0.05) },
    { path: 'M35 46 L42 76 L36 66 L31 52 Z M50 46 L43 76 L49 66 L54 52 Z', cloth: lighten(plain, -0.06) },
    { path: 'M42 74 L43.4 74 L43.4 141 L42 141 Z', cloth: lighten(plain, -0.14) },
    { path: 'M28 112 L38 112 L38 114 L28 114 Z M48 112 L58 112 L58 114 L48 114 Z', cloth: lighten(plain, -0.12) },
  ],
  overalls: ({ main, plain, trousers }) => [
    ...trousers(plain),
    { path: SHIRT, cloth: fromHex('#c9c2b4') },
    { path: SHIRT_SHADE, cloth: fromHex('#a49d90') },
    { path: 'M30 66 L55 66 L60 111 C50 116 36 116 25 111 Z', cloth: main },
    { path: 'M30 66 L35 66 L33 113.6 L25 111 Z', cloth: dimmed(main, 0.8) },
    { path: 'M30 68 L33 46 L37 45 L35 68 Z M55 68 L52 46 L48 45 L50 68 Z', cloth: dimmed(main, 0.9) },
    { path: 'M37 76 L48 76 L48 88 L37 88 Z', cloth: dimmed(main, 0.84) },
  ],
  uniform,
  school: uniform,
  police: uniform,
  armour: ({ plain, shirt, trousers }) => [
    ...trousers(fromHex('#5a5f66')),
    ...shirt,
    { path: 'M28 50 C34 62 51 62 57 50 L55 96 L30 96 Z', cloth: lighten(plain, 0.08) },
  ],
}

export function standingPieces(outfit: Outfit, isWoman: boolean): Piece[] {
  const { garment, main, plain, accent, legs, isSkirted } = outfit
  const bodice = [
    { path: TOP, cloth: main },
    { path: TOP_SHADE, cloth: dimmed(main, 0.84) },
    { path: 'M31 46 C37 58 48 58 54 46 L56.5 47 C50 62 35 62 28.5 47 Z', cloth: accent },
  ]
  const shirt = isWoman
    ? bodice
    : [
        { path: SHIRT, cloth: main },
        { path: SHIRT_SHADE, cloth: dimmed(main, 0.82) },
        { path: 'M36 45 L42.5 56 L49 45 L53 46.6 L44 61 L42.5 58.6 L41 61 L32 46.6 Z', cloth: lighten(plain, 0.06) },
        { path: 'M42.2 62 L43.2 62 L43.2 113 L42.2 113 Z', cloth: lighten(plain, -0.1) },
      ]
  const trousers = (cloth: Cloth): Piece[] => [
    { path: LEGS, cloth },
    { path: LEGS_SHADE, cloth: dimmed(cloth, 0.76) },
  ]
  const wrap: Piece[] = [
    { path: WRAP, cloth: legs },
    { path: WRAP_FOLDS, cloth: dimmed(legs, 0.74) },
  ]
  const worn = WORN[garment]
  if (worn) return worn({ ...outfit, bodice, shirt, trousers })
  return [...(isSkirted ? wrap : trousers(legs)), ...shirt]
}

function gown({ main, accent }: Cut): Piece[] {
  return [
    { path: LONG, cloth: main },
    { path: LONG_FOLDS, cloth: dimmed(main, 0.8) },
    { path: TOP_SHADE, cloth: dimmed(main, 0.86) },
    { path: 'M30 82 C36 87 48 87 55 82 L55.6 88 C48 93 36 93 29.4 88 Z', cloth: accent },
  ]
}

function uniform({ plain, shirt, trousers }: Cut): Piece[] {
  return [
    ...trousers(plain),
    ...shirt,
    { path: 'M28 72 L38 72 L38 82 L28 82 Z M47 72 L57 72 L57 82 L47 82 Z', cloth: lighten(plain, -0.06) },
    { path: 'M25 107 L60 107 L60 112.5 L25 112.5 Z', cloth: fromHex('#33291f') },
    { path: 'M40 107 L45.5 107 L45.5 112.5 L40 112.5 Z', cloth: GOLD },
  ]
}
