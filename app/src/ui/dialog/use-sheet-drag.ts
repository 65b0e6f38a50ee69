import { useRef, type PointerEvent, type RefObject } from 'react'

const far = 96

/** Lets a bottom sheet be dragged down by its header until it closes. For touch only. */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const from = useRef<number | null>(null)
  const move = (distance: number) =>
    sheet.current?.style.setProperty('translate', distance > 0 ? `0 ${distance}px` : '')
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch' || (event.target as Element).closest('button')) return
      from.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== null) move(event.clientY - from.current)
    },
    onPointerUp: (event: PointerEvent) => {
      if (from.current === null) return
      const distance = event.clientY - from.current
      from.current = null
      move(0)
      if (distance > far) onClose()
    },
    onPointerCancel: () => {
      from.current = null
      move(0)
    },
  }
}
