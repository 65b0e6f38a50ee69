/** The work and what comes of it on a phone: nothing jumps, nothing is covered, what one does stays in sight. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone } from '../../support/browser.ts'
import { button, description, dialog, generate, moreActions, openForm } from '../support/creator.ts'
import { shiftsFromNow } from '../support/layout-shifts.ts'
import { paintedProduct } from '../support/product.ts'
import { publishPosts } from '../support/published-posts.ts'

const product = paintedProduct()

const result = (page: Page) => page.getByRole('heading', { name: 'Image générée' })

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
  const shifted = await shiftsFromNow(page)
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

const glasses = [phone, desktop, { width: 320, height: 640 }]

/** Where the parts of the dialog on top stand, each side rounded; its body ends where something else begins. */
const partsOf = (page: Page) =>
  page.evaluate(() => {
    const open = [...document.querySelectorAll('dialog[open]')].at(-1)
    const parts = [...(open?.querySelectorAll('h2, button, label, [data-dialog-body]') ?? [])]
    const seen = parts.filter((part) => part.checkVisibility() && !part.closest('[role=region]'))
    return [open, ...seen].map((part) => {
      const { x = 0, y = 0, right = 0, bottom = 0 } = part?.getBoundingClientRect() ?? {}
      return [part?.matches('[data-dialog-body]') ? 0 : bottom, x, y, right].map(Math.round)
    })
  })

/** What a toast lies over. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const [toast] = [...document.querySelectorAll('dialog[open] .toast')]
    const { left = 0, top = 0, right = 0, bottom = 0 } = toast?.getBoundingClientRect() ?? {}
    const dialog = toast?.closest('dialog')
    const body = dialog?.querySelector('[data-dialog-body]')
    const parts = [body, ...(dialog?.querySelectorAll('h2, button') ?? [])]
    const others = parts.filter((part) => part && !toast?.contains(part) && (part === body || !body?.contains(part)))
    return others.flatMap((part) => {
      const box = part?.getBoundingClientRect()
      const isUnder = box && box.left < right && left < box.right && box.top < bottom && top < box.bottom
      return isUnder ? [part?.outerHTML.slice(0, 80)] : []
    })
  })

/** What has the focus is brought into sight, its ring too: 2 px of it, 2 px away. */
function cutRings(body: Element): string[] {
  const { top, bottom } = body.getBoundingClientRect()
  const fields = [...body.querySelectorAll<HTMLElement>('input, textarea, button, select, summary')]
  return fields.flatMap((field) => {
    field.focus()
    const box = field.getBoundingClientRect()
    const isCut = box.top - 4 < top || box.bottom + 4 > bottom
    return isCut && box.height < bottom - top && document.activeElement === field ? [field.outerHTML.slice(0, 90)] : []
  })
}

test.each(glasses)('at $width px a toast covers nothing of a dialog and moves nothing in it', async (viewport) => {
  const { context, page, userId } = await openForm(product.browser, product.system, { viewport })
  const toast = page.locator('dialog[open] .toast')
  expect(await dialog(page).locator('[data-dialog-body]').evaluate(cutRings)).toEqual([])
  await page.getByRole('button', { name: 'Enhance Prompt' }).focus()
  const form = await partsOf(page)
  await page.keyboard.press('Enter')
  await toast.waitFor()
  expect(await covered(page)).toEqual([])
  expect(await partsOf(page)).toEqual(form)
  // A ring in the colour of its words is seen on its ground; Escape is for the toast alone.
  const close = toast.getByRole('button', { name: 'Fermer' })
  await close.focus()
  expect(await close.evaluate((node) => getComputedStyle(node).outlineColor === getComputedStyle(node).color)).toBe(
    true,
  )
  await page.keyboard.press('Escape')
  await toast.waitFor({ state: 'detached' })
  expect(await dialog(page).count()).toBe(1)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Enhance Prompt/u)
  await page.getByRole('heading', { name: 'Créer une image' }).focus()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  // Its address opened it: nothing else is there to go back to.
  await page.locator('main:focus').waitFor()

  const [post] = await publishPosts(product.system, { userId, count: 1 })
  await page.goto(`/?modal=share&post=${post?.id}`)
  const link = page.getByRole('button', { name: 'Copier le lien' })
  await link.focus()
  const sheet = await partsOf(page)
  await link.press('Enter')
  await toast.waitFor()
  expect(await covered(page)).toEqual([])
  expect(await partsOf(page)).toEqual(sheet)
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
