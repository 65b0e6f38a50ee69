// Things that stand where they are put, which the package draws on their tip; cakes without candles, and one candle.
import type { OwnDrawing } from './drawings.ts'
import { fill, oval, row, stroke } from './pens.ts'

const suitcase = [
  stroke('#8d9499', 5, 'M50 34L50 4L78 4L78 34'),
  fill('#3a3f44', 'M46 0h36v9h-36z'),
  fill(
    '#2e6a86',
    'M24 36C24 30 28 28 34 28L94 28C100 28 104 30 104 36L104 112C104 117 100 119 94 119L34 119C28 119 24 117 24 112Z',
  ),
  fill('#3a7d9c', 'M28 38C28 33 32 32 36 32L56 32L56 115L36 115C30 115 28 113 28 108Z'),
  row(4, (k) => stroke('#235267', 3, `M${40 + k * 16} 32L${40 + k * 16} 115`)),
  fill('#235267', 'M24 60h80v4h-80z'),
  oval('#22262a', 36, 121, 6, 6) + oval('#22262a', 92, 121, 6, 6),
  fill('#d9b45a', 'M60 56h8v10h-8z'),
].join('')

const guitar = [
  stroke('#4a4038', 4, 'M64 104L40 126M64 104L88 126M64 106L64 125'),
  fill(
    '#c9803a',
    'M64 44C76 44 84 50 82 60C80 68 90 74 92 88C93 106 80 116 64 116C48 116 35 106 36 88C38 74 48 68 46 60C44 50 52 44 64 44Z',
  ),
  fill(
    '#a8622a',
    'M64 44C52 44 44 50 46 60C48 68 38 74 36 88C35 106 48 116 64 116C50 110 44 100 46 90C48 78 56 72 54 62C52 54 56 48 64 44Z',
  ),
  oval('#3a2216', 64, 76, 10),
  fill('#4a2c1a', 'M59 4h10v74h-10z'),
  fill('#5c3822', 'M56 -14C60 -18 68 -18 72 -14L70 6L58 6Z'),
  fill('#3a2216', 'M50 96h28v5h-28z'),
  row(4, (k) => stroke('#e8dcc4', 0.9, `M${60.4 + k * 2.4} -6L${60 + k * 2.7} 98`)),
  row(3, (k) => oval('#d9d3c6', 54, -10 + k * 6, 2.4) + oval('#d9d3c6', 74, -10 + k * 6, 2.4)),
].join('')

const cake = ([crumb, side, top, light, berry]: readonly [string, string, string, string, string]) =>
  [
    oval('#cfd5d8', 64, 114, 60, 12),
    oval('#f2f4f4', 64, 110, 60, 12),
    fill(crumb, 'M16 64L112 64L112 102C112 118 16 118 16 102Z'),
    fill(
      side,
      'M16 60L112 60L112 84C106 94 100 84 94 86C88 100 80 88 72 86C66 98 58 90 52 88C46 100 38 88 32 86C26 94 20 90 16 84Z',
    ),
    oval(top, 64, 60, 48, 16),
    oval(light, 60, 57, 36, 10),
    row(12, (k) => {
      const angle = (k * Math.PI) / 6
      return oval(berry, 64 + 42 * Math.cos(angle), 60 + 12.5 * Math.sin(angle), 4.4, 3.6)
    }),
  ].join('')

const candle = [
  fill('#f5a623', 'M64 4C76 20 78 30 64 38C50 30 52 20 64 4Z'),
  fill('#fff0b0', 'M64 18C70 26 71 32 64 36C57 32 58 26 64 18Z'),
  stroke('#3a2a20', 3, 'M64 36L64 44'),
  fill('#e2708e', 'M54 44h20v80h-20z'),
  row(4, (k) => stroke('#f8dbe4', 5, `M55 ${60 + k * 18}L73 ${50 + k * 18}`)),
].join('')

