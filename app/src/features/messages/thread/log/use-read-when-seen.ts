import { useEffect, useRef, type RefObject } from 'react'

import { markRead } from '#entities/conversation/mark-read.ts'

const lookMs = 1000

export interface Seen {
  conversationId: string
  /** Until when one has read once a message was seen, by its id; those that change nothing are not in it. */
  toRead: ReadonlyMap<string, string>
  /** What is drawn now: bubbles come and go with the window. */
  shown: readonly { id: string }[]
}

/**
 * A message is read when half of it stood in sight for a second, in a tab that is shown and has the focus
 * (SCREENS §3.10). What else is drawn meanwhile does not begin that second anew.
 */
export function useReadWhenSeen(log: RefObject<HTMLElement | null>, { conversationId, toRead, shown }: Seen): void {
  const reader = useRef<Reader>(null)
  useEffect(() => {
    if (!log.current) return undefined
    const started = startReader(log.current, (upTo) => markRead(conversationId, upTo))
    reader.current = started
    return started.stop
  }, [log, conversationId])
  useEffect(() => reader.current?.look(toRead, shown), [toRead, shown])
}

interface Reader {
  look: (toRead: Seen['toRead'], shown: Seen['shown']) => void
  stop: () => void
}

function startReader(log: HTMLElement, read: (upTo: string) => void): Reader {
  /** Since when each has stood in sight, by the page's clock. */
  const since = new Map<string, number>()
  let toRead: ReadonlyMap<string, string> = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    const begun = [...since].flatMap(([id, start]) => (toRead.has(id) ? start : []))
    if (begun.length > 0 && isLookedAt()) timer = setTimeout(tell, Math.min(...begun) + lookMs - performance.now())
  }
  const tell = () => {
    const now = performance.now()
    const seen = [...since].flatMap(([id, start]) => (now - start >= lookMs ? (toRead.get(id) ?? []) : []))
    const upTo = seen.toSorted().at(-1)
    if (upTo !== undefined && isLookedAt()) {
      toRead = new Map([...toRead].filter(([, at]) => at > upTo))
      read(upTo)
    }
    wait()
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const id = (entry.target as HTMLElement).dataset['message'] ?? ''
        if (!isHalfSeen(entry)) since.delete(id)
        else if (!since.has(id)) since.set(id, performance.now())
      }
      wait()
    },
    { root: log, threshold: [0, 0.25, 0.5, 0.75, 1] },
  )
  /** Whoever comes back begins to look now. */
  const lookAgain = () => {
    for (const id of since.keys()) since.set(id, performance.now())
    wait()
  }
  document.addEventListener('visibilitychange', lookAgain)
  addEventListener('focus', lookAgain)
  return {
    look: (news, shown) => {
      toRead = news
      for (const { id } of shown) {
        const bubble = toRead.has(id) && log.querySelector(`[data-message="${CSS.escape(id)}"]`)
        if (bubble) observer.observe(bubble)
      }
      wait()
    },
    stop: () => {
      observer.disconnect()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', lookAgain)
      removeEventListener('focus', lookAgain)
    },
  }
}

/** One that is taller than the thread counts when it fills half of it. */
function isHalfSeen({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)
}

function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}
