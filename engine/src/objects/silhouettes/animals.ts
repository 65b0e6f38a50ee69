import { TAU } from '../../core/scalar.ts'
import { dot, flat, oval, OWN, relief, type Silhouette, stroke, type Part, type PartMaker } from '../parts.ts'
import { feathers, patches } from './patterns.ts'

const RINGS = ['#5a2c14', '#8a4a1e', '#b56a2a']
const LOCKS = 26

/** Three rings of locks, darker outside. */
const lionMane: PartMaker = (random) => {
  const locks: Part[] = []
  RINGS.forEach((colour, ring) => {
    const radius = 36 - ring * 7
    for (let k = 0; k < LOCKS; k++) {
      const angle = (k / LOCKS) * TAU + ring * 0.12
      const turn = angle + random.gauss() * 0.15
      const centre = [50 + Math.cos(angle) * radius, 48 + Math.sin(angle) * radius * 1.04] as const
      locks.push(
        oval([...centre, 15, 5, turn], colour, {
          lighter: random.gauss() * 0.03,
          direct: 0.4,
          depth: 0.015,
          rim: 0.7,
        }),
      )
    }
  })
  return locks
}

const WHITE = '#ffffff'

export const animals = {
  cat: {
    height: 0.4,
    colour: '#4a4038',
    parts: [
      relief(
        [
          'M64 96 C80 98 92 88 88 70 C86 62 78 64 80 71 C83 84 74 90 62 88 Z',
          'M33 100 C27 84 29 68 38 58 C36 54 34 50 33.5 45 L62.5 45 C62 50 60 54 58 58 C68 68 71 86 65 100 Z',
        ],
        OWN,
        { depth: 0.04 },
      ),
      relief(
        'M29 34 C28 26 28 16 30 8 C35 11 39 15 42 19 C46 17.5 50 17.5 54 19 C57 15 61 11 66 8 C68 16 68 26 67 34 C67 46 58 53 48 53 C38 53 29 46 29 34 Z',
        OWN,
        { depth: 0.05 },
      ),
      flat('M32 24 C31.5 19 31.8 14 32.5 11.5 C35 14 37.5 17 39 20 C36 21 34 22.5 32 24 Z', '#c98a82', {
        direct: 0.4,
        alpha: 0.8,
        mirror: 48,
      }),
      oval([39.5, 33, 3.6, 3.2, -0.25], '#f2d459', { glowing: true, mirror: 48 }),
      oval([39.5, 33, 1, 3], '#0a0a0d', { glowing: true, mirror: 48 }),
      dot(38.5, 32, 0.7, { colour: WHITE, glowing: true }),
      dot(55.5, 32, 0.7, { colour: WHITE, glowing: true }),
      flat('M46 41 L50 41 L48 43.5 Z', '#d08a86', { direct: 0.6 }),
      ...[-1, 0, 1].map((k) =>
        stroke([43, 43.5 + k * 1.2, 26, 42.5 + k * 4, 0.45, 0.2], '#f4efe6', { glowing: true, alpha: 0.6, mirror: 48 }),
      ),
    ],
  },
  fox: {
    height: 0.4,
    colour: '#d2642a',
    parts: [
      relief('M60 98 C84 100 102 82 94 62 C90 52 80 58 80 66 C82 80 72 86 60 84 Z', OWN, { depth: 0.05 }),
      flat('M94 62 C90 52 80 58 80 66 C81 71 80 74 78 77 C86 76 92 70 94 62 Z', '#f6ead8', { direct: 0.6 }),
      relief('M32 100 C28 82 32 66 40 56 L58 56 C67 66 70 84 66 100 Z', OWN, { depth: 0.05 }),
      flat('M42 58 C38 74 40 88 46 100 L54 100 C58 88 59 74 56 58 Z', '#f3e6d2', { direct: 0.5 }),
      relief(
        'M48.5 58 C40 54 30 44 24 34 C26 26 27 14 27 4 C33 8 38 14 41 20 C46 18.5 51 18.5 56 20 C59 14 64 8 70 4 C70 14 71 26 73 34 C67 44 57 54 48.5 58 Z',
        OWN,
        { depth: 0.05 },
      ),
      flat(
        'M48.5 58 C40 54 30 44 24 34 C33 36 40 38 44 46 L48.5 50 L53 46 C57 38 64 36 73 34 C67 44 57 54 48.5 58 Z',
        '#f7ecdc',
        { direct: 0.6 },
      ),
      flat('M29.5 22 C29 17 29.2 12 29.4 9.5 C33 12.5 35.5 16 37.5 19.5 Z', '#4a2a1e', { direct: 0.3, mirror: 48.5 }),
      oval([39, 33.5, 2.4, 1.7, 0.4], '#1a120d', { glowing: true, mirror: 48.5 }),
      dot(38.5, 33, 0.6, { colour: WHITE, glowing: true }),
      dot(57.5, 33, 0.6, { colour: WHITE, glowing: true }),
      oval([48.5, 57, 2.6, 2], '#120d0d', { glowing: true }),
    ],
  },
  wolf: {
    height: 0.3,
    colour: '#555c68',
    faces: 'light',
    parts: [
      relief(
        [
          'M36 98 C22 101 10 95 5 84 C14 89 26 88 36 84 Z',
          'M32 100 C27 86 28 70 36 58 C42 49 45 43 46 35 C45 31 45 28 46 24 L47 13 L53 21 L58 14 L60 22 C66 18 72 12 79 5 C82 6 82 9 81 11 C77 18 72 25 69 31 C68 38 67 44 65 52 C68 64 68 78 68 92 L75 97 L74 100 L60 100 L58 78 C56 84 53 88 49 91 L54 97 L53 100 Z',
        ],
        OWN,
        { depth: 0.045 },
      ),
      oval([60, 22.5, 1.2, 0.7, -0.6], '#f2d966', { glowing: true }),
    ],
  },
  deer: {
    height: 0.3,
    colour: '#8a5a36',
    faces: 'light',
    parts: [
      relief(
        'M22 100 L24 70 C20 64 20 56 26 53 C38 50 54 52 62 50 L68 36 C66 32 68 28 72 27 L84 31 C86 33 84 36 81 36 L75 38 L72 56 C70 64 66 68 64 70 L65 100 L60 100 L58 74 C48 76 38 75 32 72 L29 84 L31 100 L26 100 L26 86 Z',
        OWN,
      ),
      ...antler([72, 28, 68, 18, 62, 10, 62, 2]),
      ...antler([65, 14, 56, 10]),
      ...antler([63, 9, 56, 3]),
      ...antler([74, 28, 78, 17, 82, 9, 80, 1]),
      ...antler([79, 15, 88, 10]),
      ...antler([82, 8, 88, 3]),
    ],
  },
  horse: horse('#6b4228'),
  unicorn: {
    ...horse('#f1ecf4', '#e79ac8'),
    parts: [...horse('#f1ecf4', '#e79ac8').parts, flat('M78 16 L93 -8 L82 18 Z', '#f0cf6a', { direct: 0.8 })],
  },
  owl: {
    height: 0.42,
    colour: '#8a6a4a',
    parts: [
      relief(
        'M24 40 C22 24 24 12 26 4 C32 10 40 14 50 14 C60 14 68 10 74 4 C76 12 78 24 76 40 C82 62 76 88 50 100 C24 88 18 62 24 40 Z',
        OWN,
        { depth: 0.05, direct: 0.4, pattern: feathers },
      ),
      oval([38, 30, 12.5, 12.5], '#e3d2b5', { direct: 0.5, depth: 0.02, towards: [-1, -1], mirror: 50 }),
      oval([38.5, 30, 7.8, 7.8], '#fabf2e', { glowing: true, mirror: 50 }),
      oval([38.5, 30, 4.5, 4.5], '#0d0a0a', { glowing: true, mirror: 50 }),
      dot(36.7, 28, 1.4, { colour: WHITE, glowing: true }),
      dot(59.7, 28, 1.4, { colour: WHITE, glowing: true }),
      flat('M50 34 L45 30 L55 30 Z M45 30 L55 30 L50 42 Z', '#d8a23c', { direct: 0.6 }),
    ],
  },
  dragon: {
    height: 0.42,
    colour: '#3a4a38',
    faces: 'light',
    parts: [
      relief(
        [
          'M46 46 C36 26 18 14 2 16 C8 22 8 28 4 34 C12 33 14 38 12 46 C20 44 24 50 24 56 C32 52 40 52 46 56 Z',
          'M52 46 C58 28 70 14 86 8 C84 16 88 22 94 26 C86 28 86 34 90 42 C80 40 76 46 76 54 C68 50 60 52 54 56 Z',
          'M30 96 C18 92 14 82 22 74 C18 86 30 88 38 80 C42 74 42 66 44 58 C46 50 52 46 56 48 C62 52 60 60 56 64 C62 58 66 50 64 42 C62 36 64 30 70 29 L72 24 L75 28 L80 25 L79 30 C86 32 92 36 95 40 C88 42 82 42 77 40 C76 52 70 64 60 72 C58 84 46 98 30 96 Z',
        ],
        OWN,
        { depth: 0.03 },
      ),
      oval([75, 33, 1.3, 0.8, 0.5], '#f6c64a', { glowing: true }),
    ],
  },
  elephant: {
    height: 0.3,
    colour: '#877b6c',
    faces: 'light',
    parts: [
      relief(
        [
          'M14 44 C8 52 7 62 10 72 L13 70 C11 62 12 54 17 48 Z',
          'M18 100 L20 74 C11 64 10 46 22 37 C36 29 58 30 68 36 C73 28 86 28 91 37 C96 46 95 58 93 68 C92 78 91 86 96 91 C92 96 86 92 85.5 85 C85 77 85 69 83 63 C80 67 77 67 74 66 L74 100 L62 100 L60 80 C50 84 42 84 34 81 L32 100 Z',
        ],
        OWN,
        { depth: 0.05 },
      ),
      relief('M66 38 C58 36 52 44 54 54 C56 64 64 68 70 64 C75 58 75 44 66 38 Z', OWN, { lighter: -0.05 }),
      flat('M84 64 C86 70 91 74 96 73 C91 77 84 74 82 66 Z', '#f4ecd8', { direct: 0.6 }),
      dot(81, 44, 1.2, { colour: '#0d0d0d', glowing: true }),
    ],
  },
  giraffe: {
    height: 0.46,
    colour: '#dba655',
    faces: 'light',
    parts: [
      relief(
        'M24 100 L27 70 C24 62 28 55 37 52 L55 49 C59 38 62 22 66 11 L64 4 L68 8 L71 3 L73 9 C79 12 86 16 88 20 C88 24 83 25 78 24 L74 23 C72 35 70 47 68 57 C68 62 67 66 66 70 L67 100 L62 100 L59.5 74 L40 74 L36 100 L31 100 L33 78 L29 100 Z',
        OWN,
        { depth: 0.03, direct: 0.42, pattern: patches },
      ),
      dot(76.5, 15.5, 1.1, { colour: '#0d0a08', glowing: true }),
    ],
  },
  lion: {
    height: 0.4,
    colour: '#d99a45',
    parts: [
      lionMane,
      oval([31, 27, 6.5, 6.5], OWN, { direct: 0.4, depth: 0.015, towards: [-1, -1], mirror: 50 }),
      oval([31, 28, 3.5, 3.5], '#7a4a2a', { direct: 0.3, mirror: 50 }),
      relief(
        'M50 24.4 C64.9 24.4 69.8 36.8 68.6 49.2 C67.4 62.9 59.9 74 50 74 C40.1 74 32.6 62.9 31.4 49.2 C30.2 36.8 35.1 24.4 50 24.4 Z',
        OWN,
        { direct: 0.45, depth: 0.06 },
      ),
      oval([44.2, 60, 7.5, 6], '#f2e2c4', { direct: 0.5, depth: 0.02, towards: [-1, -1], mirror: 50 }),
      oval([40.2, 42.5, 3.7, 2.4, -0.32], '#0f0a08', { glowing: true, mirror: 50 }),
      oval([40.4, 42.5, 2.6, 1.9, -0.32], '#edad33', { glowing: true, mirror: 50 }),
      dot(40.4, 42.5, 1.1, { colour: '#0d0a08', glowing: true, mirror: 50 }),
      dot(39.8, 41.8, 0.5, { colour: WHITE, glowing: true }),
      dot(59, 41.8, 0.5, { colour: WHITE, glowing: true }),
      ...[0, 1, 2].map((k) =>
        stroke([42, 58 + k * 2, 26, 56 + k * 4, 0.4, 0.2], '#fff7e6', { glowing: true, alpha: 0.7, mirror: 50 }),
      ),
      flat('M45.2 56 C47.3 54.6 52.7 54.6 54.8 56 C54.1 59.4 52 60.7 50 61.4 C48 60.7 45.9 59.4 45.2 56 Z', '#6a3426', {
        direct: 0.45,
      }),
      stroke([50, 61, 50, 65, 0.8], '#402114', { glowing: true }),
    ],
  },
} satisfies Record<string, Silhouette>

