/** Pinch, drag, wheel and double tap on a picture; at rest, a swipe down or aside. */
import { useRef, useState, type PointerEvent, type RefObject, type WheelEvent } from 'react'

import { fitted, fullScale, within, zoomAt, type Frame, type Point, type View } from './zoom.ts'

export interface Swipes {
  onDown: () => void
  onAside: (step: 1 | -1) => void
}

const far = 72
const doubleTapMs = 300
const tapSlack = 12

interface Gesture {
  fingers: Map<number, Point>
  /** Where the one finger came down; `null` once there were two. */
  from: Point | null
  lastTap: { at: number; point: Point } | null
}

export function useZoom(frame: RefObject<HTMLElement | null>, picture: Frame, { onDown, onAside }: Swipes) {
  const [view, setView] = useState<View>(fitted)
  const [pulled, setPulled] = useState(0)
  const gesture = useRef<Gesture>({ fingers: new Map(), from: null, lastTap: null })

  const box = (): DOMRect | Frame => frame.current?.getBoundingClientRect() ?? { width: 1, height: 1 }
  const change = (next: (before: View) => View) => setView((before) => within(next(before), picture, box()))
  const fromMiddle = (event: { clientX: number; clientY: number }): Point => {
    const area = frame.current?.getBoundingClientRect()
    if (!area) return { x: 0, y: 0 }
    return { x: event.clientX - area.left - area.width / 2, y: event.clientY - area.top - area.height / 2 }
  }
  const toggle = (point?: Point) =>
    change((before) => (before.scale > 1 ? fitted : zoomAt(fitted, fullScale(picture, box()), point)))

  const onPointerDown = (event: PointerEvent) => {
    const { fingers } = gesture.current
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, fromMiddle(event))
    gesture.current.from = fingers.size === 1 ? fromMiddle(event) : null
  }
  const onPointerMove = (event: PointerEvent) => {
    const { fingers, from } = gesture.current
    const before = fingers.get(event.pointerId)
    if (!before) return
    const now = fromMiddle(event)
    fingers.set(event.pointerId, now)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    if (other) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
      change((current) => zoomAt(current, distance(now, other) / Math.max(1, distance(before, other)), middle))
    } else if (view.scale > 1) {
      change((current) => ({ ...current, x: current.x + now.x - before.x, y: current.y + now.y - before.y }))
    } else if (from && event.pointerType === 'touch') {
      setPulled(Math.max(0, now.y - from.y))
    }
  }
  const onPointerUp = (event: PointerEvent) => {
    const { fingers, from } = gesture.current
    const at = fromMiddle(event)
    fingers.delete(event.pointerId)
    setPulled(0)
    if (!from || fingers.size > 0) return
    gesture.current.from = null
    if (distance(from, at) < tapSlack) tap(at)
    else if (view.scale === 1 && event.pointerType === 'touch') swipe(from, at)
  }
  const onPointerCancel = (event: PointerEvent) => {
    gesture.current.fingers.delete(event.pointerId)
    gesture.current.from = null
    setPulled(0)
  }
  const tap = (point: Point) => {
    const now = performance.now()
    const { lastTap } = gesture.current
    const isDouble = lastTap && now - lastTap.at < doubleTapMs && distance(lastTap.point, point) < tapSlack * 3
    gesture.current.lastTap = isDouble ? null : { at: now, point }
    if (isDouble) toggle(point)
  }
  const swipe = (from: Point, to: Point) => {
    const across = to.x - from.x
    const down = to.y - from.y
    if (Math.abs(across) > Math.max(far, Math.abs(down))) onAside(across < 0 ? 1 : -1)
    else if (down > far) onDown()
  }
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
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onWheel },
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
