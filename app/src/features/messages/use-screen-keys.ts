import { useEffect, useEffectEvent, type RefObject } from 'react'

export interface ScreenKeys {
  /** In the order of the list. */
  ids: readonly string[]
  openId: string | null
  field: RefObject<HTMLInputElement | null>
  open: (id: string) => void
}

/** Ctrl/⌘K jumps to a conversation, Alt+↑ and Alt+↓ go to the one before and after (SCREENS §3.10). */
export function useScreenKeys({ ids, openId, field, open }: ScreenKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog:modal')) return
    if (isPalette(event) && field.current) {
      // Here it means a conversation: the search of everything keeps its other key.
      event.stopPropagation()
      event.preventDefault()
      field.current.focus()
      field.current.select()
      return
    }
    const step = stepOf(event)
    if (step === 0) return
    event.preventDefault()
    const id = neighbour(ids, openId, step)
    if (id !== undefined && id !== openId) open(id)
  })
  useEffect(() => {
    // Before the shell, which listens on the document.
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}

function stepOf({ altKey, ctrlKey, metaKey, key }: KeyboardEvent): 1 | -1 | 0 {
  if (!altKey || ctrlKey || metaKey) return 0
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
}

function neighbour(ids: readonly string[], openId: string | null, step: 1 | -1): string | undefined {
  const at = openId === null ? -1 : ids.indexOf(openId)
  return at === -1 ? ids[0] : (ids[at + step] ?? ids[at])
}

function isPalette({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
}
