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
