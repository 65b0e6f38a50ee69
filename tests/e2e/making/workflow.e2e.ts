/** Workflows from a template to one's own, shared: run whole and by hand, found again, edited on a phone (SCREENS §3.6). */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { startAxe, type Axe } from '../../support/axe.ts'
import { desktop, phone, visit, type Visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { clientOf, keepWorkflow } from '../../support/workflows.ts'
import { alert, button, picture } from '../support/creator.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()
let axe: Axe
beforeAll(async () => {
  axe = await startAxe()
})

interface Somebody extends Visit {
  userId: string
  token: string
}

async function somebody(viewport = phone): Promise<Somebody> {
  const session = await join(product.system)
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  return { ...visited, userId: session.user.id, token: session.access_token }
}

/** The step as the list shows it, by its number. */
const step = (page: Page, number: number) =>
  page
    .getByRole('region', { name: 'Étapes' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${number}\\. `, 'u') })
const state = (page: Page, number: number, words: string) => step(page, number).getByText(words, { exact: true })
const entry = (page: Page, name: string, list = 'Étapes') =>
  page.getByRole('region', { name: list }).getByRole('button', { name: `Modifier ${name}` })
const sheet = (page: Page) => page.getByRole('dialog')
const credits = (page: Page, count: number) =>
  page.getByRole('main').getByText(`Il vous reste ${count} crédits`, { exact: true })

test('a template runs whole: each step is seen to finish, the choice waits for the person, the pictures are there', async () => {
  const { context, page, complaints } = await somebody()
  await page.goto('/workflow')
  await page.getByRole('searchbox').fill('affiche')
  await page.getByRole('button', { name: 'Affiche', exact: true }).click()
  const card = page.getByRole('article').filter({ hasText: 'Affiche d' })
  await card.getByText('Environ 2 crédits').waitFor()
  await card.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /^Affiche d/u }).waitFor()
  await credits(page, 5).waitFor()
  await page.getByLabel('L’événement').or(page.getByLabel("L'événement")).fill('une pirogue')
  await page.getByLabel(/^Ce qu.on y voit/u).fill('une pirogue devant un baobab')
  await button(page, 'Lancer').click()

  await state(page, 1, 'Terminé').waitFor()
  expect(await step(page, 2).getAttribute('aria-current')).toBe('step')
  await state(page, 2, 'Terminé').waitFor()
  await state(page, 3, 'Choix attendu').waitFor()
  await page.getByText(/^Étape 3, .*: Choix attendu$/u).waitFor()
  expect(await step(page, 3).getByText('Choisir la meilleure').count()).toBe(1)
  await button(page, 'Choisir l’image 2').click()
  await state(page, 4, 'Terminé').waitFor()
  await page.getByText(/^Workflow terminé · 3 images · 2 crédits débités\.$/u).waitFor()
  await credits(page, 3).waitFor()
  const results = page.getByRole('region', { name: 'Images', exact: true })
  expect(await results.getByRole('img').count()).toBe(3)

  await results.getByRole('button', { name: 'Publier' }).last().click()
  await page.getByRole('dialog', { name: 'Créer une image' }).getByRole('heading', { name: 'Image générée' }).waitFor()
  await page.keyboard.press('Escape')
  await results.getByRole('button', { name: 'Plus d’actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Utiliser comme référence' }).click()
  await page.getByRole('button', { name: /^Référence 1 :/u }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('duplicated, edited on a phone, saved, run by hand: a reload in the middle finds it, and another person finds it in Communauté', async () => {
  const { context, page, complaints, token } = await somebody()
  const id = await keepWorkflow(clientOf(product.system, token), { title: 'Carte de vœux', steps: 3 })
  await page.goto(`/workflow/${id}`)
  await button(page, 'Dupliquer').click()
  await page.getByRole('heading', { name: 'Modifier le workflow' }).waitFor()
  await page.getByLabel('Titre', { exact: true }).fill('Mes vœux')

  await entry(page, '2. Générer').click()
  await sheet(page).getByLabel('Nom de l’étape').fill('Peindre')
  await sheet(page).getByRole('radiogroup', { name: 'Nombre d’images' }).getByText('1', { exact: true }).click()
  expect(await sheet(page).getByLabel('Texte', { exact: true }).locator('option:checked').textContent()).toMatch(
    /^Depuis l’étape 1.: prompt$/u,
  )
  await button(page, 'Terminé').click()
  await button(page, 'Monter Peindre').click()
  await entry(page, '1. Peindre').waitFor()
  await button(page, 'Enregistrer').click()
  await alert(page, 'Cette étape vient après').waitFor()
  await button(page, 'Annuler').first().click()
  await entry(page, '2. Peindre').waitFor()

  await page.reload()
  await page.getByText('Brouillon récupéré').waitFor()
  expect(await page.getByLabel('Titre', { exact: true }).inputValue()).toBe('Mes vœux')
  await button(page, 'Enregistrer').click()
  await page.getByRole('heading', { level: 1, name: 'Mes vœux' }).waitFor()
  const address = page.url()
  expect(address).not.toContain(id)

  await page.getByLabel('Pour qui').fill('Awa')
  await button(page, 'Pas à pas').click()
  await state(page, 1, 'Terminé').waitFor()
  await button(page, 'Lancer l’étape 2').click()
  // A small picture may be there before anybody has looked.
  await step(page, 2)
    .getByText(/^(?:En cours|Terminé)$/u)
    .waitFor()
  await page.goto(address)
  await state(page, 2, 'Terminé').waitFor()
  expect(await page.getByLabel('Pour qui').inputValue()).toBe('Awa')
  await page.getByText(/Awa/u).first().waitFor()
  await button(page, 'Choisir l’image 1').click()
  await page.getByText(/^Workflow terminé · 1 image · 1 crédit débité\.$/u).waitFor()
  await page.getByText(/^Version 1 · 1 crédit débité/u).waitFor()

  await button(page, 'Partager').click()
  await sheet(page).getByLabel('Public').check({ force: true })
  await button(page, 'Enregistrer').click()
  await page.getByText('Partage enregistré').waitFor()
  expect(complaints).toEqual([])
  await context.close()

  const other = await somebody(desktop)
  await other.page.goto('/workflow')
  await other.page.getByRole('tab', { name: 'Communauté' }).click()
  await other.page.getByRole('link', { name: 'Mes vœux' }).click()
  await other.page.getByText(/^Par /u).waitFor()
  await button(other.page, 'Lancer').waitFor()
  expect(await button(other.page, 'Modifier').count()).toBe(0)
  expect(other.complaints).toEqual([])
  await other.context.close()
})

test('what is missing is told apart: credits, a field, the network', async () => {
  const { context, page, token } = await somebody()
  const client = clientOf(product.system, token)
  const dear = await keepWorkflow(client, { title: 'Trop cher', steps: 2, count: 4, again: 2 })
  await page.goto(`/workflow/${dear}`)
  await page.getByText('Il vous manque 3 crédits').waitFor()
  expect(await button(page, 'Lancer').isDisabled()).toBe(true)
  await button(page, 'Acheter').click()
  const sheet = page.getByRole('dialog', { name: 'Juste ce qu’il manque' })
  await sheet.getByText('Payer 150 FCFA').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  const fair = await keepWorkflow(client, { title: 'Avec photo', steps: 2, photo: true })
  await page.goto(`/workflow/${fair}`)
  await page.getByLabel('Pour qui').fill('')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Ce champ est à remplir.').first().waitFor()
  await page.getByRole('button', { name: 'Ajouter une image' }).click()
  const input = page.getByLabel('Galerie ou fichier').and(page.locator('input'))
  await input.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture(300, 200) })
  await page.getByAltText('Image 1').waitFor()
  await page.getByText('Envoi…').waitFor({ state: 'detached' })
  // Who is in it is asked before it starts, and by the keyboard one comes to the question.
  await page.getByLabel('Pour qui').fill('Awa')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Dites d’abord qui est sur la photo.').waitFor()
  const question = page.getByRole('group', { name: 'Cette photo montre-t-elle quelqu’un ?' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Non')
  await button(question, 'Cette personne est d’accord').click()
  await question.waitFor({ state: 'detached' })
  // The answer is gone with its button: the keyboard goes on at the picture.
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Retirer l’image 1')
  await page.reload()
  await page.getByAltText('Image 1').waitFor()
  expect(await question.count()).toBe(0)
  await context.setOffline(true)
  await page.getByText(/^Vous êtes hors ligne/u).waitFor()
  expect(await button(page, 'Lancer').isDisabled()).toBe(true)
  await context.setOffline(false)
  await expect.poll(() => button(page, 'Lancer').isDisabled()).toBe(false)
  await context.close()
})

test('a workflow is written with keys alone, undone and done again', async () => {
  const { context, page, complaints } = await somebody(desktop)
  await page.goto('/workflow?tab=mine')
  await page.getByText('Un workflow enchaîne plusieurs étapes. Partez d’un modèle.').waitFor()
  await page.getByRole('link', { name: 'Nouveau workflow' }).click()
  await page.getByRole('heading', { name: 'Nouveau workflow' }).waitFor()
  await page.getByLabel('Votre idée').fill('Un marché de nuit sous les lampions')
  await button(page, 'Proposer des étapes').click()
  await page.getByRole('button', { name: /^L’analyse propose \d étapes\. Les utiliser$/u }).click()
  await entry(page, '1. ').waitFor()
  const before = await entry(page, '').count()
  await page.getByRole('heading', { name: 'Nouveau workflow' }).click()
  await page.keyboard.press('a')
  await sheet(page)
    .getByRole('button', { name: /^Agrandir/u })
    .click()
  await sheet(page).getByRole('button', { name: 'Terminé' }).click()
  const upscale = entry(page, `${before + 1}. Agrandir`)
  await upscale.focus()
  await page.keyboard.press('Delete')
  await upscale.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await upscale.waitFor()
  await page.keyboard.press('Control+y')
  await upscale.waitFor({ state: 'detached' })
  expect(await entry(page, '').count()).toBe(before)
  await page.keyboard.press('Control+Enter')
  await alert(page, 'À corriger avant d’enregistrer').waitFor()
  await page.getByLabel('Titre', { exact: true }).fill('Marché de nuit')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: 'Marché de nuit' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a step is dragged to its place by its handle', async () => {
  const { context, page, token } = await somebody()
  const id = await keepWorkflow(clientOf(product.system, token), { title: 'À ranger', steps: 3 })
  await page.goto(`/workflow/${id}?edit=1`)
  const handle = page.getByRole('button', { name: 'Déplacer 3, Choisir' })
  await handle.scrollIntoViewIfNeeded()
  const from = (await handle.boundingBox())!
  const to = (await page.getByRole('button', { name: 'Déplacer 2, Générer' }).boundingBox())!
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y - 10, { steps: 5 })
  await page.mouse.up()
  await entry(page, '2. Choisir').waitFor()
  expect(await entry(page, '3. Générer').count()).toBe(1)
  await context.close()
})

/** Before axe in both themes, and no wider than the narrowest phone. */
async function wrongWith(page: Page, screen: string): Promise<string[]> {
  const found = await axe.violations(page, screen)
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 700 })
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push(`${screen} is too wide`)
  await page.setViewportSize(size)
  return found
}

test('a list runs line by line, and a time is kept: on a phone, for everybody', async () => {
  const { context, page, token } = await somebody()
  const id = await keepWorkflow(clientOf(product.system, token), { title: 'Cartes', steps: 2, count: 1 })
  const found: string[] = []
  await page.goto(`/workflow/${id}`)
  await button(page, 'Sur une liste').click()
  await sheet(page).getByLabel('Votre tableau').fill('Pour qui;Ville\nAma;Lomé\n;Accra\nKofi;Dakar')
  await sheet(page).getByText('Colonnes laissées de côté : Ville').waitFor()
  found.push(...(await wrongWith(page, 'table')))
  await sheet(page).getByLabel('Votre tableau').fill('Pour qui\nAma\nKofi')
  await button(page, 'Lancer 2 lignes').click()
  const list = page.getByRole('region', { name: 'Liste' })
  await list.getByText('2 sur 2').waitFor()
  await expect.poll(() => list.getByRole('img').count(), { timeout: 60_000 }).toBe(2)
  found.push(...(await wrongWith(page, 'lines')))
  await list.getByRole('button', { name: 'Voir, Ligne 2' }).click()
  await state(page, 2, 'Terminé').waitFor()

  await button(page, 'Programmer').click()
  await sheet(page).getByLabel('Combien de fois').selectOption({ label: 'Chaque jour' })
  await sheet(page).getByRole('button', { name: 'Programmer', exact: true }).click()
  const planned = page.getByRole('region', { name: 'Programmés' })
  await planned.getByText('Chaque jour').waitFor()
  await planned.getByRole('button', { name: 'Plus d’actions' }).click()
  await page.getByRole('menuitem', { name: 'Mettre en pause' }).click()
  await planned.getByText('En pause').waitFor()
  expect(found).toEqual([])
  await context.close()
})

test('the list, the form and its steps, and the sheet of a step are for everybody, on a phone', async () => {
  const { context, page, token } = await somebody()
  const id = await keepWorkflow(clientOf(product.system, token), { title: 'Carte', steps: 3, photo: true })
  const found: string[] = []
  await page.goto('/workflow')
  await page.getByRole('article').first().waitFor()
  found.push(...(await wrongWith(page, 'list')))
  await page.goto(`/workflow/${id}`)
  await button(page, 'Lancer').waitFor()
  found.push(...(await wrongWith(page, 'form')))
  await page.goto(`/workflow/${id}?edit=1`)
  await entry(page, '2. Générer').click()
  await sheet(page).getByLabel('Nom de l’étape').waitFor()
  found.push(...(await wrongWith(page, 'step')))
  expect(found).toEqual([])
  await context.close()
})

test('the editor, the sheet of a field, the graph and sharing are for everybody, on a desktop', async () => {
  const { context, page, token } = await somebody(desktop)
  const id = await keepWorkflow(clientOf(product.system, token), { title: 'Carte', steps: 3, photo: true })
  const found: string[] = []
  await page.goto(`/workflow/${id}?edit=1`)
  await entry(page, '2. Générer').waitFor()
  found.push(...(await wrongWith(page, 'editor')))
  await entry(page, '1. Pour qui', 'Champs du formulaire').click()
  await sheet(page).getByLabel('Nom du champ').waitFor()
  found.push(...(await wrongWith(page, 'field')))
  await page.goto(`/workflow/${id}`)
  await page.getByRole('radio', { name: 'Schéma' }).check({ force: true })
  const node = (name: string) => page.getByRole('list', { name: 'Schéma des étapes' }).getByRole('button', { name })
  await node('1. Améliorer').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await node('2. Générer').and(page.locator(':focus[aria-pressed=true]')).waitFor()
  expect([await step(page, 2).count(), await step(page, 1).getByRole('article').count()]).toEqual([2, 0])
  found.push(...(await axe.violations(page, 'graph')))
  await button(page, 'Partager').click()
  await sheet(page).waitFor()
  found.push(...(await wrongWith(page, 'sharing')))
  expect(found).toEqual([])
  await context.close()
})
