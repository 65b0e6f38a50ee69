/** From bytes to a blob that is durable, measured and what its type says. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

import { objectBlob } from '../blobs/blob-store.ts'
import type { ImageFacts } from '../images/measure.ts'
import { receivePicture } from '../images/pictures.ts'
import { isDecodable } from '../images/sniff.ts'
import type { StorageService } from '../service.ts'
import { meter } from './meter.ts'
import { removeAfter } from './remove-after.ts'
import type { Rules } from './rules.ts'

export interface StoredBlob {
  readonly version: string
  readonly size: number
  readonly md5: string
  readonly facts: ImageFacts | null
}

/** @param cover called with the bytes so far; throws where there is no room for them */
export async function storeBlob(
  storage: StorageService,
  stream: Readable,
  rules: Rules,
  cover: (bytes: number) => Promise<void> | void,
): Promise<StoredBlob> {
  const { blobs } = storage
  const version = randomUUID()
  const metered = meter(stream, { ...rules, cover })
  await blobs.write(objectBlob(version), metered.bytes)
  const received = { version, ...metered.total() }
  if (!isDecodable(rules.expected)) return { ...received, facts: null }
  try {
    const setup = { blobs, queue: storage.pictureQueue, config: storage.config.images }
    return await receivePicture(setup, received, randomUUID)
  } catch (error) {
    await removeAfter(error, blobs, version)
    throw error
  }
}
