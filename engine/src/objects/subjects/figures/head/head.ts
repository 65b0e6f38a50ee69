// The heads of figures, seen a little from the side: planes of light and shade, features, hair, what is worn on them.
import { fromHex, lighten, type Rgb } from '../../../../core/colour.ts'
import type { AskedFigure, Person, SkinTone } from '../../../../prompt/asked.ts'
import { colourValue } from '../../../../prompt/colour-values.ts'
import { type Easel, skinOf } from '../figure-easel.ts'
import { type Bust, dot, type HeadBox, paint, resized } from './bust.ts'
import { beads, beard, CUTS, type Cut, GOLD, hairBefore, hairBehind } from './hair.ts'
import { dressHead, eyewear, type Worn } from './headwear.ts'

const PALE: ReadonlySet<SkinTone> = new Set(['light', 'medium-light', 'medium'])
const WHITE_HAIR = fromHex('#d3d0ca')
const BLACKS = ['#1c1817', '#231c19', '#1a191c']
const BROWNS = ['#3a2618', '#4f3420', '#6a4828', '#2a1d16']

export function head(easel: Easel, figure: AskedFigure, box: HeadBox): void {
  const { person } = figure
  const bust: Bust = {
    ...box,
    easel,
    skin: skinOf(easel),
    hair: colourValue(figure.hairColour) ?? hairColour(easel, person),
  }
  const cut = cutOf(easel, figure)
  const worn = headwearOf(easel, figure)
  const isCovered = worn === 'headscarf' && figure.hair === null
  if (!worn || (!isCovered && (cut === 'braids' || cut === 'long'))) hairBehind(bust, cut)
  neck(isYoung(person) ? resized(bust, [0, 98], 0.76) : bust)
  face(bust, person)
  if (person === 'old-man' || easel.hasBeard) beard(bust)
  features(bust, figure)
  finish(bust, figure, { cut, worn })
}

