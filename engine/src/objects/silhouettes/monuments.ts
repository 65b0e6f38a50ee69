import { flat, glow, OWN, type Part, type PartMaker, relief, type Silhouette, stroke } from '../parts.ts'

/** The sparkle of the tower at night. */
const sparkle: PartMaker = (random) =>
  Array.from({ length: 70 }, () => {
    const t = random.next()
    const half = t < 0.25 ? 24 - t * 50 : 11 * (1 - t) ** 1.6
    return glow([50 + random.range(-1, 1) * half, 100 - 100 * t, 1.4], '#ffd980', { alpha: 0.9, when: 'night' })
  })

export const monuments = {
  'eiffel-tower': {
    height: 0.52,
    colour: '#6b5344',
    parts: [
      relief(
        [
          'M49.2 0 L50.8 0 L51.4 20 C52.5 44 55 62 60 72 L40 72 C45 62 47.5 44 48.6 20 Z M49.4 30 C49 46 47.5 58 44.5 69 L55.5 69 C52.5 58 51 46 50.6 30 Z',
          'M39 72 L61 72 L61.5 75 L38.5 75 Z',
          'M38.5 75 L61.5 75 C64 84 68 92 74 100 L64 100 C60 92 56 87 50 87 C44 87 40 92 36 100 L26 100 C32 92 36 84 38.5 75 Z',
          'M46 46 L54 46 L54.4 48.5 L45.6 48.5 Z',
        ],
        OWN,
        { depth: 0.012 },
      ),
      ...Array.from({ length: 20 }, (_, k) => lattice(k / 20)).flat(),
      sparkle,
    ],
  },
  bridge: {
    height: 0.13,
    colour: '#8d8478',
    parts: [relief(archedDeck(4), OWN, { direct: 0.35, depth: 0.03, towards: [0.4, -1] })],
  },
  torii: {
    height: 0.3,
    colour: '#c73a2b',
    parts: [
      relief(
        [
          'M22 100 L25 22 L32 22 L31 100 Z',
          'M78 100 L75 22 L68 22 L69 100 Z',
          'M14 34 L86 34 L86 40 L14 40 Z',
          'M2 6 C30 14 70 14 98 6 L96 18 C70 22 30 22 4 18 Z',
          'M46 20 L54 20 L54 34 L46 34 Z',
        ],
        OWN,
        { depth: 0.022 },
      ),
      flat('M20.6 100 L20.9 94 L32 94 L32.4 100 Z', '#2b2626', { direct: 0.4, mirror: 50 }),
    ],
  },
  pagoda: {
    height: 0.34,
    colour: '#b5493a',
    parts: [
      ...Array.from({ length: 5 }, (_, k) => storey(26 - k * 3.6, 100 - k * 18)).flat(),
      stroke([50, 10, 50, -2, 1.2], '#c9a24a', { direct: 0.8 }),
    ],
  },
} satisfies Record<string, Silhouette>

function lattice(t: number): Part[] {
  const y = 72 - 66 * t
  const half = 10 * (1 - t) ** 1.9 + 0.4
  const options = { direct: 0.25, alpha: 0.9 }
  return [
    stroke([50 - half, y, 50 + half, y - 2.5, 0.4], OWN, options),
    stroke([50 + half, y, 50 - half, y - 2.5, 0.4], OWN, options),
  ]
}

function storey(half: number, foot: number): Part[] {
  const wall = half * 0.62
  const roof =
    `M${50 - half * 1.25} ${foot - 8} C${50 - half * 0.8} ${foot - 12} ${50 - half * 0.6} ${foot - 16} ${50 - half * 0.45} ${foot - 19}` +
    ` L${50 + half * 0.45} ${foot - 19} C${50 + half * 0.6} ${foot - 16} ${50 + half * 0.8} ${foot - 12} ${50 + half * 1.25} ${foot - 8} Z`
  return [
    relief(`M${50 - wall} ${foot} V${foot - 12} H${50 + wall} V${foot} Z`, OWN, { depth: 0.015 }),
    flat(`M${50 - half * 0.3} ${foot - 2} v-7 h${half * 0.6} v7 Z`, '#ffcc73', {
      glowing: true,
      alpha: 0.85,
      when: 'dim',
    }),
    relief(roof, '#3d4a52', { depth: 0.015 }),
  ]
}

/** A humpbacked deck, 2.6 times as wide as it is high, on round arches. */
function archedDeck(arches: number): string {
  const width = 260
  const left = 50 - width / 2
  const points: string[] = [`${left} 64`, `${left} 50`]
  for (let k = 0; k <= 20; k++) points.push(`${left + (width * k) / 20} ${50 - 10 * Math.sin((Math.PI * k) / 20)}`)
  points.push(`${left + width} 64`, `${left + width} 100`)
  for (let k = arches - 1; k >= 0; k--) {
    const from = left + (width * (k + 0.9)) / arches
    const to = left + (width * (k + 0.1)) / arches
    points.push(`${from} 100`)
    for (let q = 0; q <= 12; q++)
      points.push(`${from + ((to - from) * q) / 12} ${100 - 34 * Math.sin((Math.PI * q) / 12)}`)
  }
  points.push(`${left} 100`)
  return `M${points.join(' L')} Z`
}
