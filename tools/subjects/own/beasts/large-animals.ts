// Large animals of our own: a crocodile that lies and an elephant that is grey.
import type { OwnDrawing } from '../drawings.ts'

const fill = (colour: string, d: string) => `<path fill="${colour}" d="${d}"/>`
const oval = (colour: string, ...[cx, cy, rx, ry = rx]: readonly [number, number, number, number?]) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${colour}"/>`
const stroke = (colour: string, width: number, d: string) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`

const row = (count: number, draw: (k: number) => string) => Array.from({ length: count }, (_, k) => draw(k)).join('')

const crocodile = [
  fill('#4f5c34', 'M2 108C-2 96 10 86 28 84L30 100C18 100 10 104 2 108Z'),
  fill('#5d6b3c', 'M6 106C16 94 28 82 44 80C60 76 78 76 90 82L94 104C74 112 44 110 30 104C22 102 14 104 6 106Z'),
  fill('#b8b486', 'M30 104C48 110 74 111 94 103L95 108C74 116 46 114 30 104Z'),
  fill('#3f4a29', 'M52 104L56 114L50 121L66 121L64 105ZM94 102L98 114L94 121L108 121L104 104Z'),
  row(11, (k) => fill('#43502c', `M${16 + k * 7} ${94 - Math.sin((k / 11) * 3) * 16}l4-8l4 8z`)),
  fill('#4f5c34', 'M38 104L32 118L26 122L46 122L50 106ZM78 104L78 118L72 122L92 122L90 104Z'),
  fill('#43502c', 'M38 104L32 118L26 122L32 122L40 110ZM78 104L78 118L72 122L78 122L82 108Z'),
  fill('#5d6b3c', 'M86 82C94 76 102 76 108 80C116 84 124 88 128 92C129 96 126 98 120 97L90 98Z'),
  fill('#c9a08a', 'M92 98L122 98L118 103L94 103Z'),
  row(7, (k) => fill('#f4f0e0', `M${95 + k * 4} 97.400l2 4l2-4z`)),
  fill('#56633a', 'M88 102L122 102C124 106 118 109 110 108C100 110 92 108 88 102Z'),
  row(6, (k) => fill('#f4f0e0', `M${97 + k * 4} 103l2-3.600l2 3.600z`)),
  fill('#6c7b48', 'M46 84C60 80 76 80 88 84C76 90 58 92 46 84Z'),
  fill('#5d6b3c', 'M94 78C95 72 103 72 105 78Z'),
  oval('#e8c84a', 100, 77.4, 2.6, 2.3),
  fill('#1d1a12', 'M99.500 75.300h1.200v4.200h-1.200z'),
  oval('#3a4426', 124, 90.6, 1.6, 1.2),
].join('')

const elephant = [
  stroke('#6f7176', 3, 'M10 58C4 66 4 76 8 84'),
  fill('#4a4b50', 'M6 82C4 88 6 92 9 94C12 91 12 86 10 82Z'),
  fill('#6c6e74', 'M30 80L32 122L47 122L48 84ZM66 82L66 122L81 122L82 82Z'),
  fill('#8b8d93', 'M8 66C8 46 26 34 48 36C62 34 76 36 86 42C96 52 94 74 86 86C72 94 40 96 24 90C12 86 8 78 8 66Z'),
  fill('#75777d', 'M10 76C22 90 46 92 66 90C78 90 88 84 91 72C92 84 84 92 72 93C50 98 18 98 10 76Z'),
  fill('#9ea0a6', 'M18 48C30 38 48 40 62 39C72 38 80 40 86 45C70 54 34 58 18 48Z'),
  fill(
    '#8b8d93',
    'M12 74C14 90 18 104 18 122L34 122C36 108 38 96 40 84ZM76 80C76 96 78 108 78 122L93 122C94 106 95 94 94 76Z',
  ),
  fill(
    '#75777d',
    'M12 74C14 90 18 104 18 122L24 122C25 106 22 92 20 80ZM76 82C76 96 78 108 78 122L84 122C84 108 83 96 82 84Z',
  ),
  row(3, (k) => oval('#d8d0c0', 21.5 + k * 5, 120.5, 2.2, 1.9)),
  row(3, (k) => oval('#d8d0c0', 81 + k * 5, 120.5, 2.2, 1.9)),
  fill(
    '#8b8d93',
    'M78 40C82 26 98 22 108 30C116 36 118 48 116 58C118 74 122 86 121 98C121 106 112 108 108 102C110 100 114 100 114 96C112 86 106 78 102 70C92 72 80 64 78 52Z',
  ),
  fill(
    '#75777d',
    'M102 70C106 78 112 86 114 96C114 100 110 100 108 102C109 104 111 106 113 106C111 92 108 80 107 66C106 68 104 70 102 70Z',
  ),
  stroke('#6c6e74', 1.2, 'M110 72L117 70M112 80L119 78M114 88L121 87'),
  fill('#f2ead6', 'M102 66C106 74 114 80 124 78C120 84 108 84 100 72Z'),
  fill('#7d7f86', 'M88 34C78 28 64 30 60 42C56 56 62 72 72 80C80 82 88 74 90 64C94 54 94 42 88 34Z'),
  fill('#96989e', 'M86 37C78 32 68 35 65 44C62 54 66 66 73 73C79 73 84 66 86 58C89 50 90 42 86 37Z'),
  oval('#6a6058', 104, 46, 3, 2.5),
  oval('#221f1d', 104.8, 46.2, 2.1, 2.2),
  stroke('#6c6e74', 1.5, 'M99 41.500C101 39.500 105 39.500 107.500 41.500'),
].join('')

const own = (name: string, names: readonly [string, string, string, string], body: string) =>
  ({
    name,
    family: 'animal',
    fr: names[0],
    en: names[1],
    tagsFr: names[2],
    tagsEn: names[3],
    body,
  }) satisfies OwnDrawing

export const OWN_LARGE_ANIMALS: readonly OwnDrawing[] = [
  own('crocodile', ['crocodile', 'crocodile', 'animal|caïman|reptile', 'animal|alligator|reptile'], crocodile),
  own(
    'elephant',
    ['éléphant', 'elephant', 'animal|savane|trompe', 'animal|savanna|trunk'],
    `<g transform="translate(2 2)">${elephant}</g>`,
  ),
]
