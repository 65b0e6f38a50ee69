// The heads of figures, seen a little from the side: planes of light and shade, features, hair, what is worn on them.
import { fromHex, lighten, type Rgb } from '../../../../core/colour.ts'
import type { AskedFigure, Person, SkinTone } from '../../../../prompt/asked.ts'
import { type Easel, skinOf } from '../figure-easel.ts'
import { type Bust, dot, type HeadBox, paint } from './bust.ts'
import { beads, beard, CUTS, type Cut, GOLD, hairBefore, hairBehind } from './hair.ts'
import { dressHead, eyewear, type Worn } from './headwear.ts'

const PALE: ReadonlySet<SkinTone> = new Set(['light', 'medium-light', 'medium'])
const WHITE_HAIR = fromHex('#d3d0ca')
const BLACKS = ['#1c1817', '#231c19', '#1a191c']
const BROWNS = ['#3a2618', '#5a3a22', '#8a6232', '#2a1d16']

export function head(easel: Easel, figure: AskedFigure, box: HeadBox): void {
  const { person } = figure
  const bust: Bust = { ...box, easel, skin: skinOf(easel), hair: hairColour(easel, person) }
  const cut = cutOf(easel, figure)
  const worn = headwearOf(easel, figure)
  const isCovered = worn === 'headscarf' && figure.hair === null
  if (!worn || (!isCovered && (cut === 'braids' || cut === 'long'))) hairBehind(bust, cut)
  neck(bust)
  face(bust, person)
  if (person === 'old-man' || easel.hasBeard) beard(bust)
  features(bust, person)
  finish(bust, figure, { cut, worn })
}

function finish(bust: Bust, figure: AskedFigure, { cut, worn }: { cut: Cut; worn: Worn | null }): void {
  if (worn !== 'headscarf' && worn !== 'turban') hairBefore(bust, cut)
  if (figure.hair === 'braids') beads(bust)
  if (figure.eyewear) eyewear(bust, figure.eyewear === 'sunglasses')
  if (worn) dressHead(bust, worn)
  if (figure.person === 'woman' || figure.person === 'old-woman') earring(bust)
}

function hairColour({ random, tone }: Easel, person: Person): Rgb {
  if (person === 'old-man' || person === 'old-woman') return WHITE_HAIR
  return fromHex(random.pick(PALE.has(tone) ? BROWNS : BLACKS))
}

function cutOf({ random, tone }: Easel, { person, hair }: AskedFigure): Cut {
  const drawn = random.pick(CUTS[person])
  const isLong = PALE.has(tone) && (person === 'woman' || person === 'girl')
  return hair ?? (isLong ? 'long' : drawn)
}

function headwearOf({ outfit, random }: Easel, { person, headwear, hair }: AskedFigure): Worn | null {
  if (headwear || hair) return headwear
  const isWrapped = WRAPPED.has(person) && (outfit.garment === 'pagne' || outfit.garment === 'boubou')
  if (isWrapped && random.chance(0.6)) return 'headscarf'
  return CAPPED.has(person) && outfit.garment === 'boubou' && random.chance(0.6) ? 'kufi' : null
}

const WRAPPED: ReadonlySet<Person> = new Set(['woman', 'old-woman'])
const CAPPED: ReadonlySet<Person> = new Set(['man', 'old-man', 'person'])

function neck(bust: Bust): void {
  const { skin } = bust
  paint(bust, 'M-21 78 C-19 96 -22 112 -30 126 C-12 134 14 134 30 126 C20 114 17 102 18 86 Z', lighten(skin, -0.03))
  paint(bust, 'M-19 86 C-6 100 8 104 17 98 C18 104 18 108 19 112 C4 116 -12 108 -20 98 Z', lighten(skin, -0.11))
}

const FACE =
  'M-33 40 C-36 14 -18 1 3 1 C26 1 38 16 37 38 C37 45 36 50 36 56 C36 72 29 88 16 97 C10 101 1 101 -6 97 C-19 89 -31 75 -33 58 Z'

function face(bust: Bust, person: Person): void {
  const { skin } = bust
  dot(bust, [-33, 54], [6, 10], lighten(skin, -0.04))
  dot(bust, [-33, 54], [3, 6], lighten(skin, -0.1))
  paint(bust, FACE, skin)
  paint(
    bust,
    'M-33 40 C-34 52 -32 64 -27 74 C-21 86 -13 94 -6 97 C1 101 10 101 16 97 C7 95 -2 89 -9 79 C-17 68 -22 54 -22 40 C-24 33 -31 33 -33 40 Z',
    lighten(skin, -0.045),
  )
  paint(bust, 'M0 16 C14 12 27 19 30 31 C22 27 9 26 -2 31 C-6 25 -5 18 0 16 Z', lighten(skin, 0.035))
  dot(bust, [24, 61], [7, 5], lighten(skin, 0.032))
  if (person === 'girl' || person === 'boy' || person === 'baby') dot(bust, [-11, 64], [9, 7], lighten(skin, 0.02))
  if (person !== 'old-man' && person !== 'old-woman') return
  const crease = lighten(skin, -0.08)
  paint(bust, 'M-4 66 C-9 71 -10 77 -8 82 C-7 77 -5 72 -2 68 Z M24 66 C28 71 28 76 27 80 C25 76 24 71 22 68 Z', crease)
  paint(bust, 'M-4 24 C8 21 20 22 28 26 C18 24 6 24 -4 26 Z M-2 30 C8 27 20 28 27 32 C18 30 6 30 -2 32 Z', crease)
}

