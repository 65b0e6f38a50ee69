/** Keeps the variants of pictures within their size: the oldest go, whatever their number, in little memory. */
import type { BlobEntry, BlobKey, BlobStore } from '../blobs/blob-store.ts'

type Listed = Pick<BlobStore, 'entries' | 'remove'>

const hourMs = 3_600_000
const batch = 500
const hourOf = ({ storedAt }: BlobEntry) => Math.floor(storedAt / hourMs)

/** What variants there are, added up as they are listed. */
export class VariantSizes {
  #total = 0
  readonly #ofHour = new Map<number, number>()

  add(entry: BlobEntry): void {
    this.#total += entry.size
    this.#ofHour.set(hourOf(entry), (this.#ofHour.get(hourOf(entry)) ?? 0) + entry.size)
  }

  /** Answers how many went. Lists variants once more where some have to. */
  async trim(blobs: Listed, mostBytes: number): Promise<number> {
    const excess = this.#total - mostBytes
    return excess <= 0 ? 0 : removeOldest(blobs, excess, this.#ofHour)
  }
}

/** Whole hours first, then the oldest of the hour in which there are enough. */
async function removeOldest(blobs: Listed, excess: number, bytesOf: ReadonlyMap<number, number>): Promise<number> {
  let left = excess
  let lastHour = -Infinity
  for (const [hour, bytes] of [...bytesOf].toSorted(([one], [other]) => one - other)) {
    lastHour = hour
    if (bytes >= left) break
    left -= bytes
  }
  const ofLastHour: BlobEntry[] = []
  let removed = 0
  let surplus: BlobKey[] = []
  const removeSome = async () => {
    await blobs.remove(surplus)
    removed += surplus.length
    surplus = []
  }
  for await (const entry of blobs.entries('variants')) {
    if (hourOf(entry) === lastHour) ofLastHour.push(entry)
    if (hourOf(entry) < lastHour) surplus.push(entry.key)
    if (surplus.length === batch) await removeSome()
  }
  for (const { key, size } of ofLastHour.sort((one, other) => one.storedAt - other.storedAt)) {
    if (left <= 0) break
    left -= size
    surplus.push(key)
  }
  await removeSome()
  return removed
}
