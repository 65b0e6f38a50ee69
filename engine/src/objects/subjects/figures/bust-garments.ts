// What is worn by somebody seen down to the chest, as shapes in a box of 100 × 118.
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import type { Garment } from '../../../prompt/asked.ts'
import { dimmed, GOLD, type Outfit, type Piece, WHITE } from './cloth.ts'

const SHOULDERS = 'M5 120 C6 97 16 88 36 81 C42 88 58 88 64 81 C84 88 94 97 95 120 Z'
const WIDE = 'M-2 120 C2 98 14 87 35 80 L50 96 L65 80 C86 87 98 98 102 120 Z'

const BUST_FOLDS =
  'M18 120 C18 110 20 104 24 98 C23 106 23 112 24 120 Z M80 120 C80 112 79 104 76 97 C82 104 85 111 86 120 Z M58 120 C59 112 62 104 68 96 C65 104 64 112 64 120 Z'
const BUST_SHADE = 'M5 120 C6 97 16 88 36 81 C28 90 20 98 17 120 Z'

const WIDE_SHADE = 'M-2 120 C2 98 14 87 35 80 C26 92 18 100 14 120 Z'

interface Tailoring extends Outfit {
  readonly darker: Rgb
  readonly collar: Piece
  readonly neckline: Piece
}

/** What lies on the shoulders, garment by garment. */
const OVER: Readonly<Partial<Record<Garment, (outfit: Tailoring) => Piece[]>>> = {
  suit: ({ darker }) => [
    { path: 'M38 81 L50 90 L62 81 L57 120 L43 120 Z', cloth: WHITE },
    { path: 'M46.5 90 L53.5 90 L55.5 113 L50 120 L44.5 113 Z', cloth: fromHex('#8f2b26') },
    { path: 'M37 80 L50 106 L46 120 L32 120 L26 86 Z M63 80 L50 106 L54 120 L68 120 L74 86 Z', cloth: darker },
  ],
  apron: () => [
    { path: 'M30 95 C44 99 56 99 70 95 L75 120 L25 120 Z', cloth: fromHex('#efe3cc') },
    { path: 'M33 96 L37 82 L41 83 L37 97 Z M67 96 L63 82 L59 83 L63 97 Z', cloth: fromHex('#d9c8a8') },
  ],
  coat: ({ plain }) => [
    { path: 'M38 81 L50 96 L62 81 L57 120 L43 120 Z', cloth: fromHex('#8fb2cc') },
    {
      path: 'M37 80 L48 112 L46 120 L34 120 L27 86 Z M63 80 L52 112 L54 120 L66 120 L73 86 Z',
      cloth: lighten(plain, -0.05),
    },
  ],
  uniform: badges,
  police: badges,
  school: badges,
  armour: ({ plain, darker }) => [
    {
      path: 'M3 118 C4 96 16 88 31 86 L35 108 C22 108 11 112 3 118 Z M97 118 C96 96 84 88 69 86 L65 108 C78 108 89 112 97 118 Z',
      cloth: lighten(plain, 0.1),
    },
    { path: 'M34 83 C43 90 57 90 66 83 L62 94 C54 98 46 98 38 94 Z', cloth: darker },
  ],
  shirt: ({ collar, darker }) => [collar, buttons(darker)],
  overalls: ({ plain, darker }) => [
    { path: 'M32 98 C44 102 56 102 68 98 L70 120 L30 120 Z', cloth: lighten(plain, 0.03) },
    { path: 'M30 84 L36 82 L38 100 L32 99 Z M70 84 L64 82 L62 100 L68 99 Z', cloth: darker },
  ],
  robe: ({ plain }) => [{ path: 'M42 84 L50 92 L58 84 L55 120 L45 120 Z', cloth: lighten(plain, 0.14) }],
  'wedding-dress': ({ neckline }) => [{ ...neckline, cloth: [1, 1, 1] }],
  boubou: ({ accent }) => [
    { path: 'M33 80 L50 102 L67 80 L72 82 L50 111 L28 82 Z', cloth: accent },
    { path: 'M47 111 L53 111 L53 120 L47 120 Z M38 114 L44 110 L44 120 Z M62 114 L56 110 L56 120 Z', cloth: accent },
  ],
}

export function bustPieces(outfit: Outfit): Piece[] {
  const { garment, main, plain, accent } = outfit
  const isWide = garment === 'boubou'
  const tailoring: Tailoring = {
    ...outfit,
    darker: lighten(plain, -0.1),
    collar: {
      path: 'M37 80 L50 94 L42 101 L31 84 Z M63 80 L50 94 L58 101 L69 84 Z',
      cloth: lighten(plain, 0.07),
    },
    neckline: { path: 'M35 81 C42 95 58 95 65 81 L68 82 C60 100 40 100 32 82 Z', cloth: accent },
  }
  const over = OVER[garment]
  return [
    { path: isWide ? WIDE : SHOULDERS, cloth: main },
    { path: isWide ? WIDE_SHADE : BUST_SHADE, cloth: dimmed(main, 0.78) },
    { path: BUST_FOLDS, cloth: dimmed(main, 0.85) },
    ...(over ? over(tailoring) : [tailoring.neckline]),
  ]
}

function badges({ collar, darker }: Tailoring): Piece[] {
  return [
    collar,
    { path: 'M14 96 L30 88 L32 92 L16 101 Z M86 96 L70 88 L68 92 L84 101 Z', cloth: GOLD },
    { path: 'M24 106 L38 106 L38 118 L24 118 Z M62 106 L76 106 L76 118 L62 118 Z', cloth: darker },
  ]
}

function buttons(cloth: Rgb): Piece {
  return { path: 'M49 102 L51 102 L51 104 L49 104 Z M49 112 L51 112 L51 114 L49 114 Z', cloth }
}
