/** What becomes of an order: it goes on without its page, it is never made twice, and what fails costs nothing. */
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { phone } from '../../support/browser.ts'
import { staffMember } from '../../support/people.ts'
import { alert, button, description, dialog, generate, isFocused, openForm, openSettings } from '../support/creator.ts'
import { serviceOf } from '../support/published-posts.ts'

const generator = '**/functions/v1/v0-generator'
import { paintedProduct } from '../support/product.ts'

const product = paintedProduct()

const working = (page: Page) => page.getByRole('progressbar', { name: 'Génération en cours...' })
const result = (page: Page) => page.getByRole('heading', { name: 'Image générée' })
const pill = (page: Page) => page.getByRole('button', { name: '1 création en cours' })
const credits = (page: Page, count: number) =>
  page.getByRole('dialog').getByText(`Il vous reste ${count} crédit${count > 1 ? 's' : ''}`, { exact: true })

async function jobsOf(userId: string): Promise<{ id: string; status: string; cost_charged: number }[]> {
  const { data, error } = await serviceOf(product.system)
    .from('generations')
    .select('id,status,cost_charged')
    .eq('user_id', userId)
    .overrideTypes<{ id: string; status: string; cost_charged: number }[], { merge: false }>()
  if (error) throw error
  return data
}

test('two quick presses make one picture; closed meanwhile, a pill shows it and leads back to it', async () => {
  const { context, page, complaints, userId } = await openForm(product.browser, product.system, { viewport: phone })
  const requests: { body: unknown; prefer: string | undefined; key: string | undefined }[] = []
  page.on('request', (request) => {
    const { prefer, 'idempotency-key': key } = request.headers()
    if (request.url().endsWith('/v0-generator')) requests.push({ body: request.postDataJSON(), prefer, key })
  })
  product.painter.hold()
  await description(page).fill('Une étoile sur la lagune')
  await generate(page).dblclick()
  await working(page).waitFor()
  await page.getByText('Vous pouvez fermer').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await pill(page).click()
  await working(page).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })

  product.painter.release()
  await page.getByText('Génération réussie !').waitFor()
  await page.getByText('Image générée en mode normal').waitFor()
  await pill(page).waitFor({ state: 'detached' })
  expect(requests).toMatchObject([
    { body: { prompt: 'Une étoile sur la lagune', mode: 'normal', width: 1024, height: 1024, count: 1 } },
  ])
  expect(requests[0]).toMatchObject({ prefer: 'respond-async', key: expect.stringMatching(/^[\da-f-]{36}$/u) })
  await button(page, 'Voir').click()
  await result(page).waitFor()
  expect(await jobsOf(userId)).toMatchObject([{ status: 'succeeded', cost_charged: 1 }])
  expect(complaints).toEqual([])
  await context.close()
})

test('progress comes to the open dialog, the form stays free for the next one, and the credits follow', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system)
  await credits(page, 5).waitFor()
  await openSettings(page)
  await page.getByRole('radiogroup', { name: 'Nombre d’images' }).getByText('2').click()
  await description(page).fill('Un marché à l’aube')
  product.painter.hold()
  await page.getByRole('button', { name: 'Générer · 2 crédits' }).click()
  await working(page).waitFor()
  expect(await button(page, 'Génération en cours...').isDisabled()).toBe(true)
  await description(page).fill('La prochaine')
  await credits(page, 3).waitFor()
  product.painter.release()
  await result(page).waitFor()
  expect(await page.getByRole('button', { name: /^Choisir l’image/u }).count()).toBe(2)
  expect(await description(page).inputValue()).toBe('La prochaine')
  await credits(page, 3).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('reloaded in the middle, the work is found again', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  product.painter.hold()
  await description(page).fill('Une pirogue seule')
  await generate(page).click()
  const answered = page.waitForResponse(generator)
  await answered
  await page.reload()
  await working(page).waitFor()
  await page.getByText('Une pirogue seule').first().waitFor()
  product.painter.release()
  await result(page).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('what is cancelled costs nothing, and its settings are there for another try', async () => {
  const { context, page } = await openForm(product.browser, product.system)
  product.painter.hold()
  await description(page).fill('Un griot et sa kora')
  await generate(page).click()
  await credits(page, 4).waitFor()
  await button(page, 'Annuler').click()
  await page.getByRole('heading', { name: 'Création annulée' }).waitFor()
  await page.getByText('Aucun crédit débité.').waitFor()
  await credits(page, 5).waitFor()
  product.painter.release()
  await button(page, 'Réessayer').click()
  await result(page).waitFor()
  expect(await page.getByText('Un griot et sa kora').count()).toBeGreaterThan(0)
  await context.close()
})

test('an answer that is lost on its way is asked for again under the same key: one job', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system)
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v0-generator')) keys.push(request.headers()['idempotency-key'])
  })
  const lose = async () => {
    await page.route(
      generator,
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
  }
  await lose()
  await description(page).fill('Un baobab sous la Voie lactée')
  await generate(page).click()
  await result(page).waitFor()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(await jobsOf(userId)).toHaveLength(1)
  await context.close()
})

