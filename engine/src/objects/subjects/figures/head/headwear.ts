// What is worn on the head, and before the eyes.
import { fromHex, lighten, type Rgb } from '../../../../core/colour.ts'
import type { Headwear } from '../../../../prompt/asked.ts'
import { type Cloth, dimmed, wax } from '../cloth.ts'
import { accessory, type Easel, stamp } from '../figure-easel.ts'
import { type Bust, dot, paint } from './bust.ts'
import { GOLD } from './hair.ts'

export type Worn = Headwear | 'kufi'

const DRAWN_HATS: Readonly<Record<string, readonly [id: string, height: number, rise: number]>> = {
  crown: ['crown', 0.5, 0.84],
  cap: ['billed-cap', 0.62, 0.66],
  tuque: ['tuque', 0.78, 0.62],
}

export function dressHead(bust: Bust, worn: Worn): void {
  const { easel, x, chin, size } = bust
  const hat = DRAWN_HATS[worn]
  if (hat)
    return stamp(
      easel,
      hat[0],
      { x: x + size * 0.02, y: chin - size * hat[2], height: size * hat[1] },
      accessory({ ...easel, accessoryColour: easel.headColour }, hat[0]),
    )
  const own = SEWN_HATS[worn]
  if (own) return own(bust)
  wrap(bust, worn === 'turban')
}

const SEWN_HATS: Readonly<Partial<Record<Worn, (bust: Bust) => void>>> = {
  kufi,
  helmet: hardHat,
  toque,
  'peaked-cap': peakedCap,
  'pointed-hat': pointedHat,
  'straw-hat': strawHat,
}

/** A headscarf, or a turban. */
function wrap(bust: Bust, isTurban: boolean): void {
  const usual = () => (isTurban ? ([0.93, 0.9, 0.84] as Rgb) : headwrapCloth(bust.easel))
  const cloth: Cloth = bust.easel.headColour ?? usual()
  const shade = dimmed(cloth, 0.76)
  paint(bust, 'M-39 46 C-50 8 -32 -26 2 -24 C38 -28 54 6 41 38 C30 20 4 14 -14 22 C-26 27 -33 36 -39 46 Z', cloth)
  paint(bust, 'M-39 46 C-50 8 -32 -26 2 -24 C-20 -16 -30 10 -28 34 C-33 38 -36 42 -39 46 Z', shade)
  paint(
    bust,
    'M-38 38 C-22 14 14 4 42 22 C43 28 42 33 41 38 C26 18 -6 14 -28 32 C-34 38 -37 42 -39 46 Z',
    dimmed(cloth, 0.88),
  )
  paint(bust, 'M-30 10 C-14 -6 16 -12 38 2 C16 -6 -12 0 -30 14 Z', dimmed(cloth, 1.14))
  if (isTurban) return
  paint(bust, 'M14 -16 C16 -44 46 -50 48 -28 C60 -24 52 -4 34 -8 C26 -6 18 -8 14 -16 Z', cloth)
  paint(bust, 'M14 -16 C24 -22 36 -22 44 -16 C40 -8 24 -6 14 -16 Z', shade)
}

function kufi(bust: Bust): void {
  const { outfit } = bust.easel
  const cloth = lighten(outfit.plain, outfit.plain[0] + outfit.plain[1] + outfit.plain[2] > 1.8 ? -0.06 : 0.02)
  paint(bust, 'M-36 30 C-38 2 -26 -12 3 -12 C30 -12 41 2 38 28 C16 14 -12 15 -36 30 Z', cloth)
  paint(
    bust,
    'M-36 30 C-36 24 -36 20 -35 16 C-10 2 16 2 38 14 C39 20 38 24 38 28 C16 14 -12 15 -36 30 Z',
    outfit.accent,
  )
}

function toque(bust: Bust): void {
  const white: Rgb = [0.95, 0.94, 0.91]
  paint(
    bust,
    'M-34 30 C-36 6 -30 -6 -33 -12 C-58 -20 -48 -52 -22 -46 C-14 -64 18 -64 26 -46 C52 -54 62 -20 37 -12 C35 0 38 12 38 27 C16 14 -12 15 -34 30 Z',
    white,
  )
  paint(
    bust,
    'M-34 30 C-36 6 -30 -6 -33 -12 C-46 -16 -50 -30 -42 -40 C-38 -22 -26 -16 -22 -10 C-20 4 -20 14 -18 22 C-24 24 -30 27 -34 30 Z',
    [0.78, 0.79, 0.8],
  )
}

