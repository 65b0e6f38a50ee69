/** How closely a picture is looked at, and the hands and wheels that change it. */
import { useState, type RefObject, type WheelEvent } from 'react'

import { useFingers, type Swipes } from './use-fingers.ts'
import { fitted, fullScale, within, zoomAt, type Frame, type Point, type View } from './zoom.ts'

export function useZoom(frame: RefObject<HTMLElement | null>, picture: Frame, swipes: Swipes) {
  const [view, setView] = useState<View>(fitted)
  const box = (): DOMRect => frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  const change = (next: (before: View) => View) => setView((before) => within(next(before), picture, box()))
  const toggle = (point?: Point) =>
    change((before) => (before.scale > 1 ? fitted : zoomAt(fitted, fullScale(picture, box()), point)))
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = box()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const { pulled, handlers } = useFingers({
    fromMiddle,
    isClose: view.scale > 1,
    onPinch: (factor, middle) => change((before) => zoomAt(before, factor, middle)),
    onDrag: ({ x, y }) => change((before) => ({ ...before, x: before.x + x, y: before.y + y })),
    onDoubleTap: toggle,
    ...swipes,
  })
  const onWheel = (event: WheelEvent) => {
    const point = fromMiddle(event)
    change((before) => zoomAt(before, Math.exp(-event.deltaY / 400), point))
  }
  return {
    view,
    pulled,
    toggle,
    zoomBy: (factor: number) => change((before) => zoomAt(before, factor)),
    reset: () => setView(fitted),
    handlers: { ...handlers, onWheel },
  }
}
