/** The ways in beside the password: codes, a proved address, a lost password, a second factor (spec §5, §7). */
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { codeIn, linkIn, messageTo } from '../../support/outbox.ts'
import { member, newAddress, password, remembered, sessionKey } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct({ AUTH_MAILER_AUTOCONFIRM: 'off', AUTH_OTP_LENGTH: '8' })

const identifier = (page: Page) => page.getByLabel('E-mail ou téléphone')
const secret = (page: Page) => page.getByRole('textbox', { name: /mot de passe$/iu })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const oneTimeCode = (page: Page) => page.getByLabel('Code à usage unique')
const home = (url: URL) => url.pathname === '/'

const signedInAs = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null')?.user.email, sessionKey)

async function fillIn(page: Page, email: string, chosen: string): Promise<void> {
  await identifier(page).fill(email)
  await secret(page).fill(chosen)
}

test('a new address is proved by the code that was sent to it; a wrong code says so and keeps the screen', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  const email = newAddress()
  await page.goto('/signup')
  await fillIn(page, email, password)
  await press(page, 'Créer mon compte')
  await page.getByRole('heading', { name: 'Confirmez votre adresse' }).waitFor()
  await page.getByText(email).waitFor()
  expect(await page.getByRole('button', { name: 'Renvoyer' }).isDisabled()).toBe(true)

  const code = codeIn(await messageTo(product.system.dataFolder, email))
  expect(code).toHaveLength(8)
  await oneTimeCode(page).fill(code.replace(/^./u, (digit) => (digit === '0' ? '1' : '0')))
  await page.getByText('Ce code n’est pas le bon, ou il a expiré.').waitFor()
  await oneTimeCode(page).fill(code)
  await page.waitForURL(home)
  expect(complaints.filter((complaint) => !complaint.includes('403'))).toEqual([])
  await context.close()
})

test('whoever comes back before that is led to the same code, and the link of the mail does as well', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  const email = newAddress()
  await page.goto('/signup')
  await fillIn(page, email, password)
  await press(page, 'Créer mon compte')
  await page.getByRole('heading', { name: 'Confirmez votre adresse' }).waitFor()
  await press(page, 'Changer d’adresse')
  expect(await identifier(page).inputValue()).toBe(email)
  await secret(page).fill(password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Créer mon compte' }).click()
  await page.getByRole('heading', { name: 'Confirmez votre adresse' }).waitFor()

  await page.goto('/login')
  await fillIn(page, email, password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('heading', { name: 'Confirmez votre adresse' }).waitFor()
  const link = linkIn(await messageTo(product.system.dataFolder, email))
  await page.goto(link)
  await page.waitForURL(home)
  await page.getByRole('link', { name: 'Profil' }).first().waitFor()
  await context.close()
})

test('a code opens the session without a password, and tells nobody whether an account exists', async () => {
  const email = (await member(product.system)).user.email!
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto('/auth?from=/profile')
  await press(page, 'Recevoir un code')
  await page.getByText(/^Saisissez votre e-mail ou votre numéro, puis touchez «\s?Recevoir un code\s?»\.$/u).waitFor()

  await identifier(page).fill(newAddress())
  await press(page, 'Recevoir un code')
  await page.getByText(/^Si un compte existe, un message vient de partir/u).waitFor()
  await press(page, 'Changer d’adresse')

  await identifier(page).fill(email)
  await press(page, 'Recevoir un code')
  await oneTimeCode(page).fill(codeIn(await messageTo(product.system.dataFolder, email)))
  await page.waitForURL((url) => url.pathname.startsWith('/profile'))
  expect(await signedInAs(page)).toBe(email)
  await context.close()
})

test('a forgotten password is replaced by the code of the mail', async () => {
  const email = (await member(product.system)).user.email!
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop })
  await page.goto('/login')
  await identifier(page).fill(email)
  await press(page, 'Mot de passe oublié ?')
  await oneTimeCode(page).fill(codeIn(await messageTo(product.system.dataFolder, email)))

  await page.getByRole('heading', { name: 'Choisissez un nouveau mot de passe' }).waitFor()
  await secret(page).fill('court')
  await press(page, 'Enregistrer et continuer')
  await page.getByText(/^Mot de passe trop faible/u).waitFor()
  await secret(page).fill('Lagune-Nokoué-2027')
  await press(page, 'Enregistrer et continuer')
  await page.getByText('Votre mot de passe est changé').waitFor()
  await page.waitForURL(home)
  expect(complaints).toEqual([])
  await context.close()

  const other = createClient(product.system.url, product.system.anonKey, { auth: { persistSession: false } })
  expect((await other.auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  expect((await other.auth.signInWithPassword({ email, password: 'Lagune-Nokoué-2027' })).error).toBeNull()
})

test('the link of that mail leads to the new password too', async () => {
  const email = (await member(product.system)).user.email!
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto('/login')
  await identifier(page).fill(email)
  await press(page, 'Mot de passe oublié ?')
  await page.getByRole('heading', { name: 'Retrouvez votre compte' }).waitFor()
  await page.goto(linkIn(await messageTo(product.system.dataFolder, email)))
  await page.getByRole('heading', { name: 'Choisissez un nouveau mot de passe' }).waitFor()
  await secret(page).fill('Lagune-Nokoué-2028')
  await press(page, 'Enregistrer et continuer')
  await page.waitForURL(home)
  expect(await signedInAs(page)).toBe(email)
  await context.close()
})

test('somebody with a second factor is in only after both', async () => {
  const email = (await member(product.system)).user.email!
  const { auth } = createClient(product.system.url, product.system.anonKey, { auth: { persistSession: false } })
  await auth.signInWithPassword({ email, password })
  const { data: factor } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Téléphone' })
  const totp = new TOTP({ secret: factor!.totp.secret })
  // The step before: its code still counts, and the one of now stays unused.
  const before = totp.generate({ timestamp: Date.now() - 30_000 })
  const { error } = await auth.mfa.challengeAndVerify({ factorId: factor!.id, code: before })
  expect(error).toBeNull()

  const other = await member(product.system)
  const storage = remembered(other)
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  const halfway = page.getByRole('heading', { name: 'Encore une étape' })
  const enter = async () => {
    await page.goto('/auth?add=1')
    await fillIn(page, email, password)
    await page.getByRole('tabpanel').getByRole('button', { name: 'Se connecter' }).click()
    await halfway.waitFor()
  }
  await enter()
  // Whoever gives up is the account again that they wanted to add this one to.
  await press(page, 'Utiliser un autre compte')
  await page.waitForURL(home)
  await expect.poll(() => signedInAs(page)).toBe(other.user.email)
  await page.getByRole('status').filter({ hasText: 'Vous êtes sur le compte' }).waitFor()

  await enter()
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Encore une étape' }).waitFor()
  await page.getByLabel('Code de votre application').fill(totp.generate())
  await page.waitForURL((url) => url.pathname.startsWith('/profile') || home(url))
  await expect.poll(() => signedInAs(page)).toBe(email)
  await context.close()
})
