// What the streets of our places know and the package does not: fritters in a bowl, a board on four wheels, the night guard of straw.
import type { OwnDrawing } from './drawings.ts'
import { fill, oval, row, stroke } from './pens.ts'

const BATTER = ['#b8702c', '#c98238', '#a8622a', '#d29044'] as const

function fritter(x: number, y: number, size: number, k: number): string {
  return (
    oval('#7a4420', x, y + size * 0.08, size * 1.04, size) +
    oval(BATTER[k % BATTER.length]!, x, y, size, size * 0.94) +
    oval('#dba252', x - size * 0.24, y - size * 0.3, size * 0.52, size * 0.4) +
    oval('#edbf78', x - size * 0.32, y - size * 0.4, size * 0.2, size * 0.13) +
    stroke(
      '#8a5024',
      size * 0.07,
      `M${x - size * 0.1} ${y + size * 0.44}C${x + size * 0.3} ${y + size * 0.5} ${x + size * 0.56} ${y + size * 0.2} ${x + size * 0.62} ${y - size * 0.1}`,
    )
  )
}

const fritters = [
  [
    [30, 66],
    [52, 60],
    [76, 60],
    [98, 66],
    [41, 48],
    [64, 42],
    [87, 48],
    [53, 31],
    [75, 30],
    [36, 74],
    [64, 70],
    [92, 74],
  ]
    .map(([x = 0, y = 0], k) => fritter(x, y, 14.5, k * 3 + (k >> 1)))
    .join(''),
  fill('#8fa8ac', 'M8 68C30 82 98 82 120 68C119 94 100 116 78 118H50C28 116 9 94 8 68Z'),
  fill('#b9ccce', 'M8 68C30 82 98 82 120 68L119.500 74C98 88 30 88 8.500 74Z'),
  fill('#74909a', 'M90 80C104 78 114 74 119 72C117 94 100 116 78 118H66C84 112 92 98 90 80Z'),
  fill('#2f6a8c', 'M11 88C34 101 94 101 117 88L115.500 93C94 105 34 105 12.500 93Z'),
  fill('#5f7a82', 'M48 116h32v5h-32z'),
].join('')

const skateboard = [
  fill('#d8d2c4', 'M18 100h20v6h-20zM90 100h20v6h-20z'),
  row(
    2,
    (k) =>
      oval('#8a2f26', 28 + k * 72, 110, 9) +
      oval('#d8533f', 27.4 + k * 72, 109.3, 7) +
      oval('#efe3cc', 28 + k * 72, 110, 3),
  ),
  fill(
    '#6b4226',
    'M2 90C6 100 12 102 20 102H108C116 102 122 100 126 90L123 88C118 95 114 96 108 96H20C14 96 10 95 5 88Z',
  ),
  fill('#c0803f', 'M3 89C7 97 13 99 20 99H108C115 99 121 97 125 89L124 88C119 95 114 96 108 96H20C14 96 9 95 4 88Z'),
  fill(
    '#2b2d33',
    'M4 87C9 94 14 95.500 20 95.500H108C114 95.500 119 94 124 87C118 92 114 93 108 93H20C14 93 10 92 4 87Z',
  ),
].join('')

const STRAW = [
  '#c9a24a',
  '#b5893a',
  '#dcb964',
  '#a87a34',
  '#8a3f7a',
  '#c9a24a',
  '#d8652f',
  '#b5893a',
  '#4a7a4a',
] as const

/** One skirt of straw: from x to the left and right of the middle, down to its fringe. */
function skirt(top: number, bottom: number, narrow: number, wide: number): string {
  const count = 34
  return row(count, (k) => {
    const t = (k + 0.5) / count - 0.5
    const upper = 64 + t * 2 * narrow
    const lower = 64 + t * 2 * wide
    const long = bottom + ((k * 7) % 5) - 2 - 5 * (2 * t) ** 2
    return stroke(
      STRAW[(k * 5 + top) % STRAW.length]!,
      4.6,
      `M${upper} ${top}C${upper + t * 6} ${(top + bottom) / 2} ${lower} ${(top + bottom * 2) / 3} ${lower} ${long}`,
    )
  })
}

const zangbeto = [
  fill('#7a5a28', 'M64 14C88 20 104 60 114 120H14C24 60 40 20 64 14Z'),
  skirt(62, 121, 34, 50),
  fill('#6b4a20', 'M28 70C44 78 84 78 100 70L98 66C84 72 44 72 30 66Z'),
  skirt(34, 88, 21, 38),
  fill('#5f2a55', 'M42 42C54 47 74 47 86 42L85 38C74 42 54 42 43 38Z'),
  skirt(14, 56, 5, 26),
  fill('#8a3f2c', 'M56 16C58 6 70 6 72 16C68 20 60 20 56 16Z'),
  stroke('#c9a24a', 3, 'M64 8C62 4 58 2 54 2M64 8C65 3 67 1 70 0M64 8C68 5 72 4 76 5'),
].join('')

