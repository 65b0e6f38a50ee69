/** One's own credits, as the ledger keeps them (spec §2: /debug-credits). */
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { member, returning, signUp } from '../../support/people.ts'
import { holdOnce } from '../support/creator.ts'
import { shiftsFromNow } from '../support/layout-shifts.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

test('a new account has five credits, all of them accounted for', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  await signUp(page)
  await page.goto('/debug-credits')
  await page.getByRole('main').getByText('Il vous reste 5 crédits', { exact: true }).waitFor()
  await page.getByText('Crédits de bienvenue').waitFor()
  await page.getByText('Aucun crédit n’est réservé.').waitFor()
  expect(await page.locator('[data-account="promo"]').textContent()).toBe('5')
  expect(await page.locator('[data-account="paid"]').textContent()).toBe('0')
  expect(await page.getByRole('listitem').filter({ hasText: 'Juste' }).count()).toBe(4)
  expect(await page.getByText('Faux').count()).toBe(0)
  await page.getByRole('button', { name: 'Copier le rapport' }).click()
  await page.getByText('Rapport copié').waitFor()
  const report = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as Record<string, unknown>
  expect(report).toMatchObject({
    path: '/debug-credits',
    checks: { sum: true, latest: true, chain: true, holds: true },
    holds: [],
    entries: [['promo', 1, 5, 5]],
  })
  expect(complaints).toEqual([])
  await context.close()
})

test('without network the figures stay, and say how old they are; without figures it says so', async () => {
  const storage = returning(await member(product.system))
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop, storage })
  await page.goto('/debug-credits')
  await page.getByRole('main').getByText('Il vous reste 5 crédits', { exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Vérifier à nouveau' }).click()
  await page.getByText(/^Vous êtes hors ligne, ou le serveur ne répond pas/u).waitFor()
  await page.getByRole('main').getByText('Il vous reste 5 crédits', { exact: true }).waitFor()
  await context.setOffline(false)
  await page.getByText(/^Vous êtes hors ligne/u).waitFor({ state: 'detached' })

  await page.route('**/rest/v1/credit_statement*', (route) => route.abort())
  await page.reload()
  await page.getByText('Vos crédits n’ont pas pu se charger').waitFor()
  await page.unroute('**/rest/v1/credit_statement*')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByText('Crédits de bienvenue').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await context.close()
})

test('what an image costs leaves the balance while one looks on, and stands beside its description', async () => {
  const session = await member(product.system)
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  await page.goto('/debug-credits')
  await page.getByRole('main').getByText('Il vous reste 5 crédits', { exact: true }).waitFor()
  const ordered = await fetch(`${product.system.url}/functions/v1/v0-generator`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.access_token}`,
      apikey: product.system.anonKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ prompt: 'Une pirogue sur la lagune', width: 512, height: 512 }),
  })
  expect(ordered.status).toBe(200)
  await page.getByText('Il vous reste 4 crédits', { exact: true }).waitFor()
  await page.getByText('Création payée').waitFor()
  const justs = page.getByRole('listitem').filter({ hasText: 'Juste' })
  await expect.poll(() => justs.count()).toBe(4)
  // What was paid for is one press away.
  await page.getByRole('button', { name: 'Une pirogue sur la lagune' }).first().click()
  await page.waitForURL(/modal=images/u)
  const picture = page
    .getByRole('dialog')
    .getByRole('img', { name: /Une pirogue sur la lagune/u })
    .first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('credits are given, set aside and spent by hand where no money moves, and one key writes once', async () => {
  const storage = returning(await member(product.system))
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  const balance = (account: string) => page.locator(`[data-account="${account}"]`)
  const stands = (account: string, count: string) => expect.poll(() => balance(account).textContent()).toBe(count)
  await page.goto('/debug-credits')
  await page.getByRole('button', { name: '+5 offerts' }).click()
  await stands('promo', '10')
  await page.getByRole('button', { name: 'Rejouer la même clé' }).click()
  await page.getByText('Même clé, même ligne : rien n’a été écrit deux fois.').waitFor()
  await stands('promo', '10')
  await page.getByRole('button', { name: 'Retenir 1' }).click()
  await stands('held', '1')
  await page.getByRole('button', { name: 'Rendre', exact: true }).click()
  await stands('held', '0')
  await page.getByRole('button', { name: 'Retenir 1' }).click()
  await stands('held', '1')
  await page.getByRole('button', { name: 'Dépenser', exact: true }).click()
  await stands('promo', '9')
  await expect.poll(() => page.getByText('Faux').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('the card of one’s credits has its room before the balance is known', async () => {
  const storage = returning(await member(product.system))
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop, storage })
  const balance = holdOnce(page, '**/rest/v1/my_balance*')
  await page.goto('/notifications')
  const card = page.getByRole('region', { name: 'Vos crédits' })
  await card.getByRole('link', { name: 'Acheter' }).waitFor()
  const { release } = await balance
  const box = await card.boundingBox()
  const shifted = await shiftsFromNow(page)
  release()
  await card.getByText('Il vous reste 5 crédits', { exact: true }).and(page.locator(':not([aria-hidden])')).waitFor()
  expect(await card.boundingBox()).toEqual(box)
  expect(await shifted()).toBe(0)
  await context.close()
})
