/** Moving about on something larger than its frame: drag, wheel, pinch, and by buttons. */
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react'

export interface View {
  x: number
  y: number
  scale: number
}

export interface Size {
  width: number
  height: number
}

const [furthest, closest] = [0.2, 2]
const slack = 4
const margin = 24

export function usePanZoom(size: Size) {
  const frame = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const isDragged = useRef(false)
  const [view, setView] = useState<View>({ x: margin, y: margin, scale: 1 })

  const room = (): Size => frame.current?.getBoundingClientRect() ?? { width: 1, height: 1 }
  const zoomBy = (factor: number, at = { x: room().width / 2, y: room().height / 2 }) =>
    setView((before) => {
      const scale = Math.min(closest, Math.max(furthest, before.scale * factor))
      const ratio = scale / before.scale
      return { scale, x: at.x - (at.x - before.x) * ratio, y: at.y - (at.y - before.y) * ratio }
    })
  const showAll = () => {
    const { width, height } = room()
    const fit = Math.min((width - 2 * margin) / size.width, (height - 2 * margin) / size.height)
    const scale = Math.min(1, Math.max(furthest, fit))
    setView({ scale, x: (width - size.width * scale) / 2, y: Math.max(margin, (height - size.height * scale) / 2) })
  }
  /** Brings a point to the middle, at the scale that is. */
  const centre = (point: { x: number; y: number }) => {
    const { width, height } = room()
    setView(({ scale }) => ({ scale, x: width / 2 - point.x * scale, y: height / 2 - point.y * scale }))
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const { left, top } = frame.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    zoomBy(Math.exp(-event.deltaY / 500), { x: event.clientX - left, y: event.clientY - top })
  })
  useEffect(() => {
    const element = frame.current
    const wheel = (event: WheelEvent) => onWheel(event)
    // React's own listener is passive, and the dialog would scroll under the wheel.
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [])

  const onPointerDown = (event: PointerEvent) => {
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    isDragged.current = false
  }
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y]
    if (!isDragged.current && Math.hypot(dx, dy) < slack) return
    isDragged.current = true
    event.currentTarget.setPointerCapture(event.pointerId)
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (other) {
      const spread = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y)
      zoomBy(spread({ x: event.clientX, y: event.clientY }) / Math.max(1, spread(before)))
    } else setView((current) => ({ ...current, x: current.x + dx, y: current.y + dy }))
  }
  const onPointerEnd = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
  }
  const handlers = { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd }
  return { frame, view, zoomBy, showAll, centre, handlers }
}
