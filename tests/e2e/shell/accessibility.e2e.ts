/** axe-core on every screen and dialog, in both themes, on a phone and on a desktop. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { startAxe, type Axe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { greys } from '../access/measures.ts'
import {
  button,
  choose,
  description,
  generate,
  moreActions,
  openSettings,
  picture,
  showsNobody,
  slot,
} from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'
import { publishPosts } from '../support/published-posts.ts'

const product = paintedProduct()
let axe: Axe
beforeAll(async () => {
  axe = await startAxe()
})

const violations = (page: Page, screen: string) => axe.violations(page, screen)

const looks = [
  ['phone', phone],
  ['desktop', desktop],
] as const

test('an empty feed, for whoever wants more contrast too', async () => {
  const found: string[] = []
  for (const [device, viewport] of looks) {
    const { context, page } = await visit(product.browser, product.system.url, { viewport })
    await page.goto('/')
    await page.getByText('Publiez la première image').waitFor()
    found.push(...(await violations(page, `empty feed, ${device}`)))
    await page.emulateMedia({ contrast: 'more' })
    expect(await page.evaluate(greys)).toEqual([])
    await context.close()
  }
  expect(found).toEqual([])
})

test.each(looks)('what a visitor sees on a %s', async (_, viewport) => {
  const { user } = await join(product.system)
  const [post] = await publishPosts(product.system, { userId: user.id, count: 6 })
  const { context, page } = await visit(product.browser, product.system.url, { viewport })
  const found: string[] = []
  const check = async (screen: string) => found.push(...(await violations(page, screen)))

  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await check('feed')
  await page.goto(`/post/${post?.id}`)
  await page.getByRole('button', { name: 'Copier le prompt' }).waitFor()
  await check('post')
  await page.getByRole('button', { name: 'Agrandir l’image' }).click()
  await page.getByRole('dialog', { name: 'Image générée' }).waitFor()
  await check('viewer')
  await page.goto('/post/none')
  await page.getByRole('heading', { name: 'Cette publication est introuvable' }).waitFor()
  await check('post that is gone')
  await page.goto('/nowhere')
  await page.getByRole('heading', { name: 'Le fil s’est rompu.' }).waitFor()
  await check('404')
  await page.goto('/auth?from=/profile')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Se connecter' }).click()
  await page.getByText('Veuillez remplir tous les champs.').first().waitFor()
  await check('auth with errors')
  await page.getByRole('tab', { name: 'Créer un compte' }).click()
  await check('sign-up')
  expect(found).toEqual([])
  await context.close()
})

test.each(looks)('what a member sees on a %s', async (_, viewport) => {
  const session = await join(product.system)
  const [post] = await publishPosts(product.system, { userId: session.user.id, count: 3 })
  const { context, page } = await visit(product.browser, product.system.url, { viewport, storage: remembered(session) })
  const found: string[] = []
  const check = async (screen: string) => found.push(...(await violations(page, screen)))

  for (const path of [
    '/',
    '/profile',
    '/account',
    '/messages',
    '/payment',
    '/notifications',
    '/debug-credits',
    '/test-focus',
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await check(path)
  }
  await page.goto('/account?modal=edit-profile')
  await page.getByRole('dialog', { name: 'Modifier le profil' }).waitFor()
  await check('profile form')
  await page.goto('/?modal=search')
  await page.getByRole('combobox').fill('Motif')
  await page.getByRole('option', { name: /^Chercher « Motif »$/u }).waitFor()
  await check('search while typing')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('img').first().waitFor()
  await check('search')
  await page.getByRole('combobox', { name: 'Personnes, images, hashtags' }).fill('zzzz')
  await page.keyboard.press('Enter')
  await page.getByText('Aucun résultat trouvé pour "zzzz"').waitFor()
  await check('search without result')
  await page.goto(`/?modal=remix&post=${post?.id}`)
  await page.getByRole('dialog', { name: 'Remix Image' }).getByRole('img').first().waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Générer · / })
    .click()
  await page.getByRole('alert').waitFor()
  await check('remix with an error toast')
  expect(found).toEqual([])
  await context.close()
})

test.each(looks)('the create form at each of its stages on a %s', async (_, viewport) => {
  const storage = remembered(await join(product.system))
  const { context, page } = await visit(product.browser, product.system.url, { viewport, storage })
  const found: string[] = []
  const check = async (screen: string) => found.push(...(await violations(page, screen)))

  await page.goto('/?modal=create')
  await description(page).waitFor()
  await check('empty form')
  await page.getByRole('button', { name: 'Référence 1, vide' }).click()
  await page.getByRole('dialog', { name: 'Ajouter une image' }).waitFor()
  await check('ways to add a reference')
  await page.keyboard.press('Escape')
  await description(page).fill('Un griot et sa kora')
  await choose(page, await picture(300, 200), Buffer.from('no picture'))
  await slot(page, 1).waitFor()
  await openSettings(page)
  await page.getByRole('button', { name: 'Enhance Prompt' }).click()
  await page.getByRole('region', { name: 'Proposition de l’assistant' }).waitFor()
  await check('filled form with a proposal and a question about the photograph')
  await showsNobody(page)
  await slot(page, 1).click()
  await page.getByRole('dialog', { name: 'Référence 1' }).getByRole('group', { name: 'Recadrer' }).waitFor()
  await check('reference')
  await button(page, 'Terminé').click()
  await button(page, 'Historique').click()
  await page.getByRole('dialog', { name: 'Historique' }).waitFor()
  await check('history')
  await page.keyboard.press('Escape')

  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/functions/v1/v0-generator', async (route) => {
    await released
    await route.continue()
  })
  await generate(page).click()
  await page.getByRole('button', { name: 'Génération en cours...' }).waitFor()
  await check('running')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '1 création en cours' }).waitFor()
  await check('pill')
  await page.getByRole('button', { name: '1 création en cours' }).click()
  release()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()
  await check('result')
  await moreActions(page).click()
  await page.getByRole('menu', { name: 'Plus d’actions' }).waitFor()
  await check('menu of the result')
  await page.keyboard.press('Escape')
  await button(page, 'Détails').click()
  await page.getByRole('dialog', { name: 'Détails de la publication' }).waitFor()
  await check('details of the publication')
  await page.keyboard.press('Escape')
  await button(page, 'Agrandir l’image').click()
  await page.getByRole('dialog', { name: 'Image générée' }).waitFor()
  await check('viewer of the result')
  expect(found).toEqual([])
  await context.close()
})
