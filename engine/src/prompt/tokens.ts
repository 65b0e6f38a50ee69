/** What ends a phrase: no match and no negation reaches across it. */
export const BREAK = ','

/** Lower case, no accents, words of letters and digits, and a BREAK for each mark of punctuation. */
export function toTokens(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[.,;:!?()\n|]/g, ` ${BREAK} `)
    .replace(/[^a-z0-9,]+/g, ' ')
    .split(' ')
    .filter(Boolean)
}

/** Drops a final s or x. Both sides of a comparison go through it, so a false stem does no harm. */
export function stem(word: string): string {
  return word.length > 3 && /[sx]$/.test(word) ? word.slice(0, -1) : word
}
