/** The names in a comment: those that it mentions, and the one that is being written. */

export interface Piece {
  text: string
  /** The username that the piece names. */
  mention: string | null
}

/** As the server finds them: the part after @ of an address is no name. */
const mentions = /(?<![\w@./])@([a-z0-9_.]{3,30})/giu

/** The text in order, names apart. A full stop at the end of a name ends the sentence. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, 1: name = '', index } of text.matchAll(mentions)) {
    const mention = name.replace(/\.+$/u, '')
    if (mention.length < 3) continue
    if (index > from) pieces.push({ text: text.slice(from, index), mention: null })
    from = index + found.length - (name.length - mention.length)
    pieces.push({ text: text.slice(index, from), mention: mention.toLowerCase() })
  }
  if (from < text.length) pieces.push({ text: text.slice(from), mention: null })
  return pieces
}

export interface MentionDraft {
  /** Where the @ stands. */
  start: number
  /** What stands between it and the caret. */
  query: string
}

/** The name that is being written at the caret, from its first letter on. */
export function mentionAt(text: string, caret: number): MentionDraft | null {
  const [, query] = /(?:^|[^\w@./])@([a-z0-9_.]{1,30})$/iu.exec(text.slice(0, caret)) ?? []
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** The text with the name in place of what was written of it, and where the caret goes. */
export function withMention(
  text: string,
  { start, query }: MentionDraft,
  username: string,
): { text: string; caret: number } {
  const rest = text.slice(start + 1 + query.length)
  const name = `@${username}${rest.startsWith(' ') ? '' : ' '}`
  const caret = start + name.length + (rest.startsWith(' ') ? 1 : 0)
  return { text: `${text.slice(0, start)}${name}${rest}`, caret }
}
