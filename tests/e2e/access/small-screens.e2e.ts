/**
 * Fingers and enlarged pages, on every screen: what can be pressed is large enough, and at 200 % of a desktop and at
 * 320 px (400 % of it, or a small phone) nothing is cut off and no page scrolls sideways.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { phone, visit } from '../../support/browser.ts'
import { returning } from '../../support/people.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { startedProduct } from '../support/product.ts'
import { lostParts, smallTargets } from './measures.ts'
import { furnish, type House } from './screens.ts'

/** 1440 × 900 at 200 %, and the smallest width that is asked for (WCAG 1.4.10). */
const enlarged = { width: 720, height: 450 }
const narrow = { width: 320, height: 640 }

const product = startedProduct()
let house: House
beforeAll(async () => {
  house = await furnish(product.system)
})

async function walk(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const address of addresses) {
    await page.setViewportSize(phone)
    await page.goto(address)
    await settled(page)
    found.push(...(await smallTargets(page)).map((line) => `${address}: small ${line}`))
    for (const viewport of [narrow, enlarged]) {
      await page.setViewportSize(viewport)
      found.push(...(await lostParts(page)).map((line) => `${address}, ${viewport.width} px: lost ${line}`))
    }
  }
  return found
}

/** Its title is there, its lists have come, and its dialog where it has one. */
async function settled(page: Page): Promise<void> {
  const isDialog = new URL(page.url()).searchParams.has('modal')
  const title = isDialog ? page.locator('dialog[open]').getByRole('heading') : page.getByRole('heading')
  await title.first().waitFor({ state: 'attached' })
  await untilAtRest(page)
}

const wholeWalk = { timeout: 300_000 }

test('as a visitor', wholeWalk, async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  expect(await walk(page, house.open)).toEqual([])
  await context.close()
})

test('as a member', wholeWalk, async () => {
  const storage = returning(house.session)
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  expect(await walk(page, house.members)).toEqual([])
  await context.close()
})
