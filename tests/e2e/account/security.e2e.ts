/** The account's security: address, password, second factor (spec §7). */
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, expect, test, vi } from 'vitest'

import { NameServer } from '../../../supabase/tests/support/name-server.ts'
import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { codeIn, linkIn, messageTo } from '../../support/outbox.ts'
import { member, newAddress, password, remembered } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct({
  AUTH_MAILER_AUTOCONFIRM: 'off',
  AUTH_SMS_AUTOCONFIRM: 'off',
  AUTH_OAUTH_SERVER_ENABLED: 'on',
})

const names = await NameServer.open()
// Functions read it of the process.
vi.stubEnv('DNS_SERVER', names.address)
afterAll(async () => {
  vi.unstubAllEnvs()
  await names[Symbol.asyncDispose]()
})

const visitor = () => createClient(product.system.url, product.system.anonKey, { auth: { persistSession: false } }).auth

test('a second factor is set up by its key, asked for at the next sign-in, and turned off again', async () => {
  const session = await member(product.system)
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  await page.goto('/account?section=security')
  await page.getByRole('button', { name: 'Activer', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByAltText('Code QR à scanner avec votre application').waitFor()
  const secret = await dialog.locator('code').textContent()
  const totp = new TOTP({ secret: secret ?? '' })
  const code = totp.generate()
  await dialog.getByLabel('Code affiché par l’application').fill(code === '000000' ? '000001' : '000000')
  await dialog.getByText('Ce code n’est pas le bon, ou il a expiré.').waitFor()
  await dialog.getByLabel('Code affiché par l’application').fill(totp.generate())
  await page.getByText('La double authentification est activée').waitFor()
  await page.getByText('Activée : un code de votre application').waitFor()

  const { data } = await visitor().signInWithPassword({ email: session.user.email ?? '', password })
  expect(data.user?.factors?.map(({ status }) => status)).toEqual(['verified'])

  await page.getByRole('button', { name: 'Désactiver' }).click()
  await page.getByText('La double authentification est désactivée').waitFor()
  await page.getByRole('button', { name: 'Activer', exact: true }).waitFor()
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
  await context.close()
})

test('a new password and a new address are kept, each with its sentence when it is refused', async () => {
  const session = await member(product.system)
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(session),
  })
  await page.goto('/account?section=security')
  await page.getByRole('button', { name: 'Changer de mot de passe' }).click()
  const dialog = page.getByRole('dialog')
  const secret = dialog.getByRole('textbox', { name: 'Nouveau mot de passe' })
  await secret.fill(password)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.getByText('Choisissez un mot de passe différent de l’ancien.').waitFor()
  await secret.fill('Lagune-Nokoué-2027')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Votre mot de passe est changé').waitFor()
  const email = session.user.email ?? ''
  expect((await visitor().signInWithPassword({ email, password: 'Lagune-Nokoué-2027' })).error).toBeNull()

  await page.getByRole('button', { name: 'Changer d’adresse' }).click()
  const next = newAddress()
  await dialog.getByLabel('Nouvelle adresse e-mail').fill(next)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText(`En attente de confirmation : ${next}`).waitFor()
  expect(codeIn(await messageTo(product.system.dataFolder, next))).toMatch(/^\d{6}$/u)
  // From both mailboxes; each link leads back to the account.
  await page.goto(linkIn(await messageTo(product.system.dataFolder, email)))
  await page.goto(linkIn(await messageTo(product.system.dataFolder, next)))
  await page.getByRole('heading', { name: 'Sécurité' }).waitFor()
  await page.getByRole('listitem').getByText(next, { exact: true }).waitFor()
  await context.close()
})

test('a phone number is added with the code that was sent to it, and signs in from then on', async () => {
  const session = await member(product.system)
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  await page.goto('/account?section=security')
  const row = page.getByRole('listitem').filter({ hasText: 'Téléphone' })
  await row.getByText('Aucun numéro').waitFor()
  await row.getByRole('button', { name: 'Ajouter un numéro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter un numéro' })
  await dialog.getByLabel('Nouveau numéro de téléphone').fill('97 00 00 00')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.getByText('Le numéro n’est pas valide.').waitFor()
  const number = `+22997${String(Date.now()).slice(-8)}`
  await dialog.getByLabel('Nouveau numéro de téléphone').fill(number)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog
    .getByLabel(`Code envoyé au ${number}`)
    .fill(codeIn(await messageTo(product.system.dataFolder, number.slice(1))))
  await page.getByText('Votre numéro est enregistré').waitFor()
  await row.getByText(number).waitFor()
  await row.getByRole('button', { name: 'Changer de numéro' }).waitFor()
  expect((await visitor().signInWithPassword({ phone: number, password })).error).toBeNull()
  expect(complaints).toEqual([])
  await context.close()
})

