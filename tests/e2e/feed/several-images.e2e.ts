/** One publication of several pictures: chosen, put in order, turned in the feed and on its page, and remixed one by one. */
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { startAxe, type Axe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
let service: SupabaseClient
let axe: Axe
beforeAll(async () => {
  service = serviceOf(product.system)
  axe = await startAxe()
})

/** Somebody with three pictures of three shapes, none of them published. */
async function maker() {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 1 })
  await service.from('feed_posts').delete().eq('creator_id', session.user.id)
  const { data } = await service
    .from('generation_images')
    .select('id,url,width,height')
    .eq('user_id', session.user.id)
    .order('id', { ascending: false })
  return { session, images: data ?? [] }
}

interface Published {
  id: string
  image_id: string
  more_images: { id: string; alt: string }[]
  title: string
}

async function postOf(person: string): Promise<Published | undefined> {
  const { data } = await service
    .from('feed_posts')
    .select('id,image_id,more_images,title')
    .eq('creator_id', person)
    .overrideTypes<Published[], { merge: false }>()
  return data?.[0]
}

/** A publication of all of somebody's pictures. */
async function published() {
  const { session, images } = await maker()
  const [first, ...more] = images
  const { data } = await service
    .from('feed_posts')
    .insert({
      creator_id: session.user.id,
      prompt: 'Trois vues du marché',
      alt_text: 'Vue 1',
      image_url: first?.url,
      more_images: more.map(({ url }, place) => ({ url, alt: `Vue ${place + 2}` })),
    })
    .select('id')
    .single<{ id: string }>()
  return { session, images, id: data?.id ?? '' }
}

const place = (page: Page, number: number) => page.getByRole('status', { name: `Image ${number} sur 3` }).first()
const card = (page: Page) => page.getByRole('article').filter({ hasText: 'Trois vues du marché' }).first()

test('several of one’s own pictures are chosen, put in order, described and published as one', async () => {
  const { session, images } = await maker()
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  await page.goto('/?modal=images')
  await page.getByRole('button', { name: 'Sélectionner', exact: true }).click()
  const boxes = page.getByRole('dialog', { name: 'Mes images' }).getByRole('checkbox')
  await expect.poll(() => boxes.count()).toBe(3)
  for (const number of [1, 2, 0]) await boxes.nth(number).click()
  await page.getByRole('button', { name: 'Publier', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publier 3 images ensemble' })
  await dialog.getByText('La première se voit dans le feed').waitFor()
  expect(await axe.violations(page, 'publish together')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await dialog
    .getByRole('button', { name: /^Monter/u })
    .nth(1)
    .click()
  await dialog
    .getByRole('button', { name: /^Décrire/u })
    .first()
    .click()
  await dialog.getByLabel('Texte alternatif de l’image 1').fill('Le matin')
  await dialog.getByLabel('Titre').fill('Dantokpa')
  await dialog.getByRole('button', { name: 'Publier', exact: true }).click()
  await page.getByText('Publié dans le feed').waitFor()
  const post = await postOf(session.user.id)
  const order = [2, 1, 0].map((number) => images[number]?.id)
  expect([post?.image_id, ...(post?.more_images.map(({ id }) => id) ?? [])]).toEqual(order)
  expect(post?.title).toBe('Dantokpa')
  expect(complaints).toEqual([])
  await context.close()
})

test('a publication that is refused keeps its words for the same pictures', async () => {
  const { session, images } = await maker()
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: returning(session),
  })
  await page.goto('/?modal=images')
  await page.getByRole('button', { name: 'Sélectionner', exact: true }).click()
  const boxes = page.getByRole('dialog', { name: 'Mes images' }).getByRole('checkbox')
  await expect.poll(() => boxes.count()).toBe(3)
  const choose = async () => {
    for (const number of [0, 1]) await boxes.nth(number).click()
    await page.getByRole('button', { name: 'Publier', exact: true }).click()
  }
  await choose()
  const dialog = page.getByRole('dialog', { name: 'Publier 2 images ensemble' })
  await dialog.getByLabel('Titre').fill('À ne pas perdre')
  // Another device throws one of them away meanwhile.
  const gone = { deleted_at: new Date().toISOString() }
  await service.from('generation_images').update(gone).eq('id', images[1]?.id)
  await dialog.getByRole('button', { name: 'Publier', exact: true }).click()
  await page.getByText('Une des images n’est plus dans vos images.').waitFor()
  expect(await postOf(session.user.id)).toBeUndefined()
  await service.from('generation_images').update({ deleted_at: null }).eq('id', images[1]?.id)
  await page.getByRole('button', { name: 'Sélectionner', exact: true }).click()
  await choose()
  expect(await dialog.getByLabel('Titre').inputValue()).toBe('À ne pas perdre')
  await context.close()
})

test('in the feed a finger and the keys turn them; what is turned to opens, and is what is remixed', async () => {
  const { id } = await published()
  const storage = returning(await join(product.system))
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await page.goto('/')
  await card(page).waitFor()
  await place(page, 1).waitFor()
  // What nobody has turned to is not asked for: data is dear.
  expect(await card(page).locator('[data-track] img').count()).toBe(1)
  await card(page)
    .locator('[data-track]')
    .evaluate((track) => track.scrollTo({ left: track.clientWidth }))
  await place(page, 2).waitFor()
  await expect.poll(() => card(page).locator('[data-track] img').count()).toBeGreaterThan(1)
  expect(await axe.violations(page, 'feed with several images')).toEqual([])
  await card(page).getByRole('button', { name: 'Remix', exact: true }).click()
  const remix = page.getByRole('dialog', { name: 'Remix Image' })
  await remix.getByRole('img', { name: 'Vue 2' }).waitFor()
  await page.goBack()
  await card(page).locator('[data-open]').click()
  await page.waitForURL((url) => url.pathname === `/post/${id}` && url.searchParams.get('image') === '2')
  await page.getByRole('img', { name: 'Vue 2' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('on a desktop arrows turn them, in the feed, on the page and in the viewer; the page passes on only after the last', async () => {
  const { id } = await published()
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop })
  await page.goto(`/post/${id}`)
  const strip = page.getByRole('list', { name: '3 images' })
  await strip.waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('img', { name: 'Vue 2' }).waitFor()
  expect(await strip.getByRole('button', { name: 'Image 2 sur 3' }).getAttribute('aria-current')).toBe('true')
  await strip.getByRole('button', { name: 'Image 3 sur 3' }).click()
  await page.getByRole('img', { name: 'Vue 3' }).waitFor()
  expect(await axe.violations(page, 'post with several images')).toEqual([])
  await page.keyboard.press('f')
  const viewer = page.locator('dialog[open]')
  await viewer.getByRole('img', { name: 'Vue 3' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await viewer.getByRole('img', { name: 'Vue 2' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
