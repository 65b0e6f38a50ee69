/** /_dev/outbox: what would have been sent, on a server that sends nothing, and only for whoever sits before it. */
import { createClient } from '@supabase/supabase-js'
import { type Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { newAddress } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct({ AUTH_MAILER_AUTOCONFIRM: 'off', AUTH_SMS_AUTOCONFIRM: 'off' })

const client = () => createClient(product.system.url, product.system.anonKey, { auth: { persistSession: false } })
const messages = (page: Page) => page.getByRole('navigation').getByRole('button')
const mail = (page: Page) => page.frameLocator('#html')

test('a mail appears by itself, with its code and a link that signs in', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop })
  await page.goto('/_dev/outbox')
  await page.getByText('Aucun message pour l’instant.').waitFor()

  const email = newAddress()
  const signedUp = await client().auth.signUp({
    email,
    password: 'correct horse',
    options: { data: { language: 'fr' } },
  })
  expect(signedUp.error).toBeNull()
  await page.getByRole('heading', { name: /^Confirmez votre adresse/ }).waitFor()
  expect(await messages(page).count()).toBe(1)
  await mail(page).getByRole('link', { name: 'Confirmer mon adresse' }).waitFor()
  const code = await page.locator('#digits').innerText()
  expect(await mail(page).getByText(code, { exact: true }).innerText()).toBe(code)

  await page.getByRole('button', { name: 'Texte' }).click()
  const link = page.locator('pre a')
  expect(await link.getAttribute('href')).toContain('/auth/v1/verify?token=')
  await page.getByRole('button', { name: 'Aperçu' }).click()
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    mail(page).getByRole('link', { name: 'Confirmer mon adresse' }).click(),
  ])
  await opened.waitForURL((url) => !url.pathname.startsWith('/auth/v1'))
  await expect
    .poll(async () => (await client().auth.signInWithPassword({ email, password: 'correct horse' })).error)
    .toBeNull()
  expect(complaints).toEqual([])
  await context.close()
})

test('texts stand beside mails, newest first, and fit a phone', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    colorScheme: 'light',
  })
  await page.goto('/_dev/outbox')
  const { data } = await client().auth.signInWithOtp({ phone: '+22997000000', options: { channel: 'whatsapp' } })
  expect(data.messageId).toMatch(/Z-[0-9a-f]{8}$/)
  await expect.poll(() => messages(page).first().innerText()).toContain('22997000000')
  await messages(page).first().click()
  await page.getByRole('heading', { name: 'WhatsApp' }).waitFor()
  expect(await page.locator('pre').innerText()).toContain(await page.locator('#digits').innerText())
  expect(await page.locator('iframe').isVisible()).toBe(false)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  expect(complaints).toEqual([])
  await context.close()
})
