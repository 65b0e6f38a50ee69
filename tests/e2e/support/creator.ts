/** A member in front of the create form, and what is found there. */
import type { Browser, Locator, Page, Route } from 'playwright-core'
import sharp from 'sharp'

import { desktop, visit, type Visit, type VisitOptions } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import type { RunningSystem } from '../../support/start-system.ts'

export interface Creator extends Visit {
  userId: string
}

export async function openForm(
  browser: Browser,
  system: RunningSystem,
  { viewport = desktop, ...options }: Partial<VisitOptions> = {},
): Promise<Creator> {
  const session = await join(system)
  const visited = await visit(browser, system.url, { ...options, viewport, storage: returning(session) })
  await visited.page.goto('/?modal=create')
  await description(visited.page).waitFor()
  return { ...visited, userId: session.user.id }
}

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Créer une image' })
export const description = (page: Page) => page.getByLabel('Description', { exact: true })
export const generate = (page: Page) => page.getByRole('button', { name: /^Générer · / })
export const mode = (page: Page, name: string) => page.getByRole('radio', { name })
export const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
/** Of the dialog on top: cards under it have such a menu too. */
export const moreActions = (page: Page) => button(page.locator('dialog[open]').last(), 'Plus d’actions')
export const slot = (page: Page, place: number) => page.getByRole('button', { name: `Référence ${place} :` })

/** Of those under the description that stand behind « Plus ». */
export async function chooseTool(page: Page, name: string): Promise<void> {
  await button(page, 'Plus').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** What this page has put on the device, drafts among it. */
export const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('cortexia.private')
    await new Promise((resolve) => (open.onsuccess = resolve))
    const all = open.result.transaction('files').objectStore('files').getAll()
    await new Promise((resolve) => (all.onsuccess = resolve))
    return JSON.stringify(all.result)
  })

export const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement)

/** Opens « Réglages ». */
export const openSettings = (place: Page | Locator) => place.locator('summary').filter({ hasText: 'Réglages' }).click()

export async function picture(width: number, height: number, background = '#c2482a'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** Chooses files as the gallery of a phone would give them. */
export async function choose(page: Page, ...files: Buffer[]): Promise<void> {
  await page
    .getByRole('button', { name: /^Référence \d, vide/u })
    .first()
    .click()
  const input = page.getByLabel('Galerie ou fichier').and(page.locator('input'))
  await input.setInputFiles(
    files.map((buffer, place) => ({ name: `photo${place}.jpg`, mimeType: 'image/jpeg', buffer })),
  )
  await page.getByRole('dialog', { name: 'Ajouter une image' }).waitFor({ state: 'detached' })
}

/** Says of the photograph that is asked about that it shows nobody. */
export async function showsNobody(page: Page): Promise<void> {
  const question = page.getByRole('group', { name: /montre-t-elle quelqu’un/u })
  await button(question, 'Non').click()
  await question.waitFor({ state: 'detached' })
}

/** Keeps the next request to an address waiting until it is released. */
export async function holdOnce(page: Page, url: string): Promise<{ release: () => void }> {
  const route = await new Promise<Route>((resolve) => void page.route(url, resolve, { times: 1 }))
  return { release: () => void route.continue() }
}
