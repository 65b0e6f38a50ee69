/** One attempt of one engine, as a file of ours. */
import { EngineError, type EngineImage, type ImageContext, type ImageEngine, type ImageOrder } from '../image-engine.ts'
import { toPictureFile, type PictureFile } from './picture-file.ts'

export interface MadePicture extends PictureFile, Omit<EngineImage, 'file'> {
  /** Name and label of the engine that made it: with several configured, not always the first. */
  readonly engine: string
  readonly label: string
  readonly isNeural: boolean
}

/** @throws {EngineError}, or the reason of an aborted signal */
export async function makeWith(engine: ImageEngine, order: ImageOrder, context: ImageContext): Promise<MadePicture> {
  const { name, label, isNeural } = engine
  const { file, warnings, ...made } = await engine.generate(order, context)
  context.onProgress({ share: 0.97, stage: 'encoding' })
  const picture = await toPictureFile(file, isNeural, name)
  if (made.receipts.length !== order.references.length)
    throw new EngineError('engine_failed', `${name} does not account for every reference`, { isRetryable: false })
  const otherShape = tellShape(order, picture)
  return {
    ...made,
    ...picture,
    warnings: otherShape === null ? warnings : [...warnings, otherShape],
    engine: name,
    label,
    isNeural,
  }
}

/** Where the engine's grid is meant, nobody needs to know. */
const likeness = 0.04

function tellShape(asked: ImageOrder, got: PictureFile): string | null {
  const isAlike = Math.abs((asked.width * got.height) / (asked.height * got.width) - 1) < likeness
  const isAsLarge = got.width > asked.width * (1 - likeness)
  if (isAlike && isAsLarge) return null
  return `Le moteur a rendu ${got.width} × ${got.height} au lieu de ${asked.width} × ${asked.height}.`
}
