/** The auth page: its messages (spec §5), its ways in and out, and what becomes of a session that ends. */
import type { Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, newAddress, password, remembered, sessionKey, signOut, signUp } from '../../support/people.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

const identifier = (page: Page) => page.getByLabel('E-mail ou téléphone')
const secret = (page: Page) => page.getByRole('textbox', { name: 'Mot de passe' })
const submit = (page: Page, name = 'Se connecter') => page.getByRole('tabpanel').getByRole('button', { name }).click()
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

/** What a field says about itself, as assistive technology is told. */
const noteOf = (page: Page, name: string) =>
  page.evaluate((field) => {
    const input = document.querySelector(`[name=${field}]`)
    const note = document.getElementById(input?.getAttribute('aria-describedby') ?? '')
    return input?.getAttribute('aria-invalid') === 'true' ? note?.textContent : null
  }, name)

test('every wrong field has its sentence, and the focus goes to the first of them', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto('/auth')
  await submit(page)
  await expect.poll(() => noteOf(page, 'identifier')).toBe('Veuillez remplir tous les champs.')
  expect(await page.getByText('Veuillez remplir tous les champs.').count()).toBe(1)
  expect(await focusedName(page)).toBe('identifier')
  expect(await secret(page).getAttribute('aria-invalid')).toBe('true')

  // A name may be left out: nothing is said of it.
  await page.getByRole('tab', { name: 'Créer un compte' }).click()
  await submit(page, 'Créer mon compte')
  await expect.poll(() => noteOf(page, 'identifier')).toBe('Veuillez remplir tous les champs.')
  expect(await page.locator('[aria-required=true][aria-invalid=true]').count()).toBe(2)
  expect(await page.getByLabel('Nom affiché').getAttribute('aria-invalid')).toBeNull()
  await page.getByRole('tab', { name: 'Se connecter' }).click()

  await identifier(page).fill('awa@exemple')
  await secret(page).fill('x')
  await submit(page)
  await expect.poll(() => noteOf(page, 'identifier')).toBe('L’adresse e-mail n’est pas valide.')
  expect(await noteOf(page, 'password')).toBeNull()
  expect(await focusedName(page)).toBe('identifier')

  await identifier(page).fill('97 00 00 00')
  await submit(page)
  await expect.poll(() => noteOf(page, 'identifier')).toMatch(/^Le numéro n’est pas valide/u)

  await identifier(page).fill('awa@exemple.bj')
  await secret(page).fill('')
  await submit(page)
  await expect.poll(() => noteOf(page, 'password')).toBe('Veuillez remplir tous les champs.')
  expect(await focusedName(page)).toBe('password')
  expect(complaints).toEqual([])
  await context.close()
})

test('a weak password says why, a taken address says so, wrong credentials say no more', async () => {
  const { email } = (await join(product.system)).user
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto('/signup')
  await identifier(page).fill(newAddress())
  await secret(page).fill('court1')
  await submit(page, 'Créer mon compte')
  await expect.poll(() => noteOf(page, 'password')).toMatch(/^Mot de passe trop faible\s: .*8 caractères minimum/u)
  expect(await focusedName(page)).toBe('password')

  await identifier(page).fill(email ?? '')
  await secret(page).fill(password)
  await submit(page, 'Créer mon compte')
  await expect.poll(() => noteOf(page, 'identifier')).toMatch(/^Un compte existe déjà/u)

  await page.goto('/login')
  await identifier(page).fill(email ?? '')
  await secret(page).fill('Un-autre-mot-2026')
  await submit(page)
  await page.getByRole('alert').getByText('Identifiants incorrects. Vérifiez-les puis réessayez.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
  expect(await identifier(page).inputValue()).toBe(email)
  await context.close()
})

test('without network the form says so and keeps what was typed; back online it goes through', async () => {
  const { email } = (await join(product.system)).user
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto('/auth')
  await identifier(page).fill(email ?? '')
  await secret(page).fill(password)
  await untilAtRest(page)
  await context.setOffline(true)
  await submit(page)
  await page.getByText('Connexion impossible. Vérifiez votre réseau.').waitFor()
  expect(await secret(page).inputValue()).toBe(password)
  await context.setOffline(false)
  await submit(page)
  await page.waitForURL((url) => url.pathname === '/')
  await context.close()
})

test.each([
  ['/auth?from=/profile', '/profile'],
  ['/signup?from=/account', '/account'],
  ['/login?from=/feed', '/feed'],
  ['/auth?from=https://evil.example/x', '/'],
  ['/auth?from=//evil.example', '/'],
  ['/auth', '/'],
])('somebody who is signed in is sent on from %s to %s', async (from, to) => {
  const storage = remembered(await join(product.system))
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop, storage })
  await page.goto(from)
  await page.waitForURL((url) => url.pathname === to)
  expect(new URL(page.url()).origin).toBe(product.system.url)
  await context.close()
})

