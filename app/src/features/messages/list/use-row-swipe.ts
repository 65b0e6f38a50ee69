import { useRef, type PointerEvent, type RefObject } from 'react'

const far = 88
const slack = 12

export interface Swipes {
  /** To the left. */
  onLeft: () => void
  /** To the right. */
  onRight: (() => void) | null
}

/** A finger across a row: it follows, and beyond a thumb's width the act is done. What can be swiped is in a menu too. */
export function useRowSwipe(row: RefObject<HTMLElement | null>, { onLeft, onRight }: Swipes) {
  const from = useRef<{ x: number; y: number; isAcross: boolean } | null>(null)
  const move = (distance: number) => {
    row.current?.style.setProperty('translate', distance === 0 ? '' : `${distance}px 0`)
  }
  const end = () => {
    from.current = null
    move(0)
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
        if (Math.abs(event.clientY - start.y) > slack) end()
        if (Math.abs(across) < slack) return
        start.isAcross = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      move(onRight === null ? Math.min(0, across) : across)
    },
    onPointerUp: (event: PointerEvent) => {
      const start = from.current
      end()
      if (!start?.isAcross) return
      const across = event.clientX - start.x
      if (across < -far) onLeft()
      else if (across > far) onRight?.()
    },
    onPointerCancel: end,
    // A row that was swiped is not opened.
    onClickCapture: (event: React.MouseEvent) => {
      if (row.current?.style.getPropertyValue('translate')) event.preventDefault()
    },
  }
}
