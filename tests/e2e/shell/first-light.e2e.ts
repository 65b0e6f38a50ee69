/** The product's main job: sign up, generate with a reference, publish, and a stranger sees it. */
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { signOut, signUp } from '../../support/people.ts'
import { choose, showsNobody } from '../support/creator.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

/** Not what lies under the page of a post. */
const shown = (found: Locator) => found.filter({ visible: true }).first()

const reference = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#c2482a' } })
    .jpeg()
    .toBuffer()

async function openCreate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Créer une image' }).first().click()
  await page.getByRole('dialog', { name: 'Créer une image' }).waitFor()
}

test.each([
  ['phone', phone],
  ['desktop', desktop],
])(
  'on a %s: sign up, generate with one reference, publish, sign out; a stranger sees it and opens it',
  async (_, viewport) => {
    const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport })
    await signUp(page)
    await openCreate(page)
    const prompt = `Une pirogue sur la lagune au coucher du soleil ${viewport.width}`
    await page.getByLabel('Description').fill(prompt)
    await choose(page, await reference())
    await showsNobody(page)
    await page.getByRole('button', { name: /^Générer · / }).click()
    await page.getByText('Génération réussie !').first().waitFor({ timeout: 60_000 })
    expect(await page.getByText('Image générée en mode enhanced').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Publier' }).click()
    await page.getByRole('dialog', { name: 'Avant de publier' }).getByRole('button', { name: 'Publier' }).click()
    await page.getByText('Publié dans le feed').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('article').getByAltText(prompt).waitFor()

    await page.reload()
    await page.getByRole('article').getByAltText(prompt).waitFor()
    expect(await page.getByRole('heading', { name: 'Une idée, un mot, une image.' }).count()).toBe(0)
    await signOut(page)
    await context.close()

    const stranger = await visit(product.browser, product.system.url, { viewport })
    await stranger.page.goto('/')
    await stranger.page.getByRole('article').getByAltText(prompt).click()
    await stranger.page.waitForURL(/\/post\//)
    await shown(stranger.page.getByText(prompt, { exact: true })).waitFor()
    const picture = shown(stranger.page.getByAltText(prompt))
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect([...complaints, ...stranger.complaints]).toEqual([])
    await stranger.context.close()
  },
)

test('the same with the keyboard alone', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop })
  const tabTo = async (role: 'button' | 'link' | 'textbox', name: RegExp) => {
    const wanted = page.getByRole(role, { name }).first()
    await wanted.waitFor()
    for (let presses = 0; presses < 60; presses++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach the ${role} ${name.source}`)
  }
  await page.goto('/signup')
  await tabTo('textbox', /E-mail ou téléphone/)
  await page.keyboard.type(`clavier.${Date.now()}@example.com`)
  await tabTo('textbox', /Mot de passe/)
  await page.keyboard.type('Lagune-Ébrié-2026')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Bienvenue sur Cortexia' }).waitFor()
  await page.keyboard.press('Escape')

  await tabTo('button', /^Créer une image$/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Créer une image' }).waitFor()
  await page.keyboard.type('Un baobab sous les étoiles')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Génération réussie !').first().waitFor({ timeout: 60_000 })
  await tabTo('button', /^Publier$/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Avant de publier' }).waitFor()
  await page.keyboard.press('Enter')
  await tabTo('link', /^Publiée · Voir$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/post\//)
  await shown(page.getByText('Un baobab sous les étoiles')).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
