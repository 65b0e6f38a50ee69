/** A plan: a month paid ahead, more of it at once, an end that can be taken back; and buying without a mouse. */
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { addedScripts } from '../support/added-scripts.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

async function open(viewport: typeof phone, path: string) {
  const session = await join(product.system)
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  await visited.page.goto(path)
  return visited
}

test('a month is paid, a larger one for the difference, stopped in two presses and taken up again', async () => {
  const { page, context, complaints } = await open(phone, '/subscription')
  const { violations } = await startAxe()
  await page.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  expect(await violations(page, 'plans')).toEqual([])
  await page.getByRole('button', { name: 'Payer 2 500 FCFA' }).click()
  await page.getByRole('heading', { name: '80 crédits ajoutés' }).waitFor()
  await page.goto('/subscription')
  await page.getByRole('heading', { name: /Créateur/u }).waitFor()
  await page.getByRole('button', { name: 'Passer à Studio' }).click()
  await page.getByRole('dialog').getByText('5 000 FCFA maintenant, 200 crédits tout de suite.').waitFor()
  expect(await violations(page, 'a larger plan')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Payer 5 000 FCFA' }).click()
  await page.getByRole('heading', { name: '200 crédits ajoutés' }).waitFor()
  await page.goto('/subscription')
  await page.getByRole('heading', { name: /Studio/u }).waitFor()
  await page.getByRole('button', { name: 'Arrêter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Arrêter' }).click()
  await page.getByText('Vous gardez vos avantages jusqu’au').waitFor()
  await page.getByRole('button', { name: 'Reprendre l’abonnement' }).click()
  await page.getByText('En cours jusqu’au').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a pack is bought with the keyboard alone', async () => {
  const { page, context } = await open(desktop, '/payment')
  await page.getByRole('radio', { name: /^25 crédits/u }).focus()
  await page.keyboard.press('ArrowUp')
  await page.getByText('Payer 500 FCFA').waitFor()
  await page.getByLabel('Votre numéro MTN').focus()
  await page.keyboard.type('0100000001')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Payer 500 FCFA')
  expect(await page.getByLabel('Votre numéro MTN').inputValue()).toBe('01 00 00 00 01')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '10 crédits ajoutés' }).waitFor()
  // What came is where the keyboard and the screen reader go on.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('10 crédits ajoutés')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(?:A|BUTTON)$/u)
  await context.close()
})

/** In bytes, gzip: what /payment brings beyond the shell. */
const budget = 30_000

test('the code of /payment is small, comes from here, and none of it comes with the first page', async () => {
  const session = await join(product.system)
  const { page, context } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  const { before, added, weight } = await addedScripts(page, '/payment', () =>
    page.getByRole('button', { name: /^Payer/u }).waitFor(),
  )
  const sources = await Promise.all(before.map(async (url) => (await fetch(url)).text()))
  expect(sources.filter((source) => source.includes('Nous ne vous demanderons jamais votre code secret'))).toEqual([])
  expect(added.every((url) => url.startsWith(product.system.url))).toBe(true)
  expect(weight).toBeLessThan(budget)
  await context.close()
})
