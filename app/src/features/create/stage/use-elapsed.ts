import { useEffect, useState } from 'react'

/** Whole seconds since a moment, counted while `isCounting`. */
export function useElapsed(since: number, isCounting: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isCounting) return undefined
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [since, isCounting])
  return Math.max(0, Math.floor((now - since) / 1000))
}
