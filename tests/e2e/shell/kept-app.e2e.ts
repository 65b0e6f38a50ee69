/** The app on the device: started without a server, updated by whole builds, taken off it again (decision 0043). */
import { readFile, writeFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered, sessionKey } from '../../support/people.ts'
import { RoughNetwork } from '../../support/rough-network.ts'
import { buildOf, cachesOf, otherBuild, untilKept, waits } from '../support/app-builds.ts'
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

async function arrive() {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 2 })
  const storage = remembered(session)
  const visited = await visit(product.browser, network.url, { viewport: phone, storage, hasWorker: true })
  await visited.page.goto('/')
  await visited.page.getByRole('article').first().waitFor()
  await untilKept(visited.page)
  return { ...visited, session }
}

/** A page that is opened as from the home screen. */
async function reopen(context: BrowserContext, page: Page): Promise<Page> {
  const next = await context.newPage()
  await page.close()
  return next
}

const firstPicture = (page: Page) => page.getByRole('article').first().locator('img[srcset]')
const isPainted = (page: Page) =>
  firstPicture(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

test('X-07 a member whose token has ended starts without a server: the feed with its pictures, signed in, and out', async () => {
  const { context, page: first, session } = await arrive()
  const { error } = await serviceOf(product.system)
    .from('profiles')
    .update({ first_name: 'Ada', last_name: 'Lovelace' })
    .eq('id', session.user.id)
  expect(error).toBeNull()
  await first.setViewportSize(desktop)
  // The list is put away after a rest, and its pictures after it.
  await first.reload()
  await first.getByRole('article').first().waitFor()
  await first.getByRole('link', { name: 'Ada Lovelace @' }).waitFor()
  const pictures = `cx-pictures-${session.user.id}`
  await expect.poll(async () => (await cachesOf(first))[pictures]?.length ?? 0).toBeGreaterThan(0)
  expect(Object.values(await cachesOf(first)).flat()).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^\/(?:rest|auth|functions|api)\//)]),
  )
  await network.change('refuse')
  await first.evaluate((key) => {
    const held = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...held, expires_at: 1 }))
  }, sessionKey)
  const page = await reopen(context, first)
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => isPainted(page)).toBe(true)
  // Nothing is asked but for another token, and that has no answer.
  await page.getByRole('status').filter({ hasText: 'Vous êtes hors ligne' }).waitFor({ state: 'attached' })
  // Wide screens say who is signed in.
  await page.setViewportSize(desktop)
  await page.getByRole('link', { name: 'Ada Lovelace @' }).waitFor()
  await page.setViewportSize(phone)
  await page.goto('/messages')
  await page.getByRole('heading', { name: 'Messages' }).first().waitFor()

  await network.change('open')
  const end = () =>
    page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').expires_at as number, sessionKey)
  await expect.poll(end).toBeGreaterThan(Date.now() / 1000)
  await page.goto('/account?section=security')
  await page
    .getByText(session.user.email ?? '')
    .first()
    .waitFor()
  await network.change('refuse')
  await page.getByRole('button', { name: 'Se déconnecter de cet appareil' }).click()
  await page.getByRole('heading', { name: 'Une idée, un mot, une image.' }).waitFor()
  await expect.poll(async () => Object.keys(await cachesOf(page))).not.toContain(pictures)
  await network.change('open')
  await context.close()
})

test('X-06 a build whose file has other bytes is not installed, the old one goes on, and a whole one comes', async () => {
  const { context, page } = await arrive()
  const own = await buildOf(page)
  const broken = await otherBuild()
  const script = joinPath(
    broken.dist,
    /assets\/boot-\w+\.js/u.exec(await readFile(joinPath(broken.dist, 'index.html'), 'utf8'))![0],
  )
  await writeFile(script, 'alert(1)')
  await product.system.redeploy({ root: broken.root })
  expect(await waits(page)).toBe(false)
  await page.goto('/')
  expect(await buildOf(page)).toBe(own)
  await page.getByRole('article').first().waitFor()
  const whole = await otherBuild()
  await product.system.redeploy({ root: whole.root })
  await expect.poll(() => waits(page)).toBe(true)
  expect(Object.keys(await cachesOf(page)).toSorted()).toContain(`cx-shell-${whole.build}`)
  // It waits until somebody takes it, in a page of one build, and starts by itself where no page is open.
  await page.reload()
  expect(await buildOf(page)).toBe(own)
  expect(await waits(page)).toBe(true)
  await page.getByRole('button', { name: 'Mettre à jour' }).click()
  await expect.poll(() => buildOf(page).catch(() => own)).toBe(whole.build)
  await context.close()
})

test('a kept page that does not start heals itself, and APP_WORKER=plain takes all of it off the device', async () => {
  const { context, page } = await arrive()
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.startsWith('cx-shell-')) ?? ''
    const entry = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
    const headers = { 'content-type': 'text/javascript' }
    await (await caches.open(name)).put(entry, new Response('throw new Error("broken")', { headers }))
  })
  await page.goto('/')
  await page.goto('/')
  expect(await page.getByRole('article').count()).toBe(0)
  await page.goto('/').catch(() => undefined)
  await page.getByRole('article').first().waitFor()

  await product.system.redeploy({ settings: { APP_WORKER: 'plain' } })
  const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  // Each time anew, as the page itself does: a check that was under way read the old script, and this one joins it.
  // By name alone: opening one that goes just then would make it anew.
  const cachesAfterCheck = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update().catch(() => undefined)
      return caches.keys()
    })
  await expect.poll(cachesAfterCheck).toEqual([])
  expect(await registrations()).toBe(1)
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await context.close()
})

test('pictures come from MEDIA_URL, and are kept for a start without a server as one’s own are', async () => {
  await using edge = await RoughNetwork.to(product.system.url)
  const media = edge.url
  await product.system.redeploy({ settings: { MEDIA_URL: media } })
  const { context, page: first, complaints, session } = await arrive()
  const source = () => firstPicture(first).evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(source).toContain(`${media}/storage/v1/render/image/public/`)
  await expect.poll(() => isPainted(first)).toBe(true)
  await first.reload()
  await first.getByRole('article').first().waitFor()
  const pictures = `cx-pictures-${session.user.id}`
  await expect.poll(async () => (await cachesOf(first))[pictures]?.length ?? 0).toBeGreaterThan(0)
  expect(complaints.filter((words) => !words.startsWith(`foreign: ${media}/storage/v1/`))).toEqual([])
  await Promise.all([network.change('refuse'), edge.change('refuse')])
  const page = await reopen(context, first)
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => isPainted(page)).toBe(true)
  await network.change('open')
  await context.close()
})
