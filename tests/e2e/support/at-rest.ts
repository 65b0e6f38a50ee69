/** When a page has all that it fetches by itself: the parts that come after the first pictures, keys, lists. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { askingOf } from '../../support/browser.ts'

/**
 * Playwright's `networkidle` counts a half second without a request by its own clock: on a busy machine that passes before
 * the page has had the idle moment for which it waits, or does not come within half a minute.
 */
export async function untilAtRest(page: Page): Promise<void> {
  const asking = askingOf(page)
  const isAtRest = async () => {
    const before = asking.count
    await page.evaluate(rest)
    return asking.count === before && asking.underWay.size === 0
  }
  await expect.poll(isAtRest, { timeout: 90_000 }).toBe(true)
}

/** Runs in the page: a while, and then a moment in which it has nothing to do. */
async function rest(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  await new Promise((resolve) => requestIdleCallback(resolve))
}
