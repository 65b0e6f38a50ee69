/** What a search in messages compares: letters without accents, in lower case, words apart. */

export interface IndexedMessage {
  id: string
  conversationId: string
  senderId: string
  /** ISO with six decimals. */
  at: string
  text: string
  /** Begins with a space, as each of its words does. */
  folded: string
}

/** As it is kept: edits and deletions are entries of their own, since they may come before what they mean. */
export interface IndexEntry {
  id: string
  c: string
  s: string
  at: string
  /** The words; of an edit the new ones. */
  x: string
  /** The message that is edited or deleted. */
  to?: string
  del?: true
}

/** Newest first, edits and deletions applied. */
export function settle(entries: readonly IndexEntry[]): IndexedMessage[] {
  const byAge = entries.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const messages = new Map<string, IndexedMessage>()
  for (const { id, c, s, at, x, to } of byAge) {
    if (to !== undefined || x === '') continue
    messages.set(id, { id, conversationId: c, senderId: s, at, text: x, folded: fold(x) })
  }
  for (const { s, x, to, del } of byAge) {
    const meant = to === undefined ? undefined : messages.get(to)
    // Only whoever wrote it changes it.
    if (!meant || meant.senderId !== s) continue
    if (del) messages.delete(meant.id)
    else messages.set(meant.id, { ...meant, text: x, folded: fold(x) })
  }
  return [...messages.values()].toReversed()
}

export function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return ` ${plain
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`
}

/** Those in which each word of the query begins a word; `messages` come newest first, and so does what is found. */
export function findMessages(
  messages: readonly IndexedMessage[],
  query: string,
  { conversationId, most }: { conversationId?: string | undefined; most: number },
): IndexedMessage[] {
  const words = fold(query)
    .split(' ')
    .filter(Boolean)
    .map((word) => ` ${word}`)
  if (words.length === 0) return []
  const found: IndexedMessage[] = []
  for (const message of messages) {
    if (found.length === most) break
    if (conversationId !== undefined && message.conversationId !== conversationId) continue
    if (words.every((word) => message.folded.includes(word))) found.push(message)
  }
  return found
}
