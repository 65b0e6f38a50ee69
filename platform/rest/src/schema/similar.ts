/** The nearest of some names, for "Perhaps you meant …". */

// PostgreSQL cuts names at 63 bytes; a longer one cannot be a slip of the pen.
const longestName = 128

export function mostSimilar(name: string, candidates: Iterable<string>, atLeast: number): string | null {
  const wanted = name.slice(0, longestName).toLowerCase()
  let best: string | null = null
  let bestScore = 0
  for (const candidate of candidates) {
    const score = sharesPair(wanted, candidate.toLowerCase()) ? similarity(wanted, candidate.toLowerCase()) : 0
    if (score > bestScore) [best, bestScore] = [candidate, score]
  }
  return bestScore >= atLeast ? best : null
}

/** Two letters in a row in common: what keeps short, unrelated names from being suggested. */
function sharesPair(a: string, b: string): boolean {
  for (let at = 0; at + 1 < a.length; at += 1) if (b.includes(a.slice(at, at + 2))) return true
  return false
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
