/** A service worker that the browser starts by itself, without a page: for a push, or because there is a network again. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'

import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openProfile, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { RoughNetwork } from '../../support/rough-network.ts'
import { cachesOf, untilKept } from '../support/app-builds.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'
import { deliver, windowsOf, workerOf } from '../support/push-browser.ts'

const product = startedProduct({}, { whole: true })
let network: RoughNetwork
beforeAll(async () => {
  network = await RoughNetwork.to(product.system.url)
})
beforeEach(() => network.change('open'))
afterAll(async () => {
  await network[Symbol.asyncDispose]()
})

async function arrive() {
  const session = await join(product.system)
  const [post] = await publishPosts(product.system, { userId: session.user.id, count: 1 })
  const visited = await visit(product.browser, network.url, {
    viewport: phone,
    storage: remembered(session),
    hasWorker: true,
  })
  await visited.page.goto('/')
  await visited.page.getByRole('article').first().waitFor()
  await untilKept(visited.page)
  return { ...visited, session, post }
}

interface Inspected {
  readonly inspector: CDPSession
  readonly registrationId: string
}

/** What the browser does to a worker is done by the inspector. */
async function inspect(context: BrowserContext, page: Page): Promise<Inspected> {
  const inspector = await context.newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    inspector.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(network.url))
      if (own) resolve(own.registrationId)
    })
  })
  await inspector.send('ServiceWorker.enable')
  return { inspector, registrationId: await known }
}

/** How often the worker has asked whether the server is there, and has had its answer, or none. */
async function countAnswers(worker: Worker): Promise<() => Promise<number>> {
  await worker.evaluate(() => {
    const scope = globalThis as typeof globalThis & { answers: number }
    scope.answers = 0
    const ask = scope.fetch.bind(scope)
    scope.fetch = (...asked) => ask(...asked).finally(() => (scope.answers += Number(asked[0] === '/livez')))
  })
  return () => worker.evaluate(() => (globalThis as typeof globalThis & { answers: number }).answers)
}

const like = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^J’aime/u })
    .click()

/** Whether the first thing that stood in the page was the feed, or something in its place. */
function noteFirstDrawn(): void {
  // A loaded machine may read the device more slowly than the app has patience (show-kept-first.ts).
  const later = globalThis.setTimeout
  const setLater = (run: () => void, ms?: number) => later(run, ms === 300 ? 20_000 : ms)
  globalThis.setTimeout = setLater as typeof setTimeout
  const look = new MutationObserver(() => {
    const main = document.querySelector('main')
    if (!main) return
    look.disconnect()
    document.documentElement.dataset['firstDrawn'] = main.querySelector('[role=feed]') ? 'feed' : 'nothing'
  })
  look.observe(document, { childList: true, subtree: true })
}

test('T1 started cold without a server, the feed stands; what opens messages runs when one comes, and needs no server', async () => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 2 })
  const folder = await mkdtemp(joinPath(tmpdir(), 'profile-'))
  const before = await openProfile(folder, network.url)
  const first = await before.newPage()
  await first.goto('/livez')
  await first.evaluate((kept) => Object.assign(localStorage, kept), remembered(session))
  await first.goto('/')
  await first.getByRole('article').first().waitFor()
  await untilKept(first)
  // The next visit is under the worker, and keeps its pictures.
  await first.reload()
  const pictures = async () => (await cachesOf(first))[`cx-pictures-${session.user.id}`]?.length ?? 0
  await expect.poll(pictures).toBeGreaterThan(1)
  await before.close()

  await network.change('refuse')
  const context = await openProfile(folder, network.url)
  const page = await context.newPage()
  const started = workerOf(context)
  await page.addInitScript(noteFirstDrawn)
  await page.goto('/')
  await page.getByRole('article').nth(1).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset['firstDrawn'])).toBe('feed')
  const picture = page.getByRole('article').first().locator('img[srcset]')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .not.toBe(0)
  const worker = await started
  const hasOpener = () => worker.evaluate(() => 'messageOpener' in globalThis)
  expect(await hasOpener()).toBe(false)
  await page.goto('about:blank')
  await expect.poll(() => windowsOf(worker)).toBe(0)
  const row = { id: crypto.randomUUID(), conversation_id: crypto.randomUUID() }
  const words = { title: 'Awa', body: 'Nouveau message', tag: 'm', path: '/messages', unread: 1 }
  await deliver(worker, JSON.stringify({ ...words, user_id: session.user.id, message: { row, wrap: null } }))
  await expect.poll(hasOpener).toBe(true)
  await network.change('open')
  await context.close()
  await rm(folder, { recursive: true })
})

test('a network that the browser finds has open pages send what waits, and is not believed before the server answers', async () => {
  const { context, page, session, post } = await arrive()
  const inspected = await inspect(context, page)
  await network.change('refuse')
  await page.evaluate(() => {
    const { serviceWorker } = navigator
    serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type === 'SEND_WAITING') document.documentElement.dataset['woken'] = 'yes'
    })
  })
  await like(page)
  await page.getByRole('status').filter({ hasText: 'Vous êtes hors ligne' }).waitFor()
  // A page that nobody looks at asks nothing by itself.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  const { inspector, registrationId } = inspected
  const sync = { origin: network.url, registrationId, tag: 'cortexia-outbox', lastChance: false }
  const worker = await workerOf(context)
  const answers = await countAnswers(worker)
  for (const mode of ['refuse', 'portal'] as const) {
    await network.change(mode)
    const before = await answers()
    await inspector.send('ServiceWorker.dispatchSyncEvent', sync)
    await expect.poll(answers).toBeGreaterThan(before)
    // It would have told its windows by the time that it answers this.
    expect(await windowsOf(worker)).toBe(1)
    expect(await page.evaluate(() => document.documentElement.dataset['woken'])).toBeUndefined()
  }
  await network.change('open')
  await inspector.send('ServiceWorker.dispatchSyncEvent', sync)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['woken'])).toBe('yes')
  const rows = () => serviceOf(product.system).from('post_likes').select('post_id').eq('user_id', session.user.id)
  await expect.poll(async () => (await rows()).data?.map(({ post_id: id }) => id)).toEqual([post?.id])
  await context.close()
})
