import { useEffect, useState } from 'react'

import { listenToOwn } from './own-channel.ts'

/** As long as it may take before one asks without it, in ms. */
const patienceMs = 2000

/**
 * Whether it is time to ask for what one's private channel tells of: it stands, or is long in coming. What was asked for
 * before it stood has to be asked for again as soon as it does.
 */
export function useHeard(userId: string): boolean {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const goOn = () => setTime(true)
    const nothing = () => undefined
    const timer = setTimeout(goOn, patienceMs)
    const stop = listenToOwn(userId, { event: '', onEvent: nothing, onJoined: goOn, onLost: nothing })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [userId])
  return isTime
}
