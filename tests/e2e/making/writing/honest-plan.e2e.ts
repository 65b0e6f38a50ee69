/** What a picture will show, said in the form before the press and by the result after it (spec §4, §9). */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test, vi } from 'vitest'

import { startTextModel } from '../../../../supabase/tests/functions/text-model-server.ts'
import { desktop, phone } from '../../../support/browser.ts'
import { join } from '../../../support/people.ts'
import { button, description, generate, mode, openForm } from '../../support/creator.ts'
import { shiftsFromNow } from '../../support/layout-shifts.ts'
import { startedProduct } from '../../support/product.ts'
import { publishPosts } from '../../support/published-posts.ts'

const product = startedProduct({ IMAGE_ENGINE: 'builtin' })

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

test.each([
  ['phone, dark', { viewport: phone, colorScheme: 'dark' }],
  ['phone, light', { viewport: phone, colorScheme: 'light' }],
  ['desktop, dark', { viewport: desktop, colorScheme: 'dark' }],
  ['desktop, light', { viewport: desktop, colorScheme: 'light' }],
] as const)('on a %s the form says what it will draw, and what it cannot, before the press', async (_name, options) => {
  const { context, page, complaints } = await openForm(product.browser, product.system, options)
  await description(page).fill('Deux chats sous un zorglub et la pleine lune')
  await said(page, /Je dessinerai\s: deux chats, la pleine lune\.\s*Sans\s: un zorglub\./u).waitFor()
  await button(page, 'Générer · 1 crédit').waitFor()
  expect(await page.getByText('Remplacer par').count()).toBe(0)

  await description(page).fill('Deux chats sous la pleine lune')
  await said(page, /^Je dessinerai\s: deux chats, la pleine lune\.$/u).waitFor()
  expect(await generate(page).textContent()).toBe('Générer · 1 crédit')

  await description(page).fill('Un homme qui jongle sur la plage')
  await said(page, /Je dessinerai\s: un homme, la plage\.\s*Sans\s: «\squi jongle\s»\./u).waitFor()

  await description(page).fill('Une femme de 70 ans et une pirogue bleue et jaune, photo réaliste')
  await said(page, /Sans\s: «\sjaune\s», «\sphoto réaliste\s»\./u).waitFor()

  await description(page).fill('Un robot avec un zorglub et un frobnique')
  await said(page, /Je ne sais pas dessiner\s: un zorglub, un frobnique\./u).waitFor()
  await button(page, 'Continuer · 1 crédit').waitFor()

  await description(page).fill('Un zorglub dans une rue')
  await said(page, 'Je ne sais pas dessiner un zorglub.').waitFor()
  await button(page, 'Dessiner le décor seul · gratuit').waitFor()
  await page.getByText('Gratuit : un essai sans le sujet').waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)

  await description(page).fill('xyzzy')
  await button(page, 'Peindre une image abstraite · gratuit').waitFor()
  await description(page).fill('🌅🛶')
  await said(page, 'Je ne vois rien à dessiner dans ce texte.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('what would be refused is said with its words and its rule, before the press', async () => {
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  await description(page).fill('Une pirogue porno')
  await said(page, /Cette demande serait refusée\s: pas d’image pornographique\./u).waitFor()
  await said(page, /Mots en cause\s: porno\./u).waitFor()
  await description(page).fill('Une pirogue')
  await said(page, /Je dessinerai\s: une pirogue/u).waitFor()
  expect(await page.getByText('serait refusée').count()).toBe(0)
  await context.close()
})

test('one tap puts what can be drawn in the place of what cannot', async () => {
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  await description(page).fill('Un élphont dans la savane')
  await button(page, 'un éléphant').click()
  expect(await description(page).inputValue()).toBe('Un éléphant dans la savane')
  await said(page, /Je dessinerai\s: un éléphant, la savane/u).waitFor()
  await button(page, 'Générer · 1 crédit').waitFor()
  await context.close()
})

