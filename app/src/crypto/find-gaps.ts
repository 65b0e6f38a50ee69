/** What a thread can tell about a server that withholds or repeats: each device numbers and chains what it sends. */
import type { OpenedMessage } from './vault.ts'

export interface Gap {
  /** The message before which something is missing, or which takes a place that is taken. */
  id: string
  kind: 'missing' | 'repeated'
}

/**
 * For messages that follow one another without a hole in time (as loaded). `senders` names each message's author. A
 * message that its sender gave up before it was posted leaves a gap too: a hint, not a proof.
 */
export function findGaps(messages: readonly OpenedMessage[], senders: ReadonlyMap<string, string>): Gap[] {
  const sequences = new Map<string, { id: string; n: number; link: string; prev: string | undefined }[]>()
  for (const { id, body, place } of messages.filter((message) => message.code === undefined)) {
    const key = [place.epoch, senders.get(id), place.d].join('/')
    sequences.set(key, [...(sequences.get(key) ?? []), { id, n: place.n, link: place.link, prev: body.prev }])
  }
  return [...sequences.values()].flatMap((sequence) => {
    const ordered = sequence.toSorted((one, other) => one.n - other.n)
    return ordered.flatMap((message, index): Gap[] => {
      const before = ordered[index - 1]
      if (!before) return []
      if (message.n === before.n) return [{ id: message.id, kind: 'repeated' }]
      const isNext = message.n === before.n + 1 && message.prev === before.link
      return isNext ? [] : [{ id: message.id, kind: 'missing' }]
    })
  })
}
