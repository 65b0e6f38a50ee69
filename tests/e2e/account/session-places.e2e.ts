/** In which city one's sessions are (A24), where the operator has a database of networks; where it knows none, nothing is said. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join as joinAs, remembered } from '../../support/people.ts'
import { networksOf } from '../support/networks.ts'
import { startedProduct } from '../support/product.ts'

const folder = mkdtempSync(join(tmpdir(), 'networks-'))
const file = join(folder, 'city.mmdb')
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})
// Functions read the environment of the process.
vi.stubEnv('GEOIP_DATABASE_FILE', file)
const product = startedProduct()

const cotonou = { city: { names: { en: 'Cotonou' } }, country: { iso_code: 'BJ' } }
/** The tests' own network. */
const here = 127
const elsewhere = 10

const devices = (page: Page) => page.getByRole('region', { name: 'Appareils et sessions' })
const credit = (page: Page) => devices(page).getByRole('link', { name: 'DB-IP' })

async function open(viewport: typeof desktop, colorScheme: 'dark' | 'light') {
  const storage = remembered(await joinAs(product.system))
  const visited = await visit(product.browser, product.system.url, { viewport, colorScheme, storage })
  await visited.page.goto('/settings?section=security')
  await devices(visited.page).getByRole('listitem').first().waitFor()
  return visited
}

test.each([
  ['phone, dark', phone, 'dark'],
  ['desktop, light', desktop, 'light'],
] as const)('on a %s each session says its city, and whose data that is', async (_name, viewport, scheme) => {
  writeFileSync(file, networksOf(here, cotonou, 'DBIP-City-Lite'))
  const { context, page, complaints } = await open(viewport, scheme)
  await devices(page).getByText(' · Cotonou, Bénin · 127.0.0.1').waitFor()
  expect(await credit(page).getAttribute('href')).toBe('https://db-ip.com')
  const { violations } = await startAxe()
  expect(await violations(page, 'devices with cities')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['of DB-IP knows other networks only', () => writeFileSync(file, networksOf(elsewhere, cotonou, 'DBIP-City-Lite'))],
  ['knows other networks only', () => writeFileSync(file, networksOf(elsewhere, cotonou, 'GeoLite2-City'))],
  ['is no such database', () => writeFileSync(file, 'nothing')],
  ['is not there', () => rmSync(file)],
])('where the file %s, the list is as it was', async (_name, change) => {
  change()
  const { context, page, complaints } = await open(phone, 'dark')
  const answered = page.waitForResponse(/session-places/u)
  await page.reload()
  const answer = await answered
  expect(answer.status()).toBe(200)
  await answer.finished()
  await devices(page).getByText('127.0.0.1').waitFor()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await devices(page).getByText('Cotonou').count()).toBe(0)
  expect(await credit(page).count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('without a session nothing is answered', async () => {
  const { url, anonKey } = product.system
  const answer = await fetch(`${url}/functions/v1/session-places`, { headers: { apikey: anonKey } })
  expect(answer.status).toBe(401)
})
