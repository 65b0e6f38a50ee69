import { useEffect, useEffectEvent } from 'react'

export interface EditorKeys {
  undo: () => void
  redo: () => void
  save: () => void
}

/** Ctrl+Z, Ctrl+Y (or Shift+Z) and Ctrl+Enter, in fields and dialogs too: what is undone is the workflow, not a field. */
export function useEditorKeys({ undo, redo, save }: EditorKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    const act =
      key === 'z' ? (event.shiftKey ? redo : undo) : key === 'y' ? redo : key === 'enter' || key === 's' ? save : null
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** A letter on its own: only where nobody is writing, and no dialog is open. */
export function useLetterKey(letter: string, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (key.toLowerCase() !== letter || ctrlKey || metaKey || altKey) return
    if (target instanceof Element && target.matches('input, textarea, select, [contenteditable]')) return
    if (document.querySelector('dialog:modal')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
