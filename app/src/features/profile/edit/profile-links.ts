/** The links of a profile as somebody writes them. */
import type { ProfileLink } from '@product/contract'

export const mostLinks = 3

/** Only https, whatever is written before the host; `null` where it is no address. */
export function toLink({ label, url }: ProfileLink): ProfileLink | null {
  const text = url.trim()
  const full = /^[a-z][a-z\d+.-]*:/iu.test(text) ? text : `https://${text}`
  if (!URL.canParse(full)) return null
  const address = new URL(full)
  const isPlain = address.protocol === 'https:' && address.username === '' && address.hostname.includes('.')
  return isPlain ? { label: label.trim() || address.hostname, url: address.href } : null
}

export function isEmpty({ label, url }: ProfileLink): boolean {
  return label.trim() === '' && url.trim() === ''
}
