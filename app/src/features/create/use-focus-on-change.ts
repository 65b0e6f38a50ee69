import { useEffect, useRef } from 'react'

import { isSettled, type Creation } from '#entities/generation/creation.ts'

/**
 * The form, the loom and the result take each other's place: the focus goes along, and the top is shown. Not while
 * somebody is writing the next description.
 */
export function useFocusOnChange(shown: Creation | null): void {
  const part = partOf(shown)
  const before = useRef(part)
  useEffect(() => {
    if (before.current === part) return
    before.current = part
    if (document.activeElement?.matches('dialog textarea, dialog input')) return
    const wanted = part === 'form' ? 'dialog [data-autofocus]' : 'dialog [data-stage-focus]'
    const target = document.querySelector<HTMLElement>(wanted) ?? document.querySelector<HTMLElement>('dialog h2')
    target?.focus({ preventScroll: true })
    document.querySelector('dialog [data-dialog-body]')?.scrollTo(0, 0)
  }, [part])
}

function partOf(shown: Creation | null): string {
  if (!shown) return 'form'
  return isSettled(shown) ? `${shown.key} ${shown.status}` : 'work'
}
