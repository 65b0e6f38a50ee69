/** « Mes images »: found, starred, chosen, saved, thrown away, brought back and published. */
import { readFile } from 'node:fs/promises'

import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { makeImage, publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

const prompts = ['Forêt d’ébène en été', 'Marché de Cotonou', 'Portrait au foulard', 'Dunes rouges']

async function openImages(viewport: typeof desktop, { count = 4 } = {}) {
  const session = await join(product.system)
  const service = serviceOf(product.system)
  const userId = session.user.id
  for (let place = 0; place < count; place += 1) {
    const [width, height] = place % 2 === 0 ? [640, 400] : [400, 640]
    await makeImage(service, { userId, prompt: prompts[place] ?? `Motif ${place}`, width, height }, place)
  }
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  await visited.page.goto('/profile')
  await visited.page.getByRole('button', { name: 'Mes images' }).first().click()
  await images(visited.page).waitFor()
  return { ...visited, service, userId }
}

const images = (page: Page) => page.getByRole('dialog', { name: 'Mes images' }).first()
const cells = (page: Page) => images(page).getByRole('button', { name: /^Ouvrir : / })
const cell = (page: Page, prompt: string) => images(page).getByRole('button', { name: `Ouvrir : ${prompt}` })
const names = (page: Page) =>
  cells(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.slice('Ouvrir : '.length)))

