import { useEffect, useState } from 'react'

import { listenToOwn } from './own-channel.ts'

/** Longer than a slow network needs to join; where none is to be had, nobody waits for more. */
const patienceMs = 2500

const nothing = () => undefined

/**
 * Whether the channel of one's own stands, or has been waited for long enough. What it tells of is asked for from then on:
 * what was asked for before would have to be asked for again, because of what came in between.
 */
export function useHeard(userId: string): boolean {
  const [isHeard, setHeard] = useState(false)
  useEffect(() => {
    const heard = () => setHeard(true)
    const timer = setTimeout(heard, patienceMs)
    const stop = listenToOwn(userId, { event: 'nothing', onEvent: nothing, onJoined: heard, onLost: nothing })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [userId])
  return isHeard
}
