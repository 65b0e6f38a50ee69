/** How publications look: on cards, as titles, side by side, and in the viewer; everything within the glass. */
import type { Session } from '@supabase/supabase-js'
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
let awa: Session
beforeAll(async () => {
  awa = await join(product.system)
})

const as = (session: Session, viewport = phone) =>
  visit(product.browser, product.system.url, { viewport, storage: returning(session) })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('nothing to measure')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('a card shows the title, the caption and where the hashtags end; « IA » stands on the picture', async () => {
  const hashtags = 'pirogue,lagune,matin,ganvié,pêcheurs,brume,reflets'
  const fields = { title: 'Retour de pêche', description: 'À Ganvié, avant le marché.', hashtags }
  await publishImage(serviceOf(product.system), { userId: awa.user.id, prompt: 'Une pirogue', fields })
  const { context, page, complaints } = await as(awa)
  await page.goto('/?tab=latest')
  const card = page.getByRole('article').first()
  await card.getByText('Retour de pêche', { exact: true }).waitFor()
  expect(await card.getByText('À Ganvié, avant le marché.').isVisible()).toBe(true)
  const [mark, picture] = [await boxOf(card.getByTitle('Image IA')), await boxOf(card.getByRole('img').first())]
  expect(mark.y).toBeGreaterThan(picture.y)
  expect(mark.bottom).toBeLessThan(picture.bottom)
  const row = card.locator('p').filter({ has: page.getByRole('link', { name: '#pirogue' }) })
  expect((await boxOf(row)).right).toBeLessThanOrEqual(phone.width)
  // The row goes on: it fades before the gutter instead of being cut.
  expect(await row.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true)
  expect(await row.evaluate((node) => getComputedStyle(node).maskImage)).toContain('linear-gradient')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  expect(complaints).toEqual([])
  await context.close()
})

test('a large title has no gaps between its words, and stands in one line on a desktop; small ones stay apart', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop })
  await page.goto('/')
  const gap = (title: Locator) =>
    title.evaluate((node) => {
      const { wordSpacing, fontSize } = getComputedStyle(node)
      return Number.parseFloat(wordSpacing) / Number.parseFloat(fontSize)
    })
  const hero = page.getByRole('heading', { level: 1 })
  // Measured in its own letters: until they have come, others stand there.
  await page.evaluate(() => document.fonts.ready)
  expect(await gap(hero)).toBeLessThan(0.03)
  expect((await boxOf(hero)).height).toBeLessThan(100)
  await hero.evaluate((node) => (node.style.fontSize = '16px'))
  expect(await gap(hero)).toBeGreaterThan(0.1)
  await context.close()
})

test('with a title, the prompt is no second one', async () => {
  const fields = { title: 'Retour de pêche' }
  const post = await publishImage(serviceOf(product.system), {
    userId: awa.user.id,
    prompt: 'Une pirogue à quai',
    fields,
  })
  const { context, page } = await as(awa)
  await page.goto(`/post/${post}`)
  const sizeOf = (element: Locator) => element.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize))
  const title = await sizeOf(page.locator('main').getByText('Retour de pêche', { exact: true }).last())
  expect(await sizeOf(page.getByText('Une pirogue à quai', { exact: true }).first())).toBeLessThan(title)
  await context.close()
})

test('beside the picture a long name leaves the way to follow and the menu their place', async () => {
  const kossi = await join(product.system)
  const name = { first_name: 'Kossivi Mawuli Emmanuel', last_name: 'Agbodjinou-Amegandjin', is_demo: true }
  await serviceOf(product.system).from('profiles').update(name).eq('id', kossi.user.id).throwOnError()
  const post = await publishImage(serviceOf(product.system), { userId: kossi.user.id, prompt: 'Une case' }, 2)
  const { context, page } = await as(awa, desktop)
  await page.goto(`/post/${post}`)
  await page.getByRole('button', { name: 'Suivre' }).first().waitFor()
  const menu = page.getByRole('main').getByRole('button', { name: 'Plus d’actions' }).first()
  expect((await boxOf(menu)).right).toBeLessThanOrEqual(desktop.width - 16)
  await context.close()
})

test('two pictures are compared within the glass of a phone, and every word of the viewer fits its button', async () => {
  const service = serviceOf(product.system)
  const source = await publishImage(service, { userId: awa.user.id, prompt: 'Un baobab', width: 512, height: 512 })
  const remix = await publishImage(service, { userId: awa.user.id, prompt: 'De nuit', remixOf: source }, 1)
  const { context, page, complaints } = await as(awa)
  await page.goto(`/post/${remix}`)
  await page.getByRole('button', { name: 'Comparer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Comparer' })
  await dialog.getByRole('img').first().waitFor()
  for (const picture of await dialog.getByRole('img').all()) {
    const box = await boxOf(picture)
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(phone.width)
  }
  for (const label of await dialog.locator('p span').all())
    expect((await boxOf(label)).right).toBeLessThanOrEqual(phone.width)
  await page.keyboard.press('Escape')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 })
    await page.goto(`/post/${remix}?modal=viewer&post=${remix}`)
    const viewer = page.getByRole('dialog', { name: 'Image générée' })
    for (const name of ['Remix', 'Télécharger', 'Partager']) {
      const button = viewer.getByRole('button', { name, exact: true })
      await button.waitFor()
      expect([name, await button.evaluate((node) => node.scrollWidth <= node.clientWidth)]).toEqual([name, true])
      expect((await boxOf(button)).right).toBeLessThanOrEqual(width)
    }
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('where comments are closed, nobody is asked to write the first one', async () => {
  const fields = { comments_policy: 'nobody' }
  const id = await publishImage(serviceOf(product.system), { userId: awa.user.id, prompt: 'Une cour fermée', fields })
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto(`/post/${id}`)
  await page.getByText('Les commentaires sont fermés.', { exact: true }).waitFor()
  expect(await page.getByText('Soyez la première personne à commenter.').count()).toBe(0)
  await context.close()
})
