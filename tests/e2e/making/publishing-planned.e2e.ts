/** A publication for later: planned in the sheet, seen and moved among the drafts, published at its hour and told. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { phone } from '../../support/browser.ts'
import { button, description, generate, openForm } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = paintedProduct()

const title = 'Le marché de Treichville'
const details = (page: Page) => page.getByRole('dialog', { name: 'Détails de la publication' })
const hour = (page: Page) => page.getByLabel('Date et heure')
const planned = (page: Page) => page.getByRole('region', { name: 'Publications programmées' })
/** As the field holds it, in the time of the page. */
const inHours = (page: Page, hours: number) =>
  page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead * 3_600_000)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, hours)

async function chooseAct(page: Page, act: string): Promise<void> {
  await planned(page)
    .getByRole('button', { name: `Actions : ${title}` })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

test('is planned, moved, cancelled and brought back, and appears once at its hour', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system, { viewport: phone })
  const service = serviceOf(product.system)
  const posts = async () =>
    (await service.from('feed_posts').select('title,comments_policy,rating').eq('creator_id', userId)).data
  await description(page).fill('Un marché sous la pluie')
  await generate(page).click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()
  await button(page, 'Détails').click()
  await details(page).getByLabel('Titre').fill(title)
  await details(page).getByRole('radiogroup', { name: 'Qui peut commenter' }).getByText('Personne').click()
  await details(page).getByLabel('Sensibilité').selectOption('Suggestive')
  await details(page).getByText('Plus tard', { exact: true }).click()
  await details(page)
    .getByText(/^À votre heure\s: .*UTC/u)
    .waitFor()
  const plan = details(page).getByRole('button', { name: 'Programmer', exact: true })
  await hour(page).fill(await inHours(page, -1))
  await details(page).getByText('Cette heure est passée. Choisissez-en une à venir.').waitFor()
  expect(await plan.isDisabled()).toBe(true)
  await hour(page).fill(await inHours(page, 24 * 31))
  await details(page).getByText('Au plus tard dans 30 jours.').waitFor()
  await hour(page).fill(await inHours(page, 5))
  await plan.click()
  await page.getByRole('link', { name: /^Programmée\s: /u }).click()

  await planned(page).getByText(title).waitFor()
  expect(await posts()).toEqual([])
  await chooseAct(page, 'Changer l’heure')
  await hour(page).fill(await inHours(page, 48))
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await page.getByText(/^Publication déplacée/u).waitFor()
  const hours = async () => (await service.from('scheduled_posts').select('publish_at').eq('creator_id', userId)).data
  await expect
    .poll(async () => Date.parse((await hours())?.[0]?.publish_at as string) - Date.now())
    .toBeGreaterThan(47 * 3_600_000)
  await chooseAct(page, 'Annuler la programmation')
  await planned(page).waitFor({ state: 'detached' })
  expect(await hours()).toEqual([])
  await page.getByRole('button', { name: 'Rétablir' }).click()
  await planned(page).getByText(title).waitFor()

  const soon = new Date(Date.now() + 1500).toISOString()
  await service.from('scheduled_posts').update({ publish_at: soon }).eq('creator_id', userId)
  await expect.poll(posts).toEqual([{ title, comments_policy: 'nobody', rating: 1 }])
  await planned(page).waitFor({ state: 'detached' })
  await page.goto('/notifications')
  await page.getByText('Votre publication programmée est en ligne').click()
  await page.getByRole('heading', { name: title }).waitFor()
  expect(await posts()).toHaveLength(1)
  await context.close()
})
