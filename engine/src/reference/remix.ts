// One to three references and the words, to one picture. The structure of the references stays; palette, light, sky and
// weather come from the words.
import { type Rgb, toHex } from '../core/colour.ts'
import { type Frame, Label } from '../core/frame.ts'
import type { SceneLight } from '../core/light.ts'
import type { Pixels } from '../core/pixels.ts'
import type { Random } from '../core/random.ts'
import { lerp, smoothstep } from '../core/scalar.ts'
import type { Environment, PromptSpec } from '../prompt/spec.ts'
import { namesLight } from '../styles/picture.ts'
import { adorn } from './adorn.ts'
import { cover, type Crop, type Size } from './cover.ts'
import { paletteOf } from './palette-of.ts'
import { findSky, type SkyMask } from './sky-mask.ts'
import { statisticsOf, transfer } from './transfer.ts'
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
  readonly skyReplaced: boolean
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
  const skyReplaced = redirect(base.frame, direction, random)
  const receipts = covered.map(({ crop }, index) => ({
    index,
    use: base.use,
    share: base.shares[index]!,
    crop,
    palette: palettes[index]!,
    skyReplaced,
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

/** Gives the picture the atmosphere and the things the words ask for; true when its sky was replaced. */
function redirect(frame: Frame, { spec, composeScene }: Direction, random: Random): boolean {
  const wantsAir = asksForAtmosphere(spec)
  if (!wantsAir && spec.objects.length === 0 && spec.elements.size === 0) return false
  const sky = findSky(frame)
  const isSkyReplaced = wantsAir && sky.isLikely && asksForSky(spec)
  // Statistics and a light need no full-sized target; a sky does.
  const shrink = isSkyReplaced ? 1 : 4
  const targetSize = { width: Math.ceil(frame.width / shrink), height: Math.ceil(frame.height / shrink) }
  const target = composeScene(targetSpec(spec), targetSize, random.fork('target'))
  const light = { ...target.light, x: target.light.x * shrink, y: target.light.y * shrink }
  if (wantsAir) recolour(frame, target, spec)
  if (isSkyReplaced) replaceSky(frame, sky, target.frame)
  if (wantsAir && namesLight(spec)) relight(frame, light, target.palette.light)
  const horizon = sky.isLikely ? sky.horizon : frame.height / 2
  adorn(frame, { spec, light: brightened(light), horizon }, random.fork('adorn'))
  return isSkyReplaced
}

const ATMOSPHERE = /^(?:environment|time|weather|mood|colour|season):/
const SKY_ELEMENTS = ['sun', 'moon', 'stars', 'clouds', 'aurora', 'rainbow', 'fireworks'] as const

/** Words that change how everything looks, beyond adding a thing. */
function asksForAtmosphere(spec: PromptSpec): boolean {
  const isStyled = spec.styles.some((style) => style === 'neon' || style === 'synthwave' || style === 'dream')
  if (isStyled || SKY_ELEMENTS.some((element) => spec.elements.has(element))) return true
  return spec.understood.some(({ role }) => ATMOSPHERE.test(role))
}

function asksForSky({ isTimeAsked, weather, elements, environments, refused }: PromptSpec): boolean {
  // Clouds are refused with the sky they are in; a sky refused by name stays as it is.
  if (refused.has('sky') && !refused.has('clouds')) return false
  if (isTimeAsked || weather.size > 0 || environments.has('space')) return true
  return SKY_ELEMENTS.some((element) => elements.has(element))
}

/** Scenes without a sky of their own: the open sky stands in for them. */
const SKYLESS: ReadonlySet<Environment> = new Set([
  'portrait',
  'subject',
  'bouquet',
  'abstract',
  'geometry',
  'mandala',
  'fractal',
  'wax',
])

function targetSpec(spec: PromptSpec): PromptSpec {
  const environment = SKYLESS.has(spec.environment) ? 'sky' : spec.environment
  return { ...spec, environment, objects: [], isCloseUp: false, composition: new Set() }
}

function recolour(frame: Frame, target: Target, spec: PromptSpec): void {
  const { isTimeAsked, colours, moods, weather, season, styles } = spec
  const isExplicit =
    isTimeAsked ||
    colours.length + moods.size + weather.size > 0 ||
    season !== null ||
    styles.some((style) => style === 'neon' || style === 'synthwave' || style === 'dream')
  transfer(frame, {
    to: statisticsOf(target.frame),
    lightness: lightnessOf(spec),
    chroma: isExplicit ? 0.62 : 0.35,
    skinChroma: namesLight(spec) ? 1 : SKIN_CHROMA,
  })
}

function lightnessOf(spec: PromptSpec): number {
  if (namesLight(spec)) return 0.5
  const isColourOnly = spec.colours.length > 0 && spec.moods.size === 0 && spec.season === null
  return isColourOnly ? 0 : LIGHTNESS_KEPT
}

function replaceSky(frame: Frame, sky: SkyMask, painted: Frame): void {
  for (let i = 0; i < frame.size; i++) {
    const mask = smoothstep(0.25, 0.85, sky.data[i]!)
    if (mask < 0.01) continue
    frame.r[i] = lerp(frame.r[i]!, painted.r[i]!, mask * 0.9)
    frame.g[i] = lerp(frame.g[i]!, painted.g[i]!, mask * 0.9)
    frame.b[i] = lerp(frame.b[i]!, painted.b[i]!, mask * 0.9)
    if (mask > 0.6) frame.label[i] = Label.sky
  }
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
