/** What has not reached the server, from whatever tab, in one list: seen, sent now, taken back, and warned of. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { phone, visit } from '../../support/browser.ts'
import { join, remembered, sessionKey } from '../../support/people.ts'
import { RoughNetwork } from '../../support/rough-network.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
let network: RoughNetwork
beforeAll(async () => {
  network = await RoughNetwork.to(product.system.url)
})
afterAll(async () => {
  await network[Symbol.asyncDispose]()
})

const like = (page: Page, index: number) =>
  page
    .getByRole('article')
    .nth(index)
    .getByRole('button', { name: /^J’aime/u })
    .click()
const waiting = (page: Page, count: number) =>
  page.getByRole('button', { name: `${count} éléments attendent d’être envoyés` })

test('what two tabs did without network is one list, goes out in order from the next page, and without what was taken back', async () => {
  const session = await join(product.system)
  const posts = await publishPosts(product.system, { userId: session.user.id, count: 4 })
  const viewport = { width: 320, height: 700 }
  const { context, page } = await visit(product.browser, network.url, { viewport, storage: remembered(session) })
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/')
    await tab.getByRole('article').nth(1).waitFor()
    await tab.waitForLoadState('networkidle')
  }
  await network.change('refuse')
  await like(other, 0)
  await like(page, 1)
  await page.getByRole('status').filter({ hasText: 'Vous êtes hors ligne' }).waitFor()
  await page.bringToFront()
  await like(page, 2)
  await waiting(page, 3).or(waiting(page, 2)).first().click()
  const sheet = page.getByRole('dialog', { name: 'En attente d’envoi' })
  await expect.poll(() => sheet.getByRole('listitem').count()).toBe(3)
  expect(await (await startAxe()).violations(page, 'waiting')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const cancel = sheet.getByRole('button', { name: 'Supprimer : J’aime' })
  await cancel.last().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => sheet.getByRole('listitem').count()).toBe(2)
  await page.close()
  await other.close()
  await network.change('open')
  const next = await context.newPage()
  await next.goto('/')
  const likes = async () => {
    const rows = serviceOf(product.system).from('post_likes').select('post_id').eq('user_id', session.user.id)
    return (await rows.order('created_at')).data?.map(({ post_id: id }) => id)
  }
  await expect.poll(likes).toEqual([posts[0]?.id, posts[1]?.id])
  await context.close()
})

test('whoever leaves is told what would be lost', async () => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 1 })
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  await page.route('**/rest/v1/post_likes*', (route) => route.abort())
  await page.goto('/')
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('post_likes'))
  await like(page, 0)
  await failed
  await page.goto('/account')
  await page.getByRole('button', { name: '1 élément attend d’être envoyé' }).waitFor()
  await page.goto('/account?section=security')
  await page.getByRole('button', { name: 'Se déconnecter de cet appareil' }).click()
  const warning = page.getByRole('dialog', { name: 'Avant de vous déconnecter' })
  await warning.getByText('1 élément n’est pas encore parti. Il sera perdu.').waitFor()
  await warning.getByRole('button', { name: 'Rester' }).click()
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).not.toBeNull()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})
