/** Words of people, as one line of a given length. */

const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' })

/** Cut between words where it can be; never within what is seen as one character. */
export function shorten(text: string, most: number): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(invisible, '')
    .trim()
  // What is longer by far need not be taken apart whole.
  const seen = Array.from(graphemes.segment(line.slice(0, most * 16)), ({ segment }) => segment)
  if (seen.length <= most) return line.length <= most * 16 ? line : `${seen.join('')}…`
  const cut = seen.slice(0, most - 1).join('')
  const lastGap = cut.lastIndexOf(' ')
  return `${(lastGap > cut.length / 2 ? cut.slice(0, lastGap) : cut).replace(/[\s,;:.]+$/u, '')}…`
}
