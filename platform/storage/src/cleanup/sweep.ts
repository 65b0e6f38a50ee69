/**
 * Clears up what a crash leaves: unfinished writes, blobs whose row was never written, variants of pictures that are
 * gone or beyond the cache's size. Every step may be repeated, and run in several processes at once; one at a time is enough.
 */
import { versionOf, type BlobEntry } from '../blobs/blob-store.ts'
import { versionsInUse } from '../catalog/blobs.ts'
import { isListedLately, noteListed } from '../catalog/listings.ts'
import { removeExpiredPartUploads } from '../s3/multipart/upload-rows.ts'
import type { StorageService } from '../service.ts'
import { removeExpiredUploads } from '../tus/upload-rows.ts'
import { ownerOfStore, storeMark } from './store-owner.ts'
import { VariantSizes } from './trim-variants.ts'

export interface Swept {
  readonly unfinished: number
  readonly orphans: number
  readonly variants: number
  /** How many files there were to look at. */
  readonly listed: number
}

const batch = 500
/** Whether sweeping has become this process's turn. */
const lookAgainMs = 5_000

type Sweepable = Pick<StorageService, 'blobs' | 'database' | 'config' | 'discards' | 'observe'>

export interface SweepOptions {
  /** What counts as the present; everything younger than the grace period is left alone. */
  readonly now?: number
  readonly signal?: AbortSignal
}

/** All of it; lists every blob there is. */
export async function sweep(service: Sweepable, { now = Date.now(), signal }: SweepOptions = {}): Promise<Swept> {
  const { blobs, config, observe } = service
  const before = now - config.sweep.graceMs
  await removeKnown(service)
  const unfinished = await blobs.discardUnfinished(before)
  const found = (await isOurs(service)) ? await listAll(service, before, signal) : nothing
  const swept = { unfinished, ...found }
  observe({ kind: 'storage.swept', ...swept })
  return swept
}

/** What the database names by itself. */
async function removeKnown({ database, discards }: Sweepable): Promise<void> {
  await removeExpiredUploads(database)
  await removeExpiredPartUploads(database)
  await discards.collect()
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

const nothing = { orphans: 0, listed: 0, variants: 0 }

/** Lists each blob once; where variants are beyond their size, those twice. */
async function listAll({ blobs, config, database }: Sweepable, before: number, signal?: AbortSignal) {
  const sizes = new VariantSizes()
  let orphans = 0
  let listed = 0
  let candidates: BlobEntry[] = []
  const keep = (entry: BlobEntry) => {
    if (entry.key.startsWith('variants/')) sizes.add(entry)
  }
  const removeUnused = async () => {
    const used = await versionsInUse(database, [...new Set(candidates.map(({ key }) => versionOf(key)))])
    const unused = candidates.filter(({ key }) => !used.has(versionOf(key)))
    await blobs.remove(unused.map(({ key }) => key))
    orphans += unused.length
    for (const entry of candidates) if (used.has(versionOf(entry.key))) keep(entry)
    candidates = []
  }
  for (const family of ['objects', 'variants'] as const) {
    for await (const entry of blobs.entries(family)) {
      signal?.throwIfAborted()
      listed += 1
      if (entry.storedAt >= before || entry.key === storeMark) keep(entry)
      else candidates.push(entry)
      if (candidates.length === batch) await removeUnused()
    }
  }
  await removeUnused()
  const variants = await sizes.trim(blobs, config.images.cacheBytes)
  await noteListed(database, listed)
  return { orphans, listed, variants }
}

/**
 * Sweeps at once and then now and then until stopped, where it is this process's turn; each looks at its start whether its
 * files are those of the database. What fails is told, and tried again at the next turn.
 */
export function startSweeping(service: Sweepable & Pick<StorageService, 'maySweep'>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let underWay = Promise.resolve()
  let isFirst = true
  const sweepNow = async () => {
    if (!(await isListedLately(service.database, service.config.sweep))) {
      await sweep(service, { signal: stopping.signal })
      return
    }
    if (isFirst) await isOurs(service)
    await removeKnown(service)
  }
  const { everyMs } = service.config.sweep
  let nextAt = -Infinity
  const sweepOnce = async (before: Promise<void>) => {
    await before
    try {
      if (service.maySweep()) {
        if (performance.now() < nextAt) return
        nextAt = performance.now() + everyMs
        await sweepNow()
      } else if (isFirst) await isOurs(service)
      isFirst = false
    } catch (error) {
      if (!stopping.signal.aborted) service.observe({ kind: 'storage.background-failed', task: 'sweep', error })
    }
  }
  const turn = () => {
    underWay = sweepOnce(underWay)
  }
  turn()
  const timer = setInterval(turn, Math.min(everyMs, lookAgainMs)).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await underWay
    },
  }
}
