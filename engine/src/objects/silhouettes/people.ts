import { dot, flat, glow, oval, OWN, type Part, type PartMaker, relief, type Silhouette, stroke } from '../parts.ts'
import { carving, waxPrint } from './patterns.ts'

const SKIN = '#7a4e36'

const man: readonly Part[] = [
  relief(['M43 66 L49.5 66 L49 97 L43 97 Z', 'M57 66 L50.5 66 L51 97 L57 97 Z'], '#3a3430', { depth: 0.02 }),
  flat('M41.5 100 L42.5 96.5 L49.3 96.5 L49.3 100 Z', '#241c18', { direct: 0.3, mirror: 50 }),
  relief(
    ['M34.6 56 L38.4 57 L37.8 65 C37 67 34.6 66.4 34.4 64 Z', 'M65.4 56 L61.6 57 L62.2 65 C63 67 65.4 66.4 65.6 64 Z'],
    SKIN,
    {
      depth: 0.015,
    },
  ),
  relief(
    'M44 22 C46 20 54 20 56 22 C62 24 64 30 64.5 38 L66 58 C66 60 62.5 60 62 58 L60 42 L61 74 C57 77 43 77 39 74 L40 42 L38 58 C37.5 60 34 60 34 58 L35.5 38 C36 30 38 24 44 22 Z',
    OWN,
    { depth: 0.03 },
  ),
  relief(
    'M50 5 C55 5 57.5 8.5 57.5 12.5 C57.5 17.5 54.5 21 52.6 21.6 L52.6 24 C51 25.4 49 25.4 47.4 24 L47.4 21.6 C45.5 21 42.5 17.5 42.5 12.5 C42.5 8.5 45 5 50 5 Z',
    SKIN,
    {
      depth: 0.025,
    },
  ),
  flat(
    'M42.3 12 C41.6 6 45 2.6 50 2.6 C55 2.6 58.4 6 57.7 12 C56.4 8.6 54 7.6 50 7.6 C46 7.6 43.6 8.6 42.3 12 Z',
    '#1d1512',
    {
      direct: 0.3,
    },
  ),
]

/** A basin of fruit on the head, a printed wrapper. */
const woman: readonly Part[] = [
  flat('M44.4 100 L45 95 L49.2 95 L49.2 100 Z', SKIN, { direct: 0.35, mirror: 50 }),
  relief('M41 50 C46 48 54 48 59 50 C62 64 63.5 80 63 96 C56 98 44 98 37 96 C36.5 80 38 64 41 50 Z', OWN, {
    depth: 0.03,
    pattern: waxPrint,
  }),
  relief(
    [
      'M59.5 30 C63 25 62 18 58.4 12.4 L56.4 13.6 C58.6 19 59 24 56 29 Z',
      'M40.5 31 C37 38 36 46 38 55 L40.6 54.4 C40 47 41.6 40 44 34 Z',
    ],
    SKIN,
    {
      depth: 0.015,
    },
  ),
  relief(
    'M44 27 C47 25.6 53 25.6 56 27 C60 28.6 60.4 31 59 36 C58 42 58.4 47 59.4 52 C54 54.4 46 54.4 40.6 52 C41.6 47 42 42 41 36 C39.6 31 40 28.6 44 27 Z',
    '#e9dcc4',
    {
      depth: 0.025,
    },
  ),
  relief(
    'M50 11.5 C54.6 11.5 56.4 14.6 56.4 18 C56.4 22 54 24.8 52.4 25.4 L52.4 28 C51 29.4 49 29.4 47.6 28 L47.6 25.4 C46 24.8 43.6 22 43.6 18 C43.6 14.6 45.4 11.5 50 11.5 Z',
    SKIN,
    {
      depth: 0.022,
    },
  ),
  relief('M42.8 16.6 C42.4 11 46 9 50 9 C54 9 57.6 11 57.2 16.6 C53 13.4 47 13.4 42.8 16.6 Z', OWN, {
    depth: 0.02,
    pattern: waxPrint,
  }),
  ...[38, 42, 46, 50, 54, 58, 62].map((x, k) =>
    oval([x, 3.4 - (k % 2) * 2.2, 2.5, 2.5], ['#e8862e', '#f0c93a', '#c8322b'][k % 3]!, { direct: 0.45, depth: 0.01 }),
  ),
  relief('M35 3.6 H65 C64 8.4 60 10.4 56 10.4 H44 C40 10.4 36 8.4 35 3.6 Z', '#b9bec4', { depth: 0.02 }),
]

