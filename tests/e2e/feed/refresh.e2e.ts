/** The feed is asked for what is new: drawn down from its top on a phone, or by its own entry pressed at the top. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
let service: SupabaseClient
let author: string
beforeAll(async () => {
  service = serviceOf(product.system)
  author = (await join(product.system)).user.id
  await publishPosts(product.system, { userId: author, count: 12 })
})

/** Published at the wire: the list hears that there is something new, and stays as it is. */
async function publishOne(prompt: string): Promise<void> {
  const { data } = await service.from('feed_posts').select('image_url').eq('creator_id', author).limit(1).single()
  const { error } = await service
    .from('feed_posts')
    .insert({ creator_id: author, prompt, image_url: data?.['image_url'] })
  if (error) throw error
}

/** One finger, drawn down by so many pixels in steps, as the device tells it; `lift` lets go. */
async function drawDown(page: Page, distance: number, { lift = true } = {}): Promise<() => Promise<void>> {
  const device = await page.context().newCDPSession(page)
  const from = { x: 200, y: 300 }
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] })
  await touch('touchStart', from.y)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', from.y + (distance * step) / 10)
  const letGo = async () => void (await touch('touchEnd'))
  if (lift) await letGo()
  return letGo
}

const post = (page: Page, prompt: string) => page.getByRole('article').filter({ hasText: prompt })
const indicator = (page: Page) => page.locator('[data-refresh]')
const opened = async (page: Page) => {
  await page.goto('/?tab=latest')
  await page.getByRole('article').first().waitFor()
  await indicator(page).waitFor({ state: 'attached' })
}
const phase = (page: Page) => indicator(page).getAttribute('data-refresh')

test('drawn down from its top the feed brings what is new; a short draw and one from below bring nothing', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  await opened(page)
  await publishOne('Une pirogue à voile bleue')

  await drawDown(page, 60)
  expect(await phase(page)).toBe('idle')
  await page.evaluate(() => scrollTo(0, 900))
  await drawDown(page, 220)
  expect(await phase(page)).toBe('idle')
  expect(await post(page, 'Une pirogue à voile bleue').count()).toBe(0)

  await page.evaluate(() => scrollTo(0, 0))
  await post(page, 'Motif numéro 1').first().waitFor()
  expect(await post(page, 'Une pirogue à voile bleue').count()).toBe(0)
  const letGo = await drawDown(page, 200, { lift: false })
  await expect.poll(() => phase(page)).toBe('ready')
  // With less motion it stays in its place.
  expect(await indicator(page).evaluate((element) => element.style.translate)).toBe('')
  expect(await page.evaluate(() => document.documentElement.style.overscrollBehaviorY)).toBe('none')
  await letGo()
  await post(page, 'Une pirogue à voile bleue').waitFor()
  await expect.poll(() => phase(page)).toBe('done')
  await page.getByRole('status').filter({ hasText: 'Le feed est à jour.' }).waitFor({ state: 'attached' })
  expect(complaints).toEqual([])

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await opened(page)
  const release = await drawDown(page, 80, { lift: false })
  await expect.poll(() => indicator(page).evaluate((element) => element.style.translate)).toMatch(/^0px -\d+px$/u)
  await release()
  await expect.poll(() => phase(page)).toBe('idle')
  await context.close()
})

test('without a network the list stays and it is said; a dialog over it takes the gesture away', async () => {
  const storage = returning(await join(product.system))
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await opened(page)
  await page.route('**/rest/v1/**', (route) => route.abort())
  await drawDown(page, 220)
  await page.getByText('Le feed n’a pas pu être actualisé').waitFor()
  expect(await page.getByRole('article').count()).toBeGreaterThan(0)
  expect(await phase(page)).toBe('idle')

  await page.getByRole('button', { name: 'Recherche' }).click()
  await page.getByRole('dialog').waitFor()
  await (
    await drawDown(page, 220, { lift: false })
  )()
  expect(await phase(page)).toBe('idle')
  await context.close()
})

test('the entry of the feed pressed below the top goes there, pressed at the top it brings what is new', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop })
  await opened(page)
  await publishOne('Un marché sous la pluie')
  const entry = page.getByRole('link', { name: 'Feed', exact: true }).first()
  await page.evaluate(() => scrollTo(0, 600))
  await entry.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(await phase(page)).toBe('idle')
  await entry.click()
  await post(page, 'Un marché sous la pluie').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the way back to where somebody stopped is offered until it is taken, also after a read that failed', async () => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: author, count: 80 })
  const headers = { authorization: `Bearer ${session.access_token}` }
  const client = createClient(product.system.url, product.system.anonKey, {
    auth: { persistSession: false },
    global: { headers },
  })
  const { data: pages } = await client.rpc('feed_page', { tab: 'latest', page_size: 60 }).select('id,cursor')
  const [before, there] = (pages as { id: string; cursor: string }[]).slice(40)
  const place = { anchor_post_id: there!.id, anchor_cursor: before!.cursor, anchor_offset: 120 }
  const stopped = { user_id: session.user.id, tab: 'latest', ...place }
  expect((await service.from('feed_positions').upsert(stopped)).error).toBeNull()
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  await opened(page)
  const resume = page.getByRole('button', { name: 'Reprendre où vous étiez' })
  await resume.waitFor()
  const reads = '**/rest/v1/**'
  await page.route(reads, (route) => route.abort())
  await resume.click()
  await page.getByText('Le feed n’a pas pu se charger').waitFor()
  await page.unroute(reads)
  await page.getByRole('button', { name: 'Fermer' }).first().click()
  await resume.click()
  await resume.waitFor({ state: 'detached' })
  await context.close()
})

test('a visitor who stays hears of what is new too, and is signed in here by signing in in another tab', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.clock.install()
  let isListening = false
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      isListening ||= /realtime:feed.*"ok"/u.test(String(payload))
    }),
  )
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  // What is not needed at once comes when the page has come to rest, and what listens after a while.
  await page.clock.runFor(3000)
  await page.getByRole('textbox', { name: 'Décrivez votre image' }).waitFor()
  const listensIn = async () => page.clock.runFor(1000).then(() => isListening)
  await expect.poll(listensIn).toBe(true)
  await publishOne('Une natte neuve')
  await page.getByRole('button', { name: /nouvelles? publications?$/u }).waitFor()

  const session = await join(product.system)
  const other = await context.newPage()
  await other.goto('/livez')
  await other.evaluate((kept) => Object.assign(localStorage, kept), returning(session))
  await page.getByRole('link', { name: 'Pour vous' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
