/**
 * What fingers, mouse and wheel mean on something in a frame: a pinch or the wheel comes closer, a drag moves, a double
 * tap; while everything is in sight, a swipe down or aside. Points are in pixels, from the middle of the frame.
 */
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react'

import type { Point } from './zoom.ts'

export interface Swipes {
  onDown: () => void
  onAside: (step: 1 | -1) => void
}

export interface GesturesProps extends Partial<Swipes> {
  /** Then one finger moves what is shown and swipes nothing. */
  isClose: boolean
  onZoom: (factor: number, at: Point) => void
  onDrag: (by: Point) => void
  onDoubleTap?: (at: Point) => void
  /** Where the frame stands in something that scrolls, the wheel is left to that. */
  leavesWheel?: boolean
}

const far = 72
const doubleTapMs = 300
const tapSlack = 12
/** Until a drag begins: a button within the frame is still pressed by a hand that trembles. */
const dragSlack = 4
const wheelPerStep = 400

interface Gesture {
  fingers: Map<number, Point>
  isDragged: boolean
  /** Where the one finger came down; `null` once there were two. */
  from: Point | null
  lastTap: { at: number; point: Point } | null
}

export function useGestures(frame: RefObject<HTMLElement | null>, { isClose, leavesWheel, ...acts }: GesturesProps) {
  const [pulled, setPulled] = useState(0)
  const gesture = useRef<Gesture>({ fingers: new Map(), isDragged: false, from: null, lastTap: null })
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  useWheel(frame, (event) => {
    if (leavesWheel) return
    event.preventDefault()
    acts.onZoom(Math.exp(-event.deltaY / wheelPerStep), fromMiddle(event))
  })

  const onPointerDown = (event: PointerEvent) => {
    const { fingers } = gesture.current
    fingers.set(event.pointerId, fromMiddle(event))
    gesture.current.from = fingers.size === 1 ? fromMiddle(event) : null
    if (fingers.size === 1) gesture.current.isDragged = false
  }
  const onPointerMove = (event: PointerEvent) => {
    const { fingers, from } = gesture.current
    const before = fingers.get(event.pointerId)
    if (!before) return
    // It was let go of outside the frame.
    if (event.buttons === 0) return release(event)
    const now = fromMiddle(event)
    if (!gesture.current.isDragged && distance(before, now) < dragSlack) return
    gesture.current.isDragged = true
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, now)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    if (other) acts.onZoom(distance(now, other) / Math.max(1, distance(before, other)), middleOf(now, other))
    else if (isClose) acts.onDrag({ x: now.x - before.x, y: now.y - before.y })
    else if (from && event.pointerType === 'touch') setPulled(Math.max(0, now.y - from.y))
  }
  const onPointerUp = (event: PointerEvent) => {
    const { fingers, from } = gesture.current
    const at = fromMiddle(event)
    release(event)
    if (!from || fingers.size > 0) return
    if (distance(from, at) < tapSlack) tap(at, event.timeStamp)
    else if (!isClose && event.pointerType === 'touch') swipe(from, at, acts)
  }
  const release = ({ pointerId }: PointerEvent) => {
    gesture.current.fingers.delete(pointerId)
    gesture.current.from = null
    setPulled(0)
  }
  // By the time of the finger: a busy page hears two quick taps late, and far apart.
  const tap = (point: Point, now: number) => {
    const { lastTap } = gesture.current
    const isDouble = lastTap && now - lastTap.at < doubleTapMs && distance(lastTap.point, point) < tapSlack * 3
    gesture.current.lastTap = isDouble ? null : { at: now, point }
    if (isDouble) acts.onDoubleTap?.(point)
  }
  return { pulled, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release } }
}

/** React's own listener is passive, and what the frame stands in would scroll under the wheel. */
function useWheel(frame: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  const hear = useEffectEvent(onWheel)
  useEffect(() => {
    const element = frame.current
    const wheel = (event: WheelEvent) => hear(event)
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [frame])
}

function swipe(from: Point, to: Point, { onDown, onAside }: Partial<Swipes>): void {
  const across = to.x - from.x
  const down = to.y - from.y
  if (Math.abs(across) > Math.max(far, Math.abs(down))) onAside?.(across < 0 ? 1 : -1)
  else if (down > far) onDown?.()
}

function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
