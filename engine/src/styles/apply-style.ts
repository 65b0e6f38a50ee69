import type { Frame } from '../core/frame.ts'
import type { Random } from '../core/random.ts'
import type { Environment, PromptSpec, Style } from '../prompt/spec.ts'
import { breakIntoFacets } from './cubism.ts'
import { cutPaper } from './cut-paper.ts'
import { engrave } from './engraving.ts'
import { bloom, dream } from './filters/bloom.ts'
import { contoursOf, drawContours } from './filters/contours.ts'
import { glitch } from './glitch.ts'
import { foldLowPoly } from './low-poly.ts'
import { layMosaic } from './mosaic.ts'
import { paintGouache } from './painting/gouache.ts'
import { type OilManner, paintOil } from './painting/oil.ts'
import type { Picture } from './picture.ts'
import { drawPixelArt } from './pixel-art.ts'
import { dotPointillism } from './pointillism.ts'
import { printComic, printPopArt } from './pop-art.ts'
import { printPoster } from './poster.ts'
import { drawPastel, drawSketch } from './sketch.ts'
import { setStainedGlass } from './stained-glass.ts'
import { paintWatercolour } from './watercolour.ts'
import { printWoodblock } from './woodblock.ts'

export interface Styled {
  readonly frame: Frame
  /** Codes of what was applied; `digital-painting` when no style was asked for. */
  readonly applied: readonly string[]
}

type Filter = (frame: Frame, random: Random) => Frame

const CONTOURS = 0.85
const REPAINTED: OilManner = { sizes: [20, 10, 5.5, 3], jitter: 0.06, relief: 0.6, detail: 0.035, saturation: 1.08 }
const OIL: OilManner = { sizes: [24, 13, 7, 4], jitter: 0.07, relief: 0.7, saturation: 1.08 }
const FACETS: OilManner = { sizes: [9, 5, 3], relief: 0.55, jitter: 0.06 }
const IMPRESSION: OilManner = {
  sizes: [24, 13, 8],
  length: 2.7,
  jitter: 0.12,
  relief: 0.85,
  saturation: 1.22,
  detail: 0.03,
}

/** Of these only one is applied: the first asked for, in the order of STYLES. */
const MAIN: Partial<Record<Style, Filter>> = {
  pixel: drawPixelArt,
  'stained-glass': setStainedGlass,
  mosaic: layMosaic,
  cubism: (frame, random) => paintOil(breakIntoFacets(frame, random), FACETS, random),
  woodblock: printWoodblock,
  watercolour: paintWatercolour,
  'low-poly': foldLowPoly,
  pop: printPopArt,
  engraving: engrave,
  sketch: drawSketch,
  pastel: drawPastel,
  pointillism: dotPointillism,
  impressionism: (frame, random) => paintOil(frame, IMPRESSION, random),
  oil: (frame, random) => paintOil(frame, OIL, random),
  poster: printPoster,
  paper: cutPaper,
  photo: (frame) => frame,
}

/** Laid over the main style, or alone. */
const FINISHES: Partial<Record<Style, Filter>> = {
  dream: inPlace(dream),
  neon: inPlace((frame) => bloom(frame, { strength: 0.62, threshold: 0.5, radius: 26 })),
  synthwave: inPlace((frame) => bloom(frame, { strength: 0.62, threshold: 0.5, radius: 26 })),
  fantasy: inPlace((frame) => bloom(frame, { strength: 0.35, threshold: 0.55, radius: 30 })),
  glitch,
  minimal: (frame) => frame,
  'black-and-white': (frame) => frame,
}

/** Drawn flat, or made of light: brush marks would spoil them. */
const UNPAINTED_STYLES: readonly Style[] = ['minimal', 'synthwave', 'neon']
const UNPAINTED_SCENES: ReadonlySet<Environment> = new Set(['geometry', 'synthwave', 'fractal', 'wax'])

/** One main style, a digital painting when none is named, then the finishes. */
export function applyStyle(frame: Frame, picture: Picture, random: Random): Styled {
  const { spec, isRemix } = picture
  const applied: string[] = []
  let styled = frame
  const main = mainStyle(picture)
  if (main) {
    styled = main === 'pop' && isComic(spec) ? printComic(styled) : MAIN[main]!(styled, random)
    applied.push(main)
  } else if (isPainted(picture)) {
    const lines = isRemix ? null : contoursOf(styled)
    styled = isRemix ? paintOil(styled, REPAINTED, random) : paintGouache(styled, random)
    if (lines) drawContours(styled, lines, CONTOURS)
    applied.push('digital-painting')
  }
  for (const style of spec.styles) {
    const finish = FINISHES[style]
    if (!finish) continue
    styled = finish(styled, random)
    applied.push(style)
  }
  return { frame: styled, applied }
}

/** « bande dessinée », and no pop art: what is yellow stays yellow. */
function isComic({ understood }: PromptSpec): boolean {
  return understood.every(({ word, role }) => role !== 'style:pop' || !POP_ART.has(word))
}

const POP_ART: ReadonlySet<string> = new Set(['pop art', 'popart', 'warhol', 'lichtenstein'])

function mainStyle({ spec, isRemix }: Picture): Style | undefined {
  const main = spec.styles.find((style) => style in MAIN)
  const isPhotographable = isRemix || spec.environment !== 'abstract'
  return main === 'photo' && !isPhotographable ? undefined : main
}

function isPainted({ spec, isRemix }: Picture): boolean {
  if (UNPAINTED_STYLES.some((style) => spec.styles.includes(style))) return false
  return isRemix || !UNPAINTED_SCENES.has(spec.environment)
}

function inPlace(change: (frame: Frame) => void): Filter {
  return (frame) => {
    change(frame)
    return frame
  }
}
