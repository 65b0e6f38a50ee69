/** A network that goes while somebody is there: the page stands, says so, and goes on where they were when it is back. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { desktop, launchBrowser, phone, visit } from '../support/browser.ts'
import { join, remembered } from '../support/people.ts'
import { startSystem, type RunningSystem } from '../support/start-system.ts'
import { publishPosts } from './published-posts.ts'

let system: RunningSystem
let browser: Browser
beforeAll(async () => {
  system = await startSystem()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await system[Symbol.asyncDispose]()
})

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('on a %s what is opened without network comes with the network, and the page stands', async (_, viewport) => {
  const session = await join(system)
  await publishPosts(system, { userId: session.user.id, count: 2 })
  const { context, page } = await visit(browser, system.url, { viewport, storage: remembered(session) })
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  const status = (text: string) => page.getByRole('status').filter({ hasText: text })
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await status('Vous êtes hors ligneCertaines fonctionnalités peuvent être limitées').waitFor()
  await page.getByRole('link', { name: 'Notifications' }).click()
  await page.waitForURL('**/notifications')
  expect(await page.getByRole('navigation').count()).toBeGreaterThan(0)
  await page.keyboard.press('/')
  await context.setOffline(false)
  await status('De nouveau en ligne').waitFor()
  await page.getByRole('dialog', { name: 'Recherche' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Notifications' }).waitFor()
  await context.close()
})
