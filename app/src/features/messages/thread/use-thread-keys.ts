import { useEffect, useEffectEvent } from 'react'

export interface ThreadKeys {
  onFind: () => void
  onBack: () => void
}

/** Ctrl+F looks in the thread, Échap leaves it (SCREENS §3.10); a dialog or a menu that is open has them first. */
export function useThreadKeys({ onFind, onBack }: ThreadKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog:modal, [role=menu]:popover-open')) return
    const isFind =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'f'
    if (isFind) {
      event.preventDefault()
      onFind()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onBack()
    }
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
