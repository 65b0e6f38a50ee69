/** What a device holds of its person, where the app comes and goes, its disk is full, or two tabs work at once. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { RoughNetwork } from '../../support/rough-network.ts'
import { arrive as arriveWithKeys } from '../messages/talking-people.ts'
import { buildOf, cachesOf, otherBuild, untilKept, waits } from '../support/app-builds.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { description } from '../support/creator.ts'
import { press } from '../support/key-sheets.ts'
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

async function arrive() {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 2 })
  const visited = await visit(product.browser, network.url, {
    viewport: phone,
    storage: remembered(session),
    hasWorker: true,
  })
  await visited.page.goto('/')
  await visited.page.getByRole('article').first().waitFor()
  return { ...visited, session }
}

/** A page that is opened as from the home screen. */
async function reopen(context: BrowserContext, page: Page): Promise<Page> {
  await page.close()
  return context.newPage()
}

/** Whatever belongs to a registration, its push subscription too, ends with it: this is such a thing. */
const mark = (page: Page, value: string) =>
  page.evaluate(async (text) => {
    const { navigationPreload } = await navigator.serviceWorker.ready
    await navigationPreload.setHeaderValue(text)
  }, value)
const markOf = (page: Page) =>
  page.evaluate(async () => (await (await navigator.serviceWorker.ready).navigationPreload.getState()).headerValue)

test('T12 T23 a worker that only pushed becomes the one that keeps the app, and is it no more, as one registration', async () => {
  await product.system.redeploy({ settings: { APP_WORKER: 'plain' } })
  const { context, page } = await arrive()
  await mark(page, 'subscribed')
  expect(await cachesOf(page)).toEqual({})

  await product.system.redeploy({})
  await expect.poll(() => waits(page)).toBe(true)
  const next = await reopen(context, page)
  // A page that comes before the other worker took over is still the first one's: it does once nobody is there.
  const comeAgain = async () => {
    await next.goto('about:blank')
    await next.goto('/')
    return next.evaluate(async () => {
      const { waiting, active } = await navigator.serviceWorker.ready
      return waiting ? 'waiting' : active?.state
    })
  }
  await expect.poll(comeAgain).toBe('activated')
  await next.reload()
  await next.getByRole('article').first().waitFor()
  await untilKept(next)
  expect(await markOf(next)).toBe('subscribed')
  await network.change('refuse')
  await next.reload()
  await next.getByRole('article').first().waitFor()
  await network.change('open')

  await product.system.redeploy({ settings: { APP_WORKER: 'plain' } })
  const cachesAfterCheck = () =>
    next.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update().catch(() => undefined)
      return caches.keys()
    })
  await expect.poll(cachesAfterCheck).toEqual([])
  expect(await markOf(next)).toBe('subscribed')
  await product.system.redeploy({})
  await context.close()
})

test('T18 a full disk costs the kept pictures, and neither words nor what waits; with room again the next build comes', async () => {
  const { context, page, session } = await arrive()
  await untilKept(page)
  await page.reload()
  const pictures = `cx-pictures-${session.user.id}`
  await expect.poll(async () => (await cachesOf(page))[pictures]?.length ?? 0).toBeGreaterThanOrEqual(2)
  const own = await buildOf(page)
  await page.goto('/?modal=create')
  await description(page).fill('Une pirogue au petit jour')
  await network.change('refuse')
  await page.goto('/')
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^J’aime/u })
    .click()
  await page.getByRole('status').filter({ hasText: 'Vous êtes hors ligne' }).waitFor()

  const inspector = await context.newCDPSession(page)
  const usage = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  await inspector.send('Storage.overrideQuotaForOrigin', { origin: network.url, quotaSize: await usage() })
  const other = await otherBuild()
  await product.system.redeploy({ root: other.root })
  await network.change('open')
  expect(await waits(page)).toBe(false)
  expect(Object.keys(await cachesOf(page))).not.toContain(pictures)
  await page.goto('/?modal=create')
  expect(await buildOf(page)).toBe(own)
  await expect.poll(() => description(page).inputValue()).toBe('Une pirogue au petit jour')
  const likes = async () => {
    const { count } = await serviceOf(product.system)
      .from('post_likes')
      .select('*', { count: 'exact', head: true })
      .eq('user_id', session.user.id)
    return count
  }
  await expect.poll(likes).toBe(1)

  await inspector.send('Storage.overrideQuotaForOrigin', { origin: network.url })
  await expect.poll(() => waits(page)).toBe(true)
  await context.close()
  await product.system.redeploy({})
})

/** Of one of the device's stores, by name. */
const keptEntries = (page: Page, store: string) =>
  page.evaluate(async (name) => {
    const opening = indexedDB.open(name)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const [table = ''] = opening.result.objectStoreNames
    const asking = opening.result.transaction(table).objectStore(table).getAllKeys()
    await new Promise((resolve) => asking.addEventListener('success', resolve))
    opening.result.close()
    return asking.result.map(String)
  }, store)

/** Both halves of a choice that waits: what is to be sent, and what the page shows of it when it is opened again. */
const isKeptAsChosen = (page: Page, userId: string, chosen: { name: string; value: boolean }) =>
  page.evaluate(
    async ({ prefix, name, value }) => {
      const opening = indexedDB.open('cortexia.private')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const all = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const asking = opening.result.transaction('files').objectStore('files').getAll(all)
      await new Promise((resolve) => asking.addEventListener('success', resolve))
      opening.result.close()
      const texts = asking.result.map((entry) => JSON.stringify(entry))
      const isHeld = texts.some((text) => text.includes(`"${name}":${value}`))
      return isHeld && texts.some((text) => text.includes(`"name":"${name}","value":${value}`))
    },
    { prefix: `${userId}.`, ...chosen },
  )

