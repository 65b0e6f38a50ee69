import { useEffect, useEffectEvent } from 'react'

import { getDisplaySettings } from '#ui/display-settings.ts'

export interface PostKeys {
  [key: string]: (() => void) | null
}

/** Single keys act on the post, unless somebody writes, a dialog is open or the key belongs to the browser. */
export function usePostKeys(keys: PostKeys): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return
    const name = event.key.length === 1 ? `${event.shiftKey ? 'Shift+' : ''}${event.key.toLowerCase()}` : event.key
    const wanted = keys[name]
    // Who wants no single letters still has arrows and Escape.
    if (!wanted || (event.key.length === 1 && !getDisplaySettings().shortcuts)) return
    event.preventDefault()
    wanted()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isElsewhere(target: EventTarget | null): boolean {
  const isWriting =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=menu]')
  return Boolean(isWriting) || document.querySelector('dialog:modal') !== null
}
