/** The work and what comes of it on a phone: nothing jumps, nothing is covered, what one does stays in sight. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone } from '../../support/browser.ts'
import { button, description, dialog, generate, moreActions, openForm } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'

const product = paintedProduct()

const result = (page: Page) => page.getByRole('heading', { name: 'Image générée' })

/** From now on, how much has moved by itself. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { shift: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift' })
    Object.assign(window, { seen })
  })
  return () => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)
}

/** How often a cloth is drawn while so many frames pass. */
const drawnIn = (page: Page, frames: number) =>
  page.evaluate(async (count) => {
    const { prototype } = CanvasRenderingContext2D
    const { clearRect } = prototype
    let drawn = 0
    prototype.clearRect = function clear(...box) {
      drawn += 1
      return clearRect.apply(this, box)
    }
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame)
    prototype.clearRect = clearRect
    return drawn
  }, frames)

test('where motion is not wanted a loom is drawn once for each row, not with each frame of a wait', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  product.painter.hold()
  await description(page).fill('Un tambour d’aisselle')
  await generate(page).click()
  await page.getByText(/^Encore \d+ s environ$/u).waitFor()
  const rows = 40
  expect(await drawnIn(page, 3 * rows)).toBeLessThan(rows)
  product.painter.release()
  await result(page).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the time that is left is told; the result takes the place of the loom, its actions stay at the foot', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  product.painter.hold()
  await description(page).fill('Un tambour d’aisselle')
  await generate(page).click()
  await page.getByText(/^Encore \d+ s environ$/u).waitFor()
  const loom = await dialog(page).locator('canvas').boundingBox()
  const shifted = await watchShifts(page)
  product.painter.release()
  await result(page).waitFor()
  const picture = await button(page, 'Agrandir l’image').boundingBox()
  expect(picture).toEqual(loom)
  expect(picture?.width).toBeGreaterThan(phone.width * 0.85)
  expect(await shifted()).toBeLessThan(0.01)

  const body = dialog(page).locator('[data-dialog-body]')
  await body.evaluate((node) => node.scrollTo(0, node.scrollHeight))
  for (const name of ['Publier', 'Remix', 'Télécharger', 'Partager']) {
    const box = await button(page, name).boundingBox()
    expect(box && box.y + box.height).toBeLessThanOrEqual(phone.height)
  }
  await moreActions(page).click()
  for (const name of ['Envoyer dans une conversation', 'Mes images'])
    await page.getByRole('menuitem', { name, exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('on a %s a toast covers the title of a dialog at most, never its way out nor what it asks', async (_, viewport) => {
  const { context, page } = await openForm(product.browser, product.system, { viewport })
  await description(page).fill('Un pilon et son mortier')
  await generate(page).click()
  // All at one moment: a toast is soon gone.
  const boxes = await page.waitForFunction(() => {
    const open = document.querySelector('dialog[open]')
    const toast = open?.querySelector('.toast')?.getBoundingClientRect()
    const way = open?.querySelector('[aria-label="Fermer"]')?.getBoundingClientRect()
    const asked = open?.querySelector('[data-dialog-body]')?.getBoundingClientRect()
    return toast && way && asked && { right: toast.right, bottom: toast.bottom, way: way.left, asked: asked.top }
  })
  const { right, bottom, way, asked } = (await boxes.jsonValue()) ?? { right: 0, bottom: 0, way: -1, asked: -1 }
  expect(right).toBeLessThanOrEqual(way)
  expect(bottom).toBeLessThanOrEqual(asked)
  const close = dialog(page).getByRole('button', { name: 'Fermer' }).first()
  await close.click()
  await dialog(page).waitFor({ state: 'detached' })
  await context.close()
})

test('« Enhance Prompt » proposes at each press; « Ajouter » takes the parts that are left in, « Remplacer » the whole', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: desktop })
  const enhance = page.getByRole('button', { name: 'Enhance Prompt' })
  const proposal = page.getByRole('region', { name: 'Proposition de l’assistant' })
  const avoided = page.getByLabel('Éviter')
  await description(page).fill('Montagnes sans neige')
  await enhance.click()
  const parts = proposal.getByRole('list', { name: 'Ajouts' }).getByRole('button')
  await parts.first().waitFor()
  const texts = await parts.allInnerTexts()
  await parts.first().click()
  await button(page, 'Ajouter').click()
  await expect.poll(() => description(page).inputValue()).toBe(`Montagnes sans neige, ${texts.slice(1).join(', ')}`)
  await page.locator('summary').filter({ hasText: 'Réglages' }).click()
  expect(await avoided.inputValue()).toBe('')

  await description(page).fill('Montagnes sans neige')
  await enhance.click()
  await parts.first().waitFor()
  await button(page, 'Remplacer').click()
  await expect.poll(() => description(page).inputValue()).toBe(`Montagnes, ${texts.join(', ')}`)
  expect(await avoided.inputValue()).toMatch(/^neige\b/u)

  await enhance.click()
  await proposal.getByText('Votre description dit déjà l’essentiel.').waitFor()
  expect(await proposal.textContent()).not.toMatch(/règles|modèle/u)
  expect(complaints).toEqual([])
  await context.close()
})