test('« Créer une image » asks a visitor to sign in and opens on return; every change of state is logged', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  const logged: string[] = []
  page.on('console', (message) => message.text().startsWith('[auth]') && logged.push(message.text()))
  await page.goto('/')
  await page.getByRole('button', { name: 'Créer une image' }).first().click()
  await page.waitForURL(/\/auth\?from=/u)
  await page.getByText('Pour continuer vers « Créer une image »').waitFor()
  const email = newAddress()
  await page.getByRole('tab', { name: 'Créer un compte' }).click()
  await identifier(page).fill(email)
  await secret(page).fill(password)
  await submit(page, 'Créer mon compte')
  await page.getByRole('dialog', { name: 'Créer une image' }).waitFor()
  expect(new URL(page.url()).search).toBe('?modal=create')
  await expect.poll(() => logged).toContain(`[auth] SIGNED_IN ${email}`)

  await page.reload()
  await expect.poll(() => logged).toContain(`[auth] INITIAL_SESSION ${email}`)
  await signOut(page)
  await expect.poll(() => logged).toContain('[auth] SIGNED_OUT null')
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull()
  expect(complaints).toEqual([])
  await context.close()
})

/** A session as time, or a server that knows it no longer, leaves it on a device. */
const endings: [string, (session: Session) => Session][] = [
  ['expired, its refresh token unknown', (session) => ({ ...session, expires_at: 1, refresh_token: 'unknown' })],
  ['damaged', (session) => ({ ...session, access_token: 'a.b.c', refresh_token: 'unknown' })],
]

test.each(endings)('a session that is %s ends gracefully, and the draft waits', async (_, spoil) => {
  const email = newAddress()
  const session = await join(product.system, email)
  const draft = { [`cortexia.private.${session.user.id}.draft`]: 'Un griot sous les étoiles' }
  const storage = { ...remembered(spoil(session)), ...draft }
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await page.goto('/')
  await page.getByText('Votre session a expiré').waitFor()
  await page.getByRole('heading', { name: 'Une idée, un mot, une image.' }).waitFor()
  await page.getByText('Publiez la première image').waitFor()
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull()

  await page.goto('/auth?from=/?modal=create')
  await identifier(page).fill(email)
  await secret(page).fill(password)
  await submit(page)
  await page.getByRole('dialog').waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('Un griot sous les étoiles')
  await context.close()
})

test('a phone number signs up as well', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop })
  const phoneNumber = `+22997${String(Date.now()).slice(-8)}`
  await signUp(page, phoneNumber)
  await page.goto('/account?section=security')
  // As the number of the account, and among the ways in.
  await expect.poll(() => page.getByText(phoneNumber).count()).toBe(2)
  await context.close()
})

