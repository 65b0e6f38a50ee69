/** What the tab says of an order while its person looks elsewhere. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { description, generate, openForm } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'

const product = paintedProduct()

const endings: [told: string, prepare: () => void][] = [
  ['✓ Image prête', () => undefined],
  ['Erreur de génération', () => product.painter.failOnce()],
]

test.each(endings)('the tab says that it is being made, then « %s », until one looks again', async (told, prepare) => {
  const { context, page } = await openForm(product.browser, product.system)
  const own = await page.title()
  product.painter.hold()
  prepare()
  await description(page).fill('Une étoile sur la lagune')
  await generate(page).click()
  await page.getByRole('progressbar', { name: 'Génération en cours...' }).waitFor()
  expect(await page.title()).toBe(own)
  await hide(page, true)
  await expect.poll(() => page.title()).toBe(`Génération en cours... · ${own}`)
  product.painter.release()
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
