/** The colour, the skin and the size that are told of somebody or something. */
import type { AskedFigure, ColourName, Size, SkinTone } from '../../asked.ts'
import { meaningsOf } from '../../lexicon.ts'
import type { Hit } from '../../match.ts'
import { stem } from '../../tokens.ts'

export function colourSaid(
  { id, word, at, length }: Hit,
  figure: AskedFigure | null,
  { colourOf, tokens }: { readonly colourOf: ReadonlyMap<string, ColourName>; readonly tokens: readonly string[] },
): ColourName | null {
  const fur = figure === null && REDHEADS.has(tokens[at + length] ?? '') ? 'orange' : null
  return colourOf.get(`${id}@${at}`) ?? colourOf.get(id) ?? OWN_COLOURS.get(word) ?? fur
}

/** « chat noir » names a drawing of its own: where another one takes its place, the colour is still said. */
export function colourNamed(word: string): ColourName | null {
  const words = word.split(' ')
  if (words.length < 2) return null
  const meant = words.flatMap((one) => meaningsOf(stem(one))).find(({ kind }) => kind === 'colour')
  return (meant?.id as ColourName | undefined) ?? null
}

/** Of fur, and of nobody's clothes. */
const REDHEADS = new Set(['roux', 'rousse', 'rousses', 'ginger'])

/** Told by their names. */
const OWN_COLOURS: ReadonlyMap<string, ColourName> = new Map<string, ColourName>(
  Object.entries({
    'robe de mariee': 'white',
    'poisson rouge': 'orange',
    'poissons rouges': 'orange',
    goldfish: 'orange',
    macaron: 'multicolour',
    macarons: 'multicolour',
    'perroquet gris': 'grey',
    'perroquets gris': 'grey',
    'gris du gabon': 'grey',
  } as const),
)

/** « une femme noire », « un homme métis »: said of the person, the colour of the skin. */
export function toneOf(
  { at, length, word }: Hit,
  { garment }: AskedFigure,
  tokens: readonly string[],
): SkinTone | null {
  // « un homme en costume noir »: the suit is.
  const next = / (?:en|in) /.test(word) ? '' : (tokens[at + length] ?? '')
  if (SKINS.has(next) && (garment === null || SKINS.get(next) === 'dark')) return SKINS.get(next)!
  return TONES.get(next) ?? TONES.get(tokens[at - 1] ?? '') ?? null
}

const SKINS: ReadonlyMap<string, SkinTone> = new Map(
  (
    [
      ['dark', 'noir noire noirs noires'],
      ['light', 'blanc blanche blancs blanches'],
    ] as const
  ).flatMap(([tone, words]) => words.split(' ').map((word) => [word, tone] as const)),
)
const TONES: ReadonlyMap<string, SkinTone> = new Map(
  (
    [
      ['dark', 'africain africaine africains africaines african black'],
      ['medium', 'metis metisse metisses maghrebin maghrebine indien indienne arabe latino latina'],
      ['medium-light', 'asiatique asiatiques chinois chinoise asian'],
      ['light', 'europeen europeenne europeens caucasien caucasienne roux rousse white'],
    ] as const
  ).flatMap(([tone, words]) => words.split(' ').map((word) => [word, tone] as const)),
)

/** « une femme noire » */
export function isToneOfSkin(word: string | undefined, tone: SkinTone): boolean {
  return SKINS.get(word ?? '') === tone
}

const LARGE = new Set(['grand', 'grande', 'grands', 'grandes', 'gros', 'grosse', 'big', 'large', 'huge'])
const GIANT = new Set(['geant', 'geante', 'geants', 'geantes', 'giant', 'immense', 'enorme'])
const SMALL = new Set(['petit', 'petite', 'petits', 'petites', 'small', 'little', 'tiny', 'minuscule'])

export function sizeOf(around: readonly string[]): Size | null {
  if (around.some((token) => GIANT.has(token))) return 'giant'
  if (around.some((token) => LARGE.has(token))) return 'large'
  return around.some((token) => SMALL.has(token)) ? 'small' : null
}
