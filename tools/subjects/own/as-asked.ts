// Drawings of our own for what the words say of a thing: an animal asleep, a whole pizza, a glass of juice, a can to water with.
import type { OwnDrawing } from './drawings.ts'
import { fill, oval, row, stroke } from './pens.ts'

/** Curled up on one side, the head on the paws. */
const dogAsleep = [
  stroke('#a8703c', 8, 'M12 108C6 98 10 86 20 82'),
  fill('#c68a4c', 'M10 112C8 88 26 66 54 64C78 62 96 76 100 96L102 118C80 124 30 124 14 120Z'),
  fill('#d9a264', 'M20 90C30 74 48 67 64 68C50 74 34 84 28 98Z'),
  fill('#b07840', 'M10 112C10 104 12 98 16 92C20 104 30 112 48 116C40 122 20 122 14 120Z'),
  fill('#c68a4c', 'M18 118C14 104 24 92 40 92C54 92 62 104 58 118Z'),
  stroke('#a06a36', 1.8, 'M20 112C20 100 28 93 40 93C52 93 60 102 58 114'),
  fill('#b98046', 'M30 116h40c5 0 5 8 0 8h-40c-5 0-5-8 0-8z'),
  fill('#c68a4c', 'M76 92C82 104 84 112 80 118L110 118C106 106 100 94 92 86Z'),
  fill('#d9a264', 'M84 115h34c5 0 5 9 0 9h-34c-5 0-5-9 0-9z'),
  fill(
    '#c68a4c',
    'M70 92C70 78 82 72 94 76C103 78 107 86 112 94C119 97 126 100 126 107C126 114 118 117 110 116C98 119 82 118 76 110C72 105 70 99 70 92Z',
  ),
  fill('#ecd3aa', 'M106 103C112 98 120 98 126 104C127 112 119 117 110 116C104 116 102 108 106 103Z'),
  fill('#9a6434', 'M80 80C72 76 64 80 62 92C62 102 68 110 76 110C82 104 86 90 80 80Z'),
  fill('#7f5029', 'M76 84C70 82 66 86 65 94C66 102 70 107 75 107C79 102 81 92 76 84Z'),
  stroke('#2a1d15', 2, 'M92 95C95 98.500 100 99 104 96.500'),
  oval('#241c19', 124, 103.5, 3.6, 3),
  stroke('#6a4426', 1.3, 'M122 110C116 112.500 110 112.500 106 110.500'),
].join('')

/** In a ring, the tail before the nose. */
const catAsleep = [
  fill('#cf8740', 'M8 106C8 80 34 62 66 62C98 62 120 80 120 104C120 118 100 124 64 124C28 124 8 120 8 106Z'),
  fill('#dd9a54', 'M24 84C38 70 58 66 78 68C60 74 40 82 30 96Z'),
  fill(
    '#b9712f',
    'M8 106C9 98 12 92 16 88C18 104 40 114 76 114C96 114 112 112 119 108C116 120 96 124 64 124C28 124 8 120 8 106Z',
  ),
  stroke(
    '#a8622a',
    3,
    'M34 74C38 80 40 86 40 92M50 67C54 74 56 80 56 86M68 64C71 70 72 76 71 82M24 86C28 90 31 95 32 100',
  ),
  stroke('#cf8740', 13, 'M18 108C40 120 74 120 96 112'),
  stroke('#dd9a54', 5, 'M24 108C46 117 70 117 90 110'),
  fill(
    '#cf8740',
    'M78 84C77 76 79 68 82 64C88 67 92 71 94 75L106 75C109 70 114 66 119 64C122 70 122 80 120 86C122 98 114 108 100 108C86 108 76 98 78 84Z',
  ),
  fill(
    '#e8b0a0',
    'M83 70C87 72 90 75 91 78C88 80 86 82 85 85C83 80 82 75 83 70ZM117 70C114 72 111 75 109 78C112 80 114 83 116 86C117 80 118 75 117 70Z',
  ),
  fill('#f7ead2', 'M90 98C94 93 106 93 110 98C112 105 107 108 100 108C93 108 88 105 90 98Z'),
  stroke('#a8622a', 2, 'M96 77L96 83M100 76L100 83M104 77L104 83'),
  stroke('#3a2418', 2, 'M84 90C87 93.500 92 93.500 95 91M105 91C108 93.500 113 93.500 116 90'),
  fill('#b96a5c', 'M97 97h6l-3 3.500z'),
  stroke('#7a4a30', 1.1, 'M100 100.500C99.500 103.500 96 104 94 103M100 100.500C100.500 103.500 104 104 106 103'),
].join('')

const wholePizza = [
  oval('#8a5a30', 64, 94, 62, 26),
  oval('#b07a45', 64, 90, 62, 26),
  oval('#a8622a', 64, 86, 54, 23),
  oval('#d9974a', 64, 82, 54, 23),
  oval('#c0432a', 64, 82, 47, 19),
  oval('#f2c65a', 64, 81, 45, 17.5),
  row(9, (k) => oval('#f9e2a0', 30 + ((k * 29) % 70), 72 + ((k * 11) % 19), 6, 2.4)),
  row(9, (k) => {
    const [x, y] = [
      64 + (k === 0 ? 0 : 31) * Math.cos((k * Math.PI) / 4),
      81 + (k === 0 ? 0 : 11.5) * Math.sin((k * Math.PI) / 4),
    ]
    return oval('#8f2a1f', x, y + 0.8, 7, 3.2) + oval('#c44a33', x, y, 7, 3)
  }),
  row(6, (k) => fill('#4f7a34', `M${34 + ((k * 37) % 60)} ${74 + ((k * 7) % 14)}c3-3 7-3 9 0c-3 2-6 2-9 0z`)),
  stroke('#a5622a', 1, 'M64 64L64 98M20 80L108 83M32 71L96 93M96 70L33 94'),
].join('')

