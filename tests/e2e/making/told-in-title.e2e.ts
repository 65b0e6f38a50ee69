/** What the tab says of an order while its person looks elsewhere. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { launchBrowser } from '../../support/browser.ts'
import { startPainter, type Painter } from '../../support/painter.ts'
import { startSystem, type RunningSystem } from '../../support/start-system.ts'
import { description, generate, openForm } from '../support/creator.ts'

let system: RunningSystem
let browser: Browser
let painter: Painter
beforeAll(async () => {
  painter = await startPainter()
  system = await startSystem({ ...painter.settings })
  browser = await launchBrowser()
})
afterEach(() => painter.release())
afterAll(async () => {
  await browser.close()
  await system[Symbol.asyncDispose]()
  await painter[Symbol.asyncDispose]()
})

const endings: [told: string, prepare: () => void][] = [
  ['✓ Image prête', () => undefined],
  ['Erreur de génération', () => painter.failOnce()],
]

test.each(endings)('the tab says that it is being made, then « %s », until one looks again', async (told, prepare) => {
  const { context, page } = await openForm(browser, system)
  const own = await page.title()
  painter.hold()
  prepare()
  await description(page).fill('Une étoile sur la lagune')
  await generate(page).click()
  await page.getByRole('progressbar', { name: 'Génération en cours...' }).waitFor()
  expect(await page.title()).toBe(own)
  await hide(page, true)
  await expect.poll(() => page.title()).toBe(`Génération en cours... · ${own}`)
  painter.release()
  await expect.poll(() => page.title()).toBe(`${told} · ${own}`)
  await hide(page, false)
  expect(await page.title()).toBe(own)
  await context.close()
})

/** As the browser says it when another tab comes before this one. */
function hide(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
