import { useEffect, type RefObject } from 'react'

import { markRead } from '#entities/conversation/mark-read.ts'

const lookMs = 1000

export interface Seen {
  conversationId: string
  /** Of what others wrote and one has not read, by id. */
  unread: ReadonlyMap<string, string>
  /** What is drawn now: bubbles come and go with the window. */
  shown: readonly { id: string }[]
}

/**
 * A message is read when half of it stood in sight for a second, in a tab that is shown and has the focus
 * (SCREENS §3.10).
 */
export function useReadWhenSeen(log: RefObject<HTMLElement | null>, { conversationId, unread, shown }: Seen): void {
  useEffect(() => {
    if (unread.size === 0) return undefined
    const inSight = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      if (!isLookedAt()) return
      const latest = [...inSight].map((id) => unread.get(id) ?? '').toSorted()
      const upTo = latest.at(-1)
      if (upTo) markRead(conversationId, upTo)
    }
    const look = () => {
      clearTimeout(timer)
      if (inSight.size > 0 && isLookedAt()) timer = setTimeout(read, lookMs)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const id = (entry.target as HTMLElement).dataset['message'] ?? ''
          if (isHalfSeen(entry)) inSight.add(id)
          else inSight.delete(id)
        }
        look()
      },
      { root: log.current, threshold: [0, 0.25, 0.5, 0.75, 1] },
    )
    for (const { id } of shown) {
      if (!unread.has(id)) continue
      const bubble = log.current?.querySelector(`[data-message="${CSS.escape(id)}"]`)
      if (bubble) observer.observe(bubble)
    }
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
    }
  }, [log, conversationId, unread, shown])
}

/** One that is taller than the thread counts when it fills half of it. */
function isHalfSeen({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)
}

function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}
