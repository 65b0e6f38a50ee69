/** What fingers mean on a picture: a pinch, a drag, a double tap; while it is whole, a swipe down or aside. */
import { useRef, useState, type PointerEvent } from 'react'

import type { Point } from './zoom.ts'

export interface Swipes {
  onDown: () => void
  onAside: (step: 1 | -1) => void
}

export interface FingersProps extends Swipes {
  /** From the middle of the frame, in pixels. */
  fromMiddle: (event: PointerEvent) => Point
  /** Then one finger moves the picture and swipes nothing. */
  isClose: boolean
  onPinch: (factor: number, middle: Point) => void
  onDrag: (by: Point) => void
  onDoubleTap: (point: Point) => void
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

export function useFingers({ fromMiddle, isClose, ...acts }: FingersProps) {
  const [pulled, setPulled] = useState(0)
  const gesture = useRef<Gesture>({ fingers: new Map(), from: null, lastTap: null })

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
    if (other) acts.onPinch(distance(now, other) / Math.max(1, distance(before, other)), middleOf(now, other))
    else if (isClose) acts.onDrag({ x: now.x - before.x, y: now.y - before.y })
    else if (from && event.pointerType === 'touch') setPulled(Math.max(0, now.y - from.y))
  }
  const onPointerUp = (event: PointerEvent) => {
    const { fingers, from } = gesture.current
    const at = fromMiddle(event)
    release(event)
    if (!from || fingers.size > 0) return
    if (distance(from, at) < tapSlack) tap(at)
    else if (!isClose && event.pointerType === 'touch') swipe(from, at, acts)
  }
  const release = ({ pointerId }: PointerEvent) => {
    gesture.current.fingers.delete(pointerId)
    gesture.current.from = null
    setPulled(0)
  }
  const tap = (point: Point) => {
    const now = performance.now()
    const { lastTap } = gesture.current
    const isDouble = lastTap && now - lastTap.at < doubleTapMs && distance(lastTap.point, point) < tapSlack * 3
    gesture.current.lastTap = isDouble ? null : { at: now, point }
    if (isDouble) acts.onDoubleTap(point)
  }
  return { pulled, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release } }
}

function swipe(from: Point, to: Point, { onDown, onAside }: Swipes): void {
  const across = to.x - from.x
  const down = to.y - from.y
  if (Math.abs(across) > Math.max(far, Math.abs(down))) onAside(across < 0 ? 1 : -1)
  else if (down > far) onDown()
}

function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
