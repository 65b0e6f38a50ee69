/** The first minutes: a name, a username, what one likes, and a first image at hand. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { startAxe, type Axe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, newAddress, password, remembered } from '../../support/people.ts'
import { description, generate, openForm } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = paintedProduct()
let axe: Axe
beforeAll(async () => {
  axe = await startAxe()
})

const tiny = { width: 320, height: 640 }
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Bienvenue sur Cortexia' })
const username = (page: Page) => page.getByRole('textbox', { name: 'Nom d’utilisateur' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail ou téléphone').fill(newAddress())
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password)
  await page.keyboard.press('Enter')
}

async function openSheet(page: Page): Promise<void> {
  await page.goto('/signup')
  await fillIn(page)
  await sheet(page).waitFor()
}

const profilesNamed = async (name: string) =>
  (await serviceOf(product.system).from('profiles').select('id,first_name,last_name,username').eq('username', name))
    .data ?? []

test.each([
  ['small phone, dark', tiny, 'dark'],
  ['desktop, light', desktop, 'light'],
] as const)(
  'on a %s the sheet proposes a username, keeps what is chosen, and has no fault',
  async (_, viewport, colorScheme) => {
    const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport, colorScheme })
    const name = `Afi Mensah ${viewport.width}`
    await openSheet(page)
    await page.getByText('5 images offertes').waitFor()
    await page.getByLabel('Votre nom').fill(name)
    await expect.poll(() => username(page).inputValue()).toBe(`afi.mensah.${viewport.width}`)
    await page.getByText('Ce nom est libre.').waitFor()
    await press(page, 'Savane')
    await page.getByRole('button', { name: 'Savane', pressed: true }).waitFor()
    expect(await axe.violations(page, 'first steps')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    await press(page, 'C’est parti')
    await page.getByText(`Bienvenue, ${name}`).waitFor()
    await sheet(page).waitFor({ state: 'detached' })
    // What was chosen shows where it was promised.
    await page.locator('nav [aria-current=page]', { hasText: 'Pour vous' }).waitFor()
    const [saved] = await profilesNamed(`afi.mensah.${viewport.width}`)
    expect(saved).toMatchObject({ first_name: 'Afi', last_name: `Mensah ${viewport.width}` })
    // « Pour vous » reads the hashtags that are followed.
    await expect
      .poll(
        async () =>
          (await serviceOf(product.system).from('hashtag_follows').select('tag').eq('user_id', saved?.id)).data,
      )
      .toEqual([{ tag: 'savane' }])
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('a username that is taken or reserved comes with free ones, one press away', async () => {
  const taken = await join(product.system)
  await serviceOf(product.system).from('profiles').update({ username: 'ornella' }).eq('id', taken.user.id)
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await openSheet(page)
  await username(page).fill('ornella')
  await page.getByText('Ce nom est déjà pris.').waitFor()
  await username(page).fill('adm1n')
  await page.getByText('Ce nom est réservé.').waitFor()
  const offered = page.getByRole('button', { name: /^Prendre / }).first()
  expect(await offered.textContent()).toMatch(/^ami/u)
  await username(page).fill('ornella')
  await page.getByRole('button', { name: 'Prendre ornella2' }).click()
  expect(await username(page).inputValue()).toBe('ornella2')
  await press(page, 'C’est parti')
  await sheet(page).waitFor({ state: 'detached' })
  expect(await profilesNamed('ornella2')).toHaveLength(1)
  await context.close()
})

test('a network that drops loses nothing: the sheet says so, and the words are there after a reload', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await openSheet(page)
  await page.getByLabel('Votre nom').fill('Kodjo Réseau')
  await expect.poll(() => username(page).inputValue()).toBe('kodjo.reseau')
  await context.setOffline(true)
  await press(page, 'C’est parti')
  await page.getByText('Ce que vous avez écrit est gardé.').waitFor()
  await context.setOffline(false)
  await page.reload()
  await sheet(page).waitFor()
  expect(await page.getByLabel('Votre nom').inputValue()).toBe('Kodjo Réseau')
  await expect.poll(() => username(page).inputValue()).toBe('kodjo.reseau')
  await press(page, 'C’est parti')
  await sheet(page).waitFor({ state: 'detached' })
  expect(await profilesNamed('kodjo.reseau')).toHaveLength(1)
  await context.close()
})

test('it is skipped by the keyboard, does not insist, and waits in the profile', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop })
  await openSheet(page)
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await page.goto('/')
  await page
    .getByRole('link', { name: /Il vous reste|Acheter/u })
    .first()
    .waitFor()
  expect(await sheet(page).count()).toBe(0)
  await page.goto('/profile')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Utilisateur/u)
  await press(page, 'Choisissez un nom d’utilisateur')
  await sheet(page).waitFor()
  await context.close()
})

test('one of three prompts opens the create form filled, and what was typed is saved on the way', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await openSheet(page)
  await page.getByLabel('Votre nom').fill('Rama Sow')
  await expect.poll(() => username(page).inputValue()).toBe('rama.sow')
  await press(page, 'Des lucioles dans la forêt, la nuit')
  await page.getByRole('dialog', { name: 'Créer une image' }).waitFor()
  await expect
    .poll(() => page.getByLabel('Description', { exact: true }).inputValue())
    .toBe('Des lucioles dans la forêt, la nuit')
  await expect.poll(() => profilesNamed('rama.sow')).toHaveLength(1)
  await context.close()
})

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('what a visitor types on a %s survives sign-up and opens the create form filled', async (_, viewport) => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport })
  await page.goto('/')
  const field = page.getByRole('textbox', { name: 'Décrivez votre image' }).filter({ visible: true })
  await field.fill('Une tisserande à Porto-Novo')
  await field.press('Enter')
  await page.getByRole('heading', { name: 'Créez votre compte' }).waitFor()
  await fillIn(page)
  await page.getByRole('dialog', { name: 'Créer une image' }).waitFor()
  await expect
    .poll(() => page.getByLabel('Description', { exact: true }).inputValue())
    .toBe('Une tisserande à Porto-Novo')
  expect(await sheet(page).count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['phone', phone],
  ['desktop', desktop],
])(
  'on a %s the empty form shows four pictures, one touch to begin with; each mode says what it takes',
  async (_, viewport) => {
    const { context, page, complaints } = await visit(product.browser, product.system.url, {
      viewport,
      storage: remembered(await join(product.system)),
    })
    await page.goto('/?modal=create')
    const examples = page.getByRole('region', { name: 'Touchez une image pour partir de ses mots.' })
    await examples.getByRole('button').nth(3).waitFor()
    await expect
      .poll(() =>
        examples
          .locator('img')
          .evaluateAll((all: HTMLImageElement[]) => all.filter((one) => one.naturalWidth === 320).length),
      )
      .toBeGreaterThan(1)
    for (const [mode, words] of [
      ['Normal', 'Vos mots seuls'],
      ['Enhanced', 'Mots et une image'],
      ['Cortexia', 'Mots et images'],
    ] as const) {
      await page.getByRole('radio', { name: mode, exact: true, description: words }).check()
      await page.getByText(words, { exact: true }).waitFor()
    }
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Mes images' }).count()).toBe(1)
    expect(await axe.violations(page, 'empty create form')).toEqual([])
    await examples.getByRole('button', { name: 'Motif wax bleu, rouge et blanc' }).click()
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('Motif wax bleu, rouge et blanc')
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('credits are in sight at the top of a phone and at the foot of the rail, and lead to where they are bought', async () => {
  const storage = remembered(await join(product.system))
  for (const viewport of [phone, desktop]) {
    const { context, page } = await visit(product.browser, product.system.url, { viewport, storage })
    await page.goto('/')
    const name = viewport === phone ? 'Il vous reste 5 crédits. Acheter' : 'Acheter'
    await page.getByRole('link', { name, exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/payment' && url.searchParams.get('return') === '/')
    expect(new URL(page.url()).pathname).toBe('/payment')
    await context.close()
  }
})

test('the first publication asks for a username, gently: a free one stands there, and a taken one is said', async () => {
  const taken = await join(product.system)
  await serviceOf(product.system).from('profiles').update({ username: 'nadege' }).eq('id', taken.user.id)
  const { context, page, userId } = await openForm(product.browser, product.system, { viewport: phone })
  await description(page).fill('Un baobab')
  await generate(page).click()
  await page.getByRole('button', { name: 'Publier', exact: true }).click({ timeout: 60_000 })
  const asked = page.getByRole('dialog', { name: 'Avant de publier' })
  await expect.poll(() => username(page).inputValue()).toMatch(/^ami/u)
  await username(page).fill('nadege')
  await asked.getByText('Ce nom est déjà pris.').waitFor()
  await asked.getByRole('button', { name: 'Prendre nadege2' }).click()
  await asked.getByRole('button', { name: 'Publier', exact: true }).click()
  await page.getByText('Publié dans le feed').first().waitFor()
  expect(await profilesNamed('nadege2')).toMatchObject([{ id: userId }])
  await context.close()
})

test('whoever is sixteen has a calmer account from the first minute, until a parent’s code ends it', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  await openSheet(page)
  await page.getByLabel('Votre nom').fill('Sena Ado')
  await press(page, 'Activer le mode ado')
  const dialog = page.getByRole('dialog', { name: 'Mode ado' })
  const born = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`
  await dialog.getByLabel('Votre date de naissance').fill(born(30))
  await dialog.getByLabel('Code d’un parent').fill('2580')
  await dialog.getByRole('button', { name: 'Activer le mode ado' }).click()
  await dialog.getByText('Vous avez 18 ans ou plus').waitFor()
  expect(await axe.violations(page, 'teen mode')).toEqual([])
  await dialog.getByLabel('Votre date de naissance').fill(born(16))
  await dialog.getByRole('button', { name: 'Activer le mode ado' }).click()
  // In the sheet itself: the toast, which stands within the glass of an open dialog for a while, says the same.
  await sheet(page).getByText('Mode ado activé jusqu’au').and(page.locator('span')).waitFor()
  expect(await page.getByLabel('Votre nom').inputValue()).toBe('Sena Ado')
  await press(page, 'C’est parti')
  await sheet(page).waitFor({ state: 'detached' })

  await page.goto('/payment')
  await page.getByText('Les achats commencent à 18 ans').waitFor()
  await page.goto('/settings?section=privacy')
  const everyone = page.getByRole('radiogroup', { name: 'Qui peut m’écrire' }).getByLabel('Tous')
  await everyone.and(page.locator(':disabled')).waitFor()
  await press(page, 'Arrêter le mode ado')
  await page.getByLabel('Code du parent').fill('1111')
  await press(page, 'Arrêter')
  await page.getByText('Ce n’est pas le bon code.').waitFor()
  await page.getByLabel('Code du parent').fill('2580')
  await press(page, 'Arrêter')
  await page.getByText('Le mode ado est arrêté').waitFor()
  await everyone.and(page.locator(':enabled')).waitFor()
  // The date that was refused.
  expect(complaints).toEqual([expect.stringContaining('422')])
  await context.close()
})
