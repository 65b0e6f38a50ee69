/** A picture's figures as a sentence. It never names what it cannot know. */
import type { IntelligenceLanguage } from '../../contract/src/index.ts'
import type { PictureFigures } from '../images/image-worker.ts'
import { colourName } from './colour-names.ts'

const namedShare = 0.06
const namedColours = 4

type Words = Readonly<Record<string, string>>

const words = {
  fr: {
    square: 'Image carrée', portrait: 'Image au format portrait', landscape: 'Image au format paysage',
    dark: 'sombre', light: 'claire', 'medium-light': 'de luminosité moyenne',
    flat: 'peu contrastée', harsh: 'très contrastée', 'medium-contrast': 'au contraste équilibré',
    monochrome: 'presque monochrome', colourful: 'très colorée', 'medium-colour': 'aux couleurs mesurées',
    warm: 'dominantes chaudes', cold: 'dominantes froides', neutral: 'dominantes neutres',
    bare: 'épurée', rich: 'riche en détails', 'medium-detail': 'modérément détaillée',
    symmetric: ' et symétrique', centred: 'centrée', left: 'à gauche', right: 'à droite', middle: 'au centre', top: 'en haut', bottom: 'en bas', and: 'et',
  },
  en: {
    square: 'Square image', portrait: 'Portrait-format image', landscape: 'Landscape-format image',
    dark: 'dark', light: 'bright', 'medium-light': 'of medium brightness',
    flat: 'low in contrast', harsh: 'high in contrast', 'medium-contrast': 'balanced in contrast',
    monochrome: 'almost monochrome', colourful: 'very colourful', 'medium-colour': 'restrained in colour',
    warm: 'mostly warm', cold: 'mostly cold', neutral: 'mostly neutral',
    bare: 'uncluttered', rich: 'rich in detail', 'medium-detail': 'moderately detailed',
    symmetric: ' and symmetric', centred: 'centred', left: 'on the left', right: 'on the right', middle: 'in the middle', top: 'at the top', bottom: 'at the bottom', and: 'and',
  },
} as const satisfies Record<IntelligenceLanguage, Words> // prettier-ignore

export function describePicture(figures: PictureFigures, language: IntelligenceLanguage): string {
  const say = words[language]
  const { width, height } = figures
  const head = `${say[figures.orientation]} (${width} × ${height})`
  const tones = `${say[lightnessOf(figures)]}, ${say[contrastOf(figures)]}, ${say[colourOf(figures)]}`
  const colours = enumerate(coloursOf(figures, language), say.and)
  const place = placeOf(figures)
    .map((key) => say[key])
    .join(', ')
  const symmetry = figures.symmetry > 0.75 ? say.symmetric : ''
  const composition = `Composition ${say[detailOf(figures)]}${symmetry}`
  const mass = language === 'fr' ? `masse principale ${place}` : `main mass ${place}`
  return `${head}, ${tones}, ${say[warmthOf(figures)]} (${colours}). ${composition}, ${mass}.`
}

/** Names of the largest colours, each once. */
export function coloursOf({ palette }: PictureFigures, language: IntelligenceLanguage): string[] {
  const large = palette.filter(({ share }, place) => place === 0 || share > namedShare)
  return [...new Set(large.map(({ lab }) => colourName(lab, language)))].slice(0, namedColours)
}

/** A proposal for the prompt field, of what can be known: frame, light and colours. */
export function promptFromPicture(figures: PictureFigures, language: IntelligenceLanguage): string {
  const say = words[language]
  const colours = coloursOf(figures, language).slice(0, 3).join(', ')
  const [light, detail] = [say[lightnessOf(figures)], say[detailOf(figures)]]
  return language === 'fr'
    ? `composition ${detail}, image ${light}, ${say[contrastOf(figures)]}, palette ${colours}, ${say[warmthOf(figures)]}`
    : `${detail} composition, ${light} image, ${say[contrastOf(figures)]}, ${colours} palette, ${say[warmthOf(figures)]} tones`
}

function enumerate(items: readonly string[], and: string): string {
  const last = items.at(-1) ?? ''
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${and} ${last}` : last
}

function lightnessOf({ brightness }: PictureFigures) {
  if (brightness < 0.28) return 'dark'
  return brightness > 0.68 ? 'light' : 'medium-light'
}

function contrastOf({ contrast }: PictureFigures) {
  if (contrast < 0.38) return 'flat'
  return contrast > 0.72 ? 'harsh' : 'medium-contrast'
}

function colourOf({ colourfulness }: PictureFigures) {
  if (colourfulness < 0.05) return 'monochrome'
  return colourfulness > 0.3 ? 'colourful' : 'medium-colour'
}

function warmthOf({ warmth }: PictureFigures) {
  if (warmth > 0.06) return 'warm'
  return warmth < -0.06 ? 'cold' : 'neutral'
}

function detailOf({ edge_density: density }: PictureFigures) {
  if (density < 0.045) return 'bare'
  return density > 0.16 ? 'rich' : 'medium-detail'
}

function placeOf({ focus: { x, y } }: PictureFigures): ('centred' | 'left' | 'right' | 'middle' | 'top' | 'bottom')[] {
  const [aside, above] = [x - 0.5, y - 0.5]
  if (Math.abs(aside) < 0.07 && Math.abs(above) < 0.09) return ['centred']
  const across = aside <= -0.07 ? 'left' : aside >= 0.07 ? 'right' : 'middle'
  if (Math.abs(above) < 0.09) return [across]
  return [across, above < 0 ? 'top' : 'bottom']
}

/** The figures as they are told, with the sentence about them. */
export function namedFigures({ palette, energy, ...figures }: PictureFigures, language: IntelligenceLanguage) {
  return {
    description: describePicture({ palette, energy, ...figures }, language),
    ...figures,
    energy: [...energy],
    palette: palette.map(({ hex, lab, share }) => ({ hex, share, name: colourName(lab, language) })),
  }
}
