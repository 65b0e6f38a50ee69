import { useEffect, type RefObject } from 'react'

import { markRead } from '#entities/notification/mark-notifications.ts'

const lookMs = 2000

/** What stands in sight, unread, for two seconds has been read (SCREENS §3.12). `unread`: ids with commas between. */
export function useReadWhenSeen(list: RefObject<HTMLElement | null>, userId: string, unread: string): void {
  useEffect(() => {
    if (unread === '') return undefined
    const inSight = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      // In a tab that nobody looks at nothing is read; the next look begins when it is shown.
      if (document.visibilityState !== 'visible' || inSight.size === 0) return
      void markRead(userId, [...inSight]).catch(() => undefined)
      inSight.clear()
    }
    const look = () => {
      timer ??= setTimeout(read, lookMs)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = (target as HTMLElement).dataset['notification'] ?? ''
          if (isIntersecting) inSight.add(id)
          else inSight.delete(id)
        }
        if (inSight.size > 0) look()
      },
      { threshold: 0.6 },
    )
    for (const id of unread.split(',')) {
      const row = list.current?.querySelector(`[data-notification="${id}"]`)
      if (row) observer.observe(row)
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [list, userId, unread])
}