function antler(points: readonly number[]): ReturnType<typeof stroke>[] {
  const branches = []
  for (let i = 0; i + 3 < points.length; i += 2)
    branches.push(
      stroke([points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!, 1.7, 1.2], '#6b4a30', { direct: 0.45 }),
    )
  return branches
}

function horse(colour: string, mane = OWN): Silhouette {
  return {
    height: 0.32,
    colour,
    faces: 'light',
    parts: [
      relief(
        [
          'M10 50 C4 60 4 74 8 86 C11 80 12 70 16 62 Z',
          'M22 100 L25 70 C18 66 14 54 20 47 C30 41 48 46 58 42 C64 34 68 24 74 17 L76 11 L80 15 C86 19 90 25 93 31 C94 35 90 37 87 36 L79 33 C78 42 76 52 72 59 C71 64 70 68 71 72 L73 86 L72 100 L66 100 L66 86 L62 68 C52 72 42 71 36 69 L31 82 L29 100 L22 100 Z',
        ],
        OWN,
        { depth: 0.04 },
      ),
      relief('M74 15 C66 20 60 30 57 43 C64 40 70 30 77 22 Z', mane, {
        lighter: mane === OWN ? -0.15 : 0,
        depth: 0.02,
      }),
      dot(81, 22, 0.9, { colour: '#0d0a08', glowing: true }),
    ],
  }
}