test('without network an order waits on the device, may be taken back, and leaves when the network is there again', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system, { viewport: phone })
  await credits(page, 5).waitFor()
  await description(page).fill('Un masque de pluie')
  await context.setOffline(true)
  const queueUp = page.getByRole('button', { name: /^Mettre en attente.: l’envoi partira au retour du réseau$/u })
  await queueUp.click()
  await page.getByText('En attente du réseau').first().waitFor()
  await button(page, 'Annuler').click()
  await description(page).waitFor()
  expect(await description(page).inputValue()).toBe('Un masque de pluie')
  // Within two seconds of the last press another one is ignored (spec §5).
  await expect
    .poll(async () => {
      if (await queueUp.isVisible()) await queueUp.click()
      return page.getByText('En attente du réseau').first().isVisible()
    })
    .toBe(true)
  expect(await jobsOf(userId)).toEqual([])
  await context.setOffline(false)
  await result(page).waitFor()
  expect(await jobsOf(userId)).toMatchObject([{ status: 'succeeded' }])
  await context.close()
})

test('T15 what two tabs order at once without network arrives, both of it, once', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system, { viewport: phone })
  const other = await context.newPage()
  await other.goto('/?modal=create')
  const words = ['Un marché le soir', 'Un marché à l’aube']
  const tabs = [page, other]
  await Promise.all(tabs.map((tab) => credits(tab, 5).waitFor()))
  await context.setOffline(true)
  for (const [index, tab] of tabs.entries()) {
    await tab.bringToFront()
    await description(tab).fill(words[index] ?? '')
    await tab.getByRole('button', { name: /^Mettre en attente/u }).waitFor()
  }
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: /^Mettre en attente/u }).click()))
  await Promise.all(tabs.map((tab) => tab.getByText('En attente du réseau').first().waitFor()))
  await context.setOffline(false)
  const ordered = async () => {
    const { data } = await serviceOf(product.system).from('generations').select('prompt,status').eq('user_id', userId)
    return data?.map(({ prompt, status }) => `${prompt} ${status}`).toSorted()
  }
  await expect.poll(ordered).toEqual(words.map((one) => `${one} succeeded`))
  await context.close()
})

test('a device that speaks of no network and reaches the server all the same orders at once', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system, { viewport: phone })
  // What a machine without interfaces, or behind some tunnels, says for ever.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }))
  await page.reload()
  await credits(page, 5).waitFor()
  await description(page).fill('Un phare sans île')
  await generate(page).click()
  await result(page).waitFor()
  expect(await jobsOf(userId)).toMatchObject([{ status: 'succeeded' }])
  await context.close()
})

