import { useRef, type PointerEvent, type SyntheticEvent } from 'react'

const longMs = 450
const slack = 10

/** A finger that stays: once, and the click that follows it is not one. */
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
  return {
    /** Whether the click at hand ends a long press; asked once. */
    wasLong: () => {
      const was = isLong.current
      isLong.current = false
      return was
    },
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: end,
      onPointerCancel: end,
      onPointerLeave: end,
      onContextMenu,
    },
  }
}