/** Whose is what, on this device: the session in use, those that wait, and what is kept under whose id. */
const heldBy = (page: Page) =>
  page.evaluate(async () => {
    const idsIn = (text: string | null) =>
      [...(text ?? '').matchAll(/"user":\{"id":"([\da-f-]{36})"/gu)].map(([, id]) => id)
    const vaults = (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.includes('-keys/'))
    const own = Object.keys(localStorage).filter((key) => key.startsWith('cortexia.private.'))
    return {
      using: idsIn(localStorage.getItem('cortexia.session')),
      waiting: idsIn(localStorage.getItem('cortexia.accounts')),
      vaults: vaults.map((name) => name.slice('cortexia-keys/'.length)),
      noted: [...new Set(own.map((key) => key.split('.')[2] ?? ''))],
    }
  })

test('two accounts share a device and nothing else: a draft stays its person’s, and who signs out leaves the other', async () => {
  const [awa, kossi] = [await join(product.system), await join(product.system)]
  const [a, k] = [awa.user.id, kossi.user.id]
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(awa),
  })
  const draft = page.getByLabel('Description', { exact: true })
  const write = async (words: string) => {
    await page.goto('/?modal=create')
    await draft.fill(words)
    await page.getByText('Brouillon enregistré').or(page.getByText(words)).first().waitFor()
  }
  const switcher = page.getByRole('button', { name: 'Changer de compte' })
  await write('Le marché d’Awa')
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Changer de compte' }).waitFor()
  await expect.poll(() => heldBy(page)).toMatchObject({ vaults: [a] })

  await page.bringToFront()
  await switcher.click()
  await page.getByRole('dialog', { name: 'Vos comptes' }).getByRole('link', { name: 'Ajouter un compte' }).click()
  await page.getByRole('heading', { name: 'Ajouter un compte' }).waitFor()
  await identifier(page).fill(kossi.user.email ?? '')
  await secret(page).fill(password)
  await submit(page)
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => heldBy(page)).toMatchObject({ using: [k], waiting: [a] })
  await write('La pirogue de Kossi')
  // The other tab has gone on as the same account, in a page that never was Awa’s.
  await other.bringToFront()
  await other.goto('/settings?section=security')
  await other
    .getByText(kossi.user.email ?? '', { exact: true })
    .first()
    .waitFor()
  await other.close()

  await page.goto('/')
  await switcher.click()
  await page
    .getByRole('dialog', { name: 'Vos comptes' })
    .getByRole('button')
    .filter({ hasText: `Utilisateur${a.slice(-4)}` })
    .click()
  await page.getByRole('status').filter({ hasText: 'Vous êtes sur le compte' }).waitFor()
  await expect.poll(() => heldBy(page)).toMatchObject({ using: [a], waiting: [k] })
  await page.goto('/?modal=create')
  await expect.poll(() => draft.inputValue()).toBe('Le marché d’Awa')

  await expect.poll(async () => (await heldBy(page)).vaults.toSorted()).toEqual([a, k].toSorted())
  await signOut(page)
  await page.getByRole('status').filter({ hasText: 'Vous êtes sur le compte' }).waitFor()
  await expect.poll(() => heldBy(page)).toMatchObject({ using: [k], waiting: [], noted: [k] })
  await page.goto('/?modal=create')
  await expect.poll(() => draft.inputValue()).toBe('La pirogue de Kossi')
  expect(complaints).toEqual([])
  await context.close()
})

test('a session that the server ends gives way to the other account of the device, and its person is told', async () => {
  const [awa, kossi] = [await join(product.system), await join(product.system)]
  const storage = {
    ...remembered({ ...kossi, refresh_token: 'unknown', expires_at: 1 }),
    'cortexia.accounts': JSON.stringify([awa]),
  }
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await page.goto('/')
  await page.getByText('La session de l’autre compte a expiré. Ses brouillons sont conservés.').waitFor()
  expect(await heldBy(page)).toMatchObject({ using: [awa.user.id], waiting: [] })
  await context.close()
})