const child: readonly Part[] = [
  flat('M44 100 L45 78 L49.4 78 L49.2 100 Z', SKIN, { direct: 0.35, mirror: 50 }),
  relief('M41.6 68 H58.4 L59 83 H51 L50 76 L49 83 H41 Z', '#40608a', { depth: 0.02 }),
  relief(['M41 54 L38 68 L40.6 68.6 L44 58 Z', 'M59 54 L64 42 L61.8 41 L56.4 52 Z'], SKIN, { depth: 0.015 }),
  relief(
    'M44.6 50 C48 48.6 52 48.6 55.4 50 C59.6 51.6 59.6 55 58.6 60 L59 71 C54 73 46 73 41 71 L41.4 60 C40.4 55 40.4 51.6 44.6 50 Z',
    OWN,
    {
      depth: 0.03,
    },
  ),
  relief('M50 33 C55.4 33 58 36.6 58 41 C58 45.6 55 49 50 49 C45 49 42 45.6 42 41 C42 36.6 44.6 33 50 33 Z', SKIN, {
    depth: 0.025,
  }),
  flat(
    'M41.8 40 C41.4 34.4 45 31.4 50 31.4 C55 31.4 58.6 34.4 58.2 40 C56 36.6 54 35.6 50 35.6 C46 35.6 44 36.6 41.8 40 Z',
    '#1d1512',
    {
      direct: 0.3,
    },
  ),
]

const WARDROBE: Record<string, readonly Part[]> = { man, woman, child }

const anyone: PartMaker = (random, variant) => WARDROBE[variant] ?? random.pick([man, woman])

const beard: PartMaker = (random) =>
  Array.from({ length: 46 }, (_, k) => {
    const angle = Math.PI * (0.12 + (0.76 * k) / 45)
    const x = 50 + Math.cos(angle) * 30
    const y = 58 + Math.sin(angle) * 44
    const tip = [x + Math.cos(angle) * 8 + random.gauss() * 2, y + 12 + Math.sin(angle) * 6] as const
    return stroke([x, y, ...tip, 0.8, 0.3], '#d9b878', { direct: 0.5, alpha: 0.9 })
  })

const PALE = '#ecd9b0'
const EARTH = '#b5342a'

