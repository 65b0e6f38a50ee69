// A masquerade, birds and a lizard of West Africa, and the shack of a Quebec spring: what the package has no drawing of.
import type { OwnDrawing } from './drawings.ts'
import { eye, fill, oval, row, stroke } from './pens.ts'

const CLOTHS = ['#b5322b', '#e0a52c', '#2f5fa8', '#3f8a52', '#8a3f7a', '#e8dcc0', '#c9622c'] as const

const strip = (k: number, [x, top, foot]: readonly [number, number, number], wide: number) => {
  const colour = CLOTHS[k % CLOTHS.length]!
  const mark = CLOTHS[(k + 3) % CLOTHS.length]!
  const bend = (k % 2 === 0 ? 1 : -1) * 1.6
  return (
    fill(colour, `M${x} ${top}L${x + wide} ${top}L${x + wide + bend} ${foot}L${x + bend} ${foot}Z`) +
    row(4, (n) => {
      const y = top + ((foot - top) * (n + 0.6)) / 4.4
      return oval(mark, x + wide / 2 + bend * 0.5, y, wide * 0.24, 2.2)
    }) +
    stroke('#3a1f1a', 0.8, `M${x + wide} ${top}L${x + wide + bend} ${foot}`)
  )
}

/** Panels of cloth from the head to the ground, a net of cowries before the face. */
const egungun = [
  oval('#2a1d18', 46, 122, 10, 4),
  oval('#2a1d18', 84, 122, 10, 4),
  row(11, (k) => strip(k, [10 + k * 9.8, 58 + Math.abs(k - 5) * 2, 122 - Math.abs(k - 5) * 1.4], 11)),
  row(9, (k) => strip(k + 2, [20 + k * 9.8, 34 + Math.abs(k - 4) * 3, 92 - Math.abs(k - 4) * 1.6], 10.4)),
  fill('#8a2f2a', 'M14 46C30 34 98 34 114 46L110 58C90 48 38 48 18 58Z'),
  row(12, (k) => fill('#e8c45a', `M${18 + k * 7.8} ${52 - Math.sin((k / 11) * Math.PI) * 6}l3.4 7l3.4-7z`)),
  fill('#7a2a3a', 'M40 44C38 20 48 6 64 6C80 6 90 20 88 44C80 52 48 52 40 44Z'),
  fill('#1d1512', 'M46 40C46 24 52 16 64 16C76 16 82 24 82 40C76 46 52 46 46 40Z'),
  row(5, (k) => row(6, (n) => oval('#f2ead8', 50 + k * 7 + (n & 1) * 1.6, 21 + n * 4.4, 2.1, 1.5))),
  fill('#d9a53a', 'M40 16C46 2 82 2 88 16C80 8 48 8 40 16Z'),
  row(5, (k) => stroke(CLOTHS[(k * 2) % 7]!, 3, `M${54 + k * 5} 6L${48 + k * 8} -4`)),
].join('')

const pigeon = [
  stroke('#c2605a', 3, 'M60 98L60 120M72 98L73 120'),
  stroke('#c2605a', 2.4, 'M60 120L70 123M60 120L53 123M73 120L83 123M73 120L66 123'),
  fill('#5f6b7a', 'M4 96C14 84 30 76 44 72L56 88C40 96 20 102 6 104Z'),
  fill(
    '#8d99a8',
    'M26 78C34 58 56 46 74 44C82 36 88 30 96 30C108 34 108 56 102 74C94 94 76 102 58 100C42 100 30 92 26 78Z',
  ),
  fill('#74808f', 'M24 82C32 64 56 56 74 60C80 74 66 92 46 94C34 94 26 90 24 82Z'),
  stroke('#3c4654', 4, 'M34 84C46 88 58 86 66 78M40 76C50 79 58 77 64 70'),
  fill('#4f7a6a', 'M84 40C92 46 102 48 106 46C106 58 102 68 96 72C88 66 82 54 84 40Z'),
  fill('#7a5a8a', 'M86 54C92 58 100 58 104 56C102 66 98 72 94 74C88 70 86 62 86 54Z'),
  fill('#6f7c8c', 'M82 34C80 20 90 12 100 14C110 16 114 26 112 34C110 44 100 50 92 48C86 46 82 42 82 34Z'),
  fill('#e8e4dc', 'M108 24C110 21 114 22 114 25L111 28Z'),
  fill('#3a3330', 'M111 26C117 27 121 30 122 33C118 33 113 33 110 32Z'),
  eye('#d9622c', [102, 25], 2.6),
].join('')

const hornbill = [
  stroke('#4a4038', 3.4, 'M52 96L50 118M64 96L66 118'),
  stroke('#4a4038', 2.6, 'M50 118L42 122M50 118L58 122M66 118L58 122M66 118L74 122'),
  fill('#1f2226', 'M2 112C12 94 26 82 40 76L52 92C38 104 20 116 8 122Z'),
  fill('#ece8de', 'M4 116C10 108 16 102 24 98L30 106C22 114 14 118 8 122Z'),
  fill(
    '#22262b',
    'M32 82C36 58 56 46 70 42C76 30 84 26 90 30C98 42 94 66 88 80C80 98 62 104 48 100C38 98 32 92 32 82Z',
  ),
  fill('#f0ece2', 'M54 96C70 92 84 78 88 60C92 74 84 96 66 101C60 102 56 100 54 96Z'),
  fill('#33393f', 'M32 84C38 66 56 58 70 62C74 76 60 92 44 94C36 94 32 90 32 84Z'),
  row(4, (k) =>
    stroke(
      '#8a9098',
      1.6,
      `M${38 + k * 7} ${86 - k * 2}C${44 + k * 6} ${88 - k * 2} ${48 + k * 5} ${84 - k * 2} ${50 + k * 5} ${80 - k * 3}`,
    ),
  ),
  fill('#22262b', 'M70 34C68 20 78 12 88 14C98 16 100 28 98 36C94 46 82 48 76 46C72 44 70 40 70 34Z'),
  fill('#e0a83a', 'M92 20C106 14 122 24 126 46C120 42 112 40 96 38C92 34 90 26 92 20Z'),
  fill('#c9762a', 'M94 30C108 30 118 36 126 46C116 44 106 42 96 40Z'),
  fill('#e9bd5a', 'M88 14C96 6 108 8 114 18C108 18 98 18 92 22Z'),
  eye('#b5322b', [86, 24], 2.8),
].join('')