test('they are found by words without accents and by filters, newest first', async () => {
  const { context, page, complaints, service, userId } = await openImages(desktop)
  await publishImage(service, { userId, prompt: 'Un griot et sa kora', mode: 'cortexia' })
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Un griot et sa kora', ...prompts.toReversed()])
  await images(page).getByLabel('Chercher dans vos descriptions').fill('ete foret')
  await expect.poll(() => names(page)).toEqual(['Forêt d’ébène en été'])
  await images(page).getByLabel('Chercher dans vos descriptions').fill('zzz')
  await images(page).getByText('Aucune image ne correspond').waitFor()
  await images(page).getByLabel('Chercher dans vos descriptions').fill('')
  await images(page).getByRole('button', { name: 'Filtres' }).click()
  await images(page).getByLabel('Format').selectOption({ label: 'Portrait' })
  await expect.poll(() => names(page)).toEqual(['Dunes rouges', 'Marché de Cotonou'])
  await images(page).getByRole('button', { name: 'Effacer les filtres' }).click()
  await images(page).getByLabel('Publication', { exact: true }).selectOption({ label: 'Publiées' })
  await expect.poll(() => names(page)).toEqual(['Un griot et sa kora'])
  await images(page).getByLabel('Mode', { exact: true }).selectOption({ label: 'Normal' })
  await images(page).getByText('Aucune image ne correspond').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('stars are given by a key, stay where an older answer comes after them, and narrow the list', async () => {
  const { context, page } = await openImages(desktop)
  await cell(page, 'Dunes rouges').waitFor()
  const [isRead, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const late = async (route: Route) => {
    const response = await route.fetch()
    isRead.resolve(undefined)
    await answer.promise
    // Whoever does not want it any more does not take it.
    await route.fulfill({ response }).catch(() => undefined)
  }
  await page.route('**/rpc/my_images?**', late, { times: 1 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Mes images' }).first().click()
  await isRead.promise
  await cell(page, 'Dunes rouges').focus()
  await page.keyboard.press('4')
  await images(page).getByText('4 étoiles').waitFor({ state: 'attached' })
  answer.resolve(undefined)
  await page.unrouteAll({ behavior: 'wait' })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await images(page).getByText('4 étoiles').count()).toBe(1)
  await cell(page, 'Marché de Cotonou').click()
  const sheet = page.getByRole('dialog', { name: 'Mes images' }).last()
  await sheet.getByRole('button', { name: 'Publier' }).waitFor()
  await page.keyboard.press('2')
  await expect.poll(() => sheet.getByRole('button', { name: '2 étoiles' }).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Escape')
  await images(page).getByRole('button', { name: 'Filtres' }).click()
  await images(page).getByLabel('Étoiles').selectOption({ label: 'Au moins 3 étoiles' })
  await expect.poll(() => names(page)).toEqual(['Dunes rouges'])
  await page.reload()
  await images(page).getByText('4 étoiles').waitFor({ state: 'attached' })
  await context.close()
})

test('several are chosen with Shift, saved as one archive, thrown away and brought back', async () => {
  const { context, page } = await openImages(desktop)
  await cell(page, 'Dunes rouges').click({ modifiers: ['Control'] })
  await cell(page, 'Marché de Cotonou').click({ modifiers: ['Shift'] })
  await images(page).getByText('3 sélectionnées').waitFor()
  await images(page).getByRole('button', { name: 'Télécharger' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Archive ZIP' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('cortexia-3-images.zip')
  const archive = await readFile(await download.path())
  expect(archive.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(archive.toString('latin1').match(/WEBP/gu)).toHaveLength(3)

  await images(page).getByRole('button', { name: 'Supprimer' }).click()
  // Pointed at, what can be undone stays: its time runs on a busy machine too.
  const undo = page.getByRole('button', { name: 'Annuler', exact: true })
  await undo.hover()
  await expect.poll(() => names(page)).toEqual(['Forêt d’ébène en été'])
  await page.getByText('3 images supprimées').waitFor()
  await undo.click()
  await expect.poll(() => names(page)).toEqual(prompts.toReversed())
  await context.close()
})

test('pictures are filed in a folder, found there, and stay when it is deleted', async () => {
  const { context, page, complaints } = await openImages(phone)
  const act = (name: string | RegExp) => images(page).getByRole('button', { name })
  await act('Sélectionner').click()
  await images(page).getByLabel('Sélectionner : Dunes rouges').or(cell(page, 'Dunes rouges')).first().click()
  await cell(page, 'Marché de Cotonou').click()
  await act('Ranger').click()
  await page.getByRole('menuitem', { name: 'Nouveau dossier' }).click()
  const naming = page.getByRole('dialog', { name: 'Nouveau dossier' })
  await naming.getByLabel('Nom du dossier').fill('Commande du musée')
  await naming.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('2 images rangées dans « Commande du musée »').waitFor()
  await act('Commande du musée, 2 images').click()
  await expect.poll(() => names(page)).toEqual(['Dunes rouges', 'Marché de Cotonou'])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)

  await act('Nouveau dossier').click()
  await naming.getByLabel('Nom du dossier').fill('Commande du musée')
  await naming.getByRole('button', { name: 'Enregistrer' }).click()
  await naming.getByText('Un de vos dossiers porte déjà ce nom.').waitFor()
  await naming.locator('form').getByRole('button', { name: 'Annuler' }).click()

  await act('Actions du dossier Commande du musée').click()
  await page.getByRole('menuitem', { name: 'Supprimer le dossier' }).click()
  await page.getByText('Ses images restent dans « Mes images ».').waitFor()
  await expect.poll(() => names(page)).toEqual(prompts.toReversed())
  // The name that was taken.
  expect(complaints.filter((line) => !line.includes('/make_image_folder'))).toEqual([])
  await context.close()
})

test('a published one is not thrown away, and that is said', async () => {
  const { context, page, service, userId } = await openImages(desktop)
  await publishImage(service, { userId, prompt: 'Un griot et sa kora' })
  await page.reload()
  await cell(page, 'Un griot et sa kora').click()
  const sheet = page.getByRole('dialog', { name: 'Mes images' }).last()
  await sheet.getByRole('link', { name: 'Publiée · Voir' }).waitFor()
  await sheet.getByRole('button', { name: 'Agrandir ×2 · gratuit' }).click()
  await page.getByText(/^Image agrandie\s: \d+ × \d+$/u).waitFor()
  await sheet.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByText('1 image est publiée : elle reste').waitFor()
  expect(await names(page)).toContain('Un griot et sa kora')
  await context.close()
})

test('one is opened in the viewer, its settings are used again, and it is published', async () => {
  const { context, page, complaints } = await openImages(desktop)
  await cell(page, 'Portrait au foulard').click()
  const sheet = page.getByRole('dialog', { name: 'Mes images' }).last()
  await sheet.getByRole('button', { name: 'Agrandir l’image' }).click()
  const viewer = page.getByRole('dialog', { name: 'Image générée' })
  await viewer.getByText('2 sur 4').first().waitFor()
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: 'Publier' }).click()
  await page.getByRole('dialog', { name: 'Avant de publier' }).getByRole('button', { name: 'Publier' }).click()
  await sheet.getByRole('link', { name: 'Publiée · Voir' }).waitFor()
  await sheet.getByRole('button', { name: 'Plus d’actions' }).click()
  await page.getByRole('menuitem', { name: 'Reprendre la description seule' }).click()
  const form = page.getByRole('dialog', { name: 'Créer une image' })
  await expect.poll(() => form.getByLabel('Description', { exact: true }).inputValue()).toBe('Portrait au foulard')
  await form.getByRole('button', { name: 'Mes images' }).click()
  await images(page).getByText('Publiée', { exact: true }).waitFor({ state: 'attached' })
  expect(complaints).toEqual([])
  await context.close()
})

test('on a phone a long press begins to choose', async () => {
  const { context, page } = await openImages(phone)
  // The sheet is where it stays: a pointer can be sure of it only then.
  await cell(page, 'Dunes rouges').click({ trial: true })
  const box = await cell(page, 'Dunes rouges').boundingBox()
  const session = await context.newCDPSession(page)
  const point = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 30 }
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await images(page).getByText('1 sélectionnée').waitFor()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await cell(page, 'Marché de Cotonou').tap()
  await images(page).getByText('2 sélectionnées').waitFor()
  expect(await images(page).getByLabel('Sélectionner : Dunes rouges').isChecked()).toBe(true)
  await images(page).getByRole('button', { name: 'Annuler la sélection' }).click()
  await cell(page, 'Marché de Cotonou').click()
  await page.getByRole('button', { name: 'Publier' }).waitFor()
  await context.close()
})

test('nothing made yet, and no network', async () => {
  const { context, page } = await openImages(desktop, { count: 0 })
  await images(page).getByText('Aucune image pour l’instant').waitFor()
  await page.route('**/rest/v1/rpc/my_images*', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await page.reload()
  await images(page).getByText('Vos images n’ont pas pu se charger').waitFor()
  await page.unroute('**/rest/v1/rpc/my_images*')
  await images(page).getByRole('button', { name: 'Réessayer' }).click()
  await images(page).getByText('Aucune image pour l’instant').waitFor()
  expect(await cells(page).count()).toBe(0)
  await context.close()
})
