/** What a search in messages compares: letters without accents, in lower case, words apart; and which messages hold them. */

/** As it is kept: edits and deletions are entries of their own, since they may come before what they mean. */
export interface IndexEntry {
  id: string
  c: string
  s: string
  /** ISO with six decimals. */
  at: string
  /** The words; of an edit the new ones. */
  x: string
  /** The message that is edited or deleted. */
  to?: string
  del?: true
  /** When it disappears; such a one is never written down. ISO. */
  until?: string
}

export interface IndexedMessage {
  id: string
  conversationId: string
  senderId: string
  at: string
  text: string
}

/** Words of some messages, and in which of them each occurs: places in a list that is kept beside. */
export type Postings = Record<string, number[]>

export function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return ` ${plain
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`
}

export function wordsOf(text: string): string[] {
  return [...new Set(fold(text).split(' ').filter(Boolean))]
}

/** Two letters say in which part of the index a word is; of a single letter, all parts have to be looked through. */
export const bucketCount = 32

function bucketOf(word: string): number {
  const first = word.codePointAt(0) ?? 0
  // A letter outside the first plane is two units of the text.
  const second = first > 0xffff || word.length < 2 ? 0 : word.charCodeAt(1)
  return (first * 31 + second) % bucketCount
}

export function bucketsFor(word: string): number[] {
  return word.length > 1 ? [bucketOf(word)] : Array.from({ length: bucketCount }, (_, bucket) => bucket)
}

/** The inverted index of these texts, by parts. */
export function invert(texts: readonly string[]): ReadonlyMap<number, Postings> {
  const buckets = new Map<number, Postings>()
  for (const [place, text] of texts.entries()) {
    for (const word of wordsOf(text)) {
      const bucket = bucketOf(word)
      const postings = buckets.get(bucket) ?? (Object.create(null) as Postings)
      buckets.set(bucket, postings)
      ;(postings[word] ??= []).push(place)
    }
  }
  return buckets
}

/** Places in which some word begins so. */
export function placesOf(postings: Postings, beginning: string): number[] {
  return Object.keys(postings).flatMap((word) => (word.startsWith(beginning) ? (postings[word] ?? []) : []))
}

/** What became of the words of a message: the last edit counts, and only its writer's. */
export function settle(entry: IndexEntry, changes: readonly IndexEntry[]): string | null {
  const own = changes.filter(({ s }) => s === entry.s).toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return own.some(({ del }) => del) ? null : (own.at(-1)?.x ?? entry.x)
}

/** Whether each of the words begins one of the text's. */
export function holds(text: string, words: readonly string[]): boolean {
  const folded = fold(text)
  return words.every((word) => folded.includes(` ${word}`))
}
