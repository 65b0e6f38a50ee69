/** How long caches may keep an answer, whatever was stored with the object (RFC 9111 §5.2.2; THREATS S-12). */

/** Whom an answer is for: everybody, who asked with their own rights, or who holds a signed address until it ends. */
export type Audience =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'caller' }
  /** `until` in seconds */
  | { readonly kind: 'holder'; readonly until: number }

/** What is removed or made private is gone from every cache between us and its readers after this time. */
const sharedSeconds = 60
/** An edge that is told what to forget keeps everything else; an object's bytes never change under its version. */
const edgeSeconds = 31_536_000

// People store few different ones, and every public answer needs one.
const known = new Map<string, string>()
const knownAtEdge = new Map<string, string>()

export function allowedCaching(stored: string, audience: Audience, hasEdge = false): string {
  if (audience.kind === 'everybody') {
    return (hasEdge ? knownAtEdge : known).get(stored) ?? remember(stored, hasEdge)
  }
  if (/\bno-store\b/i.test(stored)) return 'no-store'
  const age = secondsOf(stored, 'max-age')
  if (age === null) return 'no-cache'
  const left = audience.kind === 'holder' ? Math.max(0, audience.until - Math.floor(Date.now() / 1000)) : age
  return `private, max-age=${Math.min(age, left)}`
}

function remember(stored: string, hasEdge: boolean): string {
  const memory = hasEdge ? knownAtEdge : known
  if (memory.size >= 1_000) memory.clear()
  const allowed = hasEdge ? forEdge(stored) : forEverybody(stored)
  memory.set(stored, allowed)
  return allowed
}

/** For browsers as it was stored. */
function forEdge(stored: string): string {
  if (isUnshared(stored)) return stored
  return [...withoutShared(stored), ` s-maxage=${edgeSeconds}`].join(',').trim()
}

const isUnshared = (stored: string) => /\b(?:no-cache|no-store|private)\b/i.test(stored)

const withoutShared = (stored: string) =>
  stored.split(',').filter((directive) => !/^\s*(?:s-maxage|stale-[\w-]+)\s*(?:=|$)/i.test(directive))

function forEverybody(stored: string): string {
  if (isUnshared(stored)) return stored
  const kept = withoutShared(stored)
  const shared = secondsOf(stored, 's-maxage') ?? secondsOf(stored, 'max-age') ?? Infinity
  const isShort = shared <= sharedSeconds && kept.join() === stored
  return isShort ? stored : [...kept, ` s-maxage=${Math.min(shared, sharedSeconds)}`].join(',').trim()
}

function secondsOf(stored: string, directive: string): number | null {
  const seconds = new RegExp(`(?:^|[\\s,])${directive}\\s*=\\s*"?(\\d+)`, 'i').exec(stored)?.[1]
  return seconds === undefined ? null : Number(seconds)
}
