import { dot, flat, glow, oval, OWN, type PartMaker, relief, type Silhouette, stroke } from '../parts.ts'

/** Wings raised more or less, the whole bird banked. */
const gull: PartMaker = (random) => {
  const lift = random.range(0.7, 1.3)
  const bank = random.range(-0.2, 0.2) * 10
  const high = 46 - 14 * lift
  return [
    flat(
      `M50 55 C40 ${40 - 14 * lift} 22 ${36 - 16 * lift} 4 ${high - bank} C20 ${44 - 6 * lift} 36 52 47 62 L50 66` +
        ` L53 62 C64 52 80 ${44 - 6 * lift} 96 ${high + bank} C78 ${36 - 16 * lift} 60 ${40 - 14 * lift} 50 55 Z`,
      OWN,
      { glowing: true, haze: 0.18 },
    ),
  ]
}

const tentacles: PartMaker = (random) => {
  const phase = random.range(0, 6)
  return Array.from({ length: 9 }, (_, k) => {
    const parts = []
    let x = 50 + (k - 4) * 5.5
    for (let q = 0; q < 14; q++) {
      const next = x + Math.sin(q * 0.7 + k * 1.3 + phase) * 2
      const y = 40 + q * 4.5
      parts.push(stroke([x, y, next, y + 4.5, 1.8 * (1 - q / 16)], OWN, { glowing: true, lighter: 0.05, alpha: 0.5 }))
      x = next
    }
    return parts
  }).flat()
}

export const seaAndAir = {
  whale: {
    height: 0.42,
    colour: '#3f5f80',
    faces: 'light',
    lowered: 20,
    parts: [
      relief(
        'M98 58 C98 40 78 28 54 30 C36 32 26 44 16 42 C14 32 8 24 0 22 C1 32 3 40 8 46 C3 50 1 58 0 66 C8 64 14 58 16 52 C26 58 34 72 54 76 C76 80 96 74 98 58 Z',
        OWN,
        { depth: 0.06 },
      ),
      flat('M96 64 C86 70 70 72 56 70 C66 78 82 80 92 72 Z', '#cfdbe3', { direct: 0.6, alpha: 0.9 }),
      relief('M68 68 C66 78 58 86 48 88 C50 80 54 74 58 68 Z', OWN, { lighter: -0.06 }),
      dot(84, 60, 1.2, { colour: '#080a0f', glowing: true }),
    ],
  },
  fish: {
    height: 0.1,
    colour: ['#f28a2e', '#e8c53a', '#e0503c', '#5aa7e0', '#b06ad0'],
    faces: 'either',
    lowered: 50,
    parts: [
      relief(
        'M8 52 C18 32 48 26 70 46 C78 40 86 34 96 32 C92 44 92 60 96 72 C86 68 78 62 70 57 C50 76 20 72 8 52 Z',
        OWN,
        { depth: 0.06 },
      ),
      relief('M34 34 C42 22 54 22 62 30 L58 40 Z', OWN, { lighter: -0.08, depth: 0.03 }),
      flat('M44 31.5 C48 42 48 60 43 69.5 L49 68 C53 58 53 42 50 32.5 Z', '#fff6e6', { direct: 0.6, alpha: 0.75 }),
      dot(20, 48, 3, { colour: '#fafaf2', glowing: true }),
      dot(20, 48, 1.6, { colour: '#08080d', glowing: true }),
    ],
  },
  jellyfish: {
    height: 0.24,
    colour: ['#f29ac0', '#9ad0f2', '#c0a0f2'],
    parts: [
      tentacles,
      relief(
        'M18 42 C18 14 34 2 50 2 C66 2 82 14 82 42 C76 38 70 44 66 40 C60 45 54 40 50 42 C46 40 40 45 34 40 C30 44 24 38 18 42 Z',
        OWN,
        { glowing: true, haze: 0.15, depth: 0.07, rim: 0.7, towards: [0, -1] },
      ),
      glow([50, 25, 50], OWN, { alpha: 0.45 }),
    ],
  },
  butterfly: {
    height: 0.1,
    colour: ['#f2902e', '#3f8fe0', '#e05a9a', '#f0c93a', '#7a5ad8'],
    lowered: 50,
    parts: [
      ...[1, -1].flatMap((side) => [
        relief(wing(side, 'M50 48 C56 22 82 4 96 12 C102 26 88 48 52 54 Z'), OWN, {
          direct: 0.5,
          depth: 0.05,
          edge: -0.25,
          towards: [side, -0.6],
        }),
        relief(wing(side, 'M51 54 C72 52 90 62 84 80 C74 92 56 78 50 60 Z'), OWN, {
          lighter: 0.06,
          direct: 0.5,
          depth: 0.04,
          edge: -0.25,
          towards: [side, 0.8],
        }),
      ]),
      dot(80, 22, 4, { colour: '#fff7e6', direct: 0.6, alpha: 0.9, mirror: 50 }),
      dot(86, 32, 2.6, { colour: '#fff7e6', direct: 0.6, alpha: 0.9, mirror: 50 }),
      dot(74, 70, 3.6, { colour: '#fff7e6', direct: 0.6, alpha: 0.9, mirror: 50 }),
      oval([50, 55, 2.2, 20], '#1a1414', { glowing: true }),
      stroke([50, 38, 59, 20, 1, 0.6], '#1a1414', { glowing: true, mirror: 50 }),
    ],
  },
  bird: { height: 0.05, colour: '#14141a', lowered: 50, parts: [gull] },
} satisfies Record<string, Silhouette>

/** The same wing on either side; path data here uses only absolute coordinate pairs. */
function wing(side: number, data: string): string {
  if (side > 0) return data
  return data.replaceAll(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${100 - Number(x)} ${y}`)
}