test('T21 the worker of messages comes from the device: without a server a thread is read, and no policy is broken', async () => {
  const through = { ...product.system, url: network.url }
  const [awa, kossi] = [
    await arriveWithKeys(product.system, product.browser, { name: 'Awa', viewport: desktop }),
    await arriveWithKeys(through, product.browser, { name: 'Kossi', viewport: phone, hasWorker: true }),
  ]
  await awa.page.goto(`/profile/${kossi.id}`)
  await press(awa.page, 'Message')
  await awa.page.getByRole('textbox', { name: 'Votre message' }).fill('Le pont est fermé')
  await press(awa.page, 'Envoyer')
  const address = () => new URL(awa.page.url()).searchParams.get('conversation') ?? ''
  await expect.poll(address).not.toBe('')
  const thread = `/messages?conversation=${address()}`
  await kossi.page.goto(thread)
  const bubble = (page: Page) =>
    page.getByRole('log', { name: 'Messages' }).getByRole('article').filter({ hasText: 'Le pont est fermé' })
  await bubble(kossi.page).waitFor()
  await untilKept(kossi.page)
  await expect.poll(() => keptEntries(kossi.page, 'cortexia.messages')).toContain(`${kossi.id}.words.${address()}`)
  await kossi.page.goto('/messages')
  await kossi.page.getByRole('tab', { name: 'Demandes' }).click()
  await kossi.page.getByRole('list', { name: 'Conversations' }).getByText('Awa').waitFor()
  const lists = `${kossi.id}.answers.conversations`
  await expect.poll(() => keptEntries(kossi.page, 'cortexia.messages')).toContain(lists)
  await network.change('refuse')
  const page = await reopen(kossi.context, kossi.page)
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname))
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(globalThis, { violations: said })
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      said.push(`${effectiveDirective} ${blockedURI}`),
    )
  })
  await page.goto(thread)
  await bubble(page).waitFor()
  const unread = page.waitForEvent('requestfailed', (request) => request.url().includes('/rpc/conversation_page'))
  await page.goto('/messages?filter=requests')
  await page.getByRole('list', { name: 'Conversations' }).getByText('Awa').waitFor()
  await page.getByText('Le pont est fermé').waitFor()
  // The shell says that there is no network: what is shown is no failure.
  await unread
  await page.getByRole('status').filter({ hasText: 'Vous êtes hors ligne' }).waitFor()
  expect(await page.getByText('Vos conversations n’ont pas pu se charger').count()).toBe(0)
  // One for each page that was opened.
  expect(workers.filter((path) => path.includes('crypto'))).toHaveLength(2)
  expect(await page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations)).toEqual([])
  await awa.context.close()
  await kossi.context.close()
})

test('what was opened stands without a server: a publication with its comments, a profile, notifications, settings', async () => {
  const { context, page, session } = await arrive()
  const author = await join(product.system)
  await serviceOf(product.system)
    .from('profiles')
    .update({ first_name: 'Fatou', last_name: 'Diop' })
    .eq('id', author.user.id)
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  const found = (here: Page) => here.getByRole('switch', { name: 'Moteurs de recherche' })
  const word = { post_id: post?.id, author_id: author.user.id, body: 'Quel bleu !' }
  expect((await serviceOf(product.system).from('post_comments').insert(word)).error).toBeNull()
  const screens = [
    [`/post/${post?.id}`, (here: Page) => here.getByText('Quel bleu !')],
    [`/profile/${author.user.id}`, (here: Page) => here.getByRole('heading', { name: 'Fatou Diop' })],
    ['/notifications', (here: Page) => here.getByText('Rien de nouveau')],
    ['/settings?section=privacy', found],
  ] as const
  for (const [path, shown] of screens) {
    await page.goto(path)
    await shown(page).first().waitFor()
    await untilAtRest(page)
  }
  await untilKept(page)
  // The comments are read anew, the post is not: what is kept of it still counts one.
  const second = { post_id: post?.id, author_id: author.user.id, body: 'Et quel vert !' }
  await page.route('**/rest/v1/feed_posts?*', (route) => route.abort())
  expect((await serviceOf(product.system).from('post_comments').insert(second)).error).toBeNull()
  await page.goto(`/post/${post?.id}`)
  await page.getByText('Et quel vert !').waitFor()
  await untilAtRest(page)
  await network.change('refuse')
  const next = await reopen(context, page)
  for (const [path, shown] of screens) {
    await next.goto(path)
    await shown(next).first().waitFor()
    if (path.startsWith('/post/')) await next.getByRole('heading', { name: '2 commentaires' }).waitFor()
  }
  // A choice that waits to be sent stands as what was chosen, on a page that is opened later too.
  await found(next).uncheck({ force: true })
  await expect.poll(() => isKeptAsChosen(next, session.user.id, { name: 'noindex', value: true })).toBe(true)
  const later = await reopen(context, next)
  await later.goto('/settings?section=privacy')
  await found(later).waitFor()
  expect(await found(later).isChecked()).toBe(false)
  await context.close()
})

test('a storage without room takes away what it would have held, and nothing that is seen', async () => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 2 })
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await page.goto('/account?section=security')
  await page.getByRole('button', { name: 'Se déconnecter de cet appareil' }).waitFor()
  await page.goto('/?modal=create')
  await description(page).fill('Un baobab sous la pluie')
  await untilAtRest(page)
  expect(await description(page).inputValue()).toBe('Un baobab sous la pluie')
  expect(complaints).toEqual([])
  await context.close()
})
