/** A run that its owner stops, takes up again, and does anew from a step: what is good stays, what is not made costs nothing. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, phone, visit } from '../../support/browser.ts'
import { startPainter, type Painter } from '../../support/painter.ts'
import { join, remembered } from '../../support/people.ts'
import { startSystem, type RunningSystem } from '../../support/start-system.ts'
import { clientOf, keepWorkflow } from '../../support/workflows.ts'
import { button } from '../support/creator.ts'

let system: RunningSystem
let browser: Browser
let painter: Painter
beforeAll(async () => {
  painter = await startPainter()
  system = await startSystem({ ...painter.settings })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await system[Symbol.asyncDispose]()
  await painter[Symbol.asyncDispose]()
})

const step = (page: Page, number: number) =>
  page
    .getByRole('region', { name: 'Étapes' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${number}\\. `, 'u') })
const state = (page: Page, number: number, words: string) => step(page, number).getByText(words, { exact: true })

test('is stopped in the middle, goes on from there, and is done anew from a step', async () => {
  const session = await join(system)
  const { context, page, complaints } = await visit(browser, system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  const id = await keepWorkflow(clientOf(system, session.access_token), {
    title: 'Carte',
    steps: 2,
    count: 1,
    again: 2,
  })
  await page.goto(`/workflow/${id}`)
  painter.hold()
  await button(page, 'Lancer').click()
  await state(page, 1, 'Terminé').waitFor()
  await expect.poll(() => painter.asked.length).toBe(1)
  const runs = page.getByRole('region', { name: 'Mes lancements' })
  await runs.getByText(/Environ 2 crédits · [12] retenus?, le reste est rendu$/u).waitFor()
  expect(await runs.textContent()).not.toContain('Aucun crédit débité')
  await button(page, 'Arrêter').click()
  await button(page, 'Reprendre à l’étape 2').waitFor()
  await page.getByText('Aucun crédit débité.').first().waitFor()
  await page.getByText('Il vous reste 5 crédits').waitFor()

  painter.release()
  await button(page, 'Reprendre à l’étape 2').click()
  await page.getByText(/^Workflow terminé · 2 images · 2 crédits débités\.$/u).waitFor()
  await page.getByText('Il vous reste 3 crédits').waitFor()

  await button(step(page, 3), 'Relancer à partir d’ici').click()
  await page.getByText(/^Workflow terminé · 2 images · 3 crédits débités\.$/u).waitFor()
  await page.getByText('Il vous reste 2 crédits').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