const glass = (drink: string, light: string, top: string) =>
  [
    fill('#c9d6da', 'M36 12L92 12L84 120C84 125 44 125 44 120Z'),
    fill(drink, 'M39 34L89 34L83 116C82 120 46 120 45 116Z'),
    fill(light, 'M43 36L52 36L55 116C50 117 46 117 46 115Z'),
    oval(top, 64, 34, 25, 5),
    stroke('#eef4f5', 2, 'M37 13C50 18 78 18 91 13M37 13L45 119M91 13L83 119'),
    oval('#e3ecee', 64, 121, 19, 3.5),
  ].join('')

const juice = [
  glass('#ee9326', '#f8b85a', '#f7b24a'),
  oval('#f3a52f', 96, 20, 15),
  oval('#fbe0a0', 96, 20, 12),
  row(6, (k) =>
    stroke('#f3a52f', 1.6, `M96 20L${96 + 12 * Math.cos((k * Math.PI) / 3)} ${20 + 12 * Math.sin((k * Math.PI) / 3)}`),
  ),
].join('')

const wateringCan = [
  stroke('#3f7a6a', 6, 'M44 50C44 18 96 18 98 54'),
  stroke('#35685a', 6, 'M98 62C122 60 122 102 98 104'),
  fill('#3f7a6a', 'M46 84L10 46L18 40L54 72Z'),
  fill('#35685a', 'M2 50L20 30L26 38L10 56Z'),
  row(4, (k) => oval('#22463c', 7 + k * 4.2, 50 - k * 4.6, 1.2)),
  fill('#4a8d7b', 'M40 52L102 52L106 120C106 125 36 125 36 120Z'),
  fill('#5fa592', 'M46 54L58 54L54 122C48 122 44 121 42 120Z'),
  fill('#35685a', 'M90 54L102 54L106 120C104 122 98 122 92 123Z'),
  oval('#2b5548', 71, 52, 31, 6),
].join('')

const poutine = [
  oval('#a9a294', 64, 112, 44, 8),
  fill('#e9e2d2', 'M8 66C10 98 30 116 64 116C98 116 118 98 120 66Z'),
  fill('#c9c0ac', 'M8 66C10 98 30 116 64 116C40 108 24 92 20 66Z'),
  oval('#f6f1e4', 64, 66, 57, 14),
  oval('#8a4a20', 64, 66, 50, 11),
  row(26, (k) => {
    const angle = -0.25 - ((k * 7) % 26) * 0.1
    const [x, y] = [64 + 30 * Math.cos(angle) + ((k * 17) % 21) - 10, 54 + 16 * Math.sin(angle)]
    const [dx, dy] = [17 * Math.cos(angle * 1.1), 19 * Math.sin(angle)]
    const at = (f: number) => `${(x + dx * f).toFixed(1)} ${(y + dy * f).toFixed(1)}`
    return (
      stroke('#b9761c', 8.6, `M${at(-1)}L${at(1)}`) +
      stroke(['#efb73c', '#e2a22c', '#f6cd66'][k % 3]!, 7, `M${at(-1)}L${at(1)}`)
    )
  }),
  row(9, (k) => {
    const [x, y] = [30 + k * 8.4, 58 + ((k * 5) % 7)]
    return (
      stroke('#b9761c', 8.6, `M${x - 12} ${y + 3}L${x + 12} ${y - 4}`) +
      stroke(k % 2 ? '#f6cd66' : '#efb73c', 7, `M${x - 12} ${y + 3}L${x + 12} ${y - 4}`)
    )
  }),
  fill(
    '#6f3c18',
    'M44 38C50 30 74 28 82 38C88 42 86 54 82 60C78 64 78 50 72 50C68 54 68 66 62 64C58 60 60 50 54 50C48 52 50 60 45 60C40 56 40 44 44 38Z',
  ),
  fill('#955a26', 'M47 40C54 34 70 33 78 39C68 40 56 42 49 46Z'),
  row(9, (k) => {
    const [x, y] = [34 + ((k * 23) % 60), 38 + ((k * k * 7) % 25)]
    return oval('#d9caa2', x, y + 1.2, 6, 4.4) + oval('#fbf5e2', x - 0.6, y - 0.4, 5.2, 3.8)
  }),
].join('')

const own = (name: string, family: string, names: readonly [string, string, string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: names[2], tagsEn: names[3], body }) satisfies OwnDrawing

export const OWN_AS_ASKED: readonly OwnDrawing[] = [
  own('dog-asleep', 'animal', ['chien endormi', 'sleeping dog', 'animal|sommeil', 'animal|sleep'], dogAsleep),
  own('cat-asleep', 'animal', ['chat endormi', 'sleeping cat', 'animal|sommeil', 'animal|sleep'], catAsleep),
  own('whole-pizza', 'food', ['pizza entière', 'whole pizza', 'plat|italien', 'dish|italian'], wholePizza),
  own('glass-of-juice', 'drink', ['verre de jus', 'glass of juice', 'boisson|fruit', 'drink|fruit'], juice),
  own(
    'glass-of-water',
    'drink',
    ["verre d'eau", 'glass of water', 'boisson', 'drink'],
    glass('#b9d8e2', '#d6eaf0', '#cfe6ee'),
  ),
  own('watering-can', 'thing', ['arrosoir', 'watering can', 'jardin', 'garden'], wateringCan),
  own('poutine', 'food', ['poutine', 'poutine', 'frites|sauce', 'fries|gravy'], poutine),
]
