import { useRef, type PointerEvent, type SyntheticEvent } from 'react'

const longMs = 450
const slack = 10

/** A finger that stays. What it lets go of is not clicked, even where the page has moved under it meanwhile. */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<{ timer: number; x: number; y: number } | null>(null)
  const isLong = useRef(false)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  const onPointerDown = (event: PointerEvent) => {
    isLong.current = false
    if (event.pointerType === 'mouse') return
    const timer = window.setTimeout(() => {
      isLong.current = true
      swallowClick()
      onLongPress()
    }, longMs)
    press.current = { timer, x: event.clientX, y: event.clientY }
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const from = press.current
    if (from && Math.hypot(clientX - from.x, clientY - from.y) > slack) end()
  }
  /** The browser's own menu of a long press would cover the choice. */
  const onContextMenu = (event: SyntheticEvent) => {
    if (press.current || isLong.current) event.preventDefault()
  }
  return { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end, onPointerLeave: end, onContextMenu }
}

/** Until the next press: not every browser clicks after a long one. */
function swallowClick(): void {
  const over = new AbortController()
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
    over.abort()
  }
  document.addEventListener('click', swallow, { capture: true, signal: over.signal })
  document.addEventListener('pointerdown', () => over.abort(), { capture: true, signal: over.signal })
}
