import { flat, glow, oval, OWN, type Part, relief, type Silhouette, stroke } from '../parts.ts'
import { baobabCrown } from './baobab-crown.ts'
import { baobabBark } from './patterns.ts'

const FLAME =
  'M50 4 C60 24 80 40 78 66 C77 86 62 96 50 96 C38 96 23 86 22 66 C21 52 34 44 36 28 C44 36 42 44 46 48 C52 36 50 20 50 4 Z'

export const things = {
  mushroom: {
    height: 0.18,
    colour: '#c8322b',
    parts: [
      relief('M42 100 C44 80 43 66 44 52 L56 52 C57 66 56 80 58 100 Z', '#efe3cd', { depth: 0.05 }),
      relief('M8 56 C8 26 30 8 50 8 C70 8 92 26 92 56 C80 62 20 62 8 56 Z', OWN, { depth: 0.08 }),
      ...(
        [
          [36, 30, 6],
          [58, 22, 5],
          [70, 40, 6],
          [24, 46, 4.5],
          [50, 44, 5],
        ] as const
      ).map(([x, y, r]) => oval([x, y, r, r * 0.8], '#fffaed', { direct: 0.65 })),
    ],
  },
  lantern: {
    height: 0.06,
    colour: '#ff9a3a',
    parts: [
      relief('M26 10 L74 10 L84 74 C70 84 30 84 16 74 Z', OWN, {
        glowing: true,
        lighter: 0.06,
        depth: 0.12,
        rim: 0.5,
        edge: 0.14,
        towards: [0, 1],
      }),
      glow([50, 50, 115], OWN, { alpha: 0.62 }),
    ],
  },
  heart: {
    height: 0.42,
    colour: '#e0304f',
    parts: [
      relief('M50 96 C10 66 2 44 4 28 C6 10 34 0 50 24 C66 0 94 10 96 28 C98 44 90 66 50 96 Z', OWN, {
        direct: 0.45,
        depth: 0.09,
        towards: [-0.7, -1],
      }),
    ],
  },
  crystal: {
    height: 0.4,
    colour: '#7fd4e8',
    parts: [
      facet('M50 0 L30 30 L36 100 L50 100 Z', 0.08),
      facet('M50 0 L70 30 L64 100 L50 100 Z', -0.1),
      facet('M50 0 L50 100 L42 100 L40 34 Z', 0.18),
      facet('M22 40 L12 58 L20 100 L32 100 L32 56 Z', -0.02),
      facet('M78 46 L88 62 L80 100 L68 100 L68 60 Z', -0.16),
      glow([50, 50, 80], OWN, { alpha: 0.35 }),
    ],
  },
  campfire: {
    height: 0.09,
    colour: '#f24d14',
    parts: [
      stroke([15, 90, 85, 102, 11], '#3a2418', { direct: 0.3 }),
      stroke([15, 102, 85, 90, 11], '#3a2418', { direct: 0.3 }),
      ...[OWN, '#ff8c1f', '#ffcc4d', '#fff5bf'].map((colour, k) =>
        flat(shrunk(FLAME, 1 - k * 0.22), colour, { glowing: true, alpha: 0.92 }),
      ),
      glow([50, 50, 220], '#ff8c33', { alpha: 0.6 }),
    ],
  },
  baobab: {
    height: 0.46,
    colour: '#7a5640',
    parts: [
      (random) => baobabCrown(random).branches,
      relief('M24 100 C34 96 35 82 34 66 C33 52 34 44 38 38 L62 38 C66 44 67 52 66 66 C65 82 66 96 76 100 Z', OWN, {
        direct: 0.34,
        depth: 0.06,
        pattern: baobabBark,
      }),
      (random) => baobabCrown(random).leaves,
    ],
  },
} satisfies Record<string, Silhouette>

function facet(path: string, lighter: number): Part {
  return flat(path, OWN, { lighter, direct: 0.6, alpha: 0.95 })
}

/** Scales absolute path data about the foot. */
function shrunk(data: string, k: number): string {
  return data.replaceAll(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, x: string, y: string) => `${50 + (Number(x) - 50) * k} ${100 + (Number(y) - 100) * k}`,
  )
}
