/** A run that its owner stops, takes up again, and does anew from a step: what is good stays, what is not made costs nothing. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { clientOf, keepWorkflow } from '../../support/workflows.ts'
import { button } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'

const product = paintedProduct()

const step = (page: Page, number: number) =>
  page
    .getByRole('region', { name: 'Étapes' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${number}\\. `, 'u') })
const state = (page: Page, number: number, words: string) => step(page, number).getByText(words, { exact: true })

test('is stopped in the middle, goes on from there, and is done anew from a step', async () => {
  const session = await join(product.system)
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  const id = await keepWorkflow(clientOf(product.system, session.access_token), {
    title: 'Carte',
    steps: 2,
    count: 1,
    again: 2,
  })
  await page.goto(`/workflow/${id}`)
  product.painter.hold()
  await button(page, 'Lancer').click()
  await state(page, 1, 'Terminé').waitFor()
  await expect.poll(() => product.painter.asked.length).toBe(1)
  const runs = page.getByRole('region', { name: 'Mes lancements' })
  await runs.getByText(/Environ 2 crédits · [12] retenus?, le reste est rendu$/u).waitFor()
  expect(await runs.textContent()).not.toContain('Aucun crédit débité')
  await button(page, 'Arrêter').click()
  await button(page, 'Reprendre à l’étape 2').waitFor()
  await page.getByText('Aucun crédit débité.').first().waitFor()
  await page.getByText('Il vous reste 5 crédits').waitFor()

  product.painter.release()
  await button(page, 'Reprendre à l’étape 2').click()
  await page.getByText(/^Workflow terminé · 2 images · 2 crédits débités\.$/u).waitFor()
  await page.getByText('Il vous reste 3 crédits').waitFor()

  await button(step(page, 3), 'Relancer à partir d’ici').click()
  await page.getByText(/^Workflow terminé · 2 images · 3 crédits débités\.$/u).waitFor()
  await page.getByText('Il vous reste 2 crédits').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
