// One to three references and the words, to one picture. The structure of the references stays; palette, light, sky and
// weather come from the words.
import { type Rgb, toHex, toOklab } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import type { SceneLight } from '../core/light.ts'
import type { Random } from '../core/random.ts'
import { colourValue } from '../prompt/colour-values.ts'
import type { PromptSpec } from '../prompt/spec.ts'
import { namesLight } from '../styles/picture.ts'
import { adorn } from './adorn.ts'
import { cover, type Covered, type Crop, type Size } from './cover.ts'
import { freedomOf, influenceOf, isStyle, type Reference, takeStyle, weightsOf } from './guidance.ts'
import { asksForAtmosphere, asksForColoursOnly, asksForSky, isExplicit, skySpec, targetSpec } from './intent.ts'
import { paletteOf } from './palette-of.ts'
import { replaceSky } from './replace-sky.ts'
import { findSky } from './sky-mask.ts'
import { type Statistics, statisticsOf, transfer } from './transfer.ts'
import { chooseLayout, type Layout, weave } from './weave.ts'

/** What the words alone would give: the source of colours, light and sky. */
export interface Target {
  readonly frame: Frame
  readonly light: SceneLight
  readonly palette: { readonly light: Rgb }
  /** In pixels from the top. */
  readonly horizon: number
}
export type ComposeScene = (spec: PromptSpec, size: Size, random: Random) => Target

export interface Direction {
  readonly spec: PromptSpec
  readonly composeScene: ComposeScene
}

/** How one reference was used. */
export interface ReferenceReceipt {
  readonly index: number
  /** The picture itself, one part of several, or its colours alone. */
  readonly use: 'structure' | 'style' | Layout
  /** Of the picture, 0..1. */
  readonly share: number
  /** Of the reference, in shares of it. */
  readonly crop: Crop
  readonly palette: readonly string[]
  readonly isSkyReplaced: boolean
}

export interface Remixed {
  readonly frame: Frame
  readonly receipts: readonly ReferenceReceipt[]
}

const MOST = 3
const PALETTE = 6

interface Source extends Covered {
  readonly reference: Reference
}

export function remix(references: readonly Reference[], size: Size, direction: Direction, random: Random): Remixed {
  const all = references.slice(0, MOST).map((reference): Source => {
    const { frame, crop } = cover(reference, size)
    return { reference, frame, crop }
  })
  const palettes = all.map(({ frame }) => paletteOf(frame, PALETTE).map(toHex))
  const sources = all.filter(({ reference }) => !isStyle(reference))
  const { frame, use, shares, isSkyReplaced } = give(sources, size, direction, random)
  for (const { reference, frame: style } of all) {
    if (isStyle(reference)) takeStyle(frame, style, influenceOf(reference))
  }
  const receipts = all.map((source, index): ReferenceReceipt => {
    const { crop } = source
    const palette = palettes[index]!
    const place = sources.indexOf(source)
    if (place === -1) return { index, use: 'style', share: 0, isSkyReplaced: false, crop, palette }
    return { index, use, share: shares[place]!, isSkyReplaced, crop, palette }
  })
  return { frame, receipts }
}

/** The picture that the sources give under the words; the words' own where there are none. */
function give(sources: readonly Source[], size: Size, direction: Direction, random: Random) {
  const { spec, composeScene } = direction
  if (sources.length === 0) {
    const { frame } = composeScene(spec, size, random.fork('scene'))
    return { frame, use: 'structure', shares: [], isSkyReplaced: false } as const
  }
  const base = combine(sources, spec, random)
  return { ...base, isSkyReplaced: redirect(base.frame, sources, direction, random) }
}

interface Base {
  readonly frame: Frame
  readonly shares: readonly number[]
  readonly use: ReferenceReceipt['use']
}

function combine(sources: readonly Source[], spec: PromptSpec, random: Random): Base {
  const frames = sources.map(({ frame }) => frame)
  if (frames.length === 1) return { frame: frames[0]!, shares: [1], use: 'structure' }
  const isMotley = spec.moods.has('joy') || spec.colours.some(({ id }) => id === 'multicolour')
  const layout = chooseLayout(frames, spec.hints.has('collage'), random.fork('layout'))
  const harmony = isMotley ? 0.25 : 0.7
  const lightness = namesLight(spec) ? 0.6 * harmony : LIGHTNESS_KEPT
  const weights = weightsOf(sources.map(({ reference }) => reference))
  return { ...weave(frames, { layout, harmony, lightness, weights }, random.fork('weave')), use: layout }
}

/** Lightness moves no further than this unless the words name a light: a dark face must not turn pale. */
const LIGHTNESS_KEPT = 0.15
const SKIN_CHROMA = 0.12

