/** What this device has fetched this month, and the saver that turns on when that is more than its person wants. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { changeDisplaySettings } from '#ui/display/change-display.ts'
import { getDisplaySettings } from '#ui/display/display-settings.ts'

interface Usage {
  /** « 2026-11 » */
  month: string
  bytes: number
}

const storageKey = 'cortexia.usage'
const used = createStore<Usage>()(read)
let budgetMb: number | null = null
let observer: PerformanceObserver | undefined

/** In megabytes; `null` is without limit. */
export function setBudget(megabytes: number | null): void {
  budgetMb = megabytes
  judge(read())
  if (observer || !('PerformanceObserver' in globalThis)) return
  observer = new PerformanceObserver((list) => add(list.getEntries() as PerformanceResourceTiming[]))
  observer.observe({ type: 'resource', buffered: true })
}

/** In bytes. */
export function useMonthUsage(): number {
  return useStore(used, ({ month, bytes }) => (month === thisMonth() ? bytes : 0))
}

function add(entries: readonly PerformanceResourceTiming[]): void {
  const bytes = entries.reduce((sum, { transferSize }) => sum + (transferSize || 0), 0)
  if (bytes === 0) return
  const usage = read()
  const next = { ...usage, bytes: usage.bytes + bytes }
  localStorage.setItem(storageKey, JSON.stringify(next))
  judge(next)
  used.setState(next)
}

function judge({ bytes }: Usage): void {
  const isOverBudget = budgetMb !== null && bytes >= budgetMb * 1e6
  if (isOverBudget !== getDisplaySettings().isOverBudget) changeDisplaySettings({ isOverBudget })
}

function read(): Usage {
  const month = thisMonth()
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '') as Usage
    return kept.month === month ? kept : { month, bytes: 0 }
  } catch {
    return { month, bytes: 0 }
  }
}

function thisMonth(): string {
  return new Date().toISOString().slice(0, 7)
}
