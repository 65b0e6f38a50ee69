/** Two texts compared word by word: what stayed, what came, what went. */
export interface Change {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** The longest common row of words stays; neighbours of one kind are joined. */
export function wordChanges(before: string, after: string): Change[] {
  const old = wordsOf(before)
  const fresh = wordsOf(after)
  const lengths = commonLengths(old, fresh)
  const changes: Change[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    const isSame = i < old.length && j < fresh.length && isAlike(old[i], fresh[j])
    if (isSame) {
      push(changes, 'same', fresh[j])
      i += 1
      j += 1
    } else if (j < fresh.length && (i >= old.length || at(lengths, i, j + 1) >= at(lengths, i + 1, j))) {
      push(changes, 'added', fresh[j])
      j += 1
    } else {
      push(changes, 'removed', old[i])
      i += 1
    }
  }
  return changes
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/u).filter(Boolean)
}

/** A comma or a capital makes no other word. */
function isAlike(a: string | undefined, b: string | undefined): boolean {
  const bare = (word = '') => word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return bare(a) === bare(b)
}

function commonLengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: fresh.length + 1 }, () => 0))
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      lengths[i]![j] = isAlike(old[i], fresh[j])
        ? at(lengths, i + 1, j + 1) + 1
        : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1))
  return lengths
}

function at(lengths: number[][], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0
}

function push(changes: Change[], kind: Change['kind'], word = ''): void {
  const last = changes.at(-1)
  if (last?.kind === kind) last.text += ` ${word}`
  else changes.push({ kind, text: word })
}
