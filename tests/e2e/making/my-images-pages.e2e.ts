/** « Mes images » of whoever has many: page by page, also while stars are given. */
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { makeImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
const oldest = 'Forêt d’ébène en été'

const images = (page: Page) => page.getByRole('dialog', { name: 'Mes images' }).first()
const cells = (page: Page) => images(page).getByRole('button', { name: /^Ouvrir : / })
const cell = (page: Page, prompt: string) =>
  images(page).getByRole('button', { name: `Ouvrir : ${prompt}`, exact: true })

/** The oldest one, and so many others that share its file. */
async function openImages(others: number) {
  const session = await join(product.system)
  const service = serviceOf(product.system)
  await makeImage(service, { userId: session.user.id, prompt: oldest })
  await addOthers(service, session.user.id, others)
  const visited = await visit(product.browser, product.system.url, { viewport: phone, storage: returning(session) })
  await visited.page.goto('/profile')
  await visited.page.getByRole('button', { name: 'Mes images' }).first().click()
  await images(visited.page).getByText('60 images ou plus').waitFor()
  return visited
}

async function addOthers(service: SupabaseClient, userId: string, count: number): Promise<void> {
  const one = service.from('generation_images').select('bucket,path,url').eq('user_id', userId)
  const { bucket, path, url } = (await one.single<{ bucket: string; path: string; url: string }>()).data!
  const size = { width: 640, height: 400 }
  const orders = Array.from({ length: count }, (_, place) => ({
    user_id: userId,
    prompt: `Motif ${place}`,
    mode: 'normal',
    ...size,
    engine: 'builtin',
    status: 'succeeded',
  }))
  const made = await service.from('generations').insert(orders).select('id')
  const rows = (made.data as { id: string }[]).map(({ id }) => ({
    generation_id: id,
    user_id: userId,
    position: 1,
    bucket,
    path,
    url,
    width: 640,
    height: 400,
    bytes: 100,
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  }))
  expect((await service.from('generation_images').insert(rows)).error).toBeNull()
}

const toEnd = (page: Page) =>
  images(page)
    .locator('[data-dialog-body]')
    .first()
    .evaluate((element) => element.scrollTo(0, element.scrollHeight))

test('a hundred and fifty come page by page, of which few are in the page', async () => {
  const { context, page } = await openImages(150)
  await expect
    .poll(async () => {
      await toEnd(page)
      return cell(page, oldest).isVisible()
    })
    .toBe(true)
  expect(await cells(page).count()).toBeLessThan(75)
  await images(page).getByText('151 images').waitFor()
  await context.close()
})

test('a star that is given while the next page is under way stays, and the page comes', async () => {
  const { context, page, complaints } = await openImages(62)
  const [isAsked, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  await page.route(
    '**/rpc/my_images?**',
    async (route) => {
      isAsked.resolve(undefined)
      await answer.promise
      // Whoever does not want it any more does not take it.
      await route.continue().catch(() => undefined)
    },
    { times: 1 },
  )
  await toEnd(page)
  await isAsked.promise
  const starred = cell(page, 'Motif 2')
  await starred.focus()
  await page.keyboard.press('4')
  await images(page).getByText('4 étoiles').waitFor({ state: 'attached' })
  answer.resolve(undefined)
  await images(page).getByText('63 images').waitFor()
  await images(page).getByText('4 étoiles').waitFor({ state: 'attached' })
  expect(complaints).toEqual([])
  await context.close()
})

test('a star whose saving does not end holds up no list for ever', async () => {
  const { context, page } = await openImages(62)
  await page.route('**/rest/v1/generation_images?**', () => new Promise(() => undefined))
  await cells(page).first().focus()
  await page.keyboard.press('4')
  await images(page).getByLabel('Chercher dans vos descriptions').fill('ete foret')
  await expect.poll(() => cells(page).count()).toBe(1)
  await cell(page, oldest).waitFor()
  await context.close()
})
