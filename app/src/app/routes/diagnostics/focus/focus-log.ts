/** Watches where the focus goes inside a page, and whether its ring is to be seen there. */
import { useEffect, useState, type RefObject } from 'react'

export type Ring = 'ring' | 'noRing' | 'pointer'

export interface Reached {
  place: number
  name: string
  ring: Ring
  /** The place that had it before; 0 at the start. */
  after: number
}

const mostMoves = 12
const tabbable = 'a[href], button, input, select, textarea, [tabindex="0"]'

export interface FocusLog {
  /** All controls, in the order of the keyboard. */
  names: readonly string[]
  reached: ReadonlyMap<number, Reached>
  /** The latest first. */
  moves: readonly Reached[]
}

export function useFocusLog(area: RefObject<HTMLElement | null>): FocusLog {
  const [log, setLog] = useState<FocusLog>({ names: [], reached: new Map(), moves: [] })
  useEffect(() => {
    const root = area.current
    if (!root) return undefined
    const frame = requestAnimationFrame(() => setLog((before) => ({ ...before, names: controlsIn(root).map(nameOf) })))
    let after = 0
    const hear = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const place = controlsIn(root).indexOf(target) + 1
      if (place === 0) return
      const move = { place, name: nameOf(target), ring: ringOf(target, root), after }
      after = place
      setLog(({ names, reached, moves }) => ({
        names,
        reached: new Map(reached).set(place, move),
        moves: [move, ...moves].slice(0, mostMoves),
      }))
    }
    root.addEventListener('focusin', hear)
    return () => {
      cancelAnimationFrame(frame)
      root.removeEventListener('focusin', hear)
    }
  }, [area])
  return log
}

/** One of several radios stands for all: the keyboard stops there once. */
function controlsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(tabbable)].filter((control) => {
    const isInside = control.closest('dialog, [popover]') !== null
    const isLeftOut = control.tabIndex < 0 || (control instanceof HTMLInputElement && isOtherRadio(control))
    return !isInside && !isLeftOut
  })
}

function isOtherRadio({ type, checked }: HTMLInputElement): boolean {
  return type === 'radio' && !checked
}

function nameOf(control: HTMLElement): string {
  const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : null
  const named = control.getAttribute('aria-label') ?? control.closest('[role=radiogroup]')?.getAttribute('aria-label')
  const field = control.closest('[data-control]')?.getAttribute('data-control')
  return named ?? field ?? (label || control.textContent || control.tagName).trim()
}

/** Some draw it on what stands for them. */
function ringOf(control: HTMLElement, root: HTMLElement): Ring {
  if (!control.matches(':focus-visible')) return 'pointer'
  const around = control.closest('label')
  const drawn = [control, control.nextElementSibling, around].filter((one) => one && root.contains(one))
  return drawn.some((one) => hasOutline(one!)) ? 'ring' : 'noRing'
}

function hasOutline(element: Element): boolean {
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
}
