/** What a member finds beside the feed of a large screen: nothing of it delays or moves a picture. */
import { beforeAll, expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { shiftsOfPages } from '../support/layout-shifts.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

beforeAll(async () => {
  const { user } = await join(product.system)
  const service = serviceOf(product.system)
  await service.from('profiles').update({ first_name: 'Awa', last_name: 'Sanogo' }).eq('id', user.id).throwOnError()
  const [post] = await publishPosts(product.system, { userId: user.id, count: 12 })
  await service.from('feed_posts').update({ hashtags: 'lagune' }).eq('id', post?.id).throwOnError()
  await service.rpc('refresh_trending').throwOnError()
  const challenges = [
    { title: 'La ville de demain', tag: 'demain', hashtag: 'demain', starts_at: at(-1), ends_at: at(100) },
    { title: 'Le wax en fête', tag: 'wax', hashtag: 'wax', starts_at: at(-1), ends_at: at(50) },
    { title: 'Déjà fini', tag: 'fini', hashtag: 'fini', starts_at: at(-50), ends_at: at(-1) },
  ]
  await service.from('challenges').insert(challenges).throwOnError()
})

test('from 1280 px on a member has the search, a challenge and people beside the feed, after its first picture', async () => {
  const { violations } = await startAxe()
  const storage = returning(await join(product.system))
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop, storage })
  // As long as the picture is under way: however slow this machine is, the app's patience with it does not end.
  await page.addInitScript(() => {
    const begin = window.setTimeout
    Object.assign(window, { setTimeout: (run: TimerHandler, ms?: number) => (ms === 3000 ? 0 : begin(run, ms)) })
  })
  const shifted = await shiftsOfPages(page)
  const picture = Promise.withResolvers<void>()
  await page.route('**/render/image/**', async (route) => {
    await picture.promise
    await route.continue()
  })
  const column = page.getByRole('region', { name: 'À découvrir', exact: true })
  await page.goto('/?tab=latest', { waitUntil: 'commit' })
  await page.getByRole('article').first().waitFor()
  const list = await page.getByRole('feed').boundingBox()
  expect(await column.count()).toBe(0)
  picture.resolve()

  // The next to end.
  await column.getByRole('link', { name: 'Le wax en fête' }).waitFor()
  expect(await column.getByText(/La ville de demain|Déjà fini/u).count()).toBe(0)
  expect(await column.getByRole('link', { name: /^#lagune/u }).getAttribute('href')).toBe('/tag/lagune')
  await column.getByRole('listitem').filter({ hasText: 'Awa Sanogo' }).getByRole('button', { name: 'Suivre' }).waitFor()
  const box = await column.boundingBox()
  expect((list?.x ?? 0) + (list?.width ?? Infinity)).toBeLessThanOrEqual(box?.x ?? 0)
  const after = await page.getByRole('feed').boundingBox()
  expect([after?.x, after?.width]).toEqual([list?.x, list?.width])
  expect(await shifted()).toBe(0)
  expect(await violations(page, '/')).toEqual([])

  // After what stands above the pictures, before the pictures: these have no end.
  await page.getByRole('button', { name: 'Créer cette image' }).focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Rechercher')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Recherche intelligente' }).waitFor()
  await page.keyboard.press('Escape')

  await column.getByRole('link', { name: 'Le wax en fête' }).click()
  await page.getByRole('heading', { name: 'Le wax en fête', level: 1 }).waitFor()
  expect(await column.count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('narrower screens and visitors have the whole room for pictures', async () => {
  const storage = returning(await join(product.system))
  for (const [viewport, kept] of [
    [{ width: 1279, height: 900 }, storage],
    [phone, storage],
    [desktop, {}],
  ] as const) {
    const { context, page } = await visit(product.browser, product.system.url, { viewport, storage: kept })
    await page.goto('/?tab=latest')
    await page.getByRole('article').first().waitFor()
    await untilAtRest(page)
    expect(await page.getByRole('region', { name: 'À découvrir', exact: true }).count()).toBe(0)
    const list = await page.getByRole('feed').boundingBox()
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeGreaterThan(viewport.width - 60)
    await context.close()
  }
})
