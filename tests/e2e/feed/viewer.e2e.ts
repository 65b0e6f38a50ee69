/** 'Image générée': looking at pictures, one after the other, as near as one likes. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { desktop, phone, visit, type Visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { button, description, moreActions, slot } from '../support/creator.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf, type PublishedPost } from '../support/published-posts.ts'

const product = startedProduct()
let posts: PublishedPost[]
beforeAll(async () => {
  const { user } = await join(product.system)
  posts = await publishPosts(product.system, { userId: user.id, count: 4 })
})

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Image générée' })
const zoom = (page: Page) => viewer(page).locator('[data-zoom]').getAttribute('data-zoom')

async function look(viewport: typeof phone, storage: Record<string, string> = {}): Promise<Visit> {
  const visited = await visit(product.browser, product.system.url, { viewport, storage })
  await visited.page.goto('/')
  await visited.page.getByRole('article').first().waitFor()
  await visited.page.goto(`/?modal=viewer&post=${posts[1]?.id}`)
  await viewer(visited.page).getByText('2 sur 4', { exact: true }).first().waitFor()
  return visited
}

test('the keys walk through the list it came from, look closer, and leave', async () => {
  const { context, page, complaints } = await look(desktop)
  await page.keyboard.press('ArrowRight')
  await viewer(page).getByText('3 sur 4', { exact: true }).first().waitFor()
  await viewer(page).getByText('Motif numéro 3').first().waitFor()
  await button(page, 'Image suivante').click()
  await viewer(page).getByText('4 sur 4', { exact: true }).first().waitFor()
  await page.keyboard.press('ArrowRight')
  expect(new URL(page.url()).searchParams.get('post')).toBe(posts[3]?.id)
  await page.keyboard.press('ArrowLeft')
  await viewer(page).getByText('3 sur 4', { exact: true }).first().waitFor()

  expect(await zoom(page)).toBe('1.00')
  await page.keyboard.press('+')
  await expect.poll(() => zoom(page)).toBe('1.50')
  await page.keyboard.press('-')
  await expect.poll(() => zoom(page)).toBe('1.00')
  await page.keyboard.press('0')
  await expect.poll(async () => Number(await zoom(page))).toBeGreaterThan(1.9)

  const saved = page.waitForEvent('download')
  await page.keyboard.press('d')
  expect((await saved).suggestedFilename()).toBe(`cortexia-${posts[2]?.id}.webp`)
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})

test('fingers: a double tap looks closer, two fingers closer still, a swipe goes on, a swipe down leaves', async () => {
  const { context, page, complaints } = await look(phone)
  const middle = { x: phone.width / 2, y: phone.height / 3 }
  // Both are on their way before the first is answered.
  const tap = () => page.touchscreen.tap(middle.x, middle.y)
  await Promise.all([tap(), tap()])
  await expect.poll(async () => Number(await zoom(page))).toBeGreaterThan(1.9)
  await Promise.all([tap(), tap()])
  await expect.poll(() => zoom(page)).toBe('1.00')

  const touch = await context.newCDPSession(page)
  const at = (type: string, ...points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    })
  await at('touchStart', { x: 150, y: 300 }, { x: 240, y: 300 })
  await at('touchMove', { x: 90, y: 300 }, { x: 300, y: 300 })
  await at('touchEnd')
  await expect.poll(async () => Number(await zoom(page))).toBeGreaterThan(1.5)
  await page.keyboard.press('0')
  await expect.poll(() => zoom(page)).toBe('1.00')

  await at('touchStart', { x: 300, y: 300 })
  await at('touchMove', { x: 150, y: 305 })
  await at('touchEnd')
  await viewer(page).getByText('3 sur 4', { exact: true }).first().waitFor()
  await at('touchStart', { x: 200, y: 200 })
  await at('touchMove', { x: 205, y: 380 })
  await at('touchEnd')
  await viewer(page).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})

test('a picture that does not come can be asked for again', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  const pictures = '**/storage/v1/object/public/generated-images/**'
  await page.route(pictures, (route) => route.abort())
  await page.goto(`/?modal=viewer&post=${posts[0]?.id}`)
  await viewer(page).getByText('Image indisponible').waitFor()
  await page.unroute(pictures)
  await button(page, 'Réessayer').click()
  await viewer(page).getByText('Image indisponible').waitFor({ state: 'detached' })
  expect(await viewer(page).getByRole('img', { name: 'Motif numéro 1' }).count()).toBe(1)
  await context.close()
})

test('its settings and the picture itself go into the form', async () => {
  const { context, page } = await look(phone, returning(await join(product.system)))
  await moreActions(page).click()
  await page.getByRole('menuitem', { name: 'Définir comme référence' }).click()
  await slot(page, 1).waitFor()
  await page.goto(`/?modal=viewer&post=${posts[1]?.id}`)
  await moreActions(page).click()
  await page.getByRole('menuitem', { name: 'Utiliser les réglages' }).click()
  await expect.poll(() => description(page).inputValue()).toBe('Motif numéro 2')
  await context.close()
})

test('on its page, a long name leaves room for « Suivre » and the menu', async () => {
  const [author, reader] = [await join(product.system), await join(product.system)]
  const named = { first_name: 'Marie-Antoinette', last_name: 'Coulibaly', username: 'marie_antoinette_fatoumata_30' }
  await serviceOf(product.system).from('profiles').update(named).eq('id', author.user.id).throwOnError()
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  for (const viewport of [desktop, phone]) {
    const { context, page } = await visit(product.browser, product.system.url, {
      viewport,
      storage: returning(reader),
    })
    await page.goto(`/post/${post?.id}`)
    for (const one of [button(page, 'Suivre').first(), button(page, 'Plus d’actions').first()]) {
      await one.waitFor()
      const place = await one.boundingBox()
      expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
    }
    await context.close()
  }
})

test('what its author wrote for those who do not see it is there for everybody: on its page, and in the viewer', async () => {
  const [first] = posts
  const words = 'Un carré de pagne indigo, à bords francs.'
  await serviceOf(product.system).from('feed_posts').update({ alt_text: words }).eq('id', first?.id).throwOnError()
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto(`/post/${first?.id}`)
  await button(page, 'ALT : lire le texte alternatif').click()
  const sheet = page.getByRole('dialog', { name: 'Texte alternatif' })
  await sheet.getByText(words).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await button(page, 'Agrandir l’image').click()
  await moreActions(page).click()
  await page.getByRole('menuitem', { name: 'Texte alternatif' }).click()
  await sheet.getByText(words).waitFor()
  await page.keyboard.press('Escape')
  expect(await viewer(page).isVisible()).toBe(true)
  // Words that stand beside the picture are not said twice; hidden ones say nothing of it, its title does.
  const hidden = { prompt_visible: false, title: 'Trois carrés' }
  await serviceOf(product.system).from('feed_posts').update(hidden).eq('id', posts[1]?.id).throwOnError()
  await page.goto(`/post/${posts[1]?.id}`)
  await page.getByRole('img', { name: 'Trois carrés' }).first().waitFor()
  expect(await button(page, 'ALT : lire le texte alternatif').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})
