/**
 * Clears up what a crash leaves: unfinished writes, blobs whose row was never written, variants of pictures that are
 * gone or beyond the cache's size. Every step may be repeated, and run in several processes at once.
 */
import { versionOf, type BlobEntry, type BlobKey } from '../blobs/blob-store.ts'
import { versionsInUse } from '../catalog/blobs.ts'
import type { StorageService } from '../service.ts'
import { removeExpiredUploads } from '../tus/upload-rows.ts'
import { ownerOfStore, storeMark } from './store-owner.ts'

export interface Swept {
  readonly unfinished: number
  readonly orphans: number
  readonly variants: number
}

const batch = 500

type Sweepable = Pick<StorageService, 'blobs' | 'database' | 'config' | 'discards' | 'observe'>

export interface SweepOptions {
  /** What counts as the present; everything younger than the grace period is left alone. */
  readonly now?: number
  readonly signal?: AbortSignal
}

export async function sweep(service: Sweepable, { now = Date.now(), signal }: SweepOptions = {}): Promise<Swept> {
  const { blobs, config, database, discards, observe } = service
  const before = now - config.sweep.graceMs
  await removeExpiredUploads(database)
  await discards.collect()
  const swept = {
    unfinished: await blobs.discardUnfinished(before),
    orphans: (await isOurs(service)) ? await removeOrphans(service, before, signal) : 0,
    variants: await trimVariants(service),
  }
  observe({ kind: 'storage.swept', ...swept })
  return swept
}

const FILES_ELSEWHERE =
  'The files of this database are in another store: another node keeps them, and what one node stores the other cannot find. ' +
  'Give all nodes one store: the same DATA_DIR on a shared disk, or a bucket by S3_BUCKET. Where that other store is lost for ' +
  'good: update storage.installation set store = null'

/** Nothing is taken for an orphan by whoever does not know what is one. */
async function isOurs({ blobs, database, observe }: Sweepable): Promise<boolean> {
  const owner = await ownerOfStore(blobs, database)
  if (owner === 'another database') observe({ kind: 'storage.sweep-refused' })
  if (owner === 'no node of this store') observe({ kind: 'storage.files-elsewhere', error: new Error(FILES_ELSEWHERE) })
  return owner === 'this database'
}

async function removeOrphans({ blobs, database }: Sweepable, before: number, signal?: AbortSignal): Promise<number> {
  let removed = 0
  let candidates: BlobKey[] = []
  const removeUnused = async () => {
    const used = await versionsInUse(database, [...new Set(candidates.map(versionOf))])
    const unused = candidates.filter((key) => !used.has(versionOf(key)))
    await blobs.remove(unused)
    removed += unused.length
    candidates = []
  }
  for (const family of ['objects', 'variants'] as const) {
    for await (const entry of blobs.entries(family)) {
      signal?.throwIfAborted()
      if (entry.storedAt >= before || entry.key === storeMark) continue
      candidates.push(entry.key)
      if (candidates.length === batch) await removeUnused()
    }
  }
  await removeUnused()
  return removed
}

async function trimVariants({ blobs, config }: Sweepable): Promise<number> {
  const entries: BlobEntry[] = []
  for await (const entry of blobs.entries('variants')) entries.push(entry)
  let excess = entries.reduce((sum, entry) => sum + entry.size, 0) - config.images.cacheBytes
  const surplus: BlobKey[] = []
  for (const entry of entries.sort((a, b) => a.storedAt - b.storedAt)) {
    if (excess <= 0) break
    excess -= entry.size
    surplus.push(entry.key)
  }
  await blobs.remove(surplus)
  return surplus.length
}

/** Sweeps at once and then now and then until stopped; a sweep that fails is told, and tried again at the next turn. */
export function startSweeping(service: Sweepable): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let underWay = Promise.resolve()
  const sweepOnce = async (before: Promise<void>) => {
    await before
    try {
      await sweep(service, { signal: stopping.signal })
    } catch (error) {
      if (!stopping.signal.aborted) service.observe({ kind: 'storage.background-failed', task: 'sweep', error })
    }
  }
  const turn = () => {
    underWay = sweepOnce(underWay)
  }
  turn()
  const timer = setInterval(turn, service.config.sweep.everyMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await underWay
    },
  }
}
