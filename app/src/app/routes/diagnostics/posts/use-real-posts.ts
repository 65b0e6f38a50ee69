/** The newest posts as the server sends them, with what it took to ask for them and to show them. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'

import { ask } from '#data/wire.ts'
import { listPageQuery } from '#entities/post/feed/post-list.ts'

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

/** Times in ms from the request on. */
export interface Showing {
  painted: number | null
  picture: number | null
  /** Summed up, since the page was opened. */
  shift: number
}

export function useRealPosts() {
  return useQuery({
    queryKey: ['real-posts'],
    queryFn: ({ signal }) => measure(signal),
    gcTime: 0,
    staleTime: Infinity,
  })
}

async function measure(signal: AbortSignal) {
  const startedAt = performance.now()
  const rows = await ask(listPageQuery({ list: { tab: 'latest' }, isSignedIn: true, cursor: null }), signal)
  const ms = Math.round(performance.now() - startedAt)
  const entry = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(
    ({ name, startTime }) => startTime >= startedAt && new URL(name).pathname.endsWith('/feed_page'),
  )
  return { rows, startedAt, ms, bytes: entry?.transferSize ?? null, unpacked: entry?.decodedBodySize ?? null }
}

/** @param startedAt of the request; undefined as long as there is none */
export function useShowing(area: RefObject<HTMLElement | null>, startedAt: number | undefined): Showing {
  const [showing, setShowing] = useState<Showing>({ painted: null, picture: null, shift: 0 })
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const shifts = (list.getEntries() as LayoutShift[]).filter(({ hadRecentInput }) => !hadRecentInput)
      const shift = shifts.reduce((sum, { value }) => sum + value, 0)
      if (shift > 0) setShowing((before) => ({ ...before, shift: before.shift + shift }))
    })
    observer.observe({ type: 'layout-shift' })
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (startedAt === undefined) return undefined
    const since = () => Math.round(performance.now() - startedAt)
    // The second frame begins when the first has been drawn.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => setShowing((before) => ({ ...before, painted: since() }))),
    )
    const picture = area.current?.querySelector('img[srcset]')
    const onShown = () => setShowing((before) => ({ ...before, picture: since() }))
    if (picture instanceof HTMLImageElement && picture.complete) onShown()
    else picture?.addEventListener('load', onShown, { once: true })
    return () => {
      cancelAnimationFrame(frame)
      picture?.removeEventListener('load', onShown)
    }
  }, [area, startedAt])
  return showing
}
