/** The keys of one's messages in real browsers: made, found again elsewhere, lost, compared (E2EE §4–6). */
import type { Session } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startAxe } from '../support/axe.ts'
import { desktop, launchBrowser, phone, visit } from '../support/browser.ts'
import { join, remembered } from '../support/people.ts'
import { startSystem, type RunningSystem } from '../support/start-system.ts'

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

const settings = '/settings?section=messages'
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const device = (session: Session, viewport: typeof desktop) =>
  visit(browser, system.url, { viewport, storage: remembered(session) })

/** From the sheet with the key to the end of set-up; answers the key. */
async function keepKey(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Clé de récupération' })
  await dialog.getByRole('listitem').nth(7).waitFor()
  const groups = await dialog.getByRole('listitem').locator('code').allTextContents()
  expect(groups).toHaveLength(8)
  await press(page, 'Copier')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(groups.join('-'))
  await press(page, 'Continuer')
  await page.getByText('Saisissez les groupes 3 et 7 pour vérifier.').waitFor()
  await page.getByLabel('Groupe 3').fill('0000')
  await page.getByLabel('Groupe 7').fill(groups[6] ?? '')
  await press(page, 'Vérifier')
  await page.getByText('Le groupe 3 n’est pas celui de votre clé.').waitFor()
  await page.getByLabel('Groupe 3').fill((groups[2] ?? '').toLowerCase())
  await press(page, 'Vérifier')
  await page.getByText('C’est prêt').waitFor()
  await press(page, 'Terminer')
  return groups.join('-')
}

async function setUp(page: Page): Promise<string> {
  await page.goto(settings)
  await press(page, 'Protéger mes messages')
  await press(page, 'Utiliser une clé de récupération')
  return keepKey(page)
}

const isReady = (page: Page) => page.getByText('Vos messages sont chiffrés de bout en bout, et une clé').waitFor()

test('keys are made and kept, opened on a new device by the key, and changed', async () => {
  const session = await join(system)
  const first = await device(session, phone)
  const key = await setUp(first.page)
  await isReady(first.page)

  const second = await device(session, desktop)
  await second.page.goto(settings)
  await press(second.page, 'Retrouver mes messages')
  const field = second.page.getByLabel('Clé de récupération')
  await field.fill(key.slice(0, -1))
  await press(second.page, 'Ouvrir')
  await second.page.getByText('Cette clé est incomplète ou contient une faute de frappe.').waitFor()
  await field.fill(key.toLowerCase().replaceAll('-', ' '))
  await press(second.page, 'Ouvrir')
  await second.page.getByText('Vos messages sont de retour sur cet appareil.').waitFor()
  await isReady(second.page)
  await second.page.getByText(/· Cet appareil$/).waitFor()

  // Until the new key is checked the old one opens everything; then it opens nothing.
  await press(second.page, 'Changer la clé de récupération')
  await second.page.getByLabel('Clé de récupération').fill(key)
  await press(second.page, 'Continuer')
  const next = await keepKey(second.page)
  expect(next).not.toBe(key)
  const third = await device(session, desktop)
  await third.page.goto(settings)
  await press(third.page, 'Retrouver mes messages')
  await third.page.getByLabel('Clé de récupération').fill(key)
  await press(third.page, 'Ouvrir')
  await third.page.getByText('Ce n’est pas le bon moyen pour ces messages.').waitFor()
  await third.page.getByLabel('Clé de récupération').fill(next)
  await press(third.page, 'Ouvrir')
  await isReady(third.page)
  for (const { complaints, context } of [first, second, third]) {
    expect(complaints).toEqual([])
    await context.close()
  }
})