export const people = {
  person: { height: 0.22, colour: ['#c8862e', '#2f6a8a', '#a23a4a', '#5a7a3c'], parts: [anyone] },
  couple: {
    height: 0.24,
    colour: '#34425a',
    parts: [
      ...shifted(man, -14),
      ...shifted(woman.slice(0, 6), 14),
      stroke([47, 57, 53, 58, 2.4], SKIN, { direct: 0.4 }),
    ],
  },
  astronaut: {
    height: 0.42,
    colour: '#e6e9ee',
    parts: [
      relief('M22 36 L78 36 L78 70 L22 70 Z', '#a9b0bb', { depth: 0.04 }),
      relief(
        [
          'M34 66 L48 66 L47 100 L32 100 C30 88 31 76 34 66 Z',
          'M66 66 L52 66 L53 100 L68 100 C70 88 69 76 66 66 Z',
          'M30 38 C20 40 14 52 13 66 C15 72 23 72 25 67 C27 58 30 52 34 48 Z',
          'M70 38 C80 40 86 52 87 66 C85 72 77 72 75 67 C73 58 70 52 66 48 Z',
          'M32 36 C40 32 60 32 68 36 L68 70 L32 70 Z',
        ],
        OWN,
        { depth: 0.05 },
      ),
      flat('M41 48 h18 v11 h-18 Z', '#8b95a5', { direct: 0.5 }),
      dot(44, 53.5, 1.2, { colour: '#e14b4b', glowing: true }),
      dot(50, 53.5, 1.2, { colour: '#4bb0e1', glowing: true }),
      dot(56, 53.5, 1.2, { colour: '#f0c24a', glowing: true }),
      oval([50, 21, 20, 20], OWN, { direct: 0.4, depth: 0.05 }),
      oval([50, 21.5, 14.8, 12.5], '#101d3a', { glowing: true }),
      oval([50, 25.5, 12.6, 7.6], '#3a3550', { glowing: true, haze: 0.25, alpha: 0.7 }),
      oval([50, 28, 9.5, 4.4], '#d08a3a', { glowing: true, alpha: 0.45 }),
      oval([44, 17, 3.5, 1.8, -0.6], '#ffffff', { glowing: true, alpha: 0.75 }),
    ],
  },
  robot: {
    height: 0.46,
    colour: '#8fa3b5',
    parts: [
      stroke([50, 10, 50, 1, 1.5], OWN, { direct: 0.4 }),
      dot(50, 1, 2.5, { colour: '#ff594d', glowing: true }),
      glow([50, 1, 9], '#ff4d40', { alpha: 0.8 }),
      relief(
        [
          'M34 82 L46 82 L46 100 L31 100 Z',
          'M66 82 L54 82 L54 100 L69 100 Z',
          'M20 50 L28 50 L26 78 L18 78 Z',
          'M80 50 L72 50 L74 78 L82 78 Z',
        ],
        OWN,
        { lighter: -0.12, depth: 0.03 },
      ),
      relief(
        [
          'M28 46 C28 43 30 42 33 42 L67 42 C70 42 72 43 72 46 L70 82 L30 82 Z',
          'M30 12 C30 9 33 8 36 8 L64 8 C67 8 70 9 70 12 L70 36 C70 39 67 40 64 40 L36 40 C33 40 30 39 30 36 Z',
        ],
        OWN,
        { depth: 0.05 },
      ),
      dot(41.5, 24, 5.2, { colour: '#10202c', glowing: true, mirror: 50 }),
      dot(41.5, 24, 3.4, { colour: '#66f2ff', glowing: true, mirror: 50 }),
      glow([41.5, 24, 12], '#4de6ff', { alpha: 0.7, mirror: 50 }),
      flat('M40 31 h20 v3 h-20 Z', '#10202c', { glowing: true }),
      flat('M40 54 h20 v14 h-20 Z', '#1a2c3a', { glowing: true }),
      ...Array.from({ length: 5 }, (_, k) =>
        flat(`M${42 + k * 3.6} 66 v${-3 - ((k * 37) % 8)} h2 V66 Z`, '#59ff99', { glowing: true }),
      ),
    ],
  },
  ballerina: {
    height: 0.46,
    colour: '#e9a8b8',
    parts: [
      relief(
        [
          'M49 60 L52 60 L52 100 L50 100 Z',
          'M51 60 C62 66 72 72 86 74 L86 76 C72 76 60 72 50 66 Z',
          'M47 26 C40 18 34 10 28 2 L30 1 C37 8 44 16 50 22 Z',
          'M53 26 C60 18 66 10 72 2 L70 1 C63 8 56 16 51 22 Z',
        ],
        '#c89878',
        { depth: 0.015 },
      ),
      relief(['M45 24 L55 24 L54 46 L46 46 Z', 'M22 56 C32 46 68 46 78 56 C66 62 34 62 22 56 Z'], OWN, { depth: 0.03 }),
      relief('M50 10 C54 10 56 13 56 17 C56 21 53 24 50 24 C47 24 44 21 44 17 C44 13 46 10 50 10 Z', '#c89878', {
        depth: 0.02,
      }),
      flat('M44 16 C43.4 11.6 46 9 50 9 C54 9 56.6 11.6 56 16 C53 13.4 47 13.4 44 16 Z', '#3a241a', { direct: 0.3 }),
      dot(50, 7.6, 2.6, { colour: '#3a241a', direct: 0.3 }),
    ],
  },
  mask: {
    height: 0.6,
    colour: '#6e3d20',
    parts: [
      relief('M34 12 C24 4 22 -10 30 -18 C29 -8 34 -2 42 6 Z', OWN, { lighter: -0.05, depth: 0.03, mirror: 50 }),
      relief('M50 2 C74 4 84 26 82 48 C80 74 66 99 50 99 C34 99 20 74 18 48 C16 26 26 4 50 2 Z', OWN, {
        direct: 0.42,
        depth: 0.07,
        pattern: carving,
      }),
      relief('M54 34 C62 28 74 30 79 37 C74 35 62 35 55 40 Z', OWN, {
        lighter: -0.08,
        direct: 0.4,
        depth: 0.014,
        towards: [-0.3, -1],
        mirror: 50,
      }),
      flat('M56 46 C62 40 72 41 76 46 C70 51 62 51 56 46 Z', PALE, { direct: 0.55, mirror: 50 }),
      flat('M58 46 C63 43 70 43.5 74 46 C70 48.5 63 49 58 46 Z', '#120a08', { glowing: true, mirror: 50 }),
      ...Array.from({ length: 12 }, (_, k) =>
        dot(65 + (k % 3) * 5, 60 + Math.floor(k / 3) * 4.5, 1.1, {
          colour: k % 3 === 1 ? EARTH : PALE,
          direct: 0.55,
          mirror: 50,
        }),
      ),
      relief('M46 36 L54 36 L59 64 C56 68 44 68 41 64 Z', OWN, {
        lighter: 0.03,
        direct: 0.5,
        depth: 0.03,
        towards: [0.4, -0.5],
      }),
      flat('M38 78 C42 73 58 73 62 78 C58 86 42 86 38 78 Z', EARTH, { direct: 0.55 }),
      flat('M41 78.5 C46 76.5 54 76.5 59 78.5 C54 81 46 81 41 78.5 Z', '#120a08', { glowing: true }),
      ...Array.from({ length: 9 }, (_, k) =>
        flat(`M${46 + (k % 3) * 4} ${10 + Math.floor(k / 3) * 7} l2 2.6 l-2 2.6 l-2 -2.6 Z`, k % 2 ? PALE : EARTH, {
          direct: 0.55,
        }),
      ),
      beard,
    ],
  },
} satisfies Record<string, Silhouette>

/** The same figure moved sideways. */
function shifted(parts: readonly Part[], by: number): Part[] {
  return parts.map((part) => {
    if (part.kind === 'relief') return { ...part, paths: part.paths.map((path) => movedPath(path, by)) }
    if (part.kind === 'flat') {
      const moved = { ...part, path: movedPath(part.path, by) }
      return part.mirror === undefined ? moved : { ...moved, mirror: part.mirror + by }
    }
    return part
  })
}

function movedPath(data: string, by: number): string {
  return data.replaceAll(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${Number(x) + by} ${y}`)
}
