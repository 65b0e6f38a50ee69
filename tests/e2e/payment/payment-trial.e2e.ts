/** The page that tries payments: an outcome for each number, its entries in the ledger, and a clock that goes forward. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

async function open(viewport = desktop) {
  const session = await join(product.system)
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  await visited.page.goto('/fedapay-test')
  return visited
}

/** The newest trial. */
const newest = (page: Page) => page.getByRole('article').first()

async function tryOut(page: Page, outcome: RegExp): Promise<void> {
  const before = await page.getByRole('article').count()
  await page.getByRole('button', { name: outcome }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(before + 1)
}

test('what was paid, refused, lost on the way or refused and paid after all is shown entry by entry', async () => {
  const { page, context, complaints } = await open()
  await tryOut(page, /^01 Approuvé/u)
  await newest(page).getByText('paid', { exact: true }).waitFor()
  await newest(page).getByText('plateforme / clearing_sandbox').first().waitFor()
  await newest(page).getByText('vous / paid').waitFor()
  await tryOut(page, /^03 Solde/u)
  await newest(page).getByText('failed · insufficient_funds').waitFor()
  await newest(page).getByText('Aucune écriture').waitFor()
  await tryOut(page, /^08 Approuvé/u)
  await newest(page).getByText('paid', { exact: true }).waitFor()
  await tryOut(page, /^13 Refusé/u)
  await newest(page).getByText('failed · refused').waitFor()
  await newest(page).getByText('paid', { exact: true }).waitFor()
  await newest(page).getByText('vous / paid').waitFor()
  const { violations } = await startAxe()
  expect(await violations(page, 'payment trials')).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('what nobody answers expires when the clock goes forward', async () => {
  const { page, context } = await open()
  await tryOut(page, /^07 Jamais/u)
  await newest(page).getByText('pending').waitFor()
  await page.getByRole('button', { name: 'Avancer d’1 h' }).click()
  await newest(page).getByText('expired').waitFor()
  expect(await newest(page).getByText('Aucune écriture').count()).toBe(1)
  await context.close()
})

test('nothing is cut off at 320 pixels', async () => {
  const { page, context } = await open({ width: 320, height: 640 })
  for (const path of ['/fedapay-test', '/payment', '/subscription', '/payment?tab=gifts', '/payment?tab=history']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
      .toBeLessThanOrEqual(320)
  }
  await context.close()
})
