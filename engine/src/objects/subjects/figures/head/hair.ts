// Hair, by its cut: what hangs behind the face, and what grows before it.
import { fromHex, lighten } from '../../../../core/colour.ts'
import type { Person } from '../../../../prompt/asked.ts'
import { type Bust, dot, paint } from './bust.ts'

export type Cut = 'crop' | 'afro' | 'bun' | 'puffs' | 'braids' | 'long' | 'bald'

export const CUTS: Readonly<Record<Person, readonly Cut[]>> = {
  woman: ['afro', 'bun', 'braids', 'crop', 'bun'],
  'old-woman': ['bun', 'crop'],
  girl: ['puffs', 'puffs', 'braids'],
  man: ['crop'],
  boy: ['crop'],
  'old-man': ['crop', 'bald'],
  person: ['crop', 'afro', 'bun'],
  baby: ['crop'],
}

export const GOLD = fromHex('#e0b040')

export function hairBehind(bust: Bust, cut: Cut): void {
  const { hair } = bust
  if (cut === 'afro') dot(bust, [0, 28], [58, 52], hair)
  if (cut === 'bun') dot(bust, [-6, -12], [25, 21], lighten(hair, 0.015))
  if (cut === 'puffs') {
    dot(bust, [-38, 0], [24, 23], hair)
    dot(bust, [34, -4], [20, 20], hair)
  }
  if (cut === 'braids')
    paint(
      bust,
      'M-38 40 C-50 70 -48 110 -44 138 C-30 142 -22 138 -18 128 L16 128 C24 136 36 134 40 124 C44 90 44 60 38 36 Z',
      hair,
    )
  if (cut === 'long')
    paint(
      bust,
      'M-37 36 C-50 60 -50 100 -44 128 C-34 134 -24 130 -20 120 L18 120 C26 128 38 126 42 116 C48 90 46 60 38 34 Z',
      hair,
    )
}

const CROP =
  'M-35 50 C-42 20 -26 -6 4 -6 C31 -6 43 14 38 40 C36 31 33 25 27 20 C13 15 -8 16 -19 24 C-25 30 -28 38 -28 50 C-30 54 -34 54 -35 50 Z'

export function hairBefore(bust: Bust, cut: Cut): void {
  const { hair } = bust
  if (cut === 'bald') return
  if (cut === 'afro') {
    paint(
      bust,
      'M-40 52 C-56 10 -30 -24 4 -22 C40 -24 58 12 40 46 C40 30 32 20 22 19 C8 14 -10 18 -20 26 C-28 34 -28 44 -30 54 Z',
      hair,
    )
    paint(bust, 'M-30 -2 C-16 -18 20 -20 36 0 C22 -8 -10 -10 -30 -2 Z', lighten(hair, 0.05))
    return
  }
  if (cut === 'long') {
    paint(
      bust,
      'M-38 56 C-46 16 -26 -9 4 -8 C33 -8 46 16 39 50 C38 34 30 22 14 14 C6 26 -16 30 -26 38 C-30 44 -30 52 -32 62 C-36 66 -38 62 -38 56 Z',
      hair,
    )
    paint(bust, 'M-26 10 C-14 -2 10 -4 22 2 C8 0 -12 4 -26 10 Z', lighten(hair, 0.07))
    return
  }
  paint(bust, CROP, hair)
  paint(bust, 'M-24 8 C-12 -4 14 -5 27 6 C12 1 -10 2 -24 8 Z', lighten(hair, 0.055))
}

/** Strands of beads down to the shoulders, each ending in gold. */
export function beads(bust: Bust): void {
  const { hair } = bust
  for (const side of [-1, 1]) {
    for (let strand = 0; strand < 4; strand++) {
      const long = 16 - strand
      for (let knot = 0; knot < long; knot++) {
        const t = knot / 14
        const u = side * (33 + strand * 4 + 5 * Math.sin(t * 2.4)) - (side < 0 ? 0 : 3)
        const tone = knot % 2 === 0 ? hair : lighten(hair, 0.07)
        dot(bust, [u, 22 + strand * 6 + t * 108], [3.4, 4.2], knot > long - 3 ? GOLD : tone)
      }
    }
  }
}

export function beard(bust: Bust): void {
  const { hair } = bust
  paint(
    bust,
    'M-32 54 C-32 82 -16 109 6 109 C27 107 38 80 36 54 C33 66 30 72 25 75 C18 72 2 72 -4 76 C-14 75 -26 68 -32 54 Z',
    hair,
  )
  paint(bust, 'M-14 92 C-6 102 14 103 24 90 C18 98 -4 98 -14 92 Z', lighten(hair, -0.06))
}
