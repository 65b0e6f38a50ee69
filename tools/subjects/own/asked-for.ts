// Drawings of our own for what strangers asked for and nothing stood for: a lioness, a pangolin, a basilica, a bird on the wing, a cake of three tiers, a barbell, a punching bag and a mango tree.
import type { OwnDrawing } from './drawings.ts'
import { eye, fill, oval, row, stroke } from './pens.ts'

const lioness = [
  stroke('#bd8436', 4, 'M18 64C6 66 2 82 8 96'),
  fill('#5a3a20', 'M3 94C2 104 6 110 11 112C14 106 14 98 11 93Z'),
  fill(
    '#b07a32',
    'M34 78C34 92 38 100 36 118L47 119C49 106 50 94 50 80ZM76 76C78 92 80 106 78 118L89 119C91 106 92 88 92 76Z',
  ),
  fill(
    '#d9a050',
    'M16 66C16 54 28 50 42 53C56 55 68 50 80 44C92 40 102 52 100 68C97 82 86 86 74 84C60 82 46 86 34 86C22 86 16 78 16 66Z',
  ),
  fill('#f0d19a', 'M38 85C52 82 64 86 78 83C72 92 48 94 38 85Z'),
  fill('#e3b169', 'M24 58C36 52 54 58 66 54C60 66 36 68 24 58Z'),
  fill(
    '#d9a050',
    'M18 64C12 80 26 88 23 100C21 108 22 114 22 122L36 122C37 118 34 116 34 112C38 102 47 94 48 84C50 68 32 56 24 58Z',
  ),
  fill('#c08a3e', 'M18 64C12 80 26 88 23 100C21 108 22 114 22 122L27 122C27 110 30 100 32 92C26 84 22 76 24 62Z'),
  fill('#d9a050', 'M82 66C83 88 89 100 87 122L102 122C103 118 99 116 99 112C101 98 102 84 101 64Z'),
  fill('#c08a3e', 'M82 68C83 88 89 100 87 122L92 122C93 104 90 88 89 72Z'),
  fill('#f0d19a', 'M21 117h16c1 3 0 6-2 6h-14zM86 117h16c1 3 0 6-2 6h-14z'),
  oval('#c08a3e', 85, 25, 6.4, 6.8) + oval('#5a3a24', 85.4, 26, 3.6, 4.2),
  fill(
    '#d9a050',
    'M76 52C74 36 82 24 94 23C106 22 113 30 114 37C120 39 125 43 125 49C125 55 119 58 112 58C108 66 100 72 92 70C84 68 78 62 76 52Z',
  ),
  fill('#c08a3e', 'M76 52C74 36 82 24 92 23C84 30 81 42 84 54C86 62 90 68 94 70C84 70 78 62 76 52Z'),
  oval('#d9a050', 100, 23, 6) + oval('#7a5030', 100.4, 24, 3.4),
  fill('#f4e0b8', 'M106 50C110 44 120 42 124 46C126 52 121 58 112 58C107 58 104 54 106 50Z'),
  fill('#e9bd78', 'M103 26C108 30 112 34 114 40L109 45C105 40 103 33 103 26Z'),
  fill('#4a2a24', 'M118 41C122 40 125 42 125 45C123 47 120 47 118 45Z'),
  stroke('#5a3a24', 1.2, 'M121 47C120 51 116 53 111 52'),
  eye('#c98a2a', [105, 38], 2.7),
  row(3, (k) => oval('#8a5a34', 112 + k * 2.4, 49 + (k % 2) * 2, 0.6)),
].join('')

/** Scales from the brow to the end of the tail. */
const pangolin = [
  fill('#6a4a2e', 'M54 96L52 118L64 118L66 98ZM84 98L84 118L96 118L97 98Z'),
  fill(
    '#8a6440',
    'M2 108C8 100 22 100 34 92C40 66 60 50 84 52C104 54 114 68 116 84C122 88 127 93 127 98C120 99 113 98 108 96C100 106 88 108 74 106C56 108 40 112 24 114C14 116 4 114 2 108Z',
  ),
  row(5, (n) =>
    row(9 - n, (k) => {
      const [x, y] = [
        104 - k * 8.4 - n * 3,
        62 + n * 9.4 - Math.max(0, 3 - k) * (4 - n) * 0.7 + Math.max(0, k - 4) * (4 - n) * 1.7,
      ]
      return (
        fill(
          k % 2 === n % 2 ? '#a87c4e' : '#96703f',
          `M${x} ${y}C${x - 3} ${y - 5} ${x - 9} ${y - 5} ${x - 12} ${y + 1}C${x - 10} ${y + 7} ${x - 3} ${y + 7} ${x} ${y}Z`,
        ) + stroke('#5e4226', 0.9, `M${x} ${y}C${x - 3} ${y + 7} ${x - 10} ${y + 7} ${x - 12} ${y + 1}`)
      )
    }),
  ),
  row(6, (k) =>
    fill(
      k % 2 ? '#a87c4e' : '#96703f',
      `M${34 - k * 5} ${96 + k * 2}C${30 - k * 5} ${92 + k * 2} ${24 - k * 5} ${94 + k * 2} ${22 - k * 4} ${102 + k * 1.4}C${28 - k * 5} ${108 + k} ${34 - k * 5} ${104 + k} ${34 - k * 5} ${96 + k * 2}Z`,
    ),
  ),
  fill('#c9a27a', 'M104 76C112 76 120 84 127 96C127 99 124 100 121 99C113 98 106 96 102 90C100 84 100 78 104 76Z'),
  fill('#8a6440', 'M98 66C108 66 114 74 116 82C110 82 104 80 100 84C94 82 92 70 98 66Z'),
  oval('#2a1c14', 126, 97.4, 1.8, 1.5) + oval('#b58a64', 103, 85, 3, 3.6) + eye('#2a1a10', [111, 86], 2.2),
  fill(
    '#8a6440',
    'M44 94C40 104 40 110 40 118L54 118C55 110 58 104 62 100ZM90 96C92 106 90 112 90 119L104 119C104 110 107 104 106 94Z',
  ),
  row(3, (k) => fill('#e6d5b4', `M${42 + k * 4} 116l3 0l-1 5zM${92 + k * 4} 117l3 0l-1 5z`)),
].join('')

