/** Arrows lead from result to result, and from the first one back to the field. For `ref` of what holds them. */
export function listenToArrows(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const results = [...element.querySelectorAll<HTMLElement>('[data-result]')]
    const at = results.indexOf(event.target as HTMLElement)
    if (!step || at < 0) return
    event.preventDefault()
    const next = at + step < 0 ? fieldOf(element) : results[at + step]
    next?.focus()
  }
  element.addEventListener('keydown', move)
  return () => element.removeEventListener('keydown', move)
}

/** The field of the dialog in which something stands. */
export function fieldOf(element: Element): HTMLElement | null | undefined {
  return element.closest('dialog')?.querySelector<HTMLElement>('[data-autofocus]')
}
