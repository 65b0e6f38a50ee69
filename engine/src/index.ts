// The built-in image engine: a prompt in French or English to pixels. Procedural; nothing here is a neural network.
import './objects/subjects/drawings.ts'

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
