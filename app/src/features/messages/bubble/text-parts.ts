/** Words and links of a message: text stays text, an address becomes a link, and nothing is fetched for it. */

export interface TextPart {
  text: string
  /** Where it leads; `null` for plain words. */
  href: string | null
}

const address = /\bhttps?:\/\/[^\s<>"«»]+/giu
/** What ends a sentence rather than an address. */
const tail = /[.,;:!?)\]}'’…]+$/u

export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(address)) {
    const shown = match[0].replace(tail, '')
    const href = hrefOf(shown)
    if (href === null) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), href: null })
    parts.push({ text: shown, href })
    from = match.index + shown.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}

function hrefOf(shown: string): string | null {
  const url = URL.parse(shown)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