test('a trial costs nothing and says so; what was paid for and is not what was asked gives its credit back', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system)
  await description(page).fill('Un zorglub dans une rue')
  await button(page, 'Dessiner le décor seul · gratuit').click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor({ timeout: 60_000 })
  await page.getByText(/Dessiné\s: une rue\s; non dessiné\s: un zorglub\./u).waitFor()
  await page.getByText('Sans le sujet, gratuit').waitFor()
  await page.getByRole('dialog').getByText('Il vous reste 5 crédits', { exact: true }).waitFor()
  expect(await button(page, 'Ce n’est pas ce que j’ai demandé').count()).toBe(0)

  await description(page).fill('une pirogue')
  await said(page, /Je dessinerai\s: une pirogue/u).waitFor()
  await button(page, 'Générer · 1 crédit').click()
  await button(page, 'Ce n’est pas ce que j’ai demandé').click({ timeout: 60_000 })
  await said(page, 'Crédit rendu.').waitFor()
  await page.getByRole('dialog').getByText('Il vous reste 5 crédits', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a remix from words alone says before the press what it cannot draw, and the order is free', async () => {
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  const author = await join(product.system)
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  await page.goto(`/post/${post?.id}`)
  await button(page, 'Remix').click()
  const remix = page.getByRole('dialog', { name: 'Remix Image' })
  await mode(page, 'Normal').check({ force: true })
  await remix.getByRole('textbox').fill('Un zorglub dans une rue')
  await said(page, 'Je ne sais pas dessiner un zorglub.').waitFor()
  await remix.getByText('Il vous reste 5 crédits', { exact: true }).waitFor()
  await remix.getByRole('button', { name: / · gratuit$/u }).click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor({ timeout: 60_000 })
  await page.getByText('Sans le sujet, gratuit').waitFor()
  expect(await button(page, 'Ce n’est pas ce que j’ai demandé').count()).toBe(0)
  await context.close()
})

test('words in another language are told; a model translates them, the picture is made by that, and both are shown', async () => {
  await using model = await startTextModel()
  onTestFinished(() => void vi.unstubAllEnvs())
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  await description(page).fill('Una mujer vieja en la playa')
  const notice = said(page, 'Vous écrivez en espagnol.')
  await notice.getByText('Écrivez en français ou en anglais').waitFor()
  expect(await notice.getByRole('button').count()).toBe(0)

  // Functions read them of the process, at each question.
  for (const [name, value] of [
    ['ENGINE', 'openai-compatible'],
    ['MODEL', 'm'],
    ['BASE_URL', model.url],
  ] as const)
    vi.stubEnv(`TEXT_${name}`, value)
  await description(page).fill('Un perro negro en la playa')
  model.answer = { kind: 'status', status: 400 }
  await button(page, 'Traduire en français').click()
  await notice.getByText('La traduction a échoué. Réessayez.').waitFor()
  model.answer = { kind: 'says', text: JSON.stringify({ translation: 'Un chien noir sur la plage', from: 'es' }) }
  await button(page, 'Traduire en français').click()
  await said(page, 'Un chien noir sur la plage').waitFor()
  await said(page, /Je dessinerai\s: un chien, la plage/u).waitFor()
  await button(page, 'Garder mes mots').click()
  await notice.waitFor()
  await button(page, 'Traduire en français').click()
  expect(await description(page).inputValue()).toBe('Un perro negro en la playa')
  await button(page, 'Générer · 1 crédit').click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor({ timeout: 60_000 })
  await page.getByText(/^Traduit \(espagnol\)\s:/u).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('pressed before the form could say so, the order is refused in words and costs nothing', async () => {
  const { context, page } = await openForm(product.browser, product.system)
  await page.route('**/functions/v1/cortexia-intelligence', (route) => route.abort())
  await description(page).fill('Un zorglub dans une rue')
  await generate(page).click()
  await page.getByText('Modifiez le texte, ou acceptez ce qu’il annonce.').first().waitFor()
  await page.getByText('Aucun crédit débité.').first().waitFor()
  expect(await button(page, 'Réessayer').count()).toBe(0)
  await context.close()
})

test.each([phone, desktop, { width: 320, height: 640 }])(
  'at $width px what will be drawn is said where its room was kept: the form stays as it is',
  async (viewport) => {
    const { context, page } = await openForm(product.browser, product.system, { viewport })
    const room = () => page.locator('dialog [data-dialog-body]').boundingBox()
    await page.getByText('Décrivez l’image à créer', { exact: true }).waitFor()
    const empty = await room()
    await description(page).fill('Une pirogue sur la lagune')
    await button(page, 'Générer · 1 crédit').and(page.locator(':enabled')).waitFor()
    expect(await room()).toEqual(empty)
    const shifted = await shiftsFromNow(page)
    await said(page, /^Je dessinerai\s: une pirogue, la lagune\.$/u).waitFor()
    expect(await room()).toEqual(empty)
    expect(await shifted()).toBe(0)
    await context.close()
  },
)
