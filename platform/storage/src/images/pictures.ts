/** What happens to a picture on its way in: proven to be one, measured, freed of its location. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

import { bytesOf, objectBlob, type BlobStore } from '../blobs/blob-store.ts'
import type { ImageConfig } from '../config.ts'
import { bareType } from '../names/mime.ts'
import { ImageError, openImage } from './decode.ts'
import type { JobQueue } from './job-queue.ts'
import { measureImage, type ImageFacts } from './measure.ts'
import { stripLocation } from './metadata/strip-location.ts'
import { expectedImage, isDecodable, sniffImage, type ImageType } from './sniff.ts'

interface Workshop {
  readonly blobs: BlobStore
  readonly queue: JobQueue
  readonly config: ImageConfig
}

/**
 * What the bytes of an object of that type must be there. A bucket that lists image types is for pictures; in all
 * others bytes are bytes, and come out as they went in: null.
 */
export function expectedIn(
  bucket: { readonly allowedTypes: readonly string[] | null },
  type: string,
  config: ImageConfig,
): ImageType | null {
  const isForPictures = bucket.allowedTypes?.some((allowed) => allowed.startsWith('image/')) === true
  return isForPictures && config.verifyBytes ? expectedImage(bareType(type)) : null
}

export interface ReceivedPicture {
  readonly version: string
  readonly facts: ImageFacts
  readonly size: number
  readonly md5: string
}

export interface Received {
  readonly version: string
  readonly size: number
  readonly md5: string
}

/**
 * Takes the blob of a picture and answers what is to be stored: the same blob, or a new one where something had to
 * be removed (the first one is then gone).
 * @throws {ImageError} @throws {QueueFullError}
 */
export function receivePicture(
  { blobs, queue, config }: Workshop,
  received: Received,
  newVersion: () => string,
): Promise<ReceivedPicture> {
  return queue.run(async () => {
    const file = await bytesOf(await blobs.read(objectBlob(received.version)))
    const image = await openImage(file, config)
    const facts = await measureImage(image)
    const stripped = config.stripLocation ? stripLocation(file, image.type) : file
    if (stripped === null) throw new ImageError('unreadable', 'The picture is damaged')
    if (stripped === file) return { ...received, facts }

    const version = newVersion()
    await blobs.write(objectBlob(version), Readable.from([stripped]))
    await blobs.remove([objectBlob(received.version)])
    return { version, facts, size: stripped.length, md5: createHash('md5').update(stripped).digest('hex') }
  })
}

/**
 * That a blob is what an upload would have left there: the picture that its type says, without a location.
 * @throws {ImageError} @throws {QueueFullError}
 */
export function provePicture({ blobs, queue, config }: Workshop, version: string, expected: ImageType): Promise<void> {
  return queue.run(async () => {
    const file = await bytesOf(await blobs.read(objectBlob(version)))
    if (sniffImage(file) !== expected) throw new ImageError('unreadable', 'The file is not what its type says')
    if (!isDecodable(expected)) return
    await measureImage(await openImage(file, config))
    if (config.stripLocation && stripLocation(file, expected) !== file)
      throw new ImageError('unreadable', 'The picture tells where or by whom it was taken: upload it there instead')
  })
}
