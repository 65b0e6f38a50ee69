/** Terms, privacy and the age line: said where one signs up, read before and after. */
import { beforeAll, expect, test } from 'vitest'

import { startAxe, type Axe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()
let axe: Axe
beforeAll(async () => {
  axe = await startAxe()
})

const tiny = { width: 320, height: 640 }

test('sign-up says the age and leads to both pages, and what is typed stays', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto('/signup')
  await page.getByRole('heading', { name: 'Créez votre compte' }).waitFor()
  await page.getByText('15 ans ou plus').waitFor()
  await page.getByLabel('E-mail ou téléphone').fill('awa@exemple.bj')
  for (const [link, title] of [
    ['conditions', 'Conditions d’utilisation'],
    ['confidentialité', 'Confidentialité'],
  ] as const) {
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: link }).click()
    const legal = await opened
    await legal.getByRole('heading', { level: 1, name: title }).waitFor()
    await legal.close()
  }
  expect(await page.getByLabel('E-mail ou téléphone').inputValue()).toBe('awa@exemple.bj')
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['small phone', tiny],
  ['phone', phone],
  ['desktop', desktop],
])('the button of sign-up stands on the first screen of a %s', async (_, viewport) => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport })
  await page.goto('/signup')
  const box = await page.getByRole('button', { name: 'Créer mon compte' }).boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
  await context.close()
})

test.each([
  ['small phone', tiny],
  ['desktop', desktop],
])('on a %s both pages are drafts that everybody reads, without side-scrolling', async (_, viewport) => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport })
  for (const path of ['/terms', '/privacy']) {
    expect((await page.goto(path))?.status()).toBe(200)
    await page.getByText('Ce texte attend la relecture d’un juriste.').waitFor()
    await page.getByText('15 ans').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect(await axe.violations(page, path)).toEqual([])
    // Each question is one touch away from the top.
    const questions = page.getByRole('navigation', { name: 'Sur cette page' }).getByRole('link')
    const last = await questions.last().innerText()
    await questions.last().click()
    await expect.poll(() => page.getByRole('heading', { level: 2, name: last }).isVisible()).toBe(true)
    const top = () =>
      page.getByRole('heading', { level: 2, name: last }).evaluate((one) => one.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(viewport.height)
  }
  await page.getByRole('link', { name: 'Conditions d’utilisation' }).click()
  await page.getByRole('heading', { level: 1, name: 'Conditions d’utilisation' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a member finds them under « À propos », in English too', async () => {
  const storage = { ...remembered(await join(product.system)), 'cortexia.language': 'en' }
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await page.goto('/account?section=about')
  await page.getByRole('link', { name: 'Privacy' }).click()
  await page.getByText('They are end-to-end encrypted').waitFor()
  await page.getByRole('link', { name: 'Terms of use' }).click()
  await page.getByText('Cortexia is for people aged 15 or over.').waitFor()
  expect(await page.title()).toContain('Terms of use')
  await context.close()
})
