/** Search, notifications and the lists' keys, as they are seen: what is not asked for stays out of the way. */
import type { Session } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
let mariam: Session
let awa: Session
beforeAll(async () => {
  ;[awa, mariam] = [await join(product.system), await join(product.system)]
  const service = serviceOf(product.system)
  const names = { first_name: 'Mariam', last_name: 'Coulibaly', username: 'mariam.c' }
  await service.from('profiles').update(names).eq('id', mariam.user.id).throwOnError()
  for (const prompt of ['Une pirogue', 'Un baobab']) await publishImage(service, { userId: mariam.user.id, prompt })
})

const as = (session: Session, viewport = phone) =>
  visit(product.browser, product.system.url, { viewport, storage: returning(session) })

test('a name finds the pictures too; filters come when asked for; nothing jumps; one word is not told to be fewer', async () => {
  const { context, page, complaints } = await as(awa, desktop)
  await page.goto('/?modal=search')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox').first()
  await field.waitFor()
  const before = await dialog.boundingBox()
  await field.fill('mariam')
  await field.press('Enter')
  const pictures = dialog.getByRole('region', { name: 'Images de Mariam Coulibaly' })
  await pictures.getByRole('img', { name: 'Un baobab' }).waitFor()
  expect(await pictures.getByRole('img').count()).toBe(2)
  expect(await dialog.boundingBox()).toEqual(before)
  expect(await dialog.getByLabel('Depuis').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Affiner' }).click()
  await dialog.getByLabel('Depuis').waitFor()

  await field.fill('zorglub')
  await field.press('Enter')
  await dialog.getByText('Vérifiez l’orthographe, ou essayez un autre mot.').waitFor()
  expect(await dialog.getByText('moins de mots').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('notifications lead to their settings, fit 320 pixels, and their badge stays away from their own page', async () => {
  const post = await publishImage(serviceOf(product.system), { userId: mariam.user.id, prompt: 'Une case' })
  const like = { post_id: post, user_id: awa.user.id }
  await serviceOf(product.system).from('post_likes').insert(like).throwOnError()
  const { context, page, complaints } = await as(mariam, { width: 320, height: 640 })
  await page.goto('/')
  const badge = page.getByRole('link', { name: /^Notifications/u }).locator('[aria-hidden=true]', { hasText: '1' })
  await badge.waitFor()
  await page.goto('/notifications')
  await page.getByRole('listitem').first().waitFor()
  expect(await badge.isVisible()).toBe(false)
  expect(await page.getByRole('tab', { name: 'Argent' }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const all = await page.getByRole('button', { name: 'Tout marquer comme lu' }).boundingBox()
  expect(all && all.x + all.width).toBeLessThanOrEqual(320)
  await page.getByRole('link', { name: 'Choisir ses notifications' }).click()
  await page.waitForURL((url) => url.searchParams.get('section') === 'notifications')
  expect(complaints).toEqual([])
  await context.close()
})

test('a card that J chooses has a ring', async () => {
  const { context, page } = await as(awa, desktop)
  await page.goto('/?tab=latest')
  const first = page.getByRole('article').first()
  await first.waitFor()
  await expect
    .poll(async () => {
      await page.keyboard.press('k')
      await page.keyboard.press('j')
      return page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
        return [document.activeElement?.tagName, outlineStyle, outlineWidth]
      })
    })
    .toEqual(['ARTICLE', 'solid', '2px'])
  await context.close()
})
