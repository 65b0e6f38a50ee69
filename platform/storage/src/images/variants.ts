/** Variants of stored pictures: made once, however many ask at the same time, and kept beside the blob they come from. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

import {
  BlobMissingError,
  bytesOf,
  objectBlob,
  variantBlob,
  type BlobStore,
  type OpenBlob,
} from '../blobs/blob-store.ts'
import type { ImageConfig } from '../config.ts'
import type { StorageEvent } from '../events.ts'
import { openImage } from './decode.ts'
import type { FormatChoice, VariantFormat } from './formats.ts'
import { QueueFullError, type JobQueue } from './job-queue.ts'
import { renderImage, rendering } from './render.ts'
import type { Transformation } from './transformation.ts'

export interface Variants {
  /** The best variant that exists; where none does, the one that is quick to make. @throws {ImageError} */
  find(search: VariantSearch): Promise<FoundVariant>
}

export interface VariantSearch {
  readonly version: string
  readonly wanted: Transformation
  readonly choice: FormatChoice
  /** Called before one is begun; throws where this reader may not begin another. */
  readonly admit: () => void
}

interface FoundVariant {
  readonly blob: OpenBlob
  readonly format: VariantFormat
  readonly etag: string
}

interface Setup {
  readonly blobs: BlobStore
  readonly queue: JobQueue
  readonly config: ImageConfig
  readonly observe: (event: StorageEvent) => void
}

/** A blob never changes, so that its version and the parameters are the variant's content, named. */
export function variantHash(version: string, wanted: Transformation, format: VariantFormat): string {
  const { width = 0, height = 0, resize = 'cover', quality = 0 } = wanted
  const recipe = [rendering, version, width, height, width && height ? resize : '', quality, format].join(' ')
  const known = hashes.get(recipe)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(recipe).digest('hex').slice(0, 40)
  if (hashes.size >= 10_000) hashes.clear()
  hashes.set(recipe, hash)
  return hash
}

// Asked for again and again, and dearer than all else that a cached variant needs.
const hashes = new Map<string, string>()

export function createVariants({ blobs, queue, config, observe }: Setup): Variants {
  const underWay = new Map<string, Promise<void>>()

  const make = (version: string, wanted: Transformation, format: VariantFormat, isBackground: boolean) => {
    const hash = variantHash(version, wanted, format)
    const joined = underWay.get(hash)
    if (joined !== undefined) return joined
    const job = async () => {
      const startedAt = performance.now()
      const source = await blobs.read(objectBlob(version))
      const image = await openImage(await bytesOf(source), config)
      const bytes = await renderImage(image, wanted, format)
      await blobs.write(variantBlob(version, hash), Readable.from([bytes]))
      observe({ kind: 'storage.variant-made', format, bytes: bytes.length, ms: performance.now() - startedAt })
    }
    const started = (isBackground ? queue.runInBackground(job) : queue.run(job)).finally(() => underWay.delete(hash))
    underWay.set(hash, started)
    return started
  }

  // Not tried again while this process lives: every reader would pay for it.
  const hopeless = new Set<string>()

  const improve = (version: string, wanted: Transformation, format: VariantFormat) => {
    const hash = variantHash(version, wanted, format)
    if (hopeless.has(hash)) return
    make(version, wanted, format, true).catch((error: unknown) => {
      // A full line is no loss, the next reader asks again; neither is a picture that has gone.
      if (error instanceof QueueFullError || error instanceof BlobMissingError) return
      if (hopeless.size < 10_000) hopeless.add(hash)
      observe({ kind: 'storage.background-failed', task: 'variant', error })
    })
  }

  const open = async (version: string, wanted: Transformation, format: VariantFormat): Promise<FoundVariant | null> => {
    const hash = variantHash(version, wanted, format)
    try {
      return { blob: await blobs.read(variantBlob(version, hash)), format, etag: `"${hash}"` }
    } catch (error) {
      if (error instanceof BlobMissingError) return null
      throw error
    }
  }

  return {
    find: async ({ version, wanted, choice: { first, better }, admit }) => {
      const best = better === null ? null : await open(version, wanted, better)
      const found = best ?? (await open(version, wanted, first))
      if (found === null) {
        if (!underWay.has(variantHash(version, wanted, first))) admit()
        await make(version, wanted, first, false)
      }
      if (better !== null && best === null) improve(version, wanted, better)
      const made = found ?? (await open(version, wanted, first))
      if (made === null) throw new BlobMissingError(variantBlob(version, variantHash(version, wanted, first)))
      return made
    },
  }
}
