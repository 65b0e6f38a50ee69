import { flat, glow, OWN, oval, type Part, relief, type Silhouette, stroke } from '../parts.ts'
import { awning, courses, hutPainting, lighthouseBands, planks, thatch } from './patterns.ts'

const LAMP = '#ffd18c'

export const buildings = {
  lighthouse: {
    height: 0.34,
    colour: '#c23b32',
    parts: [
      relief('M38 100 L43 22 L57 22 L62 100 Z', OWN, { direct: 0.42, depth: 0.05, pattern: lighthouseBands }),
      relief(['M38 22 L62 22 L62 18 L38 18 Z', 'M42 9 L58 9 L50 0 Z'], '#3a3f4a'),
      flat('M43 18 L57 18 L57 9 L43 9 Z', '#ffeda6', { glowing: true }),
      glow([50, 13.5, 34], '#ffe699', { alpha: 1, when: 'night' }),
      glow([50, 13.5, 34], '#ffe699', { alpha: 0.6, when: 'day' }),
      { kind: 'beam', from: [50, 13], colour: '#ffeaad', alpha: 0.42, when: 'night' },
    ],
  },
  house: {
    height: 0.16,
    colour: '#e8dcc6',
    parts: [
      relief('M14 100 L14 52 L86 52 L86 100 Z', OWN, { depth: 0.03 }),
      relief('M6 54 L50 16 L94 54 Z', '#9b4436', { depth: 0.03 }),
      ...pane('M24 62 h14 v14 h-14 Z', '#5b6f86'),
      ...pane('M62 62 h14 v14 h-14 Z', '#5b6f86'),
      flat('M43 100 V72 H57 V100 Z', '#6b4630', { direct: 0.4 }),
      glow([31, 69, 22], '#ffb359', { alpha: 0.7, when: 'night', mirror: 50 }),
    ],
  },
  cabin: {
    height: 0.15,
    colour: '#7d5236',
    parts: [
      relief('M16 100 L16 56 L84 56 L84 100 Z', OWN, { depth: 0.03, direct: 0.35, pattern: planks }),
      relief(['M4 60 L50 18 L96 60 L90 64 L50 28 L10 64 Z', 'M14 60 L50 26 L86 60 Z'], '#4e3426', { depth: 0.03 }),
      flat('M26 68 h16 v16 h-16 Z', '#6b7f90', { direct: 0.5 }),
      flat('M26 68 h16 v16 h-16 Z', '#ffc76b', { glowing: true, when: 'dim' }),
      stroke([34, 68, 34, 84, 1], '#3f2a1e', { direct: 0.3 }),
      stroke([26, 76, 42, 76, 1], '#3f2a1e', { direct: 0.3 }),
      flat('M56 100 V68 H74 V100 Z', '#3f2a1e', { direct: 0.4 }),
      glow([34, 76, 26], '#ffa64d', { alpha: 0.6, when: 'dim' }),
    ],
  },
  castle: {
    height: 0.34,
    colour: '#b9ab98',
    parts: [
      ...tower(50, 30, 7),
      ...tower(26, 46, 6),
      ...tower(74, 46, 6),
      relief(
        'M18 100 L18 66 L22 66 L22 62 L26 62 L26 66 L30 66 L30 62 L34 62 L34 66 L38 66 L38 62 L42 62 L42 66 L46 66 L46 62 L50 62 L50 66 L54 66 L54 62 L58 62 L58 66 L62 66 L62 62 L66 62 L66 66 L70 66 L70 62 L74 62 L74 66 L78 66 L78 62 L82 62 L82 66 L84 66 L84 100 Z',
        OWN,
        { lighter: -0.03, depth: 0.022 },
      ),
      ...tower(12, 58, 6.5),
      ...tower(88, 58, 6.5),
      flat('M44 100 L44 84 C44 76 56 76 56 84 L56 100 Z', '#2e2620', { direct: 0.2 }),
    ],
  },
  windmill: {
    height: 0.26,
    colour: '#e6ddcb',
    parts: [
      relief('M36 100 L41 46 L59 46 L64 100 Z', OWN),
      relief('M39 47 C40 34 60 34 61 47 Z', '#7a4a36'),
      flat('M46 100 L46 86 C46 82 54 82 54 86 L54 100 Z', '#4a3426', { direct: 0.3 }),
      ...Array.from({ length: 4 }, (_, k) => sail(0.5 + (k * Math.PI) / 2)).flat(),
    ],
  },
  pyramid: {
    height: 0.24,
    colour: '#d9b27a',
    faces: 'light',
    parts: [
      relief('M-27.5 100 L48.5 0 L66 100 Z', OWN, { direct: 0.16, depth: 0.004, rim: 0, pattern: courses }),
      relief('M66 100 L48.5 0 L127.5 100 Z', OWN, { direct: 0.85, depth: 0.004, rim: 0, pattern: courses }),
    ],
  },
  tent: {
    height: 0.12,
    colour: '#d9722e',
    parts: [
      flat('M4 100 L50 20 L60 100 Z', OWN, { lighter: 0.04, direct: 0.75 }),
      flat('M50 20 L60 100 L98 100 Z', OWN, { lighter: -0.1, direct: 0.4 }),
      ...pane('M24 100 L38 52 L46 100 Z', '#4a2a16'),
      glow([38, 80, 60], '#ffb359', { alpha: 0.6, when: 'night' }),
    ],
  },
  hut: {
    height: 0.16,
    colour: '#b8703f',
    parts: [
      relief('M18 100 L20 56 L80 56 L82 100 Z', OWN, { depth: 0.09, pattern: hutPainting }),
      flat('M42 100 L42 72 C42 66 58 66 58 72 L58 100 Z', '#3a2216', { direct: 0.2 }),
      relief('M50 8 C60 30 80 48 98 60 C80 66 20 66 2 60 C20 48 40 30 50 8 Z', '#c9a25a', {
        direct: 0.42,
        depth: 0.06,
        pattern: thatch,
      }),
    ],
  },
  stall: {
    height: 0.2,
    colour: '#c8382e',
    parts: [
      stroke([6, 30, 6, 100, 2], '#5a3d28', { direct: 0.3, mirror: 50 }),
      relief('M4 72 H96 V96 H4 Z', '#7d5433', { depth: 0.03 }),
      ...['#e8862e', '#f0c93a', '#c8322b', '#5f9a3c', '#e8862e'].flatMap((colour, k) => crate(6 + k * 18, colour)),
      relief(
        'M-4 30 L10 10 H90 L104 30 C100 38 92 38 86 31 C82 38 74 38 68 31 C64 38 56 38 50 31 C44 38 36 38 32 31 C26 38 18 38 14 31 C8 38 0 38 -4 30 Z',
        OWN,
        {
          direct: 0.45,
          depth: 0.05,
          pattern: awning,
        },
      ),
    ],
  },
} satisfies Record<string, Silhouette>

