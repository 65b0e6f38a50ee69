import { useEffect, useMemo, useState } from 'react'

import type { ThreadItem } from '#entities/message/message.ts'

/** As far ahead as a timer is set: further ones are set again. */
const mostMs = 60 * 60_000

/** What has disappeared is out of sight at its time, whether or not the server has been heard of meanwhile. */
export function useUnexpired(items: readonly ThreadItem[]): readonly ThreadItem[] {
  const [now, setNow] = useState(() => Date.now())
  const next = useMemo(() => nextEnd(items, now), [items, now])
  useEffect(() => {
    if (next === null) return undefined
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, next - Date.now()), mostMs))
    return () => clearTimeout(timer)
  }, [next, now])
  return useMemo(() => items.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now), [items, now])
}

function nextEnd(items: readonly ThreadItem[], now: number): number | null {
  const ends = items.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [Date.parse(expiresAt)]))
  const coming = ends.filter((end) => end > now)
  return coming.length === 0 ? null : Math.min(...coming)
}