/** Statistics and a light need no full-sized target. */
const SKETCH = 4

/** What the words may do to the sources' colours and light. */
interface Leave {
  /** 1 is usual. */
  readonly freedom: number
  /** Nothing of the sources but their forms is wanted. */
  readonly isFormOnly: boolean
}

/** A sky is as much of a picture as its forms: who wants it closely followed keeps it. */
const LEAST_FREEDOM_FOR_SKY = 0.5

/** Gives the picture the atmosphere and the things the words ask for; true when its sky was replaced. */
function redirect(
  frame: Frame,
  sources: readonly Source[],
  { spec, composeScene }: Direction,
  random: Random,
): boolean {
  const references = sources.map(({ reference }) => reference)
  const isFormOnly = references.every(({ role }) => role === 'composition')
  const leave: Leave = { freedom: freedomOf(references), isFormOnly }
  const wantsAir = isFormOnly || asksForAtmosphere(spec)
  if (!wantsAir && addsNothing(spec)) return false
  const sky = findSky(frame)
  const isSkyReplaced = wantsAir && sky.isLikely && asksForSky(spec) && leave.freedom >= LEAST_FREEDOM_FOR_SKY
  const size = { width: Math.ceil(frame.width / SKETCH), height: Math.ceil(frame.height / SKETCH) }
  const target = composeScene(targetSpec(spec), size, random.fork('target'))
  if (wantsAir) recolour(frame, target.frame, spec, leave)
  const paintSky = (height: number) => composeScene(skySpec(spec), { width: frame.width, height }, random.fork('sky'))
  const light = isSkyReplaced ? replaceSky(frame, sky, paintSky) : enlarged(target.light)
  if (wantsAir && namesLight(spec)) relight(frame, light, target.palette.light, 0.24 * leave.freedom)
  const horizon = sky.isLikely ? sky.horizon : frame.height / 2
  adorn(frame, { spec, light: brightened(light), horizon }, random.fork('adorn'))
  return isSkyReplaced
}

function addsNothing({ objects, elements }: PromptSpec): boolean {
  return objects.length === 0 && elements.size === 0
}

function enlarged(light: SceneLight): SceneLight {
  return { ...light, x: light.x * SKETCH, y: light.y * SKETCH }
}

function recolour(frame: Frame, target: Frame, spec: PromptSpec, leave: Leave): void {
  transfer(frame, {
    to: goalOf(target, spec),
    lightness: Math.min(1, lightnessOf(spec, leave) * leave.freedom),
    chroma: Math.min(1, chromaOf(spec, leave) * leave.freedom),
    skinChroma: namesLight(spec) ? 1 : SKIN_CHROMA,
  })
}

/** Colours named alone are the goal themselves, whatever scene they would paint. */
function goalOf(target: Frame, spec: PromptSpec): Statistics {
  const statistics = statisticsOf(target)
  const named = spec.colours.map(({ id }) => colourValue(id)).filter((colour) => colour !== null)
  if (!asksForColoursOnly(spec) || named.length === 0) return statistics
  const labs = named.map((colour) => toOklab(colour))
  const mean = (k: 1 | 2) => (labs.reduce((sum, lab) => sum + lab[k], 0) / labs.length) * NAMED_CHROMA
  return { ...statistics, mean: [statistics.mean[0], mean(1), mean(2)] }
}

/** A whole picture as vivid as a colour chart would be too much. */
const NAMED_CHROMA = 0.6

function lightnessOf(spec: PromptSpec, { isFormOnly }: Leave): number {
  if (namesLight(spec)) return 0.5
  return asksForColoursOnly(spec) && !isFormOnly ? 0 : LIGHTNESS_KEPT
}

function chromaOf(spec: PromptSpec, { isFormOnly }: Leave): number {
  if (isFormOnly || asksForColoursOnly(spec)) return 0.85
  return isExplicit(spec) ? 0.62 : 0.35
}

/** Light spreading from the new sun or moon. */
function relight(frame: Frame, { x, y }: SceneLight, colour: Rgb, strength: number): void {
  for (let row = 0, i = 0; row < frame.height; row++) {
    const dy = (row - y) / frame.height
    for (let column = 0; column < frame.width; column++, i++) {
      const dx = (column - x) / frame.width
      frame.screen(i, colour, strength * Math.exp(-3.4 * (dx * dx + dy * dy)))
    }
  }
}

/** What is added stands a little out of the dark. */
function brightened(light: SceneLight): SceneLight {
  const [r, g, b] = light.ambient
  return { ...light, ambient: [r * 0.9 + 0.1, g * 0.9 + 0.1, b * 0.9 + 0.1] }
}
