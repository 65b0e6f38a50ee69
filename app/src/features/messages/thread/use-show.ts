import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

import type { ThreadView } from '#entities/message/use-thread.ts'

import type { LogHandle } from './ThreadLog.tsx'

/** Asked anew each time, for the same message as well. */
interface Sought {
  id: string
}

/** Goes to a message by its id; where it is older than what is loaded, older ones are loaded until it is there. */
export function useShow(
  thread: ThreadView,
  log: RefObject<LogHandle | null>,
  first: string | null,
): (id: string) => void {
  const [sought, setSought] = useState<Sought | null>(first === null ? null : { id: first })
  const found = useRef<Sought>(null)
  const { items, state, isLoadingOlder } = thread
  const seek = useEffectEvent(() => {
    if (sought === null || sought === found.current || state === 'loading' || isLoadingOlder) return
    if (log.current?.show(sought.id) || !thread.hasOlder) found.current = sought
    else thread.loadOlder()
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whenever one is asked for, and more is loaded
  useEffect(() => seek(), [sought, items, state, isLoadingOlder])
  return useCallback((id: string) => setSought({ id }), [])
}
