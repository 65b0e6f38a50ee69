/** « félin » finds a cat whose words do not say it (S19). */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { member, remembered } from '../../support/people.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
beforeAll(async () => {
  const { user } = await member(product.system)
  const service = serviceOf(product.system)
  await publishImage(service, { userId: user.id, prompt: 'Un chat roux sur un toit' }, 0)
  await publishImage(service, { userId: user.id, prompt: 'Un lion dans la savane' }, 1)
  await publishImage(service, { userId: user.id, prompt: 'Un taxi jaune' }, 2)
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Recherche intelligente' })
/** Of the words alone. */
const spelling = (page: Page) => dialog(page).getByText('Vérifiez l’orthographe, ou essayez un autre mot.')
const near = (page: Page) =>
  dialog(page)
    .getByRole('region', { name: 'Dans le même esprit' })
    .getByRole('img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('alt')))

test.each([
  ['phone, dark', phone, 'dark'],
  ['desktop, light', desktop, 'light'],
] as const)('on a %s a kind leads to what is of it', async (_name, viewport, colorScheme) => {
  const session = await member(product.system)
  const storage = remembered(session)
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport,
    colorScheme,
    storage,
  })
  // The words are read in the beat after they were published.
  const ask = { action: 'search_by_meaning', query: 'félin' }
  const service = serviceOf(product.system)
  await expect.poll(async () => (await service.rpc('posts_to_read', { p_lexicon: 1, p_limit: 10 })).data).toEqual([])
  await page.goto(`/?modal=search&q=${encodeURIComponent(ask.query)}`)
  await expect.poll(() => near(page)).toEqual(['Un lion dans la savane', 'Un chat roux sur un toit'])
  await dialog(page).getByText('Aucun résultat trouvé pour "félin"').waitFor()
  const { violations } = await startAxe()
  expect(await violations(page, 'search by meaning')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await dialog(page).getByRole('combobox').fill('taxi')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('region', { name: 'Publications' }).waitFor()
  expect(await near(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('nobody is told to look at the spelling before it is known that nothing comes near', async () => {
  const storage = remembered(await member(product.system))
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  const [isAsked, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  await page.route('**/functions/v1/cortexia-intelligence', async (route) => {
    isAsked.resolve(undefined)
    await answer.promise
    await route.continue()
  })
  const meant = page.waitForResponse('**/rpc/search_meant*')
  await page.goto(`/?modal=search&q=${encodeURIComponent('félin')}`)
  await Promise.all([isAsked.promise, meant.then((response) => response.finished())])
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await spelling(page).count()).toBe(0)
  answer.resolve(undefined)
  await dialog(page).getByText('Mais ces images s’en approchent.').waitFor()
  expect(await spelling(page).count()).toBe(0)
  await context.close()
})