test('whoever came by phone adds an address, which is confirmed from its own mailbox', async () => {
  const number = `22901${String(Date.now()).slice(-8)}`
  const service = createClient(product.system.url, product.system.serviceRoleKey, { auth: { persistSession: false } })
  const made = await service.auth.admin.createUser({ phone: number, password, phone_confirm: true })
  expect(made.error).toBeNull()
  const { data } = await visitor().signInWithPassword({ phone: number, password })
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(data.session!),
  })
  await page.goto('/account?section=security')
  await page.getByRole('button', { name: 'Ajouter une adresse' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter une adresse' })
  const address = newAddress()
  await dialog.getByLabel('E-mail').fill(address)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Confirmez votre adresse par le message que nous y avons envoyé.').waitFor()
  await page.goto(linkIn(await messageTo(product.system.dataFolder, address)))
  await page.getByRole('listitem').getByText(address, { exact: true }).waitFor()
  await context.close()
})

test('an address that is somebody else’s is refused in words', async () => {
  const [session, other] = [await member(product.system), await member(product.system)]
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  await page.goto('/account?section=security')
  await page.getByRole('button', { name: 'Changer d’adresse' }).click()
  const field = page.getByLabel('Nouvelle adresse e-mail')
  for (const [typed, sentence] of [
    ['awa@exemple', 'L’adresse e-mail n’est pas valide.'],
    [other.user.email ?? '', 'Un compte existe déjà avec cette adresse'],
  ] as const) {
    await field.fill(typed)
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText(sentence).waitFor()
    expect(await field.inputValue()).toBe(typed)
  }
  await context.close()
})

test('without network the section says so, and comes with the next try', async () => {
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(await member(product.system)),
  })
  const user = '**/auth/v1/user'
  await page.route(user, (route) => route.abort())
  await page.goto('/account?section=security')
  await page.getByText('Vos réglages de sécurité n’ont pas pu se charger').waitFor()
  await page.unroute(user)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByText('Double authentification').waitFor()
  expect(await page.getByRole('button', { name: 'Réessayer' }).count()).toBe(0)
  await context.close()
})

test('an app of somebody else is let in, with what it will know, and its access is taken back', async () => {
  const { system, browser } = product
  const admin = createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } }).auth.admin
  const back = `${system.url}/api/version`
  const { data: app } = await admin.oauth.createClient({ client_name: 'Étagère', redirect_uris: [back] })
  const session = await member(system)
  const { context, page, complaints } = await visit(browser, system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: app!.client_id,
    redirect_uri: back,
    scope: 'openid email',
    state: 'xyz',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  // The site is « localhost » to itself, and 127.0.0.1 to these tests.
  const askForConsent = async () => {
    const { headers } = await fetch(`${system.url}/auth/v1/oauth/authorize?${asked}`, { redirect: 'manual' })
    const { pathname, search } = new URL(headers.get('location')!)
    await page.goto(`${pathname}${search}`)
  }
  await askForConsent()
  await page.getByRole('heading', { name: 'Étagère demande à accéder à votre compte' }).waitFor()
  await page.getByText(session.user.email!).waitFor()
  await page.getByText('Votre adresse e-mail').waitFor()
  await page.getByRole('button', { name: 'Autoriser' }).click()
  await page.waitForURL(/\/api\/version\?code=[\w-]+&state=xyz$/)

  // What was granted is not asked for twice.
  await askForConsent()
  await page.waitForURL(/\/api\/version\?code=/)
  await page.goto('/account?section=security')
  await page.getByRole('button', { name: 'Retirer l’accès de Étagère' }).click()
  await page.getByText('L’accès est retiré').waitFor()
  await askForConsent()
  await page.getByRole('button', { name: 'Refuser' }).click()
  await page.waitForURL(/\/api\/version\?error=access_denied/)
  await page.goto('/oauth/consent?authorization_id=unknown')
  await page.getByText('Cette demande n’est plus valable').waitFor()
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
  await context.close()
})

test('a domain is shown beside one’s name once its own records say so, and taken away again', async () => {
  const session = await member(product.system)
  const { page, context, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  const { violations } = await startAxe()
  await page.goto('/settings?section=profile')
  const card = page.getByRole('region', { name: 'Domaine vérifié' })
  await card.getByLabel('Votre domaine').fill('https://Example.com/moi')
  await card.getByText('_cortexia.example.com').waitFor()
  await card.getByText(`cortexia=${session.user.id}`).waitFor()
  await card.getByRole('button', { name: 'Vérifier' }).click()
  await card.getByText(/^L’enregistrement n’est pas encore visible\./u).waitFor()
  expect(await violations(page, 'domain, missing')).toEqual([])
  names.records.set('_cortexia.example.com', `cortexia=${session.user.id}`)
  await card.getByRole('button', { name: 'Vérifier' }).click()
  await card.getByText('example.com est vérifié.').waitFor()

  const guest = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(await member(product.system)),
  })
  await guest.page.goto(`/profile/${session.user.id}`)
  await guest.page.getByRole('link', { name: 'Domaine vérifié : example.com' }).waitFor()
  expect(await violations(guest.page, 'domain, profile')).toEqual([])
  await card.getByRole('button', { name: 'Retirer le domaine' }).click()
  await card.getByLabel('Votre domaine').waitFor()
  await guest.page.reload()
  await guest.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await guest.page.getByRole('link', { name: /^Domaine vérifié/u }).count()).toBe(0)
  expect([...complaints, ...guest.complaints]).toEqual([])
  for (const one of [context, guest.context]) await one.close()
}, 120_000)
