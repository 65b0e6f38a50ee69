/** What stands in the place of a picture until it comes: its thumbhash, as a colour and as a small bitmap. */
import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash'

export interface Placeholder {
  colour: string
  bitmap: string
}

const made = new Map<string, Placeholder>()
const kept = 500

/** `null` when there is no thumbhash or it is damaged. Keeps the last 500 (spec §9: package utility cache). */
export function placeholderFor(thumbhash: string | null): Placeholder | null {
  if (!thumbhash) return null
  const known = made.get(thumbhash)
  if (known) return known
  const placeholder = decode(thumbhash)
  if (!placeholder) return null
  if (made.size >= kept) made.delete(made.keys().next().value ?? '')
  made.set(thumbhash, placeholder)
  return placeholder
}

function decode(thumbhash: string): Placeholder | null {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (character) => character.codePointAt(0) ?? 0)
    if (bytes.length < 5) return null
    const { r, g, b } = thumbHashToAverageRGBA(bytes)
    const colour = `rgb(${[r, g, b].map((channel) => Math.round(channel * 255)).join(' ')})`
    return { colour, bitmap: thumbHashToDataURL(bytes) }
  } catch {
    return null
  }
}
