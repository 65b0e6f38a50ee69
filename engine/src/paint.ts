import { toHex } from './core/colour.ts'
import { Frame } from './core/frame.ts'
import type { Plane } from './core/plane.ts'
import { createRandom, hashText, type Random } from './core/random.ts'
import { resampleLanczos, resampleNearest } from './core/resample.ts'
import { letterPicture } from './lettering/letter-picture.ts'
import { type Plan, planPicture } from './prompt/plan/plan-picture.ts'
import type { Environment, PromptSpec, TimeOfDay, Understood } from './prompt/spec.ts'
import type { Reference } from './reference/guidance.ts'
import { paletteOf } from './reference/palette-of.ts'
import { type ReferenceReceipt, remix } from './reference/remix.ts'
import { composeScene } from './scene/compose.ts'
import type { PictureSize } from './scene/create-scene.ts'
import { applyStyle } from './styles/apply-style.ts'
import { gradePicture } from './styles/grading/grade-picture.ts'

/** Changes whenever the same request would give other pixels. */
export const engineVersion = 31

export const SMALLEST_SIDE = 256
export const LARGEST_SIDE = 2048
export const MOST_REFERENCES = 3

/** Stages in the order they are reported; stable codes, to be translated by who shows them. */
export const PAINT_STAGES = ['understanding', 'composition', 'style', 'finishing', 'done'] as const
export type PaintStage = (typeof PAINT_STAGES)[number]

export interface PaintProgress {
  /** 0..1 */
  readonly fraction: number
  readonly stage: PaintStage
}

export interface PaintRequest {
  /** French or English; any text is accepted. */
  readonly prompt: string
  readonly negativePrompt?: string | undefined
  /** Clamped to SMALLEST_SIDE..LARGEST_SIDE. */
  readonly width: number
  readonly height: number
  /** 32 bits; derived from the prompt when absent. */
  readonly seed?: number | undefined
  /** At most MOST_REFERENCES are used. */
  readonly references?: readonly Reference[] | undefined
  readonly onProgress?: ((progress: PaintProgress) => void) | undefined
}

export interface UsedReference {
  readonly used: boolean
  readonly how: ReferenceReceipt['use']
  /** Share of the picture it fills, 0..1; a style fills none. */
  readonly share: number
  readonly palette: readonly string[]
  readonly isSkyReplaced: boolean
}

export interface PaintingMetadata {
  readonly engine: 'builtin'
  readonly version: number
  readonly neural: false
  readonly seed: number
  readonly scene: Environment
  readonly time: TimeOfDay
  /** Styles applied; `digital-painting` when the prompt named none. */
  readonly styles: readonly string[]
  /** Five colours of the result, `#rrggbb`. */
  readonly palette: readonly string[]
  readonly understood: readonly Understood[]
  /** Words that meant nothing to the engine: to be shown. */
  readonly ignored: readonly string[]
  readonly removed: readonly string[]
  /** The receipt: what `planPicture` announces for the same words. */
  readonly plan: Plan
  readonly references: readonly UsedReference[]
}

export interface Painting {
  readonly width: number
  readonly height: number
  /** RGB, 8 bits, row by row. */
  readonly data: Uint8Array
  readonly seed: number
  readonly metadata: PaintingMetadata
}

const PALETTE_SIZE = 5
const LARGEST_RENDER = 1.15e6

/**
 * Paints a prompt. Pure: the same request gives the same pixels for one `engineVersion`. Blocks for up to a second or
 * two: call it from a worker.
 */
export function paint(request: PaintRequest): Painting {
  const size = { width: clampSide(request.width), height: clampSide(request.height) }
  const seed = (request.seed ?? hashText(request.prompt, 0x5eed)) >>> 0
  const report = (stage: PaintStage, fraction: number) => request.onProgress?.({ fraction, stage })
  report('understanding', 0.02)
  const random = createRandom(request.prompt.trim().toLowerCase(), seed)
  const { spec, plan } = planPicture({
    prompt: request.prompt,
    negativePrompt: request.negativePrompt,
    isOfReference: request.references?.some(({ role }) => role !== 'style') ?? false,
    random: random.fork('prompt'),
  })
  report('composition', 0.1)
  const { frame, receipts } = composePicture(spec, request.references ?? [], renderSize(size), random)
  report('style', 0.55)
  const picture = { spec, isRemix: receipts.some(({ use }) => use !== 'style') }
  const styled = applyStyle(frame, picture, random.fork('style'))
  if (!picture.isRemix) letterPicture(styled.frame, spec, seed)
  report('finishing', 0.82)
  gradePicture(styled.frame, picture, random.fork('grade'))
  const finished = fitTo(styled.frame, size, styled.applied.includes('pixel'))
  const palette = paletteOf(styled.frame, PALETTE_SIZE).map(toHex)
  report('done', 1)
  return {
    ...size,
    data: finished.toBytes(),
    seed,
    metadata: { ...describe(spec), plan, seed, styles: styled.applied, palette, references: receipts.map(toUsed) },
  }
}

function composePicture(
  spec: PromptSpec,
  references: readonly Reference[],
  size: PictureSize,
  random: Random,
): { frame: Frame; receipts: readonly ReferenceReceipt[] } {
  if (references.length === 0) return { frame: composeScene(spec, size, random.fork('scene')).frame, receipts: [] }
  const used = references.slice(0, MOST_REFERENCES)
  return remix(used, size, { spec, composeScene }, random.fork('remix'))
}

function clampSide(side: number): number {
  const rounded = Number.isFinite(side) ? Math.round(side) : 1024
  return Math.min(LARGEST_SIDE, Math.max(SMALLEST_SIDE, rounded))
}

/** Large pictures are painted smaller, then resampled. */
function renderSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, Math.sqrt(LARGEST_RENDER / (width * height)))
  return { width: Math.round((width * scale) / 8) * 8, height: Math.round((height * scale) / 8) * 8 }
}

function fitTo(frame: Frame, { width, height }: PictureSize, isPixelArt: boolean): Frame {
  if (frame.width === width && frame.height === height) return frame
  const resample = isPixelArt ? resampleNearest : resampleLanczos
  const fitted = new Frame(width, height)
  const plane = (data: Float32Array): Plane => ({ width: frame.width, height: frame.height, data })
  fitted.r.set(resample(plane(frame.r), width, height).data)
  fitted.g.set(resample(plane(frame.g), width, height).data)
  fitted.b.set(resample(plane(frame.b), width, height).data)
  return fitted
}

function describe(spec: PromptSpec) {
  return {
    engine: 'builtin',
    version: engineVersion,
    neural: false,
    scene: spec.environment,
    time: spec.time,
    understood: spec.understood,
    ignored: spec.ignored,
    removed: spec.removed,
  } as const
}

function toUsed({ use, share, palette, isSkyReplaced }: ReferenceReceipt): UsedReference {
  return { used: true, how: use, share, palette, isSkyReplaced }
}
