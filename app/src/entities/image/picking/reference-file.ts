/** From a file that somebody chose to a JPG that is safe to send: judged by its bytes, upright, without its metadata. */
import { maxReferenceBytes, maxReferencePixels, maxReferences, referenceTypes } from '@product/contract'
import { imageDimensionsFromData } from 'image-dimensions'

export type ReferenceProblem = 'type' | 'bytes' | 'pixels' | 'damaged'

export class ReferenceError extends Error {
  override readonly name = 'ReferenceError'
  readonly problem: ReferenceProblem
  /** Of the file that was chosen. */
  readonly bytes: number

  constructor(problem: ReferenceProblem, { bytes = 0, cause }: { bytes?: number; cause?: unknown } = {}) {
    super(`The reference cannot be used: ${problem}`, { cause })
    this.problem = problem
    this.bytes = bytes
  }
}

/** Engines look at references no larger than this; sending more would only cost data. */
const longestSide = 1600
const jpegQuality = 0.9

/** `null` when the bytes are those of an acceptable picture, whatever the file's name says. */
export function judgeReference(bytes: Uint8Array): ReferenceProblem | null {
  if (bytes.byteLength > maxReferenceBytes) return 'bytes'
  const size = imageDimensionsFromData(bytes)
  if (!size || !referenceTypes.some((type) => type === `image/${size.type}`)) return 'type'
  return size.width * size.height > maxReferencePixels ? 'pixels' : null
}

/** @throws {ReferenceError} */
export async function prepareReference(file: Blob): Promise<Blob> {
  if (file.size > maxReferenceBytes) throw new ReferenceError('bytes', { bytes: file.size })
  const problem = judgeReference(new Uint8Array(await file.arrayBuffer()))
  if (problem) throw new ReferenceError(problem)
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new ReferenceError('damaged', { cause })
  })
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  )
  const context = canvas.getContext('2d')
  if (!context) throw new ReferenceError('damaged')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality })
}

/** The files that still find a place, and how many do not (spec §5: extras are dropped). */
export function takeReferences<Item>(chosen: readonly Item[], occupied: number): { taken: Item[]; dropped: number } {
  const taken = chosen.slice(0, Math.max(0, maxReferences - occupied))
  return { taken, dropped: chosen.length - taken.length }
}
