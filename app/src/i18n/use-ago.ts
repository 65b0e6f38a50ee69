/** « il y a 5 min », kept true: one clock for the whole page, which stands still while nobody looks. */
import { useSyncExternalStore } from 'react'

import { formatAgo } from './format.ts'
import { useLanguage } from './use-language.ts'

const tickMs = 20_000
const readers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  for (const tell of readers) tell()
}

function keepTime(): void {
  clearInterval(timer)
  timer = undefined
  if (readers.size === 0 || document.hidden) return
  timer = setInterval(tick, tickMs)
}

function onVisibility(): void {
  keepTime()
  if (!document.hidden) tick()
}

function watchClock(tell: () => void): () => void {
  readers.add(tell)
  if (readers.size === 1) {
    document.addEventListener('visibilitychange', onVisibility)
    keepTime()
  }
  return () => {
    readers.delete(tell)
    if (readers.size > 0) return
    document.removeEventListener('visibilitychange', onVisibility)
    keepTime()
  }
}

/** Renders anew only when the words change. */
export function useAgo(date: string): string {
  useLanguage()
  return useSyncExternalStore(watchClock, () => formatAgo(date))
}
