/**
 * Keeps only the rows near the screen in the page. They stand in the normal flow between two blank stretches, so that
 * nothing overlaps or jumps whatever their height is: the true height of a row is known before it leaves the screen.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'

import { keepPosition, keptPosition } from './feed-position.ts'
import { visibleRows, type VisibleRows } from './visible-rows.ts'

/** How far beyond the screen rows are ready, in pixels. */
const margin = 1000

export interface RowList {
  /** Names the list for its reading position. */
  name: string
  width: number
  /** Of each row, until it is measured. */
  likelyHeights: readonly number[]
}

/** Answers the rows to show and the ref of the element whose children they are. */
export function useVisibleRows(list: RowList): [VisibleRows, RefObject<HTMLDivElement | null>] {
  const { name, width, likelyHeights } = list
  const element = useRef<HTMLDivElement>(null)
  const [kept] = useState(() => keptPosition(name, width))
  const measured = useRef({ width, heights: new Map(kept?.heights) })
  const place = useRef({ scrollY: kept?.scrollY ?? 0, listTop: kept?.listTop ?? 0 })
  const [view, setView] = useState(() => {
    const top = kept ? kept.scrollY - kept.listTop : 0
    return visibleRows(heightsFrom(likelyHeights, kept?.heights), around(top))
  })

  const update = useEffectEvent(() => {
    const rows = element.current
    if (!rows) return
    if (measured.current.width !== width) measured.current = { width, heights: new Map() }
    const { heights } = measured.current
    for (const [index, row] of [...rows.children].entries())
      heights.set(view.start + index, row.getBoundingClientRect().height)
    const { top } = rows.getBoundingClientRect()
    place.current = { scrollY: window.scrollY, listTop: top + window.scrollY }
    const next = visibleRows(heightsFrom(likelyHeights, heights), around(-top))
    setView((current) => (isSame(current, next) ? current : next))
  })

  useLayoutEffect(() => {
    if (kept) window.scrollTo(0, kept.scrollY)
  }, [kept])
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other rows, or rows in another width
  useLayoutEffect(() => update(), [likelyHeights.length, width])
  useEffect(() => {
    const onMove = () => update()
    addEventListener('scroll', onMove, { passive: true })
    addEventListener('resize', onMove)
    return () => {
      removeEventListener('scroll', onMove)
      removeEventListener('resize', onMove)
    }
  }, [])
  // What is noted was read before the screen began to go: by now parts of it may be gone.
  useEffect(
    () => () => keepPosition(name, { ...place.current, heights: measured.current.heights, width }),
    [name, width],
  )
  return [view, element]
}

function around(top: number): { top: number; bottom: number } {
  return { top: top - margin, bottom: top + window.innerHeight + margin }
}

function heightsFrom(likely: readonly number[], known: ReadonlyMap<number, number> | undefined): number[] {
  return likely.map((height, index) => known?.get(index) ?? height)
}

function isSame(one: VisibleRows, other: VisibleRows): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    Math.abs(one.before - other.before) < 1 &&
    Math.abs(one.after - other.after) < 1
  )
}
