/** One view over everything of this person that has not reached the server: each queue says what it holds. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { comeBackNow } from '../reach/coming-back.ts'
import { answerEvent } from '../reach/timed-fetch.ts'

export interface WaitingEntry {
  id: string
  /** `post.like`, `message`, `order`: what it is called is the sheet's affair. */
  kind: string
  /** The person's own words, where there are any. */
  words?: string | undefined
  /** In ms since 1970. */
  at: number
  state: 'waiting' | 'sending' | 'failed' | 'expired'
  cancel?: () => void
  retry?: () => void
}

type Queue = 'messages' | 'writes' | 'orders'

/** To whoever waits it is nothing that they sent. */
const quiet = new Set(['message.read', 'message.erase', 'draft.save'])
const syncTag = 'cortexia-outbox'
/** What the service worker says when the browser has found a network. */
const wakeUp = 'SEND_WAITING'

const queues = new Map<Queue, readonly WaitingEntry[]>()
const all = createStore<{ entries: readonly WaitingEntry[] }>()(() => ({ entries: [] }))

export function reportWaiting(queue: Queue, entries: readonly WaitingEntry[]): void {
  const hadAny = all.getState().entries.length > 0
  queues.set(
    queue,
    entries.filter(({ kind }) => !quiet.has(kind)),
  )
  const joined = [...queues.values()].flat().toSorted((one, other) => one.at - other.at)
  all.setState({ entries: joined })
  if (joined.length > 0 && !hadAny) void askForWakeUp()
}

export function useWaitingEntries(): readonly WaitingEntry[] {
  return useStore(all, ({ entries }) => entries)
}

/** Where a browser has it, it wakes this page when there is a network again; the page sends by itself otherwise. */
async function askForWakeUp(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const sync = (registration as { sync?: { register: (tag: string) => Promise<void> } } | undefined)?.sync
  await sync?.register(syncTag).catch(() => undefined)
}

globalThis.navigator?.serviceWorker?.addEventListener(
  'message',
  ({ data }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type !== wakeUp) return
    // The worker has asked the server itself.
    dispatchEvent(new Event(answerEvent))
    void comeBackNow()
  },
)
