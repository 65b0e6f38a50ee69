// A sewing machine with its cloth, and a loom, as they stand before whoever sits at them.
import { fromHex, lighten, type Rgb } from '../../../../core/colour.ts'
import { type Cloth, dimmed } from '../cloth.ts'
import { bar, disc, type Easel, shape } from '../figure-easel.ts'

const WOOD = fromHex('#9a6a40')
const INK = fromHex('#26282e')
const GOLD = fromHex('#d9b45a')

/** Cloth that was named, or one of two colours drawn by lot. */
function clothOf({ accessoryColour, random }: Easel): Cloth {
  if (accessoryColour) return accessoryColour
  const [ground, print] = random.fork('cloth').pick(PRINTS).map(fromHex) as [Rgb, Rgb]
  return (x, y) => (((Math.floor(x / 5) + Math.floor(y / 5)) & 1) === 0 ? ground : print)
}

const PRINTS = [
  ['#e8772e', '#1f5f9c'],
  ['#c8307a', '#f2c230'],
  ['#1f7a5c', '#f4e6c8'],
  ['#7a2f6a', '#e8b53a'],
] as const

/** A sewing machine with its wheel. */
export function machine(easel: Easel): void {
  shape(easel, 'M70 100 L130 100 L130 93 L70 93 Z', INK)
  shape(
    easel,
    'M112 94 L112 60 C112 55 108 54 104 54 L82 54 C77 54 75 58 75 62 L75 74 L82 74 L82 67 L98 67 C101 70 101 80 99 94 Z',
    INK,
  )
  shape(easel, 'M82 57 L104 57 L104 60 L82 60 Z M104 66 L108 66 L108 92 L104 92 Z', GOLD)
  bar(easel, [78.5, 74, 78.5, 93], [1.6, 1.2], fromHex('#c9ced6'))
  disc(easel, [118, 66], 9.5, lighten(INK, 0.05))
  disc(easel, [118, 66], 6, fromHex('#9aa0a8'))
  disc(easel, [118, 66], 2.4, INK)
  bar(easel, [90, 54, 90, 47], [5, 5], easel.accessoryColour ?? fromHex('#c23f2a'))
}

/** It runs under the needle and over the edge. */
export function clothInHand(easel: Easel): void {
  const cloth = clothOf(easel)
  shape(
    easel,
    'M30 97 C46 90 62 94 94 94 L94 99 C84 100 70 101 62 102 C66 118 62 140 58 150 C46 154 34 152 26 148 C24 128 24 108 30 97 Z',
    cloth,
  )
  shape(
    easel,
    'M36 104 C34 120 36 138 40 151 C34 151 30 150 26 148 C24 128 26 110 36 104 Z M54 102 C54 120 52 138 52 151.6 L46 152 C46 136 48 118 48 102 Z',
    dimmed(cloth, 0.74),
  )
}

/** Two posts and a beam; the warp runs down to the cloth in the lap. */
export function loom(easel: Easel): void {
  for (const x of [16, 122]) bar(easel, [x, 6, x, 166], [7, 7], WOOD)
  for (const y of [12, 112]) bar(easel, [12, y, 126, y], [6.4, 6.4], dimmed(WOOD, 0.8))
  for (let x = 40; x <= 98; x += 4.2) bar(easel, [x, 70, x, 112], [0.7, 0.7], fromHex('#e8dcc0'))
  bar(easel, [34, 74, 104, 74], [3.4, 3.4], dimmed(WOOD, 0.66))
  for (const x of [36, 102]) bar(easel, [x, 12, x, 74], [1, 1], fromHex('#e8dcc0'))
  layStrip(easel)
}

/** Woven in blocks, as it lies in the lap. */
function layStrip(easel: Easel): void {
  const [ground, warm, cool] = easel.accessoryColour
    ? ([easel.accessoryColour, lighten(easel.accessoryColour, 0.2), lighten(easel.accessoryColour, -0.2)] as const)
    : ([fromHex('#f2b02e'), fromHex('#c8372a'), fromHex('#1f6a3c')] as const)
  const strip: Cloth = (x, y) => {
    const [row, column] = [Math.floor((y - 92) / 7), Math.floor((x - 36) / 11)]
    return row % 2 === 0
      ? column % 2 === 0
        ? ground
        : cool
      : column % 3 === 0
        ? INK
        : column % 3 === 1
          ? warm
          : ground
  }
  shape(easel, 'M36 92 L102 92 L103 164 L35 164 Z', strip)
  shape(easel, 'M36 108 L102 108 L102 116 L36 116 Z', dimmed(strip, 0.72))
}

export function shuttle(easel: Easel): void {
  shape(easel, 'M60 92 C64 88 76 88 80 92 C76 95 64 95 60 92 Z', dimmed(WOOD, 0.6))
}
