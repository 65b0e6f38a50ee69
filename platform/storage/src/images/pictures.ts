/** What happens to a picture on its way in: proven to be one, measured, freed of its location. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

import { bytesOf, objectBlob, type BlobStore } from '../blobs/blob-store.ts'
import type { ImageConfig } from '../config.ts'
import { ImageError, openImage } from './decode.ts'
import type { JobQueue } from './job-queue.ts'
import { measureImage, type ImageFacts } from './measure.ts'
import { stripLocation } from './metadata/strip-location.ts'

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
  { blobs, queue, config }: { blobs: BlobStore; queue: JobQueue; config: ImageConfig },
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
