/** What this device has fetched, and the saver that turns on when that is more than its person wants in a day or a month. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { note } from '#data/device/note.ts'
import { changeDisplaySettings } from '#ui/display/change-display.ts'
import { getDisplaySettings } from '#ui/display/display-settings.ts'

import { addUsage, isOver, usageAt, type Budgets, type Usage } from './usage.ts'

const storageKey = 'cortexia.usage'
const sessionKey = 'cortexia.usage-of-session'
const used = createStore<{ usage: Usage; session: number }>()(() => ({ usage: read(), session: readSession() }))
let budgets: Budgets = { day: null, month: null }
let observer: PerformanceObserver | undefined

/** In megabytes; `null` is without limit. */
export function setBudgets(next: Budgets): void {
  budgets = next
  judge(read())
  if (observer || !('PerformanceObserver' in globalThis)) return
  observer = new PerformanceObserver((list) => add(list.getEntries() as PerformanceResourceTiming[]))
  observer.observe({ type: 'resource', buffered: true })
}

/** In bytes: since the app was opened in this tab, today, and this month. */
export function useDataUsage(): { session: number; day: number; month: number } {
  return {
    session: useStore(used, ({ session }) => session),
    day: useStore(used, ({ usage }) => usageAt(usage, new Date()).dayBytes),
    month: useStore(used, ({ usage }) => usageAt(usage, new Date()).bytes),
  }
}

function add(entries: readonly PerformanceResourceTiming[]): void {
  const bytes = entries.reduce((sum, { transferSize }) => sum + (transferSize || 0), 0)
  if (bytes === 0) return
  const usage = addUsage(read(), bytes)
  note(localStorage, storageKey, JSON.stringify(usage))
  const session = readSession() + bytes
  note(sessionStorage, sessionKey, String(session))
  judge(usage)
  used.setState({ usage, session })
}

function judge(usage: Usage): void {
  const isOverBudget = isOver(usage, budgets)
  if (isOverBudget !== getDisplaySettings().isOverBudget) changeDisplaySettings({ isOverBudget })
}

function read(): Usage {
  return usageAt(localStorage.getItem(storageKey), new Date())
}

function readSession(): number {
  return Number(sessionStorage.getItem(sessionKey)) || 0
}
