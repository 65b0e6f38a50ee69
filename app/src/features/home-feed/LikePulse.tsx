/** Double tap likes, with a losange that pulses over the picture; the button stays the accessible way. */
import { useRef, useState, type MouseEvent } from 'react'

const doubleTapMs = 300

/** A single tap still follows the link, once it is sure that no second one comes. */
export function useDoubleTap(onDoubleTap: () => void) {
  const [count, setCount] = useState(0)
  const pending = useRef<ReturnType<typeof setTimeout> | null>(null)
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch'
    if (!isTouch || !event.isTrusted) return
    event.preventDefault()
    const link = event.currentTarget
    if (pending.current !== null) {
      clearTimeout(pending.current)
      pending.current = null
      setCount((times) => times + 1)
      onDoubleTap()
      return
    }
    pending.current = setTimeout(() => {
      pending.current = null
      link.click()
    }, doubleTapMs)
  }
  return { count, handlers: { onClick } }
}

export function LikePulse({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-0 grid place-items-center">
      <i className="like-pulse size-20 rotate-45 rounded-xs bg-accent" />
    </span>
  )
}
