/** Every screen is reached by links alone, from the feed, at every size: a new route without a way to it is found here. */
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'

import { matchPath, paths, type Path } from '../../../app/src/navigation/paths.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, newAddress, password, returning } from '../../support/people.ts'
import { clientOf } from '../../support/workflows.ts'
import { offerService } from '../commissions/order-people.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const tablet = { width: 768, height: 1024 }

/** Other names of a screen that has a way, and what nobody is led to. */
const without: Partial<Record<Path, string>> = {
  [paths.feed]: 'another name of /',
  [paths.auth]: 'for visitors; the test below',
  [paths.login]: 'another name of /auth',
  [paths.signup]: 'another name of /auth',
  [paths.notFound]: 'where addresses end that lead nowhere',
  [paths.settings]: 'another name of /account',
  [paths.paymentSuccess]: 'whoever has paid is sent back to it',
  [paths.credits]: 'another name of /payment',
  [paths.subscription]: 'another name of /payment',
  [paths.analytics]: 'another name of /stats',
  [paths.earnings]: 'another name of /stats',
  [paths.newCommission]: 'asked for on the page of a service: order.e2e goes there',
  [paths.newService]: 'under « Mes services », three taps away: services.e2e goes there',
  [paths.editService]: 'the same form, of a service of one’s own',
  [paths.collection]: 'behind a tab of a profile, which is no link: collections.e2e goes there',
  [paths.transparency]: 'under « À propos », three taps away: standing.e2e goes there',
  [paths.leaders]: 'in the search dialog and in the creator space: creators.e2e goes there',
  [paths.challenges]: 'in the search dialog and in the creator space: publishing-planned.e2e goes there',
  [paths.challenge]: 'on the page of challenges',
  [paths.terms]: 'read where one signs up and under « À propos »: legal.e2e goes there',
  [paths.privacy]: 'the same',
  [paths.unsubscribe]: 'behind the link of a mail: outbox.e2e goes there',
  [paths.consent]: 'where an app of somebody else sends its people: security.e2e goes there',
  [paths.debugCredits]: 'diagnostic: asked for by its address',
  [paths.testFocus]: 'diagnostic',
  [paths.testPostDisplay]: 'diagnostic',
  [paths.simpleFocusTest]: 'diagnostic',
  [paths.testRealPosts]: 'diagnostic',
  [paths.pwaTest]: 'diagnostic',
  [paths.fedapayTest]: 'diagnostic',
}
const wanted = Object.values(paths).filter((path) => !(path in without))
/** One of many, or a tab within an area: what is two taps away leads to it. */
const isWithin = (path: Path) => path.includes('$') || path === paths.services || path === paths.ownServices

const product = startedProduct()

/** Somebody of the staff, for whom all screens are, in a house where there is one of everything. */
async function resident() {
  const maker = await join(product.system)
  const service = serviceOf(product.system)
  await offerService(product.system, maker)
  const [post] = await publishPosts(product.system, { userId: maker.user.id, count: 1 })
  const tagged = await service.from('feed_posts').update({ hashtags: 'lagune' }).eq('id', post?.id)
  if (tagged.error) throw tagged.error
  const collected = await service
    .from('collections')
    .insert({ owner_id: maker.user.id, name: 'Lagunes', visibility: 'public' })
  if (collected.error) throw collected.error
  const email = newAddress()
  const made = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    app_metadata: { staff: true },
  })
  if (made.error) throw made.error
  const { data, error } = await clientOf(product.system, product.system.anonKey).auth.signInWithPassword({
    email,
    password,
  })
  if (error) throw error
  return data.session
}

interface Way {
  readonly path: Path
  /** The addresses of the links that are pressed, one after the other. */
  readonly taps: readonly string[]
}

/** Walks by pressing links, nearest screens first; answers by how many taps each screen is reached. */
async function walk(page: Page, most: number): Promise<Map<Path, number>> {
  const reached = new Map<Path, number>([[paths.home, 0]])
  const waiting: Way[] = [{ path: paths.home, taps: [] }]
  const network = networkOf(page)
  for (const { taps } of waiting) {
    await press(page, taps, network)
    if (taps.length === most) continue
    for (const href of await linksOf(page)) {
      const path = Object.values(paths).find((known) => matchPath(known, new URL(href, product.system.url).pathname))
      if (path === undefined || path in without || reached.has(path)) continue
      reached.set(path, taps.length + 1)
      waiting.push({ path, taps: [...taps, href] })
    }
  }
  return reached
}

async function press(page: Page, taps: readonly string[], network: Network): Promise<void> {
  await backToFeed(page)
  for (const href of taps) {
    await page.locator(`a[href="${href}"]:visible`).first().click()
    await page.waitForURL((url) => url.pathname !== '/')
  }
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await network.rests()
  if ((await page.getByRole('heading', { name: 'Le fil s’est rompu.' }).count()) > 0) {
    throw new Error(`These links lead nowhere: ${taps.join(' > ')}`)
  }
}

