/** The nearest of some names, for "Perhaps you meant …": who shares letters in a row, then who takes the fewest changes. */

// PostgreSQL cuts names at 63 bytes; a longer one cannot be a slip of the pen.
const longestName = 128

/** Only so many are compared letter by letter. */
const compared = 50

export function mostSimilar(name: string, candidates: Iterable<string>, atLeast: number): string | null {
  const wanted = name.slice(0, longestName).toLowerCase()
  const known = [...candidates].map((candidate) => ({ candidate, text: candidate.toLowerCase() }))
  const same = known.find(({ text }) => text === wanted)
  if (same !== undefined) return same.candidate
  for (const length of [3, 2]) {
    const letters = runs(wanted, length)
    const [nearest] = known
      .map(({ candidate, text }) => ({ candidate, text, overlap: overlap(letters, runs(text, length)) }))
      .filter((one) => one.overlap > 0)
      .toSorted((a, b) => b.overlap - a.overlap)
      .slice(0, compared)
      .map(({ candidate, text }) => ({ candidate, score: similarity(wanted, text) }))
      .toSorted((a, b) => b.score - a.score)
    if (nearest !== undefined && nearest.score >= atLeast) return nearest.candidate
  }
  return null
}

/** How often each run of letters occurs; beginning and end count as a letter. */
function runs(text: string, length: number): Map<string, number> {
  const marked = `-${text.replaceAll(/[^\p{L}\p{N} ,]/gu, '')}-`.padEnd(length, '-')
  const found = new Map<string, number>()
  for (let at = 0; at + length <= marked.length; at += 1) {
    const run = marked.slice(at, at + length)
    found.set(run, (found.get(run) ?? 0) + 1)
  }
  return found
}

/** The cosine of two counts. */
function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const size = (counts: ReadonlyMap<string, number>) => Math.hypot(...counts.values())
  const shared = [...a].reduce((sum, [run, count]) => sum + count * (b.get(run) ?? 0), 0)
  return shared / (size(a) * size(b))
}

/** 1 for equal texts, 0 for texts that share nothing. */
export function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  return longest === 0 ? 1 : 1 - editDistance(a, b) / longest
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