function crate(x: number, colour: string): Part[] {
  const fruit = Array.from({ length: 8 }, (_, k) => {
    const row = k < 5 ? 0 : 1
    const column = row === 0 ? k : k - 4.5
    return oval([x + 2 + column * 3.1, 71 - row * 3, 2, 2], colour, {
      lighter: (k % 3) * 0.04 - 0.04,
      direct: 0.45,
      depth: 0.012,
    })
  })
  return [...fruit, relief(`M${x - 0.5} 72.5 H${x + 16.5} L${x + 15.5} 80 H${x + 0.5} Z`, '#a87844', { depth: 0.015 })]
}

/** A window: daylight glass, or lit at night. */
function pane(path: string, glass: string): Part[] {
  return [flat(path, glass, { direct: 0.45 }), flat(path, LAMP, { glowing: true, when: 'night' })]
}

function tower(x: number, top: number, half: number): Part[] {
  const tip = top - half * 3.4
  return [
    relief(`M${x - half} 100 L${x - half} ${top} L${x + half} ${top} L${x + half} 100 Z`, OWN, { depth: 0.022 }),
    relief(`M${x - half * 1.25} ${top} L${x} ${tip} L${x + half * 1.25} ${top} Z`, '#4a5a7c', { depth: 0.022 }),
    ...pane(`M${x - 1} ${top + 6} h2 v6 h-2 Z`, '#3a3a44'),
    stroke([x, tip, x, tip - 7, 0.6], '#444444', { direct: 0.3 }),
    flat(`M${x} ${tip - 7} l7 2 l-7 2.4 Z`, '#c83c3c', { direct: 0.6 }),
  ]
}

function sail(angle: number): Part[] {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const [x, y] = [50, 43]
  const [ex, ey] = [x + cos * 42, y + sin * 42]
  const [ix, iy] = [x + cos * 10, y + sin * 10]
  const cloth = `M${ix} ${iy} L${ex} ${ey} L${ex - sin * 9} ${ey + cos * 9} L${ix - sin * 9} ${iy + cos * 9} Z`
  return [
    stroke([x, y, ex, ey, 1.6, 1], '#4a3426', { direct: 0.4 }),
    flat(cloth, '#efe6d2', { direct: 0.65, alpha: 0.85 }),
    oval([x, y, 1.6, 1.6], '#4a3426', { direct: 0.4 }),
  ]
}