/** By Back, as a person goes who tries one way after the other: a page that is loaded anew costs three times as much. */
async function backToFeed(page: Page): Promise<void> {
  const isThere = () => new URL(page.url()).pathname === '/'
  for (let steps = 0; steps < 4 && !isThere() && page.url() !== 'about:blank'; steps += 1) await page.goBack()
  if (!isThere()) await page.goto('/')
}

interface Network {
  /** Until nothing has been under way for a while: what hangs on an answer has been asked for by then. */
  rests(): Promise<void>
}

function networkOf(page: Page): Network {
  const open = new Set<Request>()
  let changedAt = performance.now()
  const note = (request: Request, isOpen: boolean) => {
    if (isOpen) open.add(request)
    else open.delete(request)
    changedAt = performance.now()
  }
  page.on('request', (request) => note(request, true))
  page.on('requestfinished', (request) => note(request, false))
  page.on('requestfailed', (request) => note(request, false))
  return { rests: () => expect.poll(() => open.size === 0 && performance.now() - changedAt > 500).toBe(true) }
}

const linksOf = (page: Page) =>
  page.locator('a[href^="/"]:visible').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

const wholeWalk = { timeout: 300_000 }

test.each([
  ['a phone', phone],
  ['a tablet', tablet],
  ['a desktop', desktop],
])('on %s a member comes everywhere by links, and to each area in two taps', wholeWalk, async (_, viewport) => {
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport,
    storage: returning(await resident()),
  })
  const reached = await walk(page, 3)
  const missing = wanted.filter((path) => !reached.has(path))
  const far = wanted.filter((path) => !isWithin(path) && (reached.get(path) ?? 0) > 2)
  expect({ missing, far }).toEqual({ missing: [], far: [] })
  await context.close()
})

test.each([
  ['a phone', phone],
  ['a tablet', tablet],
  ['a desktop', desktop],
])('on %s a visitor is led to the way in', async (_, viewport) => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport })
  await page.goto('/')
  await page.getByRole('link', { name: 'Se connecter' }).first().click()
  await page.getByLabel('E-mail ou téléphone').waitFor()
  expect([paths.auth, paths.login]).toContain(new URL(page.url()).pathname)
  await context.close()
})

test('on a phone the bar makes room for what one writes while the keyboard is open', async () => {
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(await join(product.system)),
  })
  await page.goto('/?modal=search')
  const field = page.getByRole('dialog').getByRole('combobox').or(page.getByRole('dialog').getByRole('searchbox'))
  await field.first().waitFor()
  const bar = page.locator('nav.bottom-bar')
  expect(await bar.isVisible()).toBe(true)
  await field.first().focus()
  expect(await bar.isVisible()).toBe(true)
  // The keyboard takes its part of the page (`interactive-widget=resizes-content`).
  await page.setViewportSize({ ...phone, height: 480 })
  await bar.waitFor({ state: 'hidden' })
  await page.setViewportSize(phone)
  await bar.waitFor({ state: 'visible' })
  await context.close()
})

test('a long name at the foot of the rail is cut, and nothing there is wider than the rail', async () => {
  const session = await join(product.system)
  const { error } = await serviceOf(product.system)
    .from('profiles')
    .update({ first_name: 'Marie-Emmanuelle', last_name: 'Kouassi-N’Guessan de la Lagune' })
    .eq('id', session.user.id)
  expect(error).toBeNull()
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: returning(session),
  })
  await page.goto('/')
  const rail = page.getByRole('navigation').filter({ has: page.getByText('Marie-Emmanuelle') })
  await rail.getByText(/^Il vous reste/u).waitFor()
  expect(await rail.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await context.close()
})

test('over the feed on a phone, the keyboard stays with what is seen', async () => {
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(await resident()),
  })
  await page.goto('/')
  await page.locator('article a[href^="/post/"]:visible').first().click()
  await page.getByRole('button', { name: 'Partager' }).last().waitFor()
  const seen: string[] = []
  for (const key of ['Shift+Tab', ...Array.from({ length: 16 }, () => 'Tab')]) {
    await page.keyboard.press(key)
    seen.push(await page.evaluate(focused))
  }
  expect(seen.filter((one) => one.endsWith('covered'))).toEqual([])
  expect(new Set(seen).size).toBeGreaterThan(8)
  await context.close()
})

/** What has the focus, and whether something lies over its middle. */
function focused(): string {
  const element = document.activeElement ?? document.body
  const { x, y, width, height } = element.getBoundingClientRect()
  const above = document.elementFromPoint(x + width / 2, y + height / 2)
  const isSeen = above !== null && (element.contains(above) || above.contains(element))
  return `${element.outerHTML.slice(0, 80)} ${isSeen ? 'seen' : 'covered'}`
}
