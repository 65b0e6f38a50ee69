import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

import type { ThreadView } from '#entities/message/use-thread.ts'

import type { Aimed } from './scroll-frame.ts'
import type { LogHandle } from './ThreadLog.tsx'

/** Goes to a message by its id; where it is older than what is loaded, older ones are loaded until it is there. */
export function useShow(
  thread: ThreadView,
  log: RefObject<LogHandle | null>,
  first: string | null,
): (id: string, takesFocus?: boolean) => void {
  // Asked anew each time, for the same message as well.
  const [sought, setSought] = useState<Aimed | null>(first === null ? null : { id: first, takesFocus: true })
  const found = useRef<Aimed>(null)
  const { items, state, isLoadingOlder } = thread
  const seek = useEffectEvent(() => {
    if (sought === null || sought === found.current || state === 'loading' || isLoadingOlder) return
    if (log.current?.show(sought) || !thread.hasOlder) found.current = sought
    else thread.loadOlder()
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whenever one is asked for, and more is loaded
  useEffect(() => seek(), [sought, items, state, isLoadingOlder])
  return useCallback((id: string, takesFocus = true) => setSought({ id, takesFocus }), [])
}
