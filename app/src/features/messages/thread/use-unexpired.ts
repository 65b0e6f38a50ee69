import { useEffect, useMemo, useState } from 'react'

import type { ThreadItem } from '#entities/message/message.ts'

/** Between two looks at the clock: no timer of a browser reaches ninety days. */
const leastMs = 250
const mostMs = 60 * 60_000

/** What has disappeared is out of sight at its time, whether or not the server has been heard of meanwhile. */
export function useUnexpired(items: readonly ThreadItem[]): readonly ThreadItem[] {
  const [now, setNow] = useState(() => Date.now())
  const next = useMemo(() => nextEnd(items, now), [items, now])
  useEffect(() => {
    if (next === null) return undefined
    const timer = setInterval(() => setNow(Date.now()), Math.min(Math.max(leastMs, next - Date.now()), mostMs))
    return () => clearInterval(timer)
  }, [next])
  return useMemo(() => items.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now), [items, now])
}

function nextEnd(items: readonly ThreadItem[], now: number): number | null {
  const ends = items.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [Date.parse(expiresAt)]))
  const coming = ends.filter((end) => end > now)
  return coming.length === 0 ? null : Math.min(...coming)
}