test('a network that drops each late part of the app once costs a wait: the dialog opens, the work is followed', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system, { viewport: phone })
  const dropped = new Set<string>()
  let isWhole = false
  page.on('load', () => (isWhole = true))
  await page.route('**/assets/*.js', (route) => {
    const url = route.request().url()
    if (!isWhole || dropped.has(url)) return route.continue()
    dropped.add(url)
    return route.abort('internetdisconnected')
  })
  await page.reload()
  await description(page).fill('Une case sous la pluie')
  await generate(page).click()
  await result(page).waitFor()
  expect(dropped.size).toBeGreaterThan(0)
  expect(await jobsOf(userId)).toMatchObject([{ status: 'succeeded' }])
  await context.close()
})

test('a failure is told, costs nothing, keeps the words, and one tap tries again', async () => {
  const { context, page } = await openForm(product.browser, product.system)
  await credits(page, 5).waitFor()
  product.painter.failOnce()
  await description(page).fill('Un tisserand à son métier')
  await generate(page).click()
  await alert(page, 'Erreur de génération').waitFor()
  await alert(page, 'Aucun crédit débité.').waitFor()
  await credits(page, 5).waitFor()
  expect(await description(page).inputValue()).toBe('Un tisserand à son métier')
  await button(page, 'Réessayer').click()
  await result(page).waitFor()
  await credits(page, 4).waitFor()
  await context.close()
})

const decision = { target_type: 'user', action: 'suspend_generation', rule: 'spam', public_reason: 'Non' }

test('a failure that the generator does not explain, one that nobody expected, and a decision are told apart', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system)
  await page.route(generator, (route) => route.fulfill({ status: 500, body: 'no' }))
  await description(page).fill('Un tisserand à son métier')
  await generate(page).click()
  await alert(page, 'Erreur de génération').filter({ hasText: 'Erreur lors de la génération' }).waitFor()
  await page.getByText('Détails techniques').click()
  await page.getByText('v0-generator error (500): no', { exact: true }).waitFor()

  await page.route(generator, (route) => route.fulfill({ status: 200, json: {} }))
  await button(page, 'Réessayer').click()
  await alert(page, 'Une erreur inconnue est survenue').waitFor()
  expect(await description(page).inputValue()).toBe('Un tisserand à son métier')

  await page.unroute(generator)
  const { access_token: token } = await staffMember(product.system)
  await createClient(product.system.url, product.system.anonKey, { accessToken: async () => token })
    .rpc('decide', { ...decision, target_id: userId })
    .throwOnError()
  await button(page, 'Réessayer').click()
  await alert(page, 'Votre compte ne peut pas créer d’images en ce moment.').waitFor()
  await context.close()
})

test('with too few credits the way to more is shown, and the draft stays', async () => {
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  await openSettings(page)
  const counts = page.getByRole('radiogroup', { name: 'Nombre d’images' })
  await counts.getByText('4').click()
  await description(page).fill('Quatre fois la lagune')
  await generate(page).click()
  await result(page).waitFor()
  await button(page, 'Nouvelle image').click()
  expect(await description(page).inputValue()).toBe('')
  await description(page).fill('Quatre fois la lagune')
  await credits(page, 1).waitFor()
  await button(page, 'Ajouter 3 crédits').click()
  const sheet = page.getByRole('dialog', { name: 'Juste ce qu’il manque' })
  await sheet.getByText('Il manque 3 crédits pour cette création.').waitFor()
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => description(page).inputValue()).toBe('Quatre fois la lagune')
  await openSettings(page)
  await counts.getByText('1').click()
  await generate(page).waitFor()
  await context.close()
})

test('the focus goes into the form, follows the work and comes back to what opened it', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  await page.goto('/')
  const opener = page.getByRole('navigation').getByRole('button', { name: 'Créer une image' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(description(page))).toBe(true)
  await page.keyboard.type('Une nuit à Ouidah')
  await page.keyboard.press('Control+Enter')
  const enlarge = button(page, 'Agrandir l’image')
  await expect.poll(() => isFocused(enlarge)).toBe(true)
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Image générée' })
  await viewer.getByText('Une nuit à Ouidah').waitFor()
  for (const name of ['Remix', 'Télécharger', 'Partager'])
    expect(await viewer.getByRole('button', { name }).count()).toBe(1)
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  expect(await isFocused(enlarge)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await isFocused(opener)).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})
