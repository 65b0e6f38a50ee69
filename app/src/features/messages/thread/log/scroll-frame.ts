/** The element that scrolls, and the messages in it. */

/** A message in sight and how far under the frame's upper edge it stands. */
export interface Anchor {
  id: string
  top: number
}

export interface FrameNews {
  onResize: () => void
  onScroll: () => void
}

/** Pictures and cards that come, and the keyboard of a phone, change heights. Answers the way to stop. */
export function watchFrame(frame: HTMLElement, { onResize, onScroll }: FrameNews): () => void {
  const observer = new ResizeObserver(onResize)
  observer.observe(frame)
  if (frame.firstElementChild) observer.observe(frame.firstElementChild)
  frame.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    observer.disconnect()
    frame.removeEventListener('scroll', onScroll)
  }
}

export function firstInSight(frame: HTMLElement): Anchor | null {
  const edge = frame.getBoundingClientRect().top
  for (const message of frame.querySelectorAll<HTMLElement>('[data-message]')) {
    const { top, bottom } = message.getBoundingClientRect()
    if (bottom > edge) return { id: message.dataset['message'] ?? '', top: top - edge }
  }
  return null
}

export function keepInPlace(frame: HTMLElement, { id, top }: Anchor): void {
  const message = messageIn(frame, id)
  if (!message) return
  const moved = message.getBoundingClientRect().top - frame.getBoundingClientRect().top - top
  if (Math.abs(moved) >= 1) frame.scrollBy(0, moved)
}

/** A message to be brought into sight; with the focus, unless one goes on typing what is looked for. */
export interface Aimed {
  id: string
  takesFocus: boolean
}

/** Into the middle. */
export function point(frame: HTMLElement | null, { id, takesFocus }: Aimed): void {
  const message = frame && messageIn(frame, id)
  message?.scrollIntoView({ block: 'center' })
  if (takesFocus) message?.focus({ preventScroll: true })
}

function messageIn(frame: HTMLElement, id: string): HTMLElement | null {
  return frame.querySelector(`[data-message="${CSS.escape(id)}"]`)
}
