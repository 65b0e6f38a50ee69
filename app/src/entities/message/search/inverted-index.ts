/** The index of one's messages as a search goes through it: knows neither the device nor its key (E2EE §10). */
import {
  bucketsFor,
  holds,
  placesOf,
  settle,
  wordsOf,
  type IndexEntry,
  type IndexedMessage,
  type Postings,
} from './search-words.ts'

/** An entry without its text. */
export type Fact = Omit<IndexEntry, 'x'>

/** Written once: its texts and its words lie apart. */
export interface Segment {
  name: string
  facts: readonly Fact[]
  /** Of its newest entry. */
  newest: string
  bytes: number
}

/** What of a conversation is in the index. */
export interface Coverage {
  newest: string
  oldest: string
  reachesStart: boolean
}

interface Place {
  segment: Segment
  place: number
}

export interface LoadedIndex {
  userId: string
  /** What lies on the device, opened as far as it is asked for. */
  source: {
    words: (bucket: number) => Promise<ReadonlyMap<string, Postings>>
    texts: (segment: string) => Promise<readonly string[]>
  }
  segments: Segment[]
  /** Where each message stands; of several places, any. */
  places: Map<string, Place>
  /** Edits and deletions, by what they mean. */
  changes: Map<string, Place[]>
  coverage: Record<string, Coverage>
  /** Removed for oneself, on this device. */
  hidden: Set<string>
  /** Opened in this tab; kept when its turn comes. */
  fresh: Map<string, IndexEntry>
  /** What searches have read, as long as nothing is added. */
  words: Map<number, Promise<ReadonlyMap<string, Postings>>>
  texts: Map<string, Promise<readonly string[]>>
}

export function emptyIndex(userId: string, source: LoadedIndex['source']): LoadedIndex {
  const nothing = { coverage: {}, hidden: new Set<string>(), fresh: new Map(), words: new Map(), texts: new Map() }
  return { userId, source, segments: [], places: new Map(), changes: new Map(), ...nothing }
}

/** A segment that lies on the device now, and so is not only in memory any more. */
export function takeIn(index: LoadedIndex, segment: Segment): void {
  index.segments.push(segment)
  for (const [place, { id, to }] of segment.facts.entries()) {
    index.places.set(id, { segment, place })
    if (to !== undefined) index.changes.set(to, [...(index.changes.get(to) ?? []), { segment, place }])
    index.fresh.delete(id)
  }
}

/**
 * Newest first: those in which each word of the query begins a word. Of a word only the part of the index is opened that it
 * would be in, and of the messages only those that are shown.
 */
export async function searchIndex(
  index: LoadedIndex,
  query: string,
  { conversationId, most }: { conversationId?: string | undefined; most: number },
): Promise<IndexedMessage[]> {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const candidates = new Map<string, Fact>()
  for (const fact of await matches(index, words)) {
    const meant = factOf(index, fact.to ?? fact.id)
    if (meant && (conversationId === undefined || meant.c === conversationId)) candidates.set(meant.id, meant)
  }
  const found: IndexedMessage[] = []
  for (const fact of [...candidates.values()].toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
    if (found.length === most) break
    const text = await textOf(index, fact)
    if (text === null || !holds(text, words)) continue
    found.push({ id: fact.id, conversationId: fact.c, senderId: fact.s, at: fact.at, text })
  }
  return found
}

const isOver = ({ until }: Fact) => until !== undefined && new Date(until).getTime() <= Date.now()

/** Everything, edits and deletions too, that holds all the words. */
async function matches(index: LoadedIndex, words: readonly string[]): Promise<Fact[]> {
  const perWord = await Promise.all(words.map((word) => placesWith(index, word)))
  const [first = new Map<string, Set<number>>(), ...rest] = perWord
  const kept = index.segments.flatMap(({ name, facts }) =>
    [...(first.get(name) ?? [])]
      .filter((place) => rest.every((found) => found.get(name)?.has(place)))
      .flatMap((place) => facts[place] ?? []),
  )
  return [...kept, ...[...index.fresh.values()].filter(({ x }) => holds(x, words))]
}

async function placesWith(index: LoadedIndex, word: string): Promise<Map<string, Set<number>>> {
  const found = new Map<string, Set<number>>()
  for (const bucket of bucketsFor(word)) {
    const part = index.words.get(bucket) ?? index.source.words(bucket)
    index.words.set(bucket, part)
    for (const [name, postings] of await part) {
      const places = placesOf(postings, word)
      if (places.length > 0) found.set(name, new Set([...(found.get(name) ?? []), ...places]))
    }
  }
  return found
}

/** Of a message itself that is still shown, not of what was said about it. */
function factOf({ places, fresh, hidden }: LoadedIndex, id: string): Fact | undefined {
  const kept = places.get(id)
  const fact = fresh.get(id) ?? kept?.segment.facts[kept.place]
  return fact && fact.to === undefined && !hidden.has(id) && !isOver(fact) ? fact : undefined
}

async function textOf(index: LoadedIndex, fact: Fact): Promise<string | null> {
  const entry = await entryAt(index, fact.id)
  if (!entry || entry.x === '') return null
  const kept = (index.changes.get(fact.id) ?? []).map(({ segment, place }) => segment.facts[place]!.id)
  const fresh = [...index.fresh.values()].filter(({ to }) => to === fact.id).map(({ id }) => id)
  const changes = await Promise.all([...kept, ...fresh].map((id) => entryAt(index, id)))
  return settle(
    entry,
    changes.filter((change) => change !== null),
  )
}

async function entryAt(index: LoadedIndex, id: string): Promise<IndexEntry | null> {
  const fresh = index.fresh.get(id)
  const kept = index.places.get(id)
  const fact = kept?.segment.facts[kept.place]
  if (fresh || !kept || !fact) return fresh ?? null
  const texts = index.texts.get(kept.segment.name) ?? index.source.texts(kept.segment.name)
  index.texts.set(kept.segment.name, texts)
  return { ...fact, x: (await texts)[kept.place] ?? '' }
}