const well = [
  stroke('#5c3b22', 6, 'M22 62V16M106 62V16'),
  fill('#6b4628', 'M14 12h100v7H14z'),
  fill('#8a5c34', 'M14 12h100v2.600H14z'),
  oval('#4a3020', 64, 22, 9, 7),
  oval('#7a5230', 64, 22, 5, 4),
  stroke('#c9b48a', 1.6, 'M64 26V52'),
  fill('#6a7a82', 'M55 50h18l-2.500 15h-13z'),
  fill('#93a5ac', 'M55 50h7l-1.500 15h-2.500z'),
  oval('#2a2420', 64, 70, 50, 12),
  fill('#8f8272', 'M10 72C10 88 118 88 118 72V112C118 126 10 126 10 112Z'),
  row(4, (r) =>
    row(7, (k) => {
      const x = 13 + k * 15.4 + (r & 1 ? 6 : 0)
      const y = 82 + r * 9.6 + 4 * Math.sin(((k + 0.5) * Math.PI) / 7)
      return fill(
        ['#a89a88', '#9a8c7a', '#b5a894'][(k * 2 + r) % 3]!,
        `M${x} ${y}h12c1.500 0 1.500 7.600 0 7.600h-12c-1.500 0-1.500-7.600 0-7.600z`,
      )
    }),
  ),
  fill('#c2b5a2', 'M8 68C8 84 120 84 120 68V75C120 91 8 91 8 75Z'),
  fill('#2a2420', 'M14 69C20 60 108 60 114 69C108 79 20 79 14 69Z'),
].join('')

interface Paint {
  readonly body: string
  readonly light: string
  readonly lower: string
  readonly band: string
}

const wheel = (x: number) => oval('#1d2023', x, 104, 11) + oval('#5a6066', x, 104, 6) + oval('#b9c0c4', x, 104, 3.4)

const bus = ({ body, light, lower, band }: Paint) =>
  [
    stroke('#3a3f44', 2, 'M32 44L32 38L112 38L112 44M52 44L52 38M72 44L72 38M92 44L92 38'),
    fill('#7a4a86', 'M38 26h20v12h-20z') + fill('#8f5f9c', 'M38 26h20v4h-20z'),
    fill('#3f7048', 'M60 22h18v16h-18z') + fill('#578a5f', 'M60 22h18v4h-18z'),
    fill('#b5562f', 'M82 28C84 24 102 24 104 28L105 38L81 38Z'),
    fill(body, 'M3 102L3 80C5 72 8 70 12 68L27 48C29 45 31 44 34 44L118 44C123 44 125 46 125 51L125 102Z'),
    fill(light, 'M30 46L120 46L122 50L27 50Z'),
    fill(lower, 'M3 86L125 86L125 103L3 103Z'),
    fill(band, 'M3 80L125 80L125 87L3 87Z'),
    fill('#25303a', 'M17 69L30 52L38 52L38 69Z') + fill('#3f505e', 'M21 69L33 53L36 53L25 69Z'),
    row(4, (k) => fill('#25303a', `M${43 + k * 20} 53h16v16h-16z`) + fill('#3f505e', `M${45 + k * 20} 53h4l-2 16h-2z`)),
    stroke('#8a7430', 1.4, 'M40 50L40 100M101 50L101 100M121 50L121 100'),
    fill('#2a2f34', 'M50 74h6v2h-6zM104 74h6v2h-6z'),
    oval('#f6e7b0', 7, 78, 3.4, 4.4) + oval('#c23a2c', 123, 84, 1.8, 4),
    fill('#2a2f34', 'M0 97h10v5h-10zM119 97h9v5h-9z'),
    wheel(26) + wheel(98),
  ].join('')

/** Of woven plastic, full of rice, its neck sewn shut. */
const sack = [
  fill('#c9bfa6', 'M14 40C6 62 4 92 12 112C30 122 98 122 116 112C124 92 122 62 114 40C84 30 44 30 14 40Z'),
  fill('#e9e2cf', 'M14 40C8 62 6 90 14 108C34 116 84 118 102 112C110 90 108 60 104 38C78 31 44 31 14 40Z'),
  fill('#f5f0e2', 'M24 44C20 60 19 78 22 94C34 98 50 98 58 96C54 78 54 60 58 42C46 41 34 42 24 44Z'),
  fill('#dcd3bc', 'M12 41L8 28C40 19 88 19 120 28L116 41C86 31 42 31 12 41Z'),
  stroke('#8a7a58', 2, 'M11 35C42 26 86 26 117 35'),
  fill('#3f7a4a', 'M9 66C40 74 88 74 119 66L120 74C88 82 40 82 8 74Z'),
  fill('#b8432f', 'M8 80C40 88 88 88 120 80L120 85C88 93 40 93 8 85Z'),
  stroke('#b5aa8e', 2.4, 'M30 100C48 106 70 106 84 103M96 52C99 58 100 64 99 70'),
].join('')

const own = (name: string, family: string, names: readonly [string, string, string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: names[2], tagsEn: names[3], body }) satisfies OwnDrawing

export const OWN_STREET_THINGS: readonly OwnDrawing[] = [
  own('well', 'thing', ['puits', 'well', 'eau|village', 'water|village'], well),
  own('fritters', 'food', ['beignets', 'fritters', 'pâte frite|goûter', 'fried dough|snack'], fritters),
  own('sack', 'thing', ['sac de riz', 'sack of rice', 'sac|grain|toile', 'bag|grain|burlap'], sack),
  own('skateboard', 'vehicle', ['planche à roulettes', 'skateboard', 'glisse|roulettes', 'board|wheels'], skateboard),
  own(
    'zangbeto',
    'fantasy',
    ['zangbéto', 'zangbeto', 'masque de paille|gardien de la nuit', 'straw mask|night guard'],
    zangbeto,
  ),
  own(
    'minibus',
    'vehicle',
    ['minibus', 'minibus', 'bus|transport', 'bus|transport'],
    bus({ body: '#e2b13c', light: '#f0cb6a', lower: '#d6a232', band: '#b8372b' }),
  ),
  own(
    'car-rapide',
    'vehicle',
    ['car rapide', 'car rapide', 'bus|dakar', 'bus|dakar'],
    bus({ body: '#e8bc3a', light: '#f6dc84', lower: '#2d5f9e', band: '#f4f0e4' }),
  ),
]
