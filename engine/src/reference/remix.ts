// One to three references and the words, to one picture. The structure of the references stays; palette, light, sky and
// weather come from the words.
import { type Rgb, toHex, toOklab } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import type { SceneLight } from '../core/light.ts'
import type { Pixels } from '../core/pixels.ts'
import type { Random } from '../core/random.ts'
import { colourValue } from '../prompt/colour-values.ts'
import type { PromptSpec } from '../prompt/spec.ts'
import { namesLight } from '../styles/picture.ts'
import { adorn } from './adorn.ts'
import { cover, type Crop, type Size } from './cover.ts'
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
  /** The picture itself, or one part of several. */
  readonly use: 'structure' | Layout
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

export function remix(references: readonly Pixels[], size: Size, direction: Direction, random: Random): Remixed {
  const covered = references.slice(0, MOST).map((pixels) => cover(pixels, size))
  const palettes = covered.map(({ frame }) => paletteOf(frame, PALETTE).map(toHex))
  const base = combine(
    covered.map(({ frame }) => frame),
    direction.spec,
    random,
  )
  const isSkyReplaced = redirect(base.frame, direction, random)
  const receipts = covered.map(({ crop }, index) => ({
    index,
    use: base.use,
    share: base.shares[index]!,
    crop,
    palette: palettes[index]!,
    isSkyReplaced,
  }))
  return { frame: base.frame, receipts }
}

interface Base {
  readonly frame: Frame
  readonly shares: readonly number[]
  readonly use: ReferenceReceipt['use']
}

function combine(frames: readonly Frame[], spec: PromptSpec, random: Random): Base {
  if (frames.length === 1) return { frame: frames[0]!, shares: [1], use: 'structure' }
  const isMotley = spec.moods.has('joy') || spec.colours.some(({ id }) => id === 'multicolour')
  const layout = chooseLayout(frames, spec.hints.has('collage'), random.fork('layout'))
  const harmony = isMotley ? 0.25 : 0.7
  const lightness = namesLight(spec) ? 0.6 * harmony : LIGHTNESS_KEPT
  return { ...weave(frames, { layout, harmony, lightness }, random.fork('weave')), use: layout }
}

/** Lightness moves no further than this unless the words name a light: a dark face must not turn pale. */
const LIGHTNESS_KEPT = 0.15
const SKIN_CHROMA = 0.12

/** Statistics and a light need no full-sized target. */
const SKETCH = 4

/** Gives the picture the atmosphere and the things the words ask for; true when its sky was replaced. */
function redirect(frame: Frame, { spec, composeScene }: Direction, random: Random): boolean {
  const wantsAir = asksForAtmosphere(spec)
  if (!wantsAir && spec.objects.length === 0 && spec.elements.size === 0) return false
  const sky = findSky(frame)
  const isSkyReplaced = wantsAir && sky.isLikely && asksForSky(spec)
  const size = { width: Math.ceil(frame.width / SKETCH), height: Math.ceil(frame.height / SKETCH) }
  const target = composeScene(targetSpec(spec), size, random.fork('target'))
  if (wantsAir) recolour(frame, target.frame, spec)
  const paintSky = (height: number) => composeScene(skySpec(spec), { width: frame.width, height }, random.fork('sky'))
  const light = isSkyReplaced ? replaceSky(frame, sky, paintSky) : enlarged(target.light)
  if (wantsAir && namesLight(spec)) relight(frame, light, target.palette.light)
  const horizon = sky.isLikely ? sky.horizon : frame.height / 2
  adorn(frame, { spec, light: brightened(light), horizon }, random.fork('adorn'))
  return isSkyReplaced
}

function enlarged(light: SceneLight): SceneLight {
  return { ...light, x: light.x * SKETCH, y: light.y * SKETCH }
}

function recolour(frame: Frame, target: Frame, spec: PromptSpec): void {
  transfer(frame, {
    to: goalOf(target, spec),
    lightness: lightnessOf(spec),
    chroma: chromaOf(spec),
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

function lightnessOf(spec: PromptSpec): number {
  if (namesLight(spec)) return 0.5
  return asksForColoursOnly(spec) ? 0 : LIGHTNESS_KEPT
}

function chromaOf(spec: PromptSpec): number {
  if (asksForColoursOnly(spec)) return 0.85
  return isExplicit(spec) ? 0.62 : 0.35
}

/** Light spreading from the new sun or moon. */
function relight(frame: Frame, { x, y }: SceneLight, colour: Rgb): void {
  for (let row = 0, i = 0; row < frame.height; row++) {
    const dy = (row - y) / frame.height
    for (let column = 0; column < frame.width; column++, i++) {
      const dx = (column - x) / frame.width
      frame.screen(i, colour, 0.24 * Math.exp(-3.4 * (dx * dx + dy * dy)))
    }
  }
}

/** What is added stands a little out of the dark. */
function brightened(light: SceneLight): SceneLight {
  const [r, g, b] = light.ambient
  return { ...light, ambient: [r * 0.9 + 0.1, g * 0.9 + 0.1, b * 0.9 + 0.1] }
}
