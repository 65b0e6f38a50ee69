import { useRef, type PointerEvent, type RefObject } from 'react'

const slack = 12

export interface Swipes {
  onLeft?: (() => void) | null
  onRight?: (() => void) | null
  /** From how many pixels on letting go does it; it follows the finger a little further. */
  far: number
}

/**
 * A finger across an element: it follows, and beyond a thumb's width the act is done. How near that is stands in
 * `--swiped`, from 0 to 1. What can be swiped is in a menu too.
 */
export function useSwipe(element: RefObject<HTMLElement | null>, { onLeft, onRight, far }: Swipes) {
  const from = useRef<{ x: number; y: number; isAcross: boolean } | null>(null)
  const move = (distance: number) => {
    const style = element.current?.style
    style?.setProperty('translate', distance === 0 ? '' : `${distance}px 0`)
    style?.setProperty('--swiped', `${Math.min(1, Math.abs(distance) / far)}`)
  }
  const end = () => {
    if (from.current?.isAcross) move(0)
    from.current = null
  }
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      from.current = pointerType === 'touch' ? { x, y, isAcross: false } : null
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current
      if (!start) return
      const across = event.clientX - start.x
      if (!start.isAcross) {
        // Up or down, it is the page that moves.
        if (Math.abs(event.clientY - start.y) > slack) end()
        if (Math.abs(across) < slack) return
        start.isAcross = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      const most = far * 1.5
      move(Math.max(onLeft ? -most : 0, Math.min(onRight ? most : 0, across)))
    },
    onPointerUp: (event: PointerEvent) => {
      const start = from.current
      end()
      if (!start?.isAcross) return
      const across = event.clientX - start.x
      if (across < -far) onLeft?.()
      else if (across > far) onRight?.()
    },
    onPointerCancel: end,
  }
}
