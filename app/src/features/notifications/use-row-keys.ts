import { useEffect, type RefObject } from 'react'

import { freeKey } from '#ui/input/free-key.ts'

/** J and K go from row to row, Entrée and O open, E marks as read (SCREENS §6); not while typing or in a dialog. */
export function useRowKeys(list: RefObject<HTMLElement | null>, markRead: (id: string) => void, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-notification]') ?? [])]
    const current = () => rows().findIndex((row) => row.contains(document.activeElement))
    const go = (step: 1 | -1) => {
      const next = rows()[Math.max(0, Math.min(rows().length - 1, current() + step))]
      next?.querySelector('a')?.focus()
      next?.scrollIntoView({ block: 'nearest' })
    }
    const acts: Readonly<Record<string, () => void>> = {
      j: () => go(1),
      k: () => go(-1),
      o: () => rows()[current()]?.querySelector('a')?.click(),
      e: () => {
        const id = rows()[current()]?.dataset['notification']
        if (id !== undefined) markRead(id)
      },
    }
    const press = (event: KeyboardEvent) => {
      const act = acts[freeKey(event) ?? '']
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list, markRead, isOn])
}
