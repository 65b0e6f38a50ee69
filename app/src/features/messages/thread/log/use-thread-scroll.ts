/** Where one is in a thread: at its end, which stays in sight as messages come, or at a message, which stays put. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { firstInSight, keepInPlace, point, watchFrame, type Aimed, type Anchor } from './scroll-frame.ts'
import { endAround, newerEnd, olderEnd, windowOf, type VisibleWindow, type WindowEnd } from './visible-window.ts'

const nearEnd = 48
/** The next step is taken this far ahead, so that scrolling meets no edge. */
const ahead = 800

export interface ThreadScroll<Item> {
  window: VisibleWindow<Item>
  isAtEnd: boolean
  toEnd: () => void
  /** Brings a message into the middle; `false` where it is not loaded. */
  show: (aimed: Aimed) => boolean
  frame: (element: HTMLElement | null) => (() => void) | undefined
}

export interface ScrolledThread<Item> {
  items: readonly Item[]
  hasOlder: boolean
  loadOlder: () => void
}

interface Standing {
  isAtEnd: boolean
  /** How far down, when that was seen. */
  top: number
  anchor: Anchor | null
}

export function useThreadScroll<Item extends { id: string }>(thread: ScrolledThread<Item>): ThreadScroll<Item> {
  const { items } = thread
  const [end, setEnd] = useState<WindowEnd>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const element = useRef<HTMLElement>(null)
  const standing = useRef<Standing>({ isAtEnd: true, top: 0, anchor: null })
  const wanted = useRef<Aimed>(null)
  const window = windowOf(items, end)

  const settle = useEffectEvent(() => {
    const frame = element.current
    if (!frame) return
    const { isAtEnd: isEnd, anchor } = standing.current
    if (wanted.current !== null) point(frame, wanted.current)
    else if (isEnd && end === null) frame.scrollTop = frame.scrollHeight
    else if (anchor) keepInPlace(frame, anchor)
    wanted.current = null
    standing.current = { isAtEnd: isEnd, top: frame.scrollTop, anchor: firstInSight(frame) }
  })
  const look = useEffectEvent(() => {
    const frame = element.current
    if (!frame) return
    const { scrollTop: top } = frame
    const below = frame.scrollHeight - frame.clientHeight - top
    const { isAtEnd: wasAtEnd, top: before } = standing.current
    // A picture that has come makes what is above longer: that nobody has gone up from the end.
    const isEnd = end === null && (below < nearEnd || (wasAtEnd && top >= before - 1))
    standing.current = { isAtEnd: isEnd, top, anchor: firstInSight(frame) }
    setAtEnd(isEnd)
    if (frame.scrollTop < ahead) {
      if (window.hasOlder) setEnd(olderEnd(items, end))
      else if (thread.hasOlder) thread.loadOlder()
    } else if (window.hasNewer && below < ahead) {
      setEnd(newerEnd(items, end))
    }
  })
  // What was drawn above pushes nothing: before the eye sees it, the page is where it was.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whenever other messages are drawn
  useLayoutEffect(() => settle(), [items, end])
  // A short thread does not scroll: it fills until it does.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whenever other messages are drawn
  useEffect(() => look(), [items, end])

  const [frame] = useState(() => (mounted: HTMLElement | null) => {
    element.current = mounted
    return mounted ? watchFrame(mounted, { onResize: () => settle(), onScroll: () => look() }) : undefined
  })
  const toEnd = () => {
    setAtEnd(true)
    setEnd(null)
    element.current?.scrollTo(0, element.current.scrollHeight)
    standing.current = { isAtEnd: true, top: element.current?.scrollTop ?? 0, anchor: null }
  }
  const show = (aimed: Aimed) => {
    const { id } = aimed
    if (!items.some((item) => item.id === id)) return false
    standing.current = { isAtEnd: false, top: 0, anchor: null }
    if (window.shown.some((item) => item.id === id)) {
      point(element.current, aimed)
    } else {
      wanted.current = aimed
      setEnd(endAround(items, id))
    }
    return true
  }
  return { window, isAtEnd, toEnd, show, frame }
}
