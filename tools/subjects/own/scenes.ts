// What is seen at home and by the road with us: cloth on a line, meat on the grill.
import type { OwnDrawing } from './drawings.ts'

const fill = (colour: string, d: string) => `<path fill="${colour}" d="${d}"/>`
const oval = (colour: string, ...[cx, cy, rx, ry = rx]: readonly [number, number, number, number?]) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${colour}"/>`
const stroke = (colour: string, width: number, d: string) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`
const row = (count: number, draw: (k: number) => string) => Array.from({ length: count }, (_, k) => draw(k)).join('')

/** Browned cubes of meat with an onion and a pepper between them. */
function skewer(y: number): string {
  const cube = (k: number, colour: string, light: string) =>
    fill(colour, `M${24 + k * 15} ${y - 8}c4-2 9-2 12 0c2 5 2 11 0 16c-4 2-9 2-12 0c-2-5-2-11 0-16z`) +
    fill(light, `M${25 + k * 15} ${y - 7}c3-1.500 7-1.500 10 0c-3 3-7 4-10 4z`)
  return [
    stroke('#c9a06a', 2.6, `M2 ${y}L126 ${y}`),
    cube(0, '#7a3e20', '#a8653a'),
    cube(1, '#e2d2c4', '#f4ebe2'),
    cube(2, '#6d3419', '#9a5832'),
    cube(3, '#b3392a', '#d6604a'),
    cube(4, '#7a3e20', '#a8653a'),
    cube(5, '#6d3419', '#9a5832'),
    stroke(
      '#3f1d0e',
      1.4,
      `M27 ${y + 4}L33 ${y - 3}M57 ${y + 5}L63 ${y - 2}M88 ${y + 4}L93 ${y - 3}M102 ${y + 5}L108 ${y - 2}`,
    ),
  ].join('')
}

const skewers = [
  oval('#8f969b', 64, 106, 62, 15),
  oval('#eceae4', 64, 101, 62, 15),
  oval('#d5d6d3', 64, 102, 46, 10),
  `<g transform="rotate(-7 64 90)">${skewer(78)}</g>`,
  `<g transform="rotate(4 64 98)">${skewer(95)}</g>`,
  oval('#7fae4a', 24, 102, 6, 3),
  oval('#94c25a', 28, 104, 5, 2.6),
].join('')

const grill = [
  stroke('#3a3d40', 5, 'M28 82L18 126M100 82L110 126'),
  fill('#2c2f32', 'M10 62h108c0 16-10 26-24 28h-60c-14-2-24-12-24-28z'),
  fill('#45494d', 'M10 62h108v7h-108z'),
  row(9, (k) => oval(k % 2 ? '#e2672a' : '#f2a33c', 24 + k * 10, 62, 5, 2.6)),
  row(12, (k) => stroke('#8b9095', 1.6, `M${14 + k * 9} 58L${16 + k * 9} 64`)),
  stroke('#9aa0a5', 2.4, 'M8 58L120 58'),
  row(4, (k) =>
    [
      stroke('#c9a06a', 2.2, `M${22 + k * 25} 66L${34 + k * 25} 38`),
      oval('#7a3e20', 26 + k * 25, 57, 5.4, 4.6),
      oval('#a14a2c', 29 + k * 25, 50, 5.2, 4.4),
      oval('#6d3419', 32 + k * 25, 44, 5, 4.2),
      oval('#a8653a', 25 + k * 25, 55.5, 2.4, 1.6),
    ].join(''),
  ),
  stroke('#d8d4cc', 3, 'M40 34C36 26 46 22 42 12'),
  stroke('#d8d4cc', 3, 'M82 34C78 26 88 20 84 8'),
].join('')

/** A cloth over the line, printed in the inks of a wax. */
function cloth(x: number, width: number, drop: number, [ground, ink, mark]: readonly [string, string, string]): string {
  const bottom = 38 + drop
  return [
    fill(
      ground,
      `M${x} 36C${x + width * 0.3} 40 ${x + width * 0.7} 40 ${x + width} 37L${x + width - 1} ${bottom}C${x + width * 0.7} ${bottom + 4} ${x + width * 0.3} ${bottom - 3} ${x + 1} ${bottom + 1}Z`,
    ),
    row(Math.floor((drop - 10) / 12), (line) =>
      row(Math.floor((width - 4) / 9), (k) => {
        const [cx, cy] = [x + 7 + k * 9 + (line % 2) * 2, 48 + line * 12]
        return oval(ink, cx, cy, 3.6, 3.9) + oval(mark, cx, cy, 1.7, 1.9)
      }),
    ),
    stroke(
      ink,
      1.8,
      `M${x + 2} ${bottom - 5}C${x + width * 0.3} ${bottom - 8} ${x + width * 0.7} ${bottom - 1} ${x + width - 2} ${bottom - 5}`,
    ),
    `<path fill="#000000" opacity=".14" d="M${x + width * 0.62} 40L${x + width * 0.8} 39L${x + width * 0.76} ${bottom}L${x + width * 0.66} ${bottom + 1}Z"/>`,
  ].join('')
}

const clothesLine = [
  stroke('#6a4a30', 5, 'M-34 22L-32 126M160 22L162 126'),
  stroke('#8a6644', 1.6, 'M-35 24L-33.500 124M159 24L160.500 124'),
  stroke('#e8e0d0', 1.8, 'M-34 30C20 42 108 42 160 30'),
  cloth(-26, 42, 62, ['#d9702a', '#5a1f1a', '#f6dc8a']),
  cloth(20, 40, 70, ['#2456a0', '#f3ead2', '#d94a2c']),
  cloth(64, 44, 60, ['#f0c23c', '#1f6a4a', '#b8332a']),
  cloth(112, 38, 66, ['#8a2f4a', '#f2e6cf', '#2a7a8a']),
  row(8, (k) => fill('#c9a06a', `M${-22 + k * 24} 31h3v9h-3z`)),
].join('')

/** Plastered walls under a sheet roof, with a veranda. */
const house = [
  fill(
    '#5f8f4a',
    'M2 118C4 108 14 104 20 110C26 104 34 108 36 118ZM94 118C96 106 108 102 114 110C120 106 126 110 127 118Z',
  ),
  fill('#e2b06c', 'M14 62h100v58h-100z'),
  fill('#c9934f', 'M90 62h24v58h-24z'),
  fill('#eec387', 'M14 62h70v8h-70z'),
  fill('#b98345', 'M14 113h100v7h-100z'),
  fill('#7d8185', 'M2 66L22 36L108 36L126 66Z'),
  fill('#9a9ea2', 'M2 66L22 36L92 36L102 66Z'),
  row(9, (k) => stroke('#6e7276', 1.2, `M${25 + k * 9} 37L${9 + k * 12.4} 65`)),
  fill('#5c6064', 'M1 65h126v4h-126z'),
  fill('#5a3d28', 'M54 80h22v40h-22z'),
  fill('#7a5538', 'M56 82h18v38h-18z'),
  stroke('#5a3d28', 1.6, 'M65 82L65 120'),
  oval('#d8c07a', 71, 101, 1.5),
  fill('#4a5a66', 'M23 80h20v20h-20zM88 80h18v20h-18z'),
  fill('#8fb4c4', 'M25 82h16v16h-16zM90 82h14v16h-14z'),
  fill('#4a5a66', 'M32 82h2v16h-2zM25 89h16v2h-16zM96 82h2v16h-2zM90 89h14v2h-14z'),
  fill('#f3e2c4', 'M20 100h26v3h-26zM85 100h24v3h-24z'),
  fill('#b7a68e', 'M48 120h34v4h-34zM44 124h42v3h-42z'),
].join('')

const own = (name: string, family: string, names: readonly [string, string, string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: names[2], tagsEn: names[3], body }) satisfies OwnDrawing

export const OWN_SCENES: readonly OwnDrawing[] = [
  own('house-with-garden', 'building', ['maison', 'house', 'jardin|maison|pavillon|villa', 'garden|home|villa'], house),
  own('skewers', 'food', ['brochettes', 'skewers', 'viande|gril', 'meat|grill'], skewers),
  own('grill', 'thing', ['gril', 'barbecue', 'braise|feu|viande', 'fire|grill|meat'], grill),
  own(
    'clothes-line',
    'thing',
    ['corde à linge', 'clothes line', 'linge|pagne', 'laundry|cloth'],
    `<g transform="translate(23 42) scale(0.64)">${clothesLine}</g>`,
  ),
]
