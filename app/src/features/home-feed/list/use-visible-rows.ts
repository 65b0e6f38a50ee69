/**
 * Keeps only the rows near the screen in the page. They stand in the normal flow between two blank stretches, so that
 * nothing overlaps or jumps whatever their height is: the true height of a row is known before it leaves the screen.
 * Whatever happens to the list, the post that one is looking at stays where it is on the screen.
 */
'use no memo'

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'

import { visibleRows, type ListWindow } from '#ui/window/visible-rows.ts'

import { keepPosition, keptPosition, type ListPosition, type SeenPost } from '../position/scroll-position.ts'
import type { FeedRow } from './feed-rows.ts'

/** How far beyond the screen rows are ready, in pixels. */
const margin = 1000

export interface RowList {
  /** Names the list for its reading position. */
  name: string
  width: number
  rows: readonly FeedRow[]
  /** Of each row, until it is measured. */
  likelyHeights: readonly number[]
  /** Where to begin, when this page has not shown the list yet. */
  start: SeenPost | null
}

/** What is known of rows that were shown, and of what is in sight. */
interface Memory extends ListPosition {
  width: number
  heights: Map<string, number>
  /** Where the list begins on the screen. */
  top: number
}

interface Laid extends ListWindow {
  list: RowList
  /** How the page is to scroll for this layout: so that a row comes to its place on the screen, or by so much. */
  scroll: { index: number; top: number } | { by: number }
}

/** Answers the rows to show and the ref of the element whose children they are. */
export function useVisibleRows(list: RowList): [ListWindow, RefObject<HTMLDivElement | null>] {
  const { name, width, rows } = list
  const element = useRef<HTMLDivElement>(null)
  const [memory] = useState(() => recall(list))
  const [view, setView] = useState(() => layAnew(list, memory))
  if (view.list.rows !== rows) setView(view.list.width === width ? layAgain(list, view, memory) : layAnew(list, memory))

  const update = useEffectEvent(() => {
    const shown = element.current
    if (!shown || view.list.rows !== rows) return
    if (memory.width !== width) Object.assign(memory, { width, heights: new Map() })
    measure(shown, view, memory)
    const next = visibleRows(heightsOf(list, memory), around(-memory.top))
    setView((current) => (isSame(current, next) ? current : { ...current, ...next }))
  })

  const moveTo = useEffectEvent(() => {
    const shown = element.current
    if (!shown) return
    const { scroll } = view
    if ('by' in scroll) {
      scrollOn(scroll.by)
      scrollOn(surpriseAbove(shown, view, memory))
      return
    }
    const row = shown.children[scroll.index - view.start]
    if (row) scrollOn(row.getBoundingClientRect().top - scroll.top)
  })
  /** Rows that come into the page above what is in sight may be taller than it was thought. */
  const settle = useEffectEvent(() => {
    const shown = element.current
    if (shown && view.list.rows === rows && memory.width === width) scrollOn(surpriseAbove(shown, view, memory))
  })

  useLayoutEffect(() => {
    moveTo()
    update()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other rows, or rows in another width
  }, [rows, width])
  useLayoutEffect(() => {
    settle()
    update()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a row has come in above
  }, [view.start])
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
  useEffect(() => () => keepPosition(name, memory), [name, memory])
  return [view, element]
}

function recall({ name, width, start }: RowList): Memory {
  const kept = keptPosition(name)
  const heights = new Map(kept?.width === width ? kept.heights : [])
  return { width, heights, seen: kept?.seen ?? (start ? [start] : []), top: 0 }
}

/** The rows around the posts that were in sight, where these are in a list that is shown for the first time, or in another width. */
function layAnew(list: RowList, memory: Memory): Laid {
  const known = memory.width === list.width ? memory : { heights: new Map<string, number>() }
  const [anchor] = anchorsIn(list, memory.seen)
  const heights = heightsOf(list, known)
  const top = anchor ? sumOf(heights, anchor.index) - anchor.top : 0
  return { ...visibleRows(heights, around(top)), list, scroll: anchor ?? { by: 0 } }
}

/** The same width and other posts: what is in sight stays, and what is above it may have grown or shrunk. */
function layAgain(list: RowList, before: Laid, memory: Memory): Laid {
  const [anchor] = anchorsIn(list, memory.seen)
  const heights = heightsOf(list, memory)
  const [old] = anchor ? anchorsIn(before.list, [anchor]) : []
  const by = anchor && old ? sumOf(heights, anchor.index) - sumOf(heightsOf(before.list, memory), old.index) : 0
  return { ...visibleRows(heights, around(by - memory.top)), list, scroll: { by } }
}

/** Those of the posts that the list still has, with the place of their row. */
function anchorsIn({ rows }: RowList, seen: readonly SeenPost[]): (SeenPost & { index: number })[] {
  return seen.flatMap((post) => {
    const index = rows.findIndex(({ posts }) => posts.some(({ id }) => id === post.id))
    return index === -1 ? [] : [{ ...post, index }]
  })
}

/** By how much the rows above the screen that are measured for the first time differ from what was thought. */
function surpriseAbove(shown: HTMLElement, { start, list }: Laid, memory: Memory): number {
  return [...shown.children].reduce((sum, child, offset) => {
    const row = list.rows[start + offset]
    const { bottom, height } = child.getBoundingClientRect()
    if (!row || bottom > 0 || memory.heights.has(row.key)) return sum
    return sum + height - (list.likelyHeights[start + offset] ?? 0)
  }, 0)
}

function scrollOn(by: number): void {
  if (Math.abs(by) >= 1) window.scrollBy(0, by)
}

function measure(shown: HTMLElement, { start, list: { rows } }: Laid, memory: Memory): void {
  const seen: SeenPost[] = []
  for (const [index, child] of [...shown.children].entries()) {
    const row = rows[start + index]
    const [first] = row?.posts ?? []
    if (!row || !first) continue
    const { top, bottom, height } = child.getBoundingClientRect()
    memory.heights.set(row.key, height)
    if (bottom > 0 && top < innerHeight) seen.push({ id: first.id, top })
  }
  if (seen.length > 0) memory.seen = seen
  memory.top = shown.getBoundingClientRect().top
}

function heightsOf({ rows, likelyHeights }: RowList, { heights }: Pick<Memory, 'heights'>): number[] {
  return rows.map(({ key }, index) => heights.get(key) ?? likelyHeights[index] ?? 0)
}

function sumOf(heights: readonly number[], until: number): number {
  return heights.slice(0, until).reduce((sum, height) => sum + height, 0)
}

function around(top: number): { top: number; bottom: number } {
  return { top: top - margin, bottom: top + window.innerHeight + margin }
}

function isSame(one: ListWindow, other: ListWindow): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    Math.abs(one.before - other.before) < 1 &&
    Math.abs(one.after - other.after) < 1
  )
}