function peakedCap(bust: Bust): void {
  const { plain } = bust.easel.outfit
  paint(bust, 'M-36 26 C-52 4 -40 -18 4 -18 C46 -20 56 2 39 24 C16 10 -12 12 -36 26 Z', plain)
  paint(bust, 'M-36 26 C-36 20 -36 16 -35 12 C-10 0 16 0 39 10 L39 24 C16 10 -12 12 -36 26 Z', [0.1, 0.1, 0.12])
  paint(bust, 'M-16 24 C6 14 30 16 48 32 C36 32 10 28 -16 30 Z', [0.08, 0.08, 0.1])
  dot(bust, [14, 4], [5, 6], GOLD)
}

function hardHat(bust: Bust): void {
  const shell = bust.easel.headColour ?? (bust.easel.isOnIce ? bust.easel.outfit.plain : fromHex('#e0aa2e'))
  paint(bust, 'M-40 22 C-42 -14 -22 -30 4 -30 C30 -30 48 -14 45 18 C24 6 -16 8 -40 22 Z', shell)
  paint(bust, 'M-40 22 C-42 -14 -22 -30 4 -30 C-12 -24 -22 -8 -22 14 C-28 16 -34 18 -40 22 Z', lighten(shell, -0.1))
  paint(bust, 'M-2 -32 C4 -34 12 -34 18 -31 L22 9 C14 8 6 8 0 9 Z', lighten(shell, 0.05))
  paint(bust, 'M-42 24 C-20 6 28 4 58 20 C60 26 54 28 44 24 C18 12 -18 16 -42 28 Z', lighten(shell, -0.05))
}

function strawHat(bust: Bust): void {
  const straw = bust.easel.headColour ?? fromHex('#d9b56a')
  paint(bust, 'M-66 24 C-58 4 48 0 74 18 C62 34 -46 42 -66 24 Z', lighten(straw, -0.07))
  paint(bust, 'M-36 16 C-36 -14 -20 -30 4 -30 C28 -30 42 -14 43 12 C22 4 -14 6 -36 16 Z', straw)
  paint(bust, 'M-36 16 C-36 -14 -20 -30 4 -30 C-10 -26 -20 -10 -20 10 C-26 12 -32 14 -36 16 Z', lighten(straw, -0.09))
  paint(bust, 'M-36 16 C-37 10 -36 4 -35 0 C-12 -9 20 -10 42 -2 L43 12 C22 4 -14 6 -36 16 Z', fromHex('#7a3a2c'))
}

function pointedHat(bust: Bust): void {
  const { plain } = bust.easel.outfit
  const cloth = bust.easel.headColour ?? lighten(plain, 0.05)
  paint(bust, 'M-64 26 C-40 6 44 4 70 22 C44 34 -40 38 -64 26 Z', lighten(cloth, -0.05))
  paint(bust, 'M-36 18 C-24 -20 -14 -60 22 -96 C30 -98 34 -92 30 -86 C24 -70 34 -30 42 15 C20 4 -14 5 -36 18 Z', cloth)
  paint(bust, 'M-36 18 C-24 -20 -14 -60 22 -96 C4 -60 -8 -20 -14 8 C-22 10 -30 14 -36 18 Z', lighten(cloth, -0.09))
  paint(bust, 'M-36 18 C-34 12 -32 6 -30 0 C-8 -8 20 -8 39 0 L42 15 C20 4 -14 5 -36 18 Z', GOLD)
}

function headwrapCloth({ outfit }: Easel): Cloth {
  return typeof outfit.main === 'function' ? outfit.main : wax(outfit.plain, lighten(outfit.plain, 0.24), outfit.accent)
}

export function eyewear(bust: Bust, isDark: boolean): void {
  const frame: Rgb = [0.08, 0.07, 0.08]
  const glass: Rgb = isDark ? [0.1, 0.11, 0.14] : [0.86, 0.9, 0.92]
  paint(bust, 'M-36 45 L-16 46 L-16 49 L-36 49 Z M3 47 L14 47 L14 50 L3 50 Z', frame)
  if (isDark) {
    paint(
      bust,
      'M-19 42 C-12 40 0 40 5 43 C6 54 0 60 -7 60 C-15 60 -20 54 -19 42 Z M12 43 C18 40 28 40 33 42 C33 54 28 59 22 59 C16 59 12 54 12 43 Z',
      glass,
    )
    paint(bust, 'M-15 45 L-6 44 L-12 54 Z M16 45 L24 44 L19 53 Z', [0.34, 0.38, 0.44])
    return
  }
  const ring = (u: number, rx: number) => {
    for (let k = 0; k < 28; k++) {
      const angle = (k / 28) * Math.PI * 2
      dot(bust, [u + rx * Math.cos(angle), 49.5 + 9.5 * Math.sin(angle)], [1.5, 1.5], frame)
    }
  }
  ring(-6.5, 11.5)
  ring(22.5, 10)
}
