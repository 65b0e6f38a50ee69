/** A passphrase of one's own. The server holds what it opens and may guess at leisure, so a word or two will not do (E2EE §5). */

const fewestWords = 5
const fewestLetters = 3
const mostCharacters = 200

/** As it is typed on any keyboard: capitals count, spaces too many do not. */
export function asPhrase(typed: string): string {
  return typed.trim().replaceAll(/\s+/gu, ' ')
}

export function faultOf(typed: string): 'weak' | 'long' | null {
  const phrase = asPhrase(typed)
  if (phrase.length > mostCharacters) return 'long'
  const words = phrase.toLowerCase().split(/[^\p{L}\p{M}\p{N}'’]+/u)
  const different = new Set(words.filter((word) => word.length >= fewestLetters))
  return different.size < fewestWords ? 'weak' : null
}
