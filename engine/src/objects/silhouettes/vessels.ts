import { dot, flat, glow, oval, OWN, relief, type Silhouette, stroke } from '../parts.ts'
import { gores } from './patterns.ts'

const ENVELOPE = 'M50 2 C80 2 92 26 88 44 C85 58 68 70 60 80 L40 80 C32 70 15 58 12 44 C8 26 20 2 50 2 Z'

export const vessels = {
  sailboat: {
    height: 0.17,
    colour: '#7a3f2a',
    faces: 'light',
    parts: [
      relief('M14 82 C30 84 74 84 88 80 C84 92 78 99 70 100 L32 100 C24 98 17 92 14 82 Z', OWN),
      stroke([50, 81, 50, 1, 1.8, 1], '#4a3324', { direct: 0.4 }),
      relief(
        ['M52 4 C66 30 80 56 84 76 C72 78 60 78 52 77 Z', 'M48 14 C40 36 28 58 20 75 C30 78 40 78 48 77 Z'],
        '#f3ead8',
        { depth: 0.05 },
      ),
    ],
  },
  rowboat: {
    height: 0.09,
    colour: '#5b3a28',
    parts: [
      relief('M0 68 C20 80 80 80 100 68 C96 86 84 100 72 100 L28 100 C16 100 4 86 0 68 Z', OWN),
      flat('M6 72.5 C26 81 74 81 94 72.5 C76 86 24 86 6 72.5 Z', '#2e1d14', { direct: 0.3 }),
      flat('M22 78.5 L27 77.5 L29 82.5 L24 82.5 Z', '#8a6242', { direct: 0.5, mirror: 50 }),
    ],
  },
  balloon: {
    height: 0.17,
    colour: ['#e2543f', '#2f7fb8', '#7a4bb0', '#e98a2b'],
    parts: [
      relief(ENVELOPE, OWN, { direct: 0.48, depth: 0.09, rim: 0.6, pattern: gores }),
      stroke([41, 80, 45, 90, 0.8], '#4a3a2a', { direct: 0.3, mirror: 50 }),
      relief('M43 90 L57 90 L55.5 100 L44.5 100 Z', '#8a5a34'),
      glow([50, 74, 30], '#ffb34d', { alpha: 0.6, when: 'night' }),
    ],
  },
  rocket: {
    height: 0.34,
    colour: '#e9edf2',
    parts: [
      relief(['M30 78 L14 98 L34 92 Z', 'M70 78 L86 98 L66 92 Z'], '#c23b3b'),
      relief('M50 0 C66 18 72 44 68 88 L32 88 C28 44 34 18 50 0 Z', OWN, { depth: 0.07 }),
      oval([50, 38, 8.5, 8.5], '#2c4668', { direct: 0.6 }),
      oval([52, 36, 3, 3], '#ccebff', { glowing: true, alpha: 0.8 }),
      ...['#ff6b1f', '#ff9e33', '#ffd466', '#ffffdb'].map((colour, k) =>
        flat(`M${40 + k * 2} 88 Q50 ${128 - k * 12} ${60 - k * 2} 88 Z`, colour, { glowing: true, alpha: 0.9 }),
      ),
      glow([50, 108, 50], '#ff8c33', { alpha: 0.7 }),
    ],
  },
  car: {
    height: 0.26,
    colour: '#d23b56',
    lowered: 10,
    parts: [
      relief('M2 78 C2 66 8 62 20 60 C28 46 36 40 52 40 C66 40 74 48 80 58 C92 60 98 64 98 78 L98 84 L2 84 Z', OWN, {
        direct: 0.4,
        depth: 0.03,
        towards: [0, -1],
      }),
      flat('M28 58 C33 49 39 46 48 46 L48 58 Z M52 46 C62 46 68 50 73 58 L52 58 Z', '#1c2636', { direct: 0.4 }),
      dot(24, 84, 9.5, { colour: '#0f0f14', glowing: true, mirror: 50 }),
      dot(24, 84, 5, { colour: '#999ea8', direct: 0.6, mirror: 50 }),
      dot(96, 70, 3, { colour: '#fff2b3', glowing: true }),
      glow([96, 70, 14], '#ffe699', { alpha: 0.7 }),
    ],
  },
  minibus: {
    height: 0.2,
    colour: '#f0b62e',
    faces: 'light',
    parts: [
      ...[14, 34, 58].map((x, k) =>
        relief(`M${x} 34 V${24 - (k % 2) * 5} H${x + 20} V34 Z`, ['#a8452f', '#3f6a4a', '#6b4a8a'][k]!, {
          depth: 0.02,
        }),
      ),
      stroke([2, 34, 92, 34, 1.6], '#3a3a40', { direct: 0.4 }),
      relief(
        'M-22 92 L-22 42 C-22 38 -19 36 -15 36 L92 36 C100 36 106 44 112 58 C120 60 124 64 124 72 L124 92 Z',
        OWN,
        { direct: 0.42, depth: 0.05 },
      ),
      flat('M-22 66 H123 L124 76 H-22 Z', '#c8382e', { direct: 0.45 }),
      flat('M-22 77.5 H124 V79.5 H-22 Z', '#f6efdd', { direct: 0.5 }),
      ...[-17, 7, 31, 55].map((x) => flat(`M${x} 43 h19 v17 h-19 Z`, '#22303f', { direct: 0.4 })),
      ...[-17, 7, 31, 55].map((x) =>
        flat(`M${x} 43 h19 v17 h-19 Z`, '#ffd88a', { glowing: true, alpha: 0.85, when: 'night' }),
      ),
      flat('M80 43 H93 C99 44 103 51 107 60 H80 Z', '#22303f', { direct: 0.45 }),
      flat('M83 45 H90 L84 58 H83 Z', '#cfe2ee', { direct: 0.5, alpha: 0.5 }),
      stroke([77, 62, 77, 91, 0.8], '#8a5a14', { direct: 0.4 }),
      dot(2, 91, 9.5, { colour: '#141418', glowing: true }),
      dot(2, 91, 4.6, { colour: '#a0a4ac', direct: 0.6 }),
      dot(98, 91, 9.5, { colour: '#141418', glowing: true }),
      dot(98, 91, 4.6, { colour: '#a0a4ac', direct: 0.6 }),
      dot(121, 72, 3, { colour: '#fff2b3', glowing: true }),
      glow([122, 72, 16], '#ffe699', { alpha: 0.7, when: 'dim' }),
    ],
  },
} satisfies Record<string, Silhouette>
