/** How much of a page moves without being asked to, as the browser sums it up. */
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    shifted?: () => number
  }
}

type Shifts = () => Promise<number>

/** Of each page that is loaded from now on, from its first paint. */
export async function shiftsOfPages(page: Page): Promise<Shifts> {
  await page.addInitScript(watch, true)
  return () => page.evaluate(sum)
}

/** Of the page that is there, from now on. */
export async function shiftsFromNow(page: Page): Promise<Shifts> {
  await page.evaluate(watch, false)
  return () => page.evaluate(sum)
}

/** Runs in the page. */
function watch(buffered: boolean): void {
  let shift = 0
  const add = (entries: PerformanceEntry[]) => {
    for (const entry of entries) shift += (entry as PerformanceEntry & { value: number }).value
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered })
  window.shifted = () => {
    add(observer.takeRecords())
    return shift
  }
}

/** Runs in the page. Where nothing was watched it is no number. */
function sum(): number {
  return window.shifted?.() ?? Number.NaN
}
