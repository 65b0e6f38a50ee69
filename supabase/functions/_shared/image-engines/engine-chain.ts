/** From an order to a picture that we keep, by the engines that are configured, one after the other. */
import { imageEngine } from './chosen-engine.ts'
import type { EngineImage, ImageContext, ImageEngine, ImageOrder } from './image-engine.ts'
import { toPictureFile, type PictureFile } from './picture-file.ts'

export interface MadePicture extends PictureFile, Omit<EngineImage, 'file'> {
  /** Name and label of the engine that made it: with several configured, not always the first. */
  readonly engine: string
  readonly label: string
  readonly isNeural: boolean
}

/** @throws {EngineError} of the last engine asked; an aborted `context.signal` rejects with its reason */
export async function makePicture(order: ImageOrder, context: ImageContext): Promise<MadePicture> {
  return makeWith(imageEngine(), order, context)
}

/** One attempt of one engine. */
export async function makeWith(engine: ImageEngine, order: ImageOrder, context: ImageContext): Promise<MadePicture> {
  const { name, label, isNeural } = engine
  const { file, ...made } = await engine.generate(order, context)
  context.onProgress({ share: 0.97, stage: 'encoding' })
  return { ...made, ...(await toPictureFile(file, isNeural)), engine: name, label, isNeural }
}
