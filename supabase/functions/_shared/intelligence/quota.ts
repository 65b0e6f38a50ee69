/** How often one caller may come: a bucket of turns that fills up evenly. In this process's memory, and bounded. */

export interface Quota {
  /** Null where the turn is granted, else the seconds after which the next one will be. */
  take(key: string): number | null
}

interface Bucket {
  turns: number
  at: number
}

const mostCallers = 10_000
const hourMs = 3_600_000

export function createHourlyQuota(limit: number, now: () => number = Date.now): Quota {
  const buckets = new Map<string, Bucket>()
  const msPerTurn = hourMs / limit

  return {
    take(key) {
      const time = now()
      const known = buckets.get(key)
      const turns = known ? Math.min(limit, known.turns + (time - known.at) / msPerTurn) : limit
      // Whoever came last is last in the map: the one in front is who has been away the longest.
      buckets.delete(key)
      if (buckets.size >= mostCallers) forgetFirst(buckets)
      const isGranted = turns >= 1
      buckets.set(key, { turns: isGranted ? turns - 1 : turns, at: time })
      return isGranted ? null : Math.max(1, Math.ceil(((1 - turns) * msPerTurn) / 1000))
    },
  }
}

function forgetFirst(buckets: Map<string, Bucket>): void {
  const [first] = buckets.keys()
  if (first !== undefined) buckets.delete(first)
}
