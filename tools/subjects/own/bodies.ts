// Bodies of our own for what the icon package draws as a face only, and dishes that it does not know.
import type { OwnDrawing } from './drawings.ts'

const fill = (colour: string, d: string, more = '') => `<path fill="${colour}" d="${d}"${more}/>`
const oval = (colour: string, ...[cx, cy, rx, ry = rx]: readonly [number, number, number, number?]) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${colour}"/>`
const stroke = (colour: string, width: number, d: string) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`
const row = (count: number, draw: (k: number) => string) => Array.from({ length: count }, (_, k) => draw(k)).join('')

interface Coat {
  readonly fur: string
  readonly limbs: string
  readonly belly: string
  readonly paws: string
  readonly tail: string
}

/** Seated, seen from the front. */
function seated({ fur, limbs, belly, paws, tail }: Coat): string {
  return [
    tail,
    fill(fur, 'M40 124C26 122 25 104 32 88C39 72 48 58 64 58C80 58 89 72 96 88C103 104 102 122 88 124Z'),
    oval(limbs, 38, 108, 15, 15),
    oval(limbs, 90, 108, 15, 15),
    oval(belly, 64, 92, 17, 24),
    fill(limbs, 'M45 80C43 98 43 110 44 121L61 121L62 88ZM83 80C85 98 85 110 84 121L67 121L66 88Z'),
    limbs === '#2f3236'
      ? ''
      : fill(
          fur,
          'M45 80C44 92 43.500 104 44 112L50 112L52 84ZM83 80C84 92 84.500 104 84 112L78 112L76 84Z',
          ' opacity=".55"',
        ),
    oval(paws, 32, 121, 12, 6.5),
    oval(paws, 96, 121, 12, 6.5),
    oval(paws, 53, 121, 10.5, 6.5),
    oval(paws, 75, 121, 10.5, 6.5),
    row(3, (k) => stroke(paws === '#26282c' ? '#4a4d52' : limbs, 1, `M${49 + k * 4} 121L${49 + k * 4} 125`)),
    row(3, (k) => stroke(paws === '#26282c' ? '#4a4d52' : limbs, 1, `M${71 + k * 4} 121L${71 + k * 4} 125`)),
  ].join('')
}

const COATS: Readonly<Record<string, Coat>> = {
  koala: { fur: '#b0b0b0', limbs: '#9c9c9c', belly: '#ececec', paws: '#7d7d7d', tail: '' },
  hamster: { fur: '#e8a860', limbs: '#dc9a50', belly: '#fbf0e0', paws: '#f2b8a0', tail: '' },
  boar: {
    fur: '#8a6a52',
    limbs: '#785a44',
    belly: '#a5866c',
    paws: '#4a3628',
    tail: stroke('#785a44', 4, 'M92 112C106 112 108 100 102 94'),
  },
}

const named = (
  name: string,
  family: string,
  names: readonly [string, string, string, string],
  body: string,
): OwnDrawing => ({
  name,
  family,
  fr: names[0],
  en: names[1],
  tagsFr: names[2],
  tagsEn: names[3],
  body,
})

const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  koala: ['koala', 'koala'],
  hamster: ['hamster', 'hamster'],
  boar: ['sanglier', 'boar'],
}

const animals = Object.entries(COATS).map(([name, coat]) =>
  named(name, 'animal', [...NAMES[name]!, 'animal', 'animal'], seated(coat)),
)

/** Where the face that the package draws is set upon a body of ours. */
const FACES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(COATS).map((name) => [name, 'translate(25 -4) scale(0.61)']),
)

const robotHead = [
  fill('#56646d', 'M61 2h6v14h-6z'),
  oval('#d8452f', 64, 4, 5),
  fill('#78909c', 'M38 16h52c5 0 8 3 8 8v30c0 5-3 8-8 8h-52c-5 0-8-3-8-8v-30c0-5 3-8 8-8z'),
  fill('#a9bac3', 'M40 19h30c-16 3-28 14-32 32c-3-1-5-3-5-6v-20c0-4 3-6 7-6z'),
  fill('#37474f', 'M37 26h54c2 0 3 1 3 3v16c0 2-1 3-3 3h-54c-2 0-3-1-3-3v-16c0-2 1-3 3-3z'),
  oval('#1e88b5', 50, 37, 7),
  oval('#7fd8f5', 50, 37, 4),
  oval('#1e88b5', 78, 37, 7),
  oval('#7fd8f5', 78, 37, 4),
  row(6, (k) => fill('#4a5a63', `M${48 + k * 6} 53h3.500v5h-3.500z`)),
  fill('#56646d', 'M24 30h6v16h-6zM98 30h6v16h-6zM56 61h16v7h-16z'),
].join('')

const robotBody = [
  robotHead,
  fill('#7a8a94', 'M44 104h14v16h-14zM70 104h14v16h-14z'),
  fill('#56646d', 'M38 118h22c3 0 3 8 0 8h-22c-4 0-4-8 0-8zM68 118h22c4 0 4 8 0 8h-22c-3 0-3-8 0-8z'),
  stroke('#7a8a94', 9, 'M38 78C24 82 20 92 24 102M90 78C104 82 108 92 104 102'),
  oval('#56646d', 25, 105, 7),
  oval('#56646d', 103, 105, 7),
  fill('#90a4ae', 'M38 66h52c5 0 8 3 8 8v26c0 6-4 10-10 10h-48c-6 0-10-4-10-10v-26c0-5 3-8 8-8z'),
  fill('#b0bec5', 'M38 66h26v44h-24c-6 0-10-4-10-10v-26c0-5 3-8 8-8z'),
  fill('#37474f', 'M46 78h36v20h-36z'),
  oval('#ff5252', 54, 88, 4),
  oval('#ffd54f', 64, 88, 4),
  oval('#69f0ae', 74, 88, 4),
].join('')

const hen = [
  stroke('#d9972f', 3.4, 'M58 100L54 122M78 100L80 122'),
  fill('#d9972f', 'M44 120h18v4h-18zM70 120h18v4h-18z'),
  fill('#7a3c1c', 'M96 62C108 40 124 40 122 52C122 74 112 90 100 96Z'),
  fill(
    '#b8622a',
    'M34 40c4 14 10 20 28 20c26 0 44 -8 54 -12c4 20 -4 38 -14 46c-12 12 -46 14 -60 -2c-14-14-14-34-8-52z',
  ),
  fill('#8f4720', 'M56 66c16 0 38 0 50 -6c-2 22 -18 32 -34 30c-12 -2 -18 -12 -16 -24z'),
  fill('#d98a4a', 'M36 56c-2 18 4 32 18 40c-16 -2 -26 -20 -22 -44z'),
  fill('#b8622a', 'M28 22c-2 10 0 24 8 34l14-4c-4-8-6-20-6-28z'),
  oval('#c9702f', 35, 24, 11, 11),
  fill('#d8322b', 'M26 16c-2-8 4-12 7-6c2-7 8-6 8 0c6-4 9 2 5 8c-6-4-14-5-20-2z'),
  fill('#e8b03a', 'M25 22l-12 5l12 4z'),
  fill('#d8322b', 'M27 32c-4 4-4 10 0 12c4-2 5-8 3-12z'),
  oval('#1a1d22', 32, 22, 2),
].join('')

const plate = (rim: string, inside: string) =>
  oval('#c9c2b4', 64, 92, 60, 26) + oval(rim, 64, 89, 60, 26) + oval(inside, 64, 88, 48, 19)
const fish = (x: number, y: number, long: number) =>
  [
    fill(
      '#7a4420',
      `M${x} ${y}c${long * 0.2} -${long * 0.24} ${long * 0.55} -${long * 0.24} ${long * 0.76} -${long * 0.03}l${long * 0.22} -${long * 0.14}l-${long * 0.05} ${long * 0.19}l${long * 0.08} ${long * 0.14}l-${long * 0.25} -${long * 0.1}c-${long * 0.22} ${long * 0.18} -${long * 0.56} ${long * 0.16} -${long * 0.76} -${long * 0.06}z`,
    ),
    fill(
      '#a9662c',
      `M${x + long * 0.04} ${y - long * 0.01}c${long * 0.2} -${long * 0.17} ${long * 0.48} -${long * 0.17} ${long * 0.68} -${long * 0.03}c-${long * 0.2} ${long * 0.05} -${long * 0.5} ${long * 0.07} -${long * 0.68} ${long * 0.03}z`,
    ),
    row(4, (k) =>
      stroke('#43220e', 2.2, `M${x + long * (0.26 + k * 0.12)} ${y - long * 0.13}l${long * 0.05} ${long * 0.2}`),
    ),
    oval('#f6ead0', x + long * 0.1, y - long * 0.03, 2.6),
    oval('#2a1810', x + long * 0.1, y - long * 0.03, 1.3),
  ].join('')
const rings = (...at: readonly (readonly [number, number])[]) =>
  at
    .map(([x, y]) => `<ellipse cx="${x}" cy="${y}" rx="6" ry="3.4" fill="none" stroke="#f3e6f0" stroke-width="1.800"/>`)
    .join('')
const wedges = (...at: readonly (readonly [number, number])[]) =>
  at.map(([x, y]) => oval('#c8281f', x, y, 6.5, 4.2) + oval('#e8503c', x - 1, y - 1, 4, 2.3)).join('')

const grilledFish = [
  plate('#f2ece0', '#e4dccb'),
  fill('#5f9a3c', 'M20 84c8-10 16-8 22-2c-4 8-14 10-22 2zM92 76c10-6 18-2 20 6c-8 4-16 2-20-6z'),
  fish(16, 86, 96),
  wedges([40, 101], [54, 104]),
  rings([72, 102], [84, 99], [93, 97]),
  fill('#f2d23c', 'M96 92c2-8 14-8 16 0z'),
].join('')

const attieke = [
  plate('#d9643c', '#efe6d2'),
  fill('#efdca4', 'M22 84c2-28 22-44 42-44s40 16 42 44c-14 14-70 14-84 0z'),
  fill('#f8ecc4', 'M28 80c4-22 18-34 34-35c-14 8-22 22-24 40z'),
  row(46, (k) => oval(k % 3 ? '#dcc27c' : '#fffbe6', 28 + ((k * 29) % 73), 54 + ((k * 13) % 34), 1.6, 1.2)),
  fish(34, 84, 78),
  wedges([30, 92], [42, 97]),
  rings([58, 99], [72, 100], [50, 60], [64, 50]),
  fill('#5f9a3c', 'M88 96c4-6 12-6 14 0c-4 4-10 4-14 0z'),
].join('')

const foutou = [
  oval('#7a3a22', 84, 100, 40, 19),
  oval('#a5522f', 84, 94, 40, 18),
  oval('#c8401f', 84, 92, 34, 14),
  oval('#e8702a', 76, 89, 16, 5),
  oval('#8a4a24', 92, 92, 10, 6),
  oval('#6a3418', 74, 96, 7, 4),
  oval('#d8cdb8', 40, 108, 38, 15),
  oval('#f6f0e2', 40, 105, 38, 15),
  fill('#e8c66a', 'M14 100c0-26 14-40 27-40s26 14 26 40c-10 9-44 9-53 0z'),
  fill('#f6dc94', 'M18 96c2-20 10-30 20-32c-8 8-12 20-12 34z'),
].join('')

const tuque = [
  oval('#f3f0ea', 64, 18, 15),
  row(12, (k) => oval('#dcd6ca', 64 + 12 * Math.cos(k), 18 + 12 * Math.sin(k), 3.4)),
  fill('#c8323c', 'M20 96c-2-44 20-66 44-66s46 22 44 66z'),
  fill('#e05058', 'M30 92c0-36 12-54 28-58c-12 14-16 34-16 58z'),
  fill('#f6f0e6', 'M21 76c26-8 60-8 86 0l1 9c-26-8-62-8-88 0z'),
  fill('#a5242e', 'M14 92c30-8 70-8 100 0c3 8 3 18 0 24c-30 8-70 8-100 0c-3-6-3-16 0-24z'),
  row(11, (k) => stroke('#c8424c', 3, `M${21 + k * 8.6} ${91 - 3 * Math.sin((k / 10) * Math.PI)}v26`)),
].join('')

export const OWN_BODIES: readonly OwnDrawing[] = [
  ...animals,
  named('robot', 'fantasy', ['robot', 'robot', 'machine', 'machine'], robotBody),
  named('chicken', 'bird', ['poule', 'hen', 'volaille', 'poultry'], hen),
  named('grilled-fish', 'food', ['poisson grillé', 'grilled fish', 'braisé|plat', 'dish'], grilledFish),
  named('attieke', 'food', ['attiéké', 'attieke', 'manioc|semoule', 'cassava'], attieke),
  named('foutou', 'food', ['foutou', 'fufu', 'sauce|igname|banane', 'yam|sauce'], foutou),
  named('tuque', 'clothes', ['tuque', 'woolly hat', 'bonnet|laine', 'wool|beanie'], tuque),
]

/** With the face of the package set upon it. */
export function wholeBody(
  { name, body }: OwnDrawing,
  drawings: Readonly<Record<string, { readonly body: string }>>,
): string {
  const place = FACES[name]
  return place ? `${body}<g transform="${place}">${drawings[name]!.body}</g>` : body
}
