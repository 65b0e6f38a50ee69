// The built-in image engine: a prompt in French or English to pixels. Procedural; nothing here is a neural network.
export { fromHex, fromOklab, toHex, toOklab } from './core/colour.ts'
export type { Pixels } from './core/pixels.ts'
export {
  engineVersion,
  LARGEST_SIDE,
  MOST_REFERENCES,
  paint,
  PAINT_STAGES,
  type Painting,
  type PaintingMetadata,
  type PaintProgress,
  type PaintRequest,
  type PaintStage,
  SMALLEST_SIDE,
  type UsedReference,
} from './paint.ts'
export { COLOUR_VALUES } from './prompt/colour-values.ts'
export { knownWords, readPrompt, toStems, type KnownWord } from './prompt/read-prompt.ts'
export type { Environment, PromptSpec, TimeOfDay } from './prompt/spec.ts'
