/** What has not reached the server, from whatever tab, in one list: seen, sent now, taken back, and warned of. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { openProfile, phone, visit } from '../../support/browser.ts'
import { join, remembered, sessionKey } from '../../support/people.ts'
import { RoughNetwork } from '../../support/rough-network.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
let network: RoughNetwork
beforeAll(async () => {
  network = await RoughNetwork.to(product.system.url)
})
beforeEach(() => network.change('open'))
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
    await untilAtRest(tab)
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

test('T14 twenty acts of two tabs outlive a browser that is killed: counted, each at the server once, in order', async () => {
  const session = await join(product.system)
  const posts = await publishPosts(product.system, { userId: session.user.id, count: 10 })
  const folder = await mkdtemp(joinPath(tmpdir(), 'profile-'))
  const before = await openProfile(folder, network.url)
  const [one, other] = [await before.newPage(), await before.newPage()]
  await one.goto('/livez')
  await one.evaluate((kept) => Object.assign(localStorage, kept), remembered(session))
  for (const tab of [one, other]) {
    await tab.goto('/')
    await tab.getByRole('article').nth(1).waitFor()
    await untilAtRest(tab)
  }
  await network.change('refuse')
  const halves = [
    [one, posts.slice(0, 5)],
    [other, posts.slice(5)],
  ] as const
  for (const [tab, mine] of halves) {
    await tab.bringToFront()
    for (const { id } of posts.slice(0, posts.indexOf(mine[4]!) + 1)) {
      const card = tab.locator(`[data-post="${id}"]`)
      await card.scrollIntoViewIfNeeded()
      if (!mine.some((post) => post.id === id)) continue
      await card.getByRole('button', { name: /^J’aime/u }).click()
      await card.getByRole('button', { name: 'Enregistrer' }).click()
    }
  }
  await other.getByRole('button', { name: /éléments attendent d’être envoyés$/u }).click()
  const listed = other.getByRole('dialog', { name: 'En attente d’envoi' }).getByRole('listitem')
  await expect.poll(() => listed.count()).toBe(20)
  const inspector = await before.newCDPSession(other)
  const isOver = new Promise((resolve) => before.once('close', resolve))
  await inspector.send('Browser.crash').catch(() => undefined)
  await isOver
  await network.change('open')
  const after = await openProfile(folder, network.url)
  await (await after.newPage()).goto('/')
  const arrived = async (table: string) => {
    const rows = serviceOf(product.system).from(table).select('post_id').eq('user_id', session.user.id)
    const ids = (await rows.order('created_at')).data?.map(({ post_id: id }) => String(id)) ?? []
    return halves.map(([, mine]) => ids.filter((id) => mine.some((post) => post.id === id)))
  }
  const wished = halves.map(([, mine]) => mine.map(({ id }) => id))
  await expect.poll(() => arrived('post_likes')).toEqual(wished)
  await expect.poll(() => arrived('post_saves')).toEqual(wished)
  await after.close()
  await rm(folder, { recursive: true })
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
