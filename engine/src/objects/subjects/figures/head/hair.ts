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
      'M-36 30 C-52 56 -54 98 -50 132 C-40 140 -28 134 -22 120 L20 120 C28 134 42 138 50 126 C52 92 50 56 38 30 Z',
      lighten(hair, -0.03),
    )
}

const CROP =
  'M-35 52 C-43 18 -27 -8 4 -8 C33 -8 45 14 39 44 C38 36 36 30 33 25 C26 17 14 15 4 16 C-8 16 -18 18 -23 25 C-28 32 -28 42 -29 51 C-31 55 -34 55 -35 52 Z'

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
  if (cut === 'long') return parted(bust)
  paint(bust, CROP, hair)
  paint(bust, 'M-24 8 C-12 -4 14 -5 27 6 C12 1 -10 2 -24 8 Z', lighten(hair, 0.055))
}

/** From a parting on one side, over the temples and down before the shoulders. */
function parted(bust: Bust): void {
  const { hair } = bust
  const [shade, light] = [lighten(hair, -0.05), lighten(hair, 0.06)]
  paint(
    bust,
    'M-37 60 C-50 14 -28 -11 6 -10 C36 -9 48 14 42 58 C44 84 50 104 46 126 C38 134 32 126 33 108 C35 84 37 62 34 46 C30 30 22 20 12 13 C4 26 -14 32 -24 42 C-31 52 -32 70 -31 88 C-31 108 -36 126 -44 132 C-53 122 -48 92 -37 60 Z',
    hair,
  )
  paint(bust, 'M12 13 C4 26 -14 32 -24 42 C-28 48 -30 56 -31 66 C-36 48 -26 28 12 13 Z', shade)
  paint(bust, 'M12 13 C22 20 30 30 34 46 C36 52 36 60 36 66 C40 46 32 22 12 13 Z', shade)
  paint(bust, 'M-28 20 C-20 2 0 -5 14 -3 C0 2 -16 10 -26 28 Z', light)
  paint(
    bust,
    'M-42 78 C-40 94 -42 112 -46 124 C-49 112 -47 92 -42 78 Z M40 78 C42 94 44 108 42 122 C38 110 38 92 40 78 Z',
    light,
  )
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
