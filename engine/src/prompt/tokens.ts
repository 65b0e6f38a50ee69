/** What ends a phrase: no match and no negation reaches across it. */
export const BREAK = ','

/** A token with the place of what was typed for it. */
export interface Word {
  readonly token: string
  readonly start: number
  readonly end: number
}

const PART = /[.,;:!?…()\n|]|[\p{L}\p{N}\p{M}]+/gu

/** Lower case, no accents, words of letters and digits, and a BREAK for each mark of punctuation; each with its place. */
export function toWords(text: string): Word[] {
  return [...text.matchAll(PART)].flatMap(({ 0: part, index: start }) =>
    tokensOf(part).map((token) => ({ token, start, end: start + part.length })),
  )
}

/** « le vié mécano » */
const OLD = /^(?:vié|vyé|vieu)s?$/

function tokensOf(part: string): string[] {
  if (/^[.,;:!?…()\n|]$/.test(part)) return [BREAK]
  const typed = part.toLowerCase()
  if (OLD.test(typed.normalize('NFC'))) return ['vieux']
  return typed
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

/** Of words that are told in a row. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean))
}

export function toTokens(text: string): string[] {
  return toWords(text).map(({ token }) => token)
}

/** The tokens with their accents: « natte » and « natté » are two words. */
export function typedTokens(words: readonly Word[], text: string): string[] {
  return words.map(({ token, start, end }) => {
    const typed = text.slice(start, end).normalize('NFC').toLowerCase()
    return token === BREAK || tokensOf(typed)[0] !== token ? token : typed
  })
}

/** Drops a final s or x. Both sides of a comparison go through it, so a false stem does no harm. */
export function stem(word: string): string {
  return word.length > 3 && /[sx]$/.test(word) ? word.slice(0, -1) : word
}