/** A dome on its drum over a round colonnade, and the cross on it. */
const basilica = [
  fill('#d8cfbc', 'M4 118h120v6h-120z') + fill('#e8e0d0', 'M8 113h112v6h-112z'),
  fill('#c9bda6', 'M12 76h104v38h-104z'),
  row(
    9,
    (k) => fill('#f2ecdf', `M${13 + k * 11.7} 78h6v36h-6z`) + fill('#b0a48c', `M${18 + k * 11.7} 78h1.600v36h-1.600z`),
  ),
  fill('#f2ecdf', 'M8 70h112v8h-112z') + fill('#d8cfbc', 'M8 75h112v3h-112z'),
  fill('#e0d6c4', 'M38 48h52v22h-52z'),
  row(
    6,
    (k) =>
      fill('#8fa8b8', `M${41 + k * 8.4} 52h4.600v15h-4.600z`) +
      fill('#f6f1e6', `M${45.6 + k * 8.4} 50h2.400v20h-2.400z`),
  ),
  fill('#f2ecdf', 'M34 45h60v5h-60z'),
  fill('#b9b4a8', 'M36 45C36 24 48 13 64 13C80 13 92 24 92 45Z'),
  fill('#d4cfc2', 'M36 45C36 24 48 13 62 13C52 20 48 32 48 45Z'),
  fill('#989284', 'M82 45C82 30 76 18 66 13C82 14 92 26 92 45Z'),
  row(4, (k) => stroke('#8a8476', 0.9, `M${48 + k * 10.6} 45C${49 + k * 10} 32 ${55 + k * 6} 20 64 13`)),
  fill('#e8e0d0', 'M59 8h10v7h-10z') + fill('#c9a24a', 'M62.800 -2h2.400v11h-2.400zM59.400 1.400h9.200v2.200h-9.200z'),
  fill('#5e4a36', 'M56 92h16v22h-16z') + fill('#463626', 'M63.400 92h1.200v22h-1.200z'),
  fill('#efe7d6', 'M44 78L64 66L84 78Z') + fill('#cfc4ae', 'M50 76.600L64 68.400L78 76.600Z'),
].join('')

/** Both wings up, the tail spread. */
const birdFlying = [
  fill('#2f6f9c', 'M70 66C66 46 50 26 22 12C24 26 28 36 36 46C30 46 26 46 22 44C28 58 44 70 60 74Z'),
  row(5, (k) => stroke('#245a80', 1.6, `M${64 - k * 5} ${66 - k * 3}L${28 + k * 3} ${22 + k * 8}`)),
  fill(
    '#4a94c4',
    'M16 88C26 80 40 74 54 72C68 62 84 58 96 62C104 60 112 64 114 72L124 77L113 80C106 92 86 98 66 94C54 92 40 94 30 100L34 92C28 92 20 92 10 96Z',
  ),
  fill('#f0dcc0', 'M70 92C86 92 102 88 112 80C108 76 96 80 86 84C78 87 72 90 70 92Z'),
  fill('#3a82b4', 'M16 88C26 80 40 74 54 72C46 80 36 88 30 100L34 92C28 92 20 92 10 96Z'),
  fill('#5aa8d8', 'M60 76C68 58 86 34 116 22C114 36 108 46 100 52C106 54 110 54 114 52C106 66 92 76 78 80Z'),
  row(5, (k) => stroke('#3a82b4', 1.6, `M${70 + k * 5} ${74 - k * 2}L${110 - k * 2} ${30 + k * 7}`)),
  fill('#e8a03a', 'M112 71L126 77L113 80Z') + eye('#1a120c', [105, 70], 2.3),
].join('')

