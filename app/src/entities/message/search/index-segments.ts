/**
 * The index of one's messages as it lies on the device: segments that are written once, their texts, their words and what
 * else is known of them each sealed by themselves, so that a search opens the part that its words are in and the texts it
 * shows (E2EE §10). Names of entries tell nothing but how much there is.
 */
import {
  deviceKeyOf,
  dropKept,
  keepAll,
  openValue,
  readAllKept,
  readKept,
  sealValue,
  type SealedEntry,
} from '#data/device/message-store.ts'

import type { Fact, Segment } from './inverted-index.ts'
import { bucketCount, invert, type IndexEntry, type Postings } from './search-words.ts'

interface KeptFacts {
  facts: Fact[]
  bytes: number
}

const factsOf = (userId: string) => `${userId}.index-facts.`
const textsOf = (userId: string) => `${userId}.index-texts.`
const wordsIn = (userId: string, bucket: number) => `${userId}.index-words.${String(bucket).padStart(2, '0')}.`

/** All of them; those that are `known` are not opened again. */
export async function readSegments(
  userId: string,
  known: ReadonlyMap<string, Segment> = new Map(),
): Promise<Segment[]> {
  const key = await deviceKeyOf(userId)
  const kept = await readAllKept<SealedEntry>(factsOf(userId))
  const opened = await Promise.all(
    kept.map(async ([name, sealed]) => {
      const segment = known.get(name)
      if (segment) return segment
      const content = await openValue<KeptFacts>(key, sealed)
      return content && segmentOf(name, content)
    }),
  )
  const whole = opened.filter((segment) => segment !== null)
  if (whole.length === opened.length) return whole
  // What a former key has sealed is gone: it is filled anew.
  await dropKept(`${userId}.index-`)
  return []
}

export async function writeSegment(userId: string, entries: readonly IndexEntry[]): Promise<Segment> {
  const key = await deviceKeyOf(userId)
  const name = crypto.randomUUID()
  const parts = invert(entries.map(({ x }) => x))
  const texts = await sealValue(
    key,
    entries.map(({ x }) => x),
  )
  const words = await Promise.all(
    [...parts].map(async ([bucket, postings]): Promise<[string, SealedEntry]> => {
      return [`${wordsIn(userId, bucket)}${name}`, await sealValue(key, postings)]
    }),
  )
  const bytes = texts.bytes.byteLength + words.reduce((sum, [, { bytes: part }]) => sum + part.byteLength, 0)
  const content: KeptFacts = { facts: entries.map(({ x: _text, ...fact }) => fact), bytes }
  // All of it or nothing.
  await keepAll([
    ...words,
    [`${textsOf(userId)}${name}`, texts],
    [`${factsOf(userId)}${name}`, await sealValue(key, content)],
  ])
  return segmentOf(name, content)
}

export async function dropSegment(userId: string, name: string): Promise<void> {
  const words = Array.from({ length: bucketCount }, (_, bucket) => `${wordsIn(userId, bucket)}${name}`)
  await keepAll([`${factsOf(userId)}${name}`, `${textsOf(userId)}${name}`, ...words].map((entry) => [entry, null]))
}

/** By segment: in which of its entries which words of this part occur. */
export async function readWords(userId: string, bucket: number): Promise<Map<string, Postings>> {
  const key = await deviceKeyOf(userId)
  const kept = await readAllKept<SealedEntry>(wordsIn(userId, bucket))
  const opened = await Promise.all(
    kept.map(async ([name, sealed]) => [name, (await openValue<Postings>(key, sealed)) ?? {}] as const),
  )
  return new Map(opened)
}

export async function readTexts(userId: string, name: string): Promise<readonly string[]> {
  const sealed = await readKept<SealedEntry>(`${textsOf(userId)}${name}`)
  return (sealed && (await openValue<string[]>(await deviceKeyOf(userId), sealed))) ?? []
}

function segmentOf(name: string, { facts, bytes }: KeptFacts): Segment {
  return { name, facts, bytes, newest: facts.reduce((newest, { at }) => (at > newest ? at : newest), '') }
}
