import { useRef, type PointerEvent } from 'react'

const far = 48
const tapSlack = 10

export interface SwipeAcross {
  /** 1 leads on (towards the left), -1 back. */
  onSwipe: (step: 1 | -1) => void
  onTap?: () => void
  /** `touch` where a mouse that is dragged means something else. */
  pointers: 'touch' | 'all'
}

/** A pointer that goes across an element and is let go of: up and down are the page's. */
export function useSwipeAcross({ onSwipe, onTap, pointers }: SwipeAcross) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ clientX: x, clientY: y, isPrimary, pointerType }: PointerEvent) => {
      from.current = isPrimary && (pointers === 'all' || pointerType === 'touch') ? { x, y } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const start = from.current
      from.current = null
      if (!start) return
      const [across, down] = [clientX - start.x, clientY - start.y]
      if (Math.hypot(across, down) < tapSlack) onTap?.()
      else if (Math.abs(across) > Math.max(far, 2 * Math.abs(down))) onSwipe(across < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      from.current = null
    },
  }
}
