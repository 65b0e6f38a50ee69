/** The pages for trying things: each shows what its name says, and its buttons do what they say. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { buildOf, cachesOf, otherBuild, untilKept } from '../support/app-builds.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts } from '../support/published-posts.ts'

const product = startedProduct({}, { whole: true })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const fact = (page: Page, title: string, name: string) =>
  page
    .getByRole('region', { name: title })
    .or(page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) }))
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

async function reportOf(page: Page): Promise<Record<string, never>> {
  await press(page, 'Copier le rapport')
  await page.getByText('Rapport copié').first().waitFor()
  return page.evaluate(async () => JSON.parse(await navigator.clipboard.readText()) as Record<string, never>)
}

test('/pwa-test reads the device, and each button does what it says', async () => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 1 })
  const visited = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(session),
    hasWorker: true,
  })
  const { context, page } = visited
  await page.goto('/pwa-test')
  await untilKept(page)
  await page.reload()
  const own = await buildOf(page)
  await fact(page, 'Versions', 'Du service worker').getByText(String(own)).waitFor()
  expect(await fact(page, 'Versions', 'Du serveur').textContent()).toBe(own)
  expect(await fact(page, 'Service worker', 'Répond à cette page').textContent()).toBe('oui')
  expect(Number(await fact(page, 'Service worker', 'Routes statiques').textContent())).toBeGreaterThan(4)
  expect(await (await startAxe()).violations(page, 'pwa-test')).toEqual([])

  const report = await reportOf(page)
  expect(report).toMatchObject({ path: '/pwa-test', builds: { page: own, active: own }, network: { isOnline: true } })
  const secrets = [session.access_token, session.refresh_token, session.user.id, session.user.email ?? '@']
  for (const secret of secrets) expect(JSON.stringify(report)).not.toContain(secret)

  await press(page, 'Vider les caches')
  await expect.poll(() => cachesOf(page)).toEqual({})
  await press(page, 'Tout garder sur l’appareil')
  await untilKept(page)
  await page.getByText('Tout garder sur l’appareil : Fait.').waitFor()

  await press(page, 'Simuler hors ligne')
  await fact(page, 'Réseau', 'Verdict').getByText('hors ligne, simulé').waitFor()
  await page.getByRole('status').filter({ hasText: 'Vous êtes hors ligne' }).waitFor()
  expect(await page.evaluate(() => fetch('/api/config').then(String, String))).toContain('TypeError')
  await press(page, 'Revenir en ligne')
  await fact(page, 'Réseau', 'Verdict').getByText('en ligne', { exact: true }).waitFor()

  await press(page, 'SKIP_WAITING')
  await page.getByText('SKIP_WAITING : Aucune version n’attend.').waitFor()
  await context.grantPermissions(['notifications'], { origin: product.system.url })
  await press(page, 'SHOW_UPDATE_NOTIFICATION')
  const shown = () =>
    page.evaluate(async () => {
      const { ready } = navigator.serviceWorker
      return (await (await ready).getNotifications()).map(({ title }) => title)
    })
  await expect.poll(shown).toEqual(['Mise à jour disponible'])

  const next = await otherBuild()
  await product.system.redeploy({ root: next.root })
  await press(page, 'check-for-updates')
  await expect
    .poll(async () => {
      await press(page, 'Relire')
      return fact(page, 'Versions', 'En attente').textContent()
    })
    .toBe(next.build)
  await press(page, 'SKIP_WAITING')
  await fact(page, 'Versions', 'Du service worker').getByText(next.build).waitFor()
  expect(await fact(page, 'Versions', 'Précédente').textContent()).toBe(own)
  await press(page, '?fresh')
  await expect.poll(() => buildOf(page)).toBe(next.build)
  await context.close()
})

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('the pages of focus and of cards on a %s', async (_, viewport) => {
  const session = await join(product.system)
  const [newest] = await publishPosts(product.system, { userId: session.user.id, count: 3 })
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport,
    storage: remembered(session),
  })
  const axe = await startAxe()
  const found: string[] = []

  await page.goto('/test-focus')
  const places = page.getByRole('list').last().getByRole('listitem')
  await expect.poll(() => places.count()).toBeGreaterThan(13)
  await page.getByRole('button', { name: 'Copier le rapport' }).focus()
  const count = await places.count()
  for (let place = 1; place <= count; place += 1) await page.keyboard.press('Tab')
  await expect.poll(() => page.locator('li[data-ring=ring]').count()).toBe(count)
  expect(await places.filter({ hasText: 'après la place' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Dialogue' }).click()
  await page.getByRole('button', { name: 'Dialogue dans le dialogue' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Dialogue')
  found.push(...(await axe.violations(page, 'test-focus')))

  await page.goto('/simple-focus-test')
  await page.getByLabel('Champ').focus()
  await page.keyboard.press('Tab')
  await page.getByText('Focus reçu : 2').waitFor()
  await page.getByText('Focus perdu : 1').waitFor()
  found.push(...(await axe.violations(page, 'simple-focus-test')))

  await page.goto('/test-post-display')
  await expect.poll(() => page.getByRole('article').count()).toBe(16)
  const like = page
    .getByRole('article')
    .nth(1)
    .getByRole('button', { name: /^J’aime/u })
  await like.dispatchEvent('click')
  expect(await like.getAttribute('aria-pressed')).toBe('false')
  found.push(...(await axe.violations(page, 'test-post-display')))

  await page.goto('/test-real-posts')
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => fact(page, 'Mesures', 'Première image affichée').textContent()).toMatch(/^\d+ ms$/u)
  expect(await fact(page, 'Mesures', 'Requête').textContent()).toMatch(/^\d+ ms$/u)
  expect(await fact(page, 'Mesures', 'Octets reçus').textContent()).toMatch(/\d\sKo$/u)
  expect(await page.locator('pre').first().textContent()).toContain(newest?.id ?? '?')
  found.push(...(await axe.violations(page, 'test-real-posts')))

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
  expect(found).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
