/** The keys of every screen (SCREENS §6), for whoever wants single keys. */
import { expect, test } from 'vitest'

import { desktop, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

test('keys show themselves, search, create and go; not while somebody writes, nor for who wants none', async () => {
  const storage = remembered(await join(product.system))
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop, storage })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Publiez la première image' }).waitFor()
  const help = dialog('Raccourcis')
  await expect
    .poll(async () => {
      await page.keyboard.press('?')
      return help.count()
    })
    .toBe(1)
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').pressSequentially('gn?')
  expect(await page.getByRole('combobox').inputValue()).toBe('gn?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog('Recherche intelligente').waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await dialog('Créer une image').waitFor()
  await page.keyboard.press('Escape')
  await dialog('Créer une image').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await page.waitForURL('**/notifications')
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.waitForURL((url) => url.pathname === '/')

  await page.goto('/account?section=display')
  await page.getByRole('switch', { name: 'Raccourcis clavier' }).click()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  expect(new URL(page.url()).pathname).toBe('/account')
  expect(await help.count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})