function features(bust: Bust, person: Person): void {
  const { skin, hair } = bust
  const isYoung = person === 'girl' || person === 'boy' || person === 'baby'
  const socket = lighten(skin, -0.05)
  const deep = lighten(skin, -0.13)
  const ink: Rgb = [0.09, 0.06, 0.05]
  dot(bust, [-6, 46], [11, 7], socket)
  dot(bust, [21, 45.5], [8.5, 7], socket)
  const white: Rgb = [0.84, 0.81, 0.77]
  const open = isYoung ? 2 : 0
  paint(bust, `M-15 50 C-11 ${44 - open} -1 ${44 - open} 4 50 C-2 ${53.8 + open} -10 ${53.8 + open} -15 50 Z`, white)
  paint(bust, `M13 49.5 C17 ${44 - open} 25 ${44 - open} 29 49 C25 ${53.4 + open} 18 ${53.4 + open} 13 49.5 Z`, white)
  dot(bust, [-4, 48.8], [4.2 + open / 2, 4.6 + open / 2], ink)
  dot(bust, [22.4, 48.4], [3.7 + open / 2, 4.4 + open / 2], ink)
  dot(bust, [-2.6, 47], [1.2, 1.2], [1, 1, 1])
  dot(bust, [23.6, 46.7], [1.1, 1.1], [1, 1, 1])
  paint(bust, `M-17 51 C-11 ${42.6 - open} 0 ${42.6 - open} 5 50.5 C-1 ${46 - open} -10 ${46.4 - open} -17 51 Z`, ink)
  paint(bust, `M12 50 C16 ${42.6 - open} 26 ${42.6 - open} 31 49.5 C25 ${46 - open} 18 ${46 - open} 12 50 Z`, ink)
  const brow = person === 'old-man' || person === 'old-woman' ? lighten(hair, -0.12) : lighten(hair, 0.02)
  paint(bust, 'M-19 37.5 C-12 31 -3 31 4 35.5 C-3 34 -11 34.6 -18 39.5 Z', brow)
  paint(bust, 'M13 35.5 C18 31 26 31 31 37 C26 34.6 18 34.4 13 37.6 Z', brow)
  paint(bust, 'M5 43 C4 52 1 60 0 65 C2 69 6 68 9 66 C6 62 8 52 8.5 43 Z', lighten(skin, -0.06))
  paint(bust, 'M-1 66 C1 61.5 6 62.5 9 65 C13 61.5 19.5 62 21 66 C19 70.5 14 69.5 10 71 C6 70.5 1 70.5 -1 66 Z', socket)
  paint(bust, 'M10 45 C12.5 52 14 58 14 64 C11.5 64.5 10.5 60 9.5 56 Z', lighten(skin, 0.055))
  dot(bust, [4.6, 68], [1.7, 1.2], deep)
  dot(bust, [15.6, 68], [1.5, 1.2], deep)
  lips(bust, person)
}

function lips(bust: Bust, person: Person): void {
  const { skin } = bust
  const isPainted = person === 'woman'
  const rose: Rgb = isPainted ? [0.62, 0.2, 0.22] : [0.55, 0.3, 0.28]
  const share = isPainted ? 0.5 : 0.28
  const tint: Rgb = [
    skin[0] + (rose[0] - skin[0]) * share,
    skin[1] + (rose[1] - skin[1]) * share,
    skin[2] + (rose[2] - skin[2]) * share,
  ]
  const isLaughing = bust.easel.random.fork('smile').chance(0.4)
  paint(bust, 'M-6 78.5 C2 75.5 7 75.5 10.5 77 C14 75.5 20 75.5 27 77.5 C19 83 4 84 -6 78.5 Z', lighten(tint, -0.05))
  paint(bust, 'M-6 78.5 C4 83.5 18 83 27 77.5 C22 90 2 91 -6 78.5 Z', lighten(tint, 0.035))
  paint(bust, 'M-8 76.2 C3 82.4 17 82 29 75.2 C18 83.8 3 84.2 -8 76.2 Z', lighten(tint, -0.2))
  if (isLaughing) {
    paint(bust, 'M-7 76.5 C4 81 18 80.6 28 75.6 C24 90 0 91 -7 76.5 Z', lighten(tint, -0.22))
    paint(bust, 'M-2 78.6 C6 81.8 16 81.4 23 77.8 C19 83 4 83.6 -2 78.6 Z', [0.86, 0.83, 0.78])
  }
  paint(bust, 'M3 92 C9 94 14 93.5 18 91.5 C15 96 7 96.5 3 92 Z', lighten(skin, -0.05))
}

function earring(bust: Bust): void {
  dot(bust, [-34, 67], [3.6, 4.6], GOLD)
}
