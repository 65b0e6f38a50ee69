/** A publication whose network is away: nothing that was written is lost, and the post is published once. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { phone } from '../../support/browser.ts'
import { button, description, generate, openForm, type Creator } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = paintedProduct()

const posts = '**/rest/v1/feed_posts?*'
const title = 'Le marché de Treichville'
const text = 'Trois heures de pluie, puis la lumière.'

async function cut(context: BrowserContext): Promise<void> {
  await context.route(posts, (route) => route.abort())
}

const details = (page: Page) => page.getByRole('dialog', { name: 'Détails de la publication' })
const waiting = (page: Page) => page.getByText('En attente du réseau', { exact: true })
const sheet = (page: Page) => page.locator('dialog[open]').last()
/** Over every page. */
const notice = (page: Page) => page.getByRole('region', { name: '1 publication en attente du réseau' })

/** In front of a picture whose publication has been asked for. */
async function publishWithWords(viewport = phone): Promise<Creator> {
  const creator = await openForm(product.browser, product.system, { viewport })
  const { page } = creator
  await description(page).fill('Un marché sous la pluie')
  await generate(page).click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()
  await cut(creator.context)
  await button(page, 'Détails').click()
  await details(page).getByLabel('Titre').fill(title)
  await details(page).getByLabel('Légende', { exact: true }).fill(text)
  await details(page).getByRole('button', { name: 'Publier' }).click()
  return creator
}

async function postsOf(userId: string) {
  const { data, error } = await serviceOf(product.system)
    .from('feed_posts')
    .select('title,description')
    .eq('creator_id', userId)
  if (error) throw error
  return data
}

test('waits over a reload and in two tabs, and is published once when the server is back', async () => {
  const { context, page, userId } = await publishWithWords()
  await waiting(page).waitFor()
  await button(sheet(page), 'Réessayer').waitFor()
  await page.goto('/')
  await notice(page).getByText(title).waitFor()
  const other = await context.newPage()
  await other.goto('/')
  await notice(other).getByText(title).waitFor()
  expect(await postsOf(userId)).toEqual([])

  await context.unroute(posts)
  await Promise.all([page, other].map((tab) => notice(tab).waitFor({ state: 'detached' })))
  expect(await postsOf(userId)).toEqual([{ title, description: text }])
  await context.close()
})

test('whose answer was lost is one post', async () => {
  const { context, page, userId } = await publishWithWords()
  await waiting(page).waitFor()
  // Over the one that refuses, with no moment between them: the app tries again by itself too.
  await context.route(posts, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await button(sheet(page), 'Réessayer').click()
  await expect.poll(() => postsOf(userId)).toHaveLength(1)
  await context.unroute(posts)
  await page.getByText('Publié dans le feed').first().waitFor()
  await page.getByRole('link', { name: 'Publiée · Voir' }).waitFor()
  expect(await postsOf(userId)).toEqual([{ title, description: text }])
  await context.close()
})

test('that is taken back is not published, and its words are there for another try', async () => {
  const { context, page, userId } = await publishWithWords()
  await waiting(page).waitFor()
  await button(sheet(page), 'Annuler').click()
  await context.unroute(posts)
  await button(page, 'Détails').click()
  expect(await details(page).getByLabel('Titre').inputValue()).toBe(title)
  expect(await details(page).getByLabel('Légende', { exact: true }).inputValue()).toBe(text)
  expect(await postsOf(userId)).toEqual([])
  await details(page).getByRole('button', { name: 'Publier' }).click()
  await page.getByRole('link', { name: 'Publiée · Voir' }).waitFor()
  expect(await postsOf(userId)).toEqual([{ title, description: text }])
  await context.close()
})
