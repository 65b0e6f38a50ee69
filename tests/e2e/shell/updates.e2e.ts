/** Updates: offered, taken by all tabs with what is being written, taken back, and forced at most once (decision 0046). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { buildOf, otherBuild, untilKept } from '../support/app-builds.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

const banner = (page: Page, name: string) => page.getByRole('region', { name })
const offer = (page: Page) => banner(page, 'Mise à jour disponible')
const words = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })
const check = (page: Page) => page.evaluate(() => dispatchEvent(new Event('check-for-updates')))

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

/** Pages of a test are all in sight: what a person does by changing tabs is said to this one. */
async function goOutOfSight(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

async function comeIntoSight(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

async function write(page: Page, text: string): Promise<void> {
  await page.goto('/?modal=create')
  await words(page).fill(text)
}

test('a new build is taken with a draft, by each tab once, and the way back is an update like any other', async () => {
  const session = await join(product.system)
  const storage = remembered(session)
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage,
    hasWorker: true,
  })
  await page.goto('/')
  await untilKept(page)
  const first = await buildOf(page)
  const second = await otherBuild({ version: '5.1.0', releaseNotes: 'Les brouillons restent.\nDeux lignes.' })
  await write(page, 'Un baobab bleu')
  await product.system.redeploy({ root: second.root })
  const told = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('app-update-available', (event) => resolve((event as CustomEvent).detail), { once: true })
      }),
  )
  // What the browser finds by itself says as much as what the app asks for.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  expect(await told).toEqual({
    hasUpdate: true,
    currentVersion: '5.0.0',
    newVersion: '5.1.0',
    updateType: 'minor',
    releaseNotes: 'Les brouillons restent.\nDeux lignes.',
    isForced: false,
  })
  const loads = countLoads(page)
  await words(page).fill('Un baobab bleu, au bord de l’eau')
  await page.keyboard.press('Escape')
  const take = offer(page).getByRole('button', { name: 'Mettre à jour' })
  await take.waitFor()
  expect(await (await startAxe()).violations(page, 'offered')).toEqual([])
  for (const width of [320, 768, desktop.width, phone.width]) {
    await page.setViewportSize({ ...phone, width })
    const { x = -1, width: own = 0 } = (await take.boundingBox()) ?? {}
    expect([width, x >= 0, x + own <= width]).toEqual([width, true, true])
  }
  await take.click()
  await page.getByText('Installation… vos brouillons sont conservés').waitFor()
  await banner(page, 'Nouveautés').getByText('Deux lignes.').waitFor()
  expect(await (await startAxe()).violations(page, 'taken')).toEqual([])
  expect([loads(), await buildOf(page)]).toEqual([1, second.build])
  expect(await page.evaluate(() => sessionStorage.getItem('cortexia.updated-to'))).toBe(second.build)
  await page.goto('/?modal=create')
  await expect.poll(() => words(page).inputValue()).toBe('Un baobab bleu, au bord de l’eau')
  expect(await banner(page, 'Nouveautés').count()).toBe(0)

  const other = await context.newPage()
  await other.goto('/')
  expect(await buildOf(other)).toBe(second.build)
  await words(page).fill('Deux baobabs')
  const reloads = countLoads(page)
  await product.system.redeploy({})
  const offered = async () => {
    await check(other)
    return offer(other).count()
  }
  await expect.poll(offered).toBe(1)
  await offer(other).getByRole('button', { name: 'Mettre à jour' }).click()
  await expect.poll(() => buildOf(other).catch(() => null)).toBe(first)
  // Somebody writes there: it goes on with its build until they come back to it.
  expect([reloads(), await buildOf(page)]).toEqual([0, second.build])
  await goOutOfSight(page)
  await comeIntoSight(page)
  await expect.poll(() => buildOf(page).catch(() => null)).toBe(first)
  await expect.poll(() => words(page).inputValue()).toBe('Deux baobabs')
  expect(reloads()).toBe(1)
  await context.close()
})

test('X-09 what is forced cannot be put off, and a server that says one thing and another reloads a page once', async () => {
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: { 'cortexia.visited': '1', 'cortexia.language': 'en' },
  })
  let asked = 0
  let answered = 0
  await page.route('**/api/version*', (route) => {
    asked += 1
    const build = asked.toString(16).padStart(12, '0')
    const body = JSON.stringify({ version: `5.1.${asked}`, releaseNotes: '', forced: asked % 3 !== 0 })
    const answer = route.fulfill({ body, contentType: 'application/json', headers: { 'x-build': build } })
    return answer.finally(() => (answered += 1))
  })
  const loads = countLoads(page)
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('article').first().or(page.getByRole('navigation').first()).waitFor()
  // Its clock is moved once it asks by itself: what is under way until then would be given up.
  await expect.poll(() => answered).toBeGreaterThan(0)
  const forced = banner(page, 'Update required')
  await expect
    .poll(async () => {
      await page.clock.runFor(5000)
      return forced.count()
    })
    .toBe(1)
  expect(await (await startAxe()).violations(page, 'forced, in English')).toEqual([])
  await page.keyboard.press('Escape')
  expect(await forced.getByRole('button').allTextContents()).toEqual(['Update'])
  expect(loads()).toBe(1)
  await goOutOfSight(page)
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return loads()
    })
    .toBe(2)
  // Its clock is moved once it asks by itself: until then no time passes there.
  const before = asked
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return asked
    })
    .toBeGreaterThan(before)
  // Nine minutes in which nobody touches anything.
  for (let half = 0; half < 18; half += 1) {
    await page.clock.runFor(30_000)
    await expect.poll(() => asked - answered).toBe(0)
  }
  expect(asked).toBeGreaterThan(10)
  expect(loads()).toBe(2)
  await context.close()
})
