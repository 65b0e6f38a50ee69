/**
 * A device's own sequence in an epoch. The disk says which place is next, since tabs share it; this worker remembers what
 * the disk said last, so that a message can be sealed for the place that it will most likely get.
 */
import { VaultError } from '../codes.ts'
import type { CounterRecord, VaultStore } from '../records.ts'
import type { NewMessage } from '../vault.ts'
import type { EncodedHeader } from './message-header.ts'

export type Place = CounterRecord['issued'][number]

export interface Sequence {
  counter?: CounterRecord
  /** What was sealed last, which the next message names. */
  last?: { place: Pick<Place, 'id' | 'n' | 'type'>; header: EncodedHeader }
}

/** Sealing an id again takes its place again, as long as it is among the last. */
const rememberedPlaces = 64
const sequences = new WeakMap<VaultStore, Map<string, Sequence>>()

export function sequenceOf(store: VaultStore, epochId: string, device: string): Sequence {
  const known = sequences.get(store) ?? new Map<string, Sequence>()
  sequences.set(store, known)
  const name = `${epochId} ${device}`
  const sequence = known.get(name) ?? {}
  known.set(name, sequence)
  return sequence
}

/** Nothing where this worker has sealed nothing yet. */
export function expectPlace(sequence: Sequence, message: NewMessage): Place | undefined {
  if (!sequence.counter) return undefined
  sequence.counter = withPlace(sequence.counter, message) ?? sequence.counter
  return placeOf(sequence.counter, message)
}

/** The next place; an id that was sealed before keeps its own. Two tabs never get the same. */
export async function takePlace(
  store: VaultStore,
  message: NewMessage,
  { sequence, expected }: { sequence: Sequence; expected: Place | undefined },
): Promise<Place> {
  const counter = await store.update('counters', message.epochId, (old) => withPlace(old, message))
  const place = counter && placeOf(counter, message)
  if (!place) throw new VaultError('storage')
  const isAhead = sequence.counter !== undefined && sequence.counter.next >= counter.next
  if (!isAhead || !expected || !isSamePlace(expected, place)) sequence.counter = counter
  return place
}

/** Readers would miss a message that its sender has taken back, or that the server refused: the next one does not name it. */
export async function voidPlace(store: VaultStore, epochId: string, id: string): Promise<void> {
  await store.update('counters', epochId, (old) => {
    if (!old?.issued.some((place) => place.id === id && !place.isVoid)) return undefined
    return { ...old, issued: old.issued.map((place) => (place.id === id ? { ...place, isVoid: true } : place)) }
  })
  for (const [name, sequence] of sequences.get(store) ?? []) if (name.startsWith(epochId)) delete sequence.counter
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.n === other.n && one.before?.id === other.before?.id && one.before?.n === other.before?.n
}

/** Nothing where the message has its place already. */
function withPlace(old: CounterRecord | undefined, { id, type }: NewMessage): CounterRecord | undefined {
  const { next, issued } = old ?? { next: 0, issued: [] }
  if (issued.some((place) => place.id === id && place.type === type)) return undefined
  const last = issued.findLast(({ isVoid }) => !isVoid)
  const before = last ? { id: last.id, n: last.n, type: last.type } : null
  return { next: next + 1, issued: [...issued, { id, type, n: next, before }].slice(-rememberedPlaces) }
}

function placeOf({ issued }: CounterRecord, { id, type }: NewMessage): Place | undefined {
  return issued.find((one) => one.id === id && one.type === type)
}
