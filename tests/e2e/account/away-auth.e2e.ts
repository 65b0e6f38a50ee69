/** Where auth/v1 alone does not answer: whoever is signed in stays so, and whoever leaves has left. */
import type { Session } from '@supabase/supabase-js'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered, sessionKey } from '../../support/people.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { setUp } from '../support/key-sheets.ts'
import { standsAfterClickWithin, standsWithin } from '../support/page-time.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts } from '../support/published-posts.ts'

const product = startedProduct()

type Absence = (route: Route) => Promise<void> | void
const refused: Absence = (route) => route.abort('connectionrefused')
/** As on a network that takes everything and gives nothing back. */
const swallowed: Absence = () => undefined
const portal: Absence = (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Wi-Fi</h1>' })
const limited: Absence = (route) => route.fulfill({ status: 429, json: { code: 429, msg: 'Too many requests' } })

const expired = (session: Session) => remembered({ ...session, expires_at: 1 })
const expire = (page: Page) =>
  page.evaluate((key) => {
    const held = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...held, expires_at: 1 }))
  }, sessionKey)

const nothing = { session: 0, notes: 0, files: 0, words: 0, keys: 0 }
/** What the device holds of somebody: entries of the storage, keys, and what messages and lists keep. */
const held = (page: Page, userId: string) =>
  page.evaluate(async (id) => {
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
      })
    const keysOf = async (name: string, store: string, prefix = '') => {
      if (!(await indexedDB.databases()).some((known) => known.name === name)) return 0
      const database = await open(name)
      const asked = database.transaction(store).objectStore(store).getAllKeys()
      await new Promise((resolve) => asked.addEventListener('success', resolve))
      database.close()
      return asked.result.filter((key) => typeof key === 'string' && key.startsWith(prefix)).length
    }
    return {
      session: Object.keys(localStorage).filter((key) => key.startsWith('cortexia.session')).length,
      notes: Object.keys(localStorage).filter((key) => key.startsWith(`cortexia.private.${id}`)).length,
      files: await keysOf('cortexia.private', 'files', id),
      words: await keysOf('cortexia.messages', 'entries', id),
      keys: await keysOf(`cortexia-keys/${id}`, 'account'),
    }
  }, userId)

test.each([
  ['refuses', refused],
  ['swallows', swallowed],
  ['is a portal', portal],
  ['has had enough', limited],
])('a token that has ended opens the page as its person at once where auth %s', async (_, absence) => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 1 })
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: expired(session),
  })
  await page.route('**/auth/v1/**', absence)
  await page.goto('/settings?section=security', { waitUntil: 'commit' })
  const text = session.user.email ?? ''
  expect(await standsWithin(page, { selector: 'body', text, within: 5000 })).toBe(true)
  await page.getByText(text).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/settings')
  // Nothing was asked as a visitor meanwhile, and all of it comes with the answer.
  await page.unrouteAll()
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).not.toBeNull()
  await context.close()
})