const tier = (y: number, half: number, icing: string, side: string) =>
  fill(
    side,
    `M${64 - half} ${y}L${64 + half} ${y}L${64 + half} ${y + 26}C${64 + half} ${y + 34} ${64 - half} ${y + 34} ${64 - half} ${y + 26}Z`,
  ) +
  oval(icing, 64, y, half, half * 0.2) +
  row(Math.round(half / 5), (k) => {
    const x = 64 - half + 5 + (k * (2 * half - 10)) / Math.max(1, Math.round(half / 5) - 1)
    return oval(icing, x, y + 5 + (k % 2) * 3, 5.4, 6)
  })
const tieredCake = [
  oval('#c9bfae', 64, 118, 60, 9) + oval('#efe7d8', 64, 115, 60, 9),
  tier(88, 48, '#fdf8f4', '#f0a8bc'),
  tier(60, 34, '#fdf8f4', '#f7d3dc'),
  tier(34, 21, '#fdf8f4', '#f0a8bc'),
  row(5, (k) => oval('#d8456a', 30 + k * 17, 86 + Math.abs(k - 2) * -1, 3.4)),
  row(3, (k) => oval('#d8456a', 50 + k * 14, 59, 3)),
].join('')

const barbell = [
  fill('#9aa0a8', 'M2 60h124v7h-124z') + fill('#c9ced6', 'M2 60h124v2.500h-124z'),
  row(
    2,
    (k) =>
      fill('#2b2e36', `M${12 + k * 88} 34h8v60h-8zM${22 + k * 68} 42h8v44h-8z`) +
      fill('#4a4e58', `M${12 + k * 88} 34h2.500v60h-2.500zM${22 + k * 68} 42h2.500v44h-2.500z`),
  ),
].join('')

const punchingBag = [
  stroke('#2b2b30', 3, 'M64 0L64 12M64 12L48 26M64 12L80 26'),
  fill('#8f2a26', 'M44 28C44 22 84 22 84 28L86 114C86 124 42 124 42 114Z'),
  fill('#72201e', 'M44 28C44 24 52 23 56 23L55 121C47 120 42 118 42 114Z') +
    fill('#a83a34', 'M76 24C82 25 84 26 84 28L86 114C86 117 83 119 79 120Z'),
  fill('#2b2b30', 'M43.600 44h41v8h-41zM42.600 94h43v8h-43z'),
].join('')

/** A wide dark crown, its fruit hanging from it. */
const mangoTree = [
  fill('#5e4028', 'M56 124C60 108 58 92 56 76L72 76C71 92 70 108 76 124Z') +
    fill('#7a5638', 'M56 124C60 108 58 92 56 76L61 76C63 94 64 110 62 124Z'),
  stroke('#5e4028', 4, 'M62 84C52 74 42 70 34 68M68 82C78 74 88 70 96 68'),
  fill(
    '#2f5f2e',
    'M8 62C2 44 14 28 30 26C36 10 58 2 72 8C92 4 110 16 112 32C126 40 126 62 114 70C106 82 88 84 78 78C66 86 48 84 42 78C28 84 12 76 8 62Z',
  ),
  fill(
    '#3f7a38',
    'M14 54C12 40 22 32 34 32C42 16 60 10 72 14C64 20 58 26 58 34C44 34 34 42 34 54C26 60 18 60 14 54ZM66 40C76 26 96 22 106 34C98 36 92 42 90 50C82 54 72 50 66 40Z',
  ),
  fill('#549246', 'M40 30C46 20 58 14 66 16C58 22 52 26 48 34ZM78 34C86 28 96 28 102 34C94 34 88 38 84 42Z'),
  row(
    9,
    (k) =>
      stroke('#2a4a26', 0.9, `M${22 + k * 10.4} ${66 + (k % 3) * 5}v6`) +
      oval(k % 2 ? '#e8a03a' : '#d8722e', 22 + k * 10.4, 75 + (k % 3) * 5, 3.2, 4.2),
  ),
].join('')

const own = (name: string, family: string, names: readonly [string, string, string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: names[2], tagsEn: names[3], body }) satisfies OwnDrawing

export const OWN_ASKED_FOR: readonly OwnDrawing[] = [
  own('lioness', 'animal', ['lionne', 'lioness', 'savane|fauve', 'savanna|big cat'], lioness),
  own('pangolin', 'animal', ['pangolin', 'pangolin', 'écailles|forêt', 'scales|forest'], pangolin),
  own('basilica', 'building', ['basilique', 'basilica', 'dôme|église', 'dome|church'], basilica),
  own('bird-flying', 'bird', ['oiseau en vol', 'flying bird', 'vol|ciel', 'flight|sky'], birdFlying),
  own('tiered-cake', 'food', ['pièce montée', 'tiered cake', 'gâteau|mariage', 'wedding cake'], tieredCake),
  own('barbell', 'sport', ['haltère', 'barbell', 'poids|musculation', 'weights|gym'], barbell),
  own('punching-bag', 'sport', ['sac de frappe', 'punching bag', 'boxe', 'boxing'], punchingBag),
  own('mango-tree', 'plant', ['manguier', 'mango tree', 'mangues|ombre', 'mangoes|shade'], mangoTree),
]