function finish(bust: Bust, figure: AskedFigure, { cut, worn }: { cut: Cut; worn: Worn | null }): void {
  if (worn !== 'headscarf' && worn !== 'turban') hairBefore(bust, cut)
  if (figure.hair === 'braids') beads(bust)
  if (figure.eyewear) eyewear(bust, figure.eyewear === 'sunglasses')
  if (worn) dressHead(bust, worn)
  if (bust.easel.jewelColour) jewels(bust, bust.easel.jewelColour)
  else if (figure.person === 'woman' || figure.person === 'old-woman') earring(bust)
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
  if (isWrapped && random.chance(person === 'old-woman' ? 0.95 : 0.7)) return 'headscarf'
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

const ROUND_FACE =
  'M-33 40 C-36 14 -18 1 3 1 C26 1 38 16 37 38 C37.4 45 38 52 38.4 59 C38.6 77 31 91 16 97 C10 99.6 1 99.6 -6 97 C-22 91 -36 78 -35.4 60 Z'

/** Full cheeks, and round eyes low in the face. */
function isYoung(person: Person): boolean {
  return person === 'girl' || person === 'boy' || person === 'baby'
}

function face(bust: Bust, person: Person): void {
  const { skin } = bust
  dot(bust, [-33, 54], [6, 10], lighten(skin, -0.04))
  dot(bust, [-33, 54], [3, 6], lighten(skin, -0.1))
  paint(bust, isYoung(person) ? ROUND_FACE : FACE, skin)
  paint(
    bust,
    'M-33 40 C-34 52 -32 64 -27 74 C-21 86 -13 94 -6 97 C1 101 10 101 16 97 C7 95 -2 89 -9 79 C-17 68 -22 54 -22 40 C-24 33 -31 33 -33 40 Z',
    lighten(skin, -0.045),
  )
  paint(bust, 'M0 16 C14 12 27 19 30 31 C22 27 9 26 -2 31 C-6 25 -5 18 0 16 Z', lighten(skin, 0.035))
  dot(bust, [24, 61], [7, 5], lighten(skin, 0.032))
  if (isYoung(person)) dot(bust, [-13, 70], [10, 8], lighten(skin, 0.024))
  if (person !== 'old-man' && person !== 'old-woman') return
  const crease = lighten(skin, -0.08)
  paint(bust, 'M-4 66 C-9 71 -10 77 -8 82 C-7 77 -5 72 -2 68 Z M24 66 C28 71 28 76 27 80 C25 76 24 71 22 68 Z', crease)
  paint(bust, 'M-4 24 C8 21 20 22 28 26 C18 24 6 24 -4 26 Z M-2 30 C8 27 20 28 27 32 C18 30 6 30 -2 32 Z', crease)
}

function features(bust: Bust, { person, face: look }: AskedFigure): void {
  const { skin, hair } = bust
  const isAsleep = bust.easel.isAsleep || look === 'eyes-closed' || look === 'crying'
  const isChild = isYoung(person)
  const socket = lighten(skin, isChild ? -0.02 : -0.04)
  const ink: Rgb = [0.1, 0.065, 0.055]
  const seeing = isChild ? resized(bust, [8, 48], 1.2, 7) : bust
  dot(seeing, [-6, 46.5], [11, 7], socket)
  dot(seeing, [21, 46], [8.5, 7], socket)
  if (!isAsleep) eyes(seeing, isChild, ink)
  else asleep(seeing, ink)
  const brow = person === 'old-man' || person === 'old-woman' ? lighten(hair, -0.12) : lighten(hair, 0.03)
  const arched = isChild ? resized(bust, [7, 37], 0.9, 3) : bust
  paint(arched, 'M-18 39 C-12 34 -4 34 3 37 C-4 36 -12 36.6 -17.4 40.4 Z', brow)
  paint(arched, 'M14 37 C18 34 25 34 30 38.6 C25 36.6 18.6 36.4 14 38.6 Z', brow)
  nose(isChild ? resized(bust, [9, 66], 0.72, 5) : bust)
  lips(isChild ? resized(bust, [10, 79], 0.78, 4) : bust, person, look)
  if (look === 'crying') tears(seeing)
}

function eyes(bust: Bust, isChild: boolean, ink: Rgb): void {
  const { skin } = bust
  const open = isChild ? 1.2 : 0
  const white: Rgb = [0.72 + skin[0] * 0.16, 0.7 + skin[1] * 0.12, 0.68 + skin[2] * 0.1]
  paint(
    bust,
    `M-14 50.4 C-10 ${45.6 - open} -2 ${45.4 - open} 3 50.4 C-2 ${53 + open} -9 ${53.2 + open} -14 50.4 Z`,
    white,
  )
  paint(
    bust,
    `M14 50 C17.5 ${45.4 - open} 24.5 ${45.4 - open} 28 49.6 C24.5 ${52.8 + open} 18.5 ${52.8 + open} 14 50 Z`,
    white,
  )
  const iris: Rgb = PALE_EYED.has(bust.easel.tone) ? [0.24, 0.17, 0.12] : [0.13, 0.08, 0.06]
  dot(bust, [-4.6, 49.4], [4 + open / 2, 4.2 + open / 2], iris)
  dot(bust, [21.8, 49], [3.6 + open / 2, 4 + open / 2], iris)
  dot(bust, [-3.4, 47.8], [1, 1], [0.95, 0.95, 0.95])
  dot(bust, [22.9, 47.6], [0.9, 0.9], [0.95, 0.95, 0.95])
  lids(bust, { isChild, open, ink })
}

/** Two lines that bend down. */
function asleep(bust: Bust, ink: Rgb): void {
  paint(bust, 'M-15 48 C-10 54 -2 54 4 49 C-1 56.4 -10 56.8 -15 48 Z', ink)
  paint(bust, 'M13 49 C18 54 25 54 29 48 C26 56.4 17 56.4 13 49 Z', ink)
}

const PALE_EYED: ReadonlySet<SkinTone> = new Set(['light', 'medium-light'])

/** The upper lid is a line that swells outwards; the fold above it is only shade. */
function lids(bust: Bust, { isChild, open, ink }: { isChild: boolean; open: number; ink: Rgb }): void {
  const fold = lighten(bust.skin, -0.075)
  paint(bust, `M-15 47 C-10 ${42 - open} -1 ${42 - open} 4 47.4 C-2 ${43.4 - open} -10 ${43.6 - open} -15 47 Z`, fold)
  paint(bust, `M13 47 C17 ${42 - open} 25 ${42 - open} 29.4 46.6 C25 ${43.6 - open} 18 ${43.4 - open} 13 47 Z`, fold)
  const thick = isChild ? 1.6 : 1.9
  paint(
    bust,
    `M-16.4 51 C-11 ${44.6 - open} -1 ${44.2 - open} 4 50.6 C-1 ${44.2 + thick - open} -9 ${44.8 + thick - open} -16.4 51 Z`,
    ink,
  )
  paint(
    bust,
    `M13 50.2 C17 ${44.4 - open} 25 ${44.2 - open} 30.2 50 C25 ${44.6 + thick - open} 18 ${44.4 + thick - open} 13 50.2 Z`,
    ink,
  )
}

/** A plane of shade along its far side, the wings and the light on its tip. */
function nose(bust: Bust): void {
  const { skin } = bust
  const shade = lighten(skin, -0.05)
  paint(bust, 'M5 45 C4 54 1 60 -0.4 65 C1 68.6 5 68.4 8 66.6 C5.6 62 7 54 8 45 Z', shade)
  paint(
    bust,
    'M-1 66 C0.6 62.4 5 63 8.6 65 C13 62.4 18 62.6 19.6 66 C18 69.2 13.6 69 9.6 70 C6 69.4 1 69.4 -1 66 Z',
    shade,
  )
  paint(bust, 'M9.6 46 C12 52 13.4 58 13.6 63.4 C11.4 64 10.4 60 9.2 56 Z', lighten(skin, 0.04))
  const deep = lighten(skin, -0.12)
  dot(bust, [4.4, 67.6], [1.6, 1], deep)
  dot(bust, [14.8, 67.6], [1.4, 1], deep)
}

/** In pixels of a head: in a smaller one teeth are a white line. */
const TEETH_SHOW = 150

/** From both eyes down the cheeks. */
function tears(bust: Bust): void {
  const [water, gleam]: readonly [Rgb, Rgb] = [
    [0.56, 0.78, 0.93],
    [0.92, 0.97, 1],
  ]
  for (const u of [-7, 22]) {
    paint(bust, `M${u} 54 C${u + 4} 62 ${u + 4.6} 72 ${u} 75 C${u - 4.6} 72 ${u - 4} 62 ${u} 54 Z`, water)
    dot(bust, [u - 1.2, 69], [1.1, 2], gleam)
  }
}

/** Wide open, round in song. */
function openMouth(bust: Bust, face: 'laughing' | 'singing', lip: Rgb): void {
  const deep: Rgb = [0.24, 0.07, 0.07]
  if (face === 'singing') {
    dot(bust, [10, 82], [10, 10.5], lip)
    dot(bust, [10, 82], [7.4, 8.2], deep)
    return dot(bust, [10, 87], [4.6, 2.6], [0.68, 0.3, 0.3])
  }
  paint(bust, 'M-9 75 C4 79.6 18 79 30 74 C27 92 2 93.4 -9 75 Z', deep)
  paint(bust, 'M-6 76.4 C5 80.4 18 80 28 75.4 C22 83.4 2 84 -6 76.4 Z', [0.93, 0.91, 0.86])
  paint(bust, 'M2 87 C8 84.4 14 84.4 20 86.4 C15 91 7 91 2 87 Z', [0.68, 0.3, 0.3])
}

function lips(bust: Bust, person: Person, look: AskedFigure['face']): void {
  const { skin } = bust
  const isPainted = person === 'woman'
  const rose: Rgb = isPainted ? [0.62, 0.2, 0.22] : [0.55, 0.3, 0.28]
  const share = isPainted ? 0.5 : 0.28
  const tint: Rgb = [
    skin[0] + (rose[0] - skin[0]) * share,
    skin[1] + (rose[1] - skin[1]) * share,
    skin[2] + (rose[2] - skin[2]) * share,
  ]
  if (look === 'laughing' || look === 'singing') return openMouth(bust, look, lighten(tint, -0.04))
  if (look === 'crying') return paint(bust, 'M-4 86 C3 77.4 18 77.4 25 85 C17 80.6 5 81 -4 86 Z', lighten(tint, -0.2))
  const isNear = bust.size * bust.easel.frame.scale > TEETH_SHOW
  const isLaughing = bust.easel.random.fork('smile').chance(0.4) && isNear
  paint(bust, 'M-6 78.5 C2 75.5 7 75.5 10.5 77 C14 75.5 20 75.5 27 77.5 C19 83 4 84 -6 78.5 Z', lighten(tint, -0.05))
  paint(bust, 'M-6 78.5 C4 83.5 18 83 27 77.5 C22 90 2 91 -6 78.5 Z', lighten(tint, 0.035))
  paint(bust, 'M-8 76.2 C3 82.4 17 82 29 75.2 C18 83.8 3 84.2 -8 76.2 Z', lighten(tint, -0.2))
  if (isLaughing) {
    paint(bust, 'M-6 77 C4 80.4 18 80 27 76 C22 88 2 88.6 -6 77 Z', lighten(tint, -0.2))
    paint(bust, 'M-4 77.8 C5 80.8 17 80.4 25 77 C20 83.6 4 84.2 -4 77.8 Z', [0.84, 0.81, 0.76])
  }
  paint(bust, 'M3 92 C9 94 14 93.5 18 91.5 C15 96 7 96.5 3 92 Z', lighten(skin, -0.05))
}

/** Large ones, because they were asked for. */
function jewels(bust: Bust, metal: Rgb): void {
  for (const [u, k] of [
    [-34, 1],
    [36, 0.72],
  ] as const) {
    dot(bust, [u, 68], [3 * k, 4], lighten(metal, 0.12))
    dot(bust, [u, 81], [8 * k, 10.5], lighten(metal, -0.08))
    dot(bust, [u, 80.4], [7 * k, 9.4], metal)
    dot(bust, [u, 82], [4 * k, 5.4], lighten(metal, -0.14))
    dot(bust, [u - 2.4 * k, 76], [1.6 * k, 2], lighten(metal, 0.24))
  }
}

function earring(bust: Bust): void {
  dot(bust, [-34, 67], [3.6, 4.6], GOLD)
}
