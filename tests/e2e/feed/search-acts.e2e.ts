/** « Recherche intelligente »: actions in the same box, and options that stay what they are. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, visit } from '../../support/browser.ts'
import { member, returning } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

async function open() {
  const storage = returning(await member(product.system))
  const visited = await visit(product.browser, product.system.url, { viewport: desktop, storage })
  await visited.page.goto('/?modal=search')
  await field(visited.page).waitFor()
  return visited
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Recherche intelligente' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Personnes, images, hashtags' })
const options = (page: Page) => dialog(page).getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

test('actions stand in the same box: what one types begins it or leads there, by keys', async () => {
  const { context, page, complaints } = await open()
  await field(page).fill('crédits')
  await dialog(page).getByRole('group', { name: 'Actions' }).getByRole('option', { name: 'Crédits' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/payment')
  await dialog(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  for (const typed of ['@mes', '#mes', 'la', 'une']) {
    await field(page).fill(typed)
    await options(page).last().waitFor()
    expect(await dialog(page).getByRole('group', { name: 'Actions' }).count()).toBe(0)
  }
  await field(page).fill('creer une')
  await dialog(page).getByRole('option', { name: 'Créer une image' }).click()
  await page.waitForURL(/modal=create/u)
  expect(complaints).toEqual([])
  await context.close()
})

test('the option that the keys are at stays the same when people come before it', async () => {
  const { user } = await member(product.system)
  const names = { first_name: 'Crédo', last_name: 'Ba', username: 'credo.ba' }
  expect((await serviceOf(product.system).from('profiles').update(names).eq('id', user.id)).error).toBeNull()
  const { context, page, complaints } = await open()
  const answer = Promise.withResolvers<undefined>()
  await page.route('**/rpc/search_suggestions*', async (route) => {
    await answer.promise
    await route.continue()
  })
  const active = async () => {
    const id = await field(page).getAttribute('aria-activedescendant')
    return page.locator(`[id="${id}"]`).textContent()
  }
  await field(page).fill('créd')
  await expect.poll(() => options(page).allTextContents()).toEqual(['Crédits', 'Chercher «\u00A0créd\u00A0»'])
  await page.keyboard.press('ArrowUp')
  // Nothing says yet that there are results.
  expect(await active()).toBe('Chercher «\u00A0créd\u00A0»')
  answer.resolve(undefined)
  await dialog(page).getByRole('option', { name: 'Crédo Ba' }).waitFor()
  expect(await active()).toBe('Voir tous les résultats')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === 'créd')
  await dialog(page)
    .getByRole('region', { name: 'Personnes' })
    .getByRole('link', { name: /Crédo Ba/u })
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