/** Head and tail of orange, the body dark blue: it lies on its belly, its head raised. */
const agama = [
  stroke('#3a4560', 9, 'M40 100C24 104 12 112 -6 108'),
  stroke('#e07a2c', 6, 'M16 108C4 110 -12 104 -26 108'),
  stroke('#2c3448', 8, 'M46 102L34 118L24 120M82 100L88 116L100 120'),
  stroke('#2c3448', 3, 'M24 120L16 117M24 120L17 123M100 120L108 117M100 120L109 123'),
  fill(
    '#3f4c6a',
    'M36 100C40 84 62 80 78 84C90 86 98 78 104 70C112 72 112 88 102 98C88 110 60 112 44 110C38 108 34 106 36 100Z',
  ),
  fill('#556488', 'M42 96C52 86 70 86 84 90C92 90 98 84 104 77C102 88 92 96 78 97C62 97 50 98 42 100Z'),
  row(8, (k) => oval('#6f80a8', 50 + k * 6, 96 - (k % 3) * 2.4, 1.7, 1.1)),
  stroke('#323c56', 8, 'M54 106L46 119L36 122M92 98L100 114L112 119'),
  stroke('#323c56', 3, 'M36 122L28 120M36 122L30 125M112 119L119 115M112 119L120 122'),
  fill(
    '#d9692a',
    'M92 84C90 72 98 60 110 56C120 52 132 54 138 60C140 66 132 72 122 74C114 78 108 86 104 94C98 94 94 90 92 84Z',
  ),
  fill('#ee8a42', 'M100 74C104 64 114 58 124 58C132 58 136 60 137 62C128 66 114 68 104 80Z'),
  stroke('#7a3418', 1.5, 'M138 63C130 68 122 69 114 69'),
  eye('#2c2018', [121, 61], 2.5),
].join('')

const shack = [
  stroke('#d9dee2', 9, 'M92 20C84 10 98 2 88 -10'),
  stroke('#e6eaed', 7, 'M64 22C56 12 70 4 60 -8'),
  fill('#6a6460', 'M86 22h12v24h-12z'),
  fill('#7a4a2c', 'M18 62L110 62L110 122L18 122Z'),
  row(8, (k) => stroke(k % 2 ? '#8f5b38' : '#6a3f26', 6.4, `M20 ${66 + k * 7.4}L108 ${66 + k * 7.4}`)),
  row(8, (k) => oval('#c49468', 18, 66 + k * 7.4, 3.4) + oval('#c49468', 110, 66 + k * 7.4, 3.4)),
  fill('#8a4438', 'M6 66L34 26L94 26L122 66Z'),
  fill(
    '#f2f5f7',
    'M6 66L34 26L94 26L122 66C116 62 110 66 104 60C96 66 88 60 80 62C70 66 62 58 52 62C42 66 34 60 26 64C18 62 12 68 6 66Z',
  ),
  fill('#7a3c30', 'M46 30L54 18L78 18L86 30Z'),
  fill('#f4f7f9', 'M44 20C52 10 80 10 88 20L84 24C74 18 58 18 48 24Z'),
  fill('#3f2818', 'M54 84h22v38h-22z'),
  stroke('#a8713f', 2, 'M55 85L75 121M75 85L55 121'),
  fill('#e8b85a', 'M26 82h18v18h-18zM86 82h18v18h-18z'),
  stroke('#4a2e1c', 2.4, 'M26 82h18v18h-18zM35 82v18M26 91h18M86 82h18v18h-18zM95 82v18M86 91h18'),
  fill('#a8b0b6', 'M-8 108L8 108L6 124L-6 124Z'),
  stroke('#7d858c', 2, 'M-8 108C-4 98 4 98 8 108'),
  fill('#eef2f5', 'M-14 122C20 114 110 116 138 122L138 127L-14 127Z'),
].join('')

const own = (name: string, family: string, names: readonly [string, string, string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: names[2], tagsEn: names[3], body }) satisfies OwnDrawing

export const OWN_WEST_AFRICAN: readonly OwnDrawing[] = [
  own('egungun', 'fantasy', ['egungun', 'egungun', 'revenant|masque', 'masquerade'], egungun),
  own('pigeon', 'bird', ['pigeon', 'pigeon', 'ville', 'town'], pigeon),
  own('hornbill', 'bird', ['calao', 'hornbill', 'savane', 'savanna'], hornbill),
  own('agama', 'animal', ['margouillat', 'agama', 'lézard', 'lizard'], agama),
  own('sugar-shack', 'building', ['cabane à sucre', 'sugar shack', 'érable', 'maple'], shack),
]