const tea = [
  fill('#d3dee0', 'M40 20L88 20L80 118C80 123 48 123 48 118Z'),
  fill('#b5702a', 'M42 40L86 40L79 114C78 119 50 119 49 114Z'),
  fill('#d0924a', 'M46 42L54 42L56 114C52 115 50 114 50 112Z'),
  oval('#e8d2a0', 64, 40, 22, 5.5),
  row(9, (k) => oval('#fbf3dc', 50 + k * 3.5, 39 + ((k * 5) % 4), 2.6, 1.8)),
  stroke('#eef4f5', 2, 'M41 21C54 26 74 26 87 21M41 21L49 117M87 21L79 117'),
  fill('#4f8a44', 'M72 34C76 18 90 16 96 20C94 30 84 36 74 36ZM66 32C64 20 72 10 80 8C82 18 78 28 70 34Z'),
].join('')

/** Full of water, tied at neither end. */
const sachet = [
  fill('#9fcbe0', 'M22 30C50 22 80 22 106 30C114 56 114 92 106 118C80 124 48 124 22 118C13 92 13 56 22 30Z'),
  fill('#c9e4f0', 'M28 36C50 30 76 30 100 36C104 60 104 88 100 112C76 117 50 117 28 112C22 88 22 60 28 36Z'),
  fill('#2f6fb3', 'M22 58C48 66 82 66 108 58L109 84C82 92 46 92 20 84Z'),
  fill('#f4f8fb', 'M40 70C44 64 50 64 54 70C50 78 44 78 40 70ZM62 66L92 64L92 69L62 71ZM62 76L84 75L84 79L62 80Z'),
  fill('#e6f3f9', 'M32 40C38 38 44 37 50 37C44 44 42 50 41 58L31 56C30 50 31 45 32 40Z'),
  fill('#7fb2cc', 'M24 96C48 102 84 102 106 96C105 104 104 110 102 114C78 119 50 119 26 114Z'),
  fill('#d9ecf4', 'M20 26L108 26L106 33L22 33Z'),
  fill('#d9ecf4', 'M22 114L106 114L108 122L20 122Z'),
  stroke('#8fbdd4', 1.6, 'M22 29L106 29M22 118L106 118'),
].join('')

const macaron = [
  fill('#e58aa6', 'M12 96C8 84 22 82 64 82C106 82 120 84 116 96C112 110 98 112 64 112C30 112 16 110 12 96Z'),
  fill('#f0a9bf', 'M12 92C22 86 106 86 116 92L114 98C98 92 30 92 14 98Z'),
  fill('#fbf0e2', 'M16 72L112 72C116 78 116 84 112 88L16 88C12 84 12 78 16 72Z'),
  fill('#e7d3bc', 'M16 82L112 82L111 88L17 88Z'),
  fill('#e58aa6', 'M10 70C8 44 30 28 64 28C98 28 120 44 118 70C118 78 10 78 10 70Z'),
  fill('#f4b9cb', 'M22 56C26 40 44 33 64 33C74 33 82 35 88 38C66 36 38 42 28 62Z'),
  row(11, (k) => oval('#cf6f8e', 16 + k * 9.6, 73 + (k % 2), 5.4, 3.4)),
  row(11, (k) => oval('#cf6f8e', 18 + k * 9.2, 90 - (k % 2), 5, 3)),
].join('')

const own = (name: string, family: string, names: readonly [string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: '', tagsEn: '', body }) satisfies OwnDrawing

export const OWN_SET_DOWN: readonly OwnDrawing[] = [
  own('luggage', 'thing', ['valise', 'suitcase'], suitcase),
  own('guitar', 'instrument', ['guitare', 'guitar'], guitar),
  own('cake', 'festive', ['gâteau', 'cake'], cake(['#e8c48a', '#fbf2e4', '#fdf7ec', '#fffdf6', '#d8384a'])),
  own(
    'chocolate-cake',
    'festive',
    ['gâteau au chocolat', 'chocolate cake'],
    cake(['#6a3a20', '#4a2616', '#55301c', '#6f4228', '#e8c9a0']),
  ),
  own('cake-candle', 'festive', ['bougie de gâteau', 'cake candle'], candle),
  own('macaron', 'food', ['macaron', 'macaron'], macaron),
  own('glass-of-tea', 'drink', ['verre de thé', 'glass of tea'], tea),
  own('water-sachet', 'drink', ['sachet d’eau', 'sachet of water'], sachet),
]