test('nothing of a person goes from the device for want of an answer, and the refusal of the token ends it', async () => {
  const session = await join(product.system)
  const { id } = session.user
  const storage = { ...remembered(session), [`cortexia.private.${id}.draft`]: 'Un griot sous les étoiles' }
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await setUp(page)
  await page.goto('/')
  await expect.poll(async () => (await held(page, id)).words).toBeGreaterThan(0)
  const before = await held(page, id)
  expect(before).toMatchObject({ session: 1, keys: 1 })

  // First: the open page would have its token renewed.
  await page.route('**/auth/v1/**', refused)
  await expire(page)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.clock.install()
  await page.goto('/messages')
  // The client's own tries end after half a minute, and it says that there is nobody.
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000)
      return said.some((text) => text.startsWith('[auth] INITIAL_SESSION'))
    })
    .toBe(true)
  expect(said).toContain('[auth] INITIAL_SESSION null')
  await page.getByRole('heading', { name: 'Messages' }).first().waitFor()
  expect(await page.getByText('Votre session a expiré').count()).toBe(0)
  const after = await held(page, id)
  expect(after).toMatchObject({ session: 1, keys: 1 })
  expect(after.notes).toBeGreaterThanOrEqual(before.notes)
  expect(after.words).toBeGreaterThanOrEqual(before.words)

  await page.unrouteAll()
  await fetch(`${product.system.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: product.system.anonKey, authorization: `Bearer ${session.access_token}` },
  })
  await page.reload()
  await page.getByText('Votre session a expiré').waitFor()
  await expect.poll(async () => (await held(page, id)).keys).toBe(0)
  await context.close()
})

test.each([
  ['refuses', refused, false],
  ['swallows', swallowed, false],
  ['refuses, and the token has ended', refused, true],
  ['swallows, and the token has ended', swallowed, true],
])('« Se déconnecter de cet appareil » leaves nothing at once where auth %s', async (_, absence, isExpired) => {
  const session = await join(product.system)
  const { id } = session.user
  const storage = { ...remembered(session), [`cortexia.private.${id}.draft`]: 'Un griot sous les étoiles' }
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop, storage })
  await setUp(page)
  await page.goto('/account?section=security')
  const leave = page.getByRole('button', { name: 'Se déconnecter de cet appareil' })
  await leave.waitFor()
  await page.route('**/auth/v1/**', absence)
  if (isExpired) await expire(page)
  if (isExpired) await page.reload()
  const isOut = standsAfterClickWithin(page, { selector: 'h1, h2', text: 'Une idée, un mot, une image.', within: 6000 })
  await leave.click()
  expect(await isOut).toBe(true)
  await expect.poll(() => held(page, id)).toEqual(nothing)
  await context.close()
})

/** Somebody with keys, words, a draft and push on the device. */
async function atSignOut() {
  const session = await join(product.system)
  const { id } = session.user
  const storage = { ...remembered(session), [`cortexia.private.${id}.draft`]: 'Un griot', [pushOwner]: id }
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop, storage })
  await setUp(page)
  return { session, context, page, id }
}
const pushOwner = 'cortexia.push-owner'
const statusOf = async ({ access_token: token }: Session) => {
  const headers = { apikey: product.system.anonKey, authorization: `Bearer ${token}` }
  return (await fetch(`${product.system.url}/auth/v1/user`, { headers })).status
}

test('whoever signs out and closes the page over it has left, though nobody says whether there is push here', async () => {
  const { session, context, page, id } = await atSignOut()
  await page.addInitScript(() => {
    if (location.pathname === '/account') navigator.serviceWorker.getRegistration = () => new Promise(() => undefined)
  })
  await page.goto('/account?section=security')
  expect(await held(page, id)).toMatchObject({ session: 1, keys: 1 })
  await page.getByRole('button', { name: 'Se déconnecter de cet appareil' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/')
  await page.getByRole('heading', { name: 'Une idée, un mot, une image.' }).waitFor()
  await expect.poll(() => held(page, id)).toEqual(nothing)
  expect(await page.evaluate((key) => localStorage.getItem(key), pushOwner)).toBeNull()
  await expect.poll(() => statusOf(session)).toBe(403)
  await context.close()
})

test('an answer that the device was still keeping when its person left is kept nowhere', async () => {
  const { context, page, id } = await atSignOut()
  await page.addInitScript(holdShelves)
  await page.goto('/account?section=security')
  await expect.poll(() => page.evaluate(() => (globalThis as Shelves).heldShelves ?? 0)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Se déconnecter de cet appareil' }).click()
  await page.getByRole('heading', { name: 'Une idée, un mot, une image.' }).waitFor()
  await expect.poll(() => held(page, id)).toEqual(nothing)
  await page.evaluate(() => (globalThis as Shelves).releaseShelves?.())
  await untilAtRest(page)
  expect(await held(page, id)).toEqual(nothing)
  await context.close()
})

interface Shelves {
  heldShelves?: number
  releaseShelves?: () => void
}
/** Runs in the page: what the device has kept of a kind before, nothing, is told when the test says so. */
function holdShelves(): void {
  const shelves = globalThis as Shelves
  const released = new Promise<void>((resolve) => {
    shelves.releaseShelves = resolve
  })
  const { get } = IDBObjectStore.prototype
  IDBObjectStore.prototype.get = function (this: IDBObjectStore, key: IDBValidKey) {
    if (typeof key !== 'string' || !key.includes('.answers.')) return get.call(this, key)
    shelves.heldShelves = (shelves.heldShelves ?? 0) + 1
    const told: { result?: unknown; onsuccess?: () => void } = {}
    void released.then(() => told.onsuccess?.())
    return told as unknown as IDBRequest
  }
}

test('whoever signs out and closes the page over it has left, though another tab has not let go of the account', async () => {
  const { session, context, page, id } = await atSignOut()
  const other = await context.newPage()
  await other.goto('/robots.txt')
  await other.evaluate(
    () => new Promise((held) => void navigator.locks.request('cortexia.leaving', () => new Promise(() => held(null)))),
  )
  await page.goto('/account?section=security')
  await page.getByRole('button', { name: 'Se déconnecter de cet appareil' }).click()
  const waiting = () => page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name))
  await expect.poll(waiting).toContain('cortexia.leaving')
  await page.goto('/')
  await page.getByRole('heading', { name: 'Une idée, un mot, une image.' }).waitFor()
  expect((await held(page, id)).session).toBe(0)
  await expect.poll(() => statusOf(session)).toBe(403)
  await other.close()
  await expect.poll(() => held(page, id)).toEqual(nothing)
  await context.close()
})

test('a storage that takes nothing more keeps nobody from leaving', async () => {
  const { session, context, page, id } = await atSignOut()
  await page.goto('/account?section=security')
  await page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (this: Storage, key: string, value: string) {
      if (key === 'cortexia.left') throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  await page.getByRole('button', { name: 'Se déconnecter de cet appareil' }).click()
  await page.getByRole('heading', { name: 'Une idée, un mot, une image.' }).waitFor()
  await expect.poll(() => held(page, id)).toEqual(nothing)
  await expect.poll(() => statusOf(session)).toBe(403)
  await context.close()
})

test('the server is told of a sign-out as soon as it answers', async () => {
  const session = await join(product.system)
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(session),
  })
  await page.goto('/account?section=security')
  const leave = page.getByRole('button', { name: 'Se déconnecter de cet appareil' })
  await leave.waitFor()
  await page.route('**/auth/v1/**', refused)
  await leave.click()
  await page.getByRole('heading', { name: 'Une idée, un mot, une image.' }).waitFor()
  expect(await statusOf(session)).toBe(200)
  await page.unrouteAll()
  await expect.poll(() => statusOf(session)).toBe(403)
  await context.close()
})

test('what was asked when somebody signs out is answered before the server is told', async () => {
  const session = await join(product.system)
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(session),
  })
  const order: string[] = []
  const [isAsked, mayGo] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  // What is read is cut when nobody shows it any longer; this device's keys are written once.
  await page.route('**/rest/v1/user_devices*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    isAsked.resolve(undefined)
    await mayGo.promise
    const answer = await route.fetch()
    order.push(`answered ${answer.status()}`)
    return route.fulfill({ response: answer })
  })
  await page.route('**/auth/v1/logout*', async (route) => {
    order.push('told')
    await route.continue()
  })
  await page.goto('/account?section=security')
  await isAsked.promise
  const told = page.waitForResponse('**/auth/v1/logout*')
  await page.getByRole('button', { name: 'Se déconnecter de cet appareil' }).click()
  await page.getByRole('heading', { name: 'Une idée, un mot, une image.' }).waitFor()
  mayGo.resolve(undefined)
  await told
  expect(order).toEqual(['answered 201', 'told'])
  expect(complaints).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})
