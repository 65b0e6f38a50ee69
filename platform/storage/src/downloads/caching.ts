/** How long caches may keep an answer, whatever was stored with the object (RFC 9111 §5.2.2; THREATS S-12). */

/** Whom an answer is for: everybody, who asked with their own rights, or who holds a signed address until it ends. */
export type Audience =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'caller' }
  /** `until` in seconds */
  | { readonly kind: 'holder'; readonly until: number }

// What is removed or made private is gone from every cache between us and its readers after this time.
const sharedSeconds = 60

// People store few different ones, and every public answer needs one.
const known = new Map<string, string>()

export function allowedCaching(stored: string, audience: Audience): string {
  if (audience.kind === 'everybody') return known.get(stored) ?? remember(stored)
  if (/\bno-store\b/i.test(stored)) return 'no-store'
  const age = secondsOf(stored, 'max-age')
  if (age === null) return 'no-cache'
  const left = audience.kind === 'holder' ? Math.max(0, audience.until - Math.floor(Date.now() / 1000)) : age
  return `private, max-age=${Math.min(age, left)}`
}

function remember(stored: string): string {
  if (known.size >= 1_000) known.clear()
  const allowed = forEverybody(stored)
  known.set(stored, allowed)
  return allowed
}

function forEverybody(stored: string): string {
  if (/\b(?:no-cache|no-store|private)\b/i.test(stored)) return stored
  const kept = stored.split(',').filter((directive) => !/^\s*(?:s-maxage|stale-[\w-]+)\s*(?:=|$)/i.test(directive))
  const shared = secondsOf(stored, 's-maxage') ?? secondsOf(stored, 'max-age') ?? Infinity
  const isShort = shared <= sharedSeconds && kept.join() === stored
  return isShort ? stored : [...kept, ` s-maxage=${Math.min(shared, sharedSeconds)}`].join(',').trim()
}

function secondsOf(stored: string, directive: string): number | null {
  const seconds = new RegExp(`(?:^|[\\s,])${directive}\\s*=\\s*"?(\\d+)`, 'i').exec(stored)?.[1]
  return seconds === undefined ? null : Number(seconds)
}
