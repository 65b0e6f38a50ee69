/** Moving about on something in a frame and coming closer to it, by hand, wheel and buttons. */
import { useState, type RefObject } from 'react'

import { useGestures, type Swipes } from './use-gestures.ts'
import { fitted, zoomAt, type Frame, type Point, type Range, type View } from './zoom.ts'

export interface PanZoomProps extends Partial<Swipes> {
  range: Range
  /** Brings a view back to where it may stay. */
  limit?: (view: View, frame: Frame) => View
  /** The next view after a double tap. */
  onDoubleTap?: (view: View, frame: Frame, at: Point) => View
  /** Whether one finger moves what is shown even while all of it is in sight. */
  isFree?: boolean
}

export function usePanZoom(frame: RefObject<HTMLElement | null>, props: PanZoomProps) {
  const { range, limit = (view) => view, onDoubleTap, isFree = false, ...swipes } = props
  const [view, setView] = useState<View>(fitted)
  const room = (): Frame => frame.current?.getBoundingClientRect() ?? { width: 1, height: 1 }
  const change = (next: (before: View, frame: Frame) => View) =>
    setView((before) => limit(next(before, room()), room()))
  const zoomBy = (factor: number, at?: Point) => change((before) => zoomAt(before, factor, { at, range }))
  const { pulled, handlers } = useGestures(frame, {
    ...swipes,
    isClose: isFree || view.scale > 1,
    onZoom: zoomBy,
    onDrag: ({ x, y }) => change((before) => ({ ...before, x: before.x + x, y: before.y + y })),
    onDoubleTap: (at) => onDoubleTap && change((before, box) => onDoubleTap(before, box, at)),
  })
  return { view, pulled, change, zoomBy, handlers }
}
