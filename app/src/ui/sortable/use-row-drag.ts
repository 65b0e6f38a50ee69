import { useState, type CSSProperties, type PointerEvent } from 'react'

interface Drag {
  key: string
  from: number
  to: number
  /** How far the finger is from where it began. */
  distance: number
  startedAt: number
  /** All of them as they stood when it began. */
  rows: readonly Row[]
}

interface Row {
  top: number
  height: number
}

/**
 * Drags a row by its handle, finger or mouse: the row follows, the others make way, and the order changes when it is let
 * go. Rows stay where they are in the document meanwhile, as the pointer is bound to one of them.
 */
export function useRowDrag(onDrop: (key: string, place: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const end = (isDropped: boolean) => {
    if (drag && isDropped && drag.to !== drag.from) onDrop(drag.key, drag.to)
    setDrag(null)
  }
  return {
    row: (place: number): { style?: CSSProperties } => (drag ? { style: styleOf(drag, place) } : {}),
    handle: (key: string, place: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const list = event.currentTarget.closest('ol')
        const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect())
        setDrag({ key, from: place, to: place, distance: 0, startedAt: event.clientY, rows })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!drag) return
        const distance = event.clientY - drag.startedAt
        setDrag({ ...drag, distance, to: placeAt(drag.rows, drag.from, distance) })
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
  }
}

/** Among whose bounds the middle of the dragged row is now. */
export function placeAt(rows: readonly Row[], from: number, distance: number): number {
  const dragged = rows[from]
  if (!dragged) return from
  const middle = dragged.top + dragged.height / 2 + distance
  const passed = rows.filter((row, place) => place !== from && row.top + row.height / 2 < middle)
  return passed.length
}

function styleOf({ from, to, distance, rows }: Drag, place: number): CSSProperties {
  if (place === from) return { translate: `0 ${distance}px`, zIndex: 1, position: 'relative', opacity: 0.92 }
  const dragged = rows[from]
  const next = rows[from + 1] ?? rows[from - 1]
  if (!dragged || !next) return {}
  const gap = Math.abs(next.top - dragged.top) - (next.top > dragged.top ? dragged.height : next.height)
  const shift = dragged.height + gap
  if (place > from && place <= to) return { translate: `0 ${-shift}px` }
  return place < from && place >= to ? { translate: `0 ${shift}px` } : {}
}
