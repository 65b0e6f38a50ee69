/** Lets go of blobs whose rows are gone. The database keeps the list, so that nothing is forgotten by a crash. */
import type { Database } from '@platform/database'
import type { Observe } from '@platform/http'

import { objectBlob, type BlobStore } from '../blobs/blob-store.ts'
import { takeDiscarded } from '../catalog/blobs.ts'
import type { StorageEvent } from '../events.ts'

export interface Discards {
  /** After a write that may have discarded something; returns at once. */
  collectSoon(): void
  /** Resolves when everything discarded so far is gone. */
  collect(): Promise<void>
  /** Resolves when nothing is under way any more. */
  settle(): Promise<void>
}

const batch = 200

export function createDiscards(setup: {
  database: Database
  blobs: BlobStore
  observe: Observe<StorageEvent>
}): Discards {
  const { database, blobs, observe } = setup
  let underWay: Promise<void> | null = null
  let isWanted = false

  const remove = (versions: readonly string[]) => blobs.remove(versions.map(objectBlob))

  const takeAll = async () => {
    let taken = batch
    while (taken === batch) {
      taken = await takeDiscarded(database, batch, remove)
      if (taken > 0) observe({ kind: 'storage.blobs-discarded', count: taken })
    }
  }

  const run = async () => {
    try {
      while (isWanted) {
        isWanted = false
        await takeAll()
      }
    } finally {
      underWay = null
    }
  }

  const collect = () => {
    isWanted = true
    underWay ??= run()
    return underWay
  }

  return {
    collect,
    settle: async () => {
      await underWay?.catch(() => {})
    },
    collectSoon: () => {
      collect().catch((error: unknown) => observe({ kind: 'storage.background-failed', task: 'discard', error }))
    },
  }
}
