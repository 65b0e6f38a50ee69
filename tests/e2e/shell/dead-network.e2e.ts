/** A network that is there and leads nowhere: the browser says nothing of it, and the page finds out by itself. */
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { RoughNetwork } from '../../support/rough-network.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { keptFiles } from '../support/kept-files.ts'
import { standsAfterClickWithin, standsAfterWordsWithin, standsWithin } from '../support/page-time.ts'
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

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const away = 'Vous êtes hors ligneCertaines fonctionnalités peuvent être limitées'

/** The device holds a list of the feed. */
const keepsList = async (page: Page) => (await keptFiles(page)).some((key) => key.includes('.list.'))

test.each(['swallow', 'portal', 'refuse'] as const)(
  'a network that would %s is said within ten seconds, nothing is waited for without end, and what waits goes out after it',
  async (mode) => {
    const session = await join(product.system)
    await publishPosts(product.system, { userId: session.user.id, count: 2 })
    const { context, page } = await visit(product.browser, network.url, {
      viewport: phone,
      storage: remembered(session),
    })
    await page.goto('/')
    await page.getByRole('article').first().waitFor()
    await untilAtRest(page)
    await network.change(mode)
    const isSaid = standsAfterClickWithin(page, { selector: '[role=status], output', text: away, within: 10_000 })
    // This device does not have that screen.
    const missing = 'Pas encore disponible hors ligne'
    const hasEnded = standsAfterClickWithin(page, { selector: 'h1, h2, h3', text: missing, within: 15_000 })
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^J’aime/u })
      .click()
    await page.getByRole('link', { name: 'Notifications' }).click()
    expect(await isSaid).toBe(true)
    expect(await hasEnded).toBe(true)
    await page.getByRole('heading', { name: missing }).waitFor()
    expect(await page.getByText('Chargement…').count()).toBe(0)
    await network.change('open')
    await status(page, 'De nouveau en ligne · 1 élément envoyé').waitFor()
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    const { data } = await serviceOf(product.system).from('post_likes').select('post_id').eq('user_id', session.user.id)
    expect(data?.length).toBe(1)
    await context.close()
  },
)

test('what goes out long after the return of the network is told of as well', async () => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 1 })
  const { context, page } = await visit(product.browser, network.url, { viewport: phone, storage: remembered(session) })
  const held = Promise.withResolvers<undefined>()
  await page.route('**/rest/v1/post_likes*', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  await page.goto('/')
  await untilAtRest(page)
  await network.change('refuse')
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^J’aime/u })
    .click()
  await status(page, away).waitFor()
  await network.change('open')
  await status(page, 'De nouveau en ligne').waitFor()
  // Longer than the return alone is told.
  expect(await standsWithin(page, { selector: '[role=status]', text: 'élément envoyé', within: 4000 })).toBe(false)
  held.resolve(undefined)
  await status(page, 'De nouveau en ligne · 1 élément envoyé').waitFor()
  await status(page, 'De nouveau en ligne').waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test('a screen that is not on the device says so where nothing else was asked, and comes with the network', async () => {
  const { context, page } = await visit(product.browser, network.url, { viewport: phone })
  await page.goto('/')
  await untilAtRest(page)
  await network.change('refuse')
  await page.evaluate(() => {
    history.pushState({}, '', '/transparency')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  const missing = page.getByRole('heading', { name: 'Pas encore disponible hors ligne' })
  await missing.waitFor()
  await network.change('open')
  await missing.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Transparence' }).first().waitFor()
  expect(await missing.count()).toBe(0)
  await context.close()
})

test('what was kept stands within two seconds where the wire says nothing, and the answer takes its place', async () => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 2 })
  const { context, page } = await visit(product.browser, network.url, {
    viewport: desktop,
    storage: remembered(session),
  })
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => keepsList(page)).toBe(true)
  const held = Promise.withResolvers<undefined>()
  await page.route('**/rest/v1/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  // From when the list is there and waits: what the page itself takes to come is another test's.
  const [selector, waits] = ['[role=status], output', 'Chargement…']
  expect(await standsAfterWordsWithin(page, { selector, waits, text: 'Contenu du', within: 2500 })).toBe(true)
  expect(await page.getByRole('article').count()).toBeGreaterThan(0)
  held.resolve(undefined)
  await status(page, 'Contenu du').waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test.each([
  ['whose answer does not come', (route: Route) => route.abort('connectionfailed')],
  [
    'whose answer is a fault of the server',
    (route: Route) => route.fulfill({ status: 500, json: { message: 'down' } }),
  ],
])('a profile %s is no unknown error, and comes with the next try', async (_, fail) => {
  const session = await join(product.system)
  const { context, page } = await visit(product.browser, network.url, { viewport: phone, storage: remembered(session) })
  await page.route('**/rest/v1/rpc/profile_by_handle*', fail)
  await page.route('**/rest/v1/profiles*', fail)
  await page.goto(`/profile/${session.user.id}`)
  await page.getByRole('alert').filter({ hasText: 'Cette page n’a pas pu se charger' }).waitFor()
  expect(await page.getByText('erreur inconnue').count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByRole('button', { name: 'Modifier le profil' }).waitFor()
  await context.close()
})

test('on the screen of signing in the missing network is said too', async () => {
  const { context, page } = await visit(product.browser, network.url, { viewport: desktop })
  await page.goto('/login')
  await page.getByLabel('E-mail ou téléphone').waitFor()
  await untilAtRest(page)
  await context.setOffline(true)
  await network.change('refuse')
  await status(page, away).waitFor()
  expect(await status(page, away).count()).toBe(1)
  await network.change('open')
  await context.setOffline(false)
  await status(page, 'De nouveau en ligne').waitFor()
  await context.close()
})

test('a press whose dialog is on its way is answered at once, can be taken back, and fades in once', async () => {
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(await join(product.system)),
  })
  await page.goto('/')
  const create = page.getByRole('navigation').getByRole('button', { name: 'Créer une image' })
  await create.waitFor()
  await untilAtRest(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const waiting = page.getByRole('presentation').getByRole('status').filter({ hasText: 'Chargement…' })
  await create.click()
  await waiting.waitFor()
  await page.keyboard.press('Escape')
  await waiting.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  await create.click()
  await waiting.waitFor()
  held.resolve()
  const dialog = page.getByRole('dialog', { name: 'Créer une image' })
  await dialog.waitFor()
  await waiting.waitFor({ state: 'detached' })
  expect(await dialog.evaluate((element) => getComputedStyle(element, '::backdrop').animationName)).toBe('none')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await create.click()
  await dialog.waitFor()
  expect(await dialog.evaluate((element) => getComputedStyle(element, '::backdrop').animationName)).toBe('late-appear')
  await context.close()
})
