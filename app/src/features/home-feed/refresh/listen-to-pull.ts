/** A finger that draws the page down from its very top. The page's own scrolling is never held up for it. */

/** How far the indicator comes down for a refresh, and at most, in pixels; it follows the finger at half its pace. */
export const refreshAt = 64
const furthest = 96
const pace = 0.5
/** What a finger may move before it is known where it is going. */
const slop = 8

export interface Pull {
  onMove: (distance: number) => void
  /** Let go, or given up (0). */
  onEnd: (distance: number) => void
}

interface Touched {
  x: number
  y: number
  distance: number
  isPull: boolean
}

/** Answers how to stop. */
export function listenToPull({ onMove, onEnd }: Pull): () => void {
  const root = document.documentElement.style
  let touched: Touched | null = null
  const stop = new AbortController()
  const options = { passive: true, signal: stop.signal }
  const giveUp = () => {
    if (touched?.isPull) onEnd(0)
    touched = null
  }
  const begin = ({ touches }: TouchEvent) => {
    giveUp()
    const [finger] = touches
    if (!finger || touches.length > 1 || scrollY > 0 || isCovered()) return
    touched = { x: finger.clientX, y: finger.clientY, distance: 0, isPull: false }
  }
  const follow = ({ touches }: TouchEvent) => {
    const [finger] = touches
    if (!touched || !finger) return
    const [right, down] = [finger.clientX - touched.x, finger.clientY - touched.y]
    if (touches.length > 1 || scrollY > 0) giveUp()
    else if (touched.isPull) onMove((touched.distance = Math.min(furthest, Math.max(0, down * pace))))
    else if (down > slop && down > Math.abs(right)) touched.isPull = true
    else if (Math.hypot(right, down) > slop) touched = null
  }
  const end = () => {
    if (touched?.isPull) onEnd(touched.distance)
    touched = null
  }
  // The browser's own refresh and its bounce would answer the same gesture.
  root.overscrollBehaviorY = 'none'
  addEventListener('touchstart', begin, options)
  addEventListener('touchmove', follow, options)
  addEventListener('touchend', end, options)
  addEventListener('touchcancel', giveUp, options)
  return () => {
    stop.abort()
    root.removeProperty('overscroll-behavior-y')
  }
}

/** A dialog or another screen lies over the list. */
function isCovered(): boolean {
  return document.querySelector('dialog[open], [data-layer]') !== null
}
