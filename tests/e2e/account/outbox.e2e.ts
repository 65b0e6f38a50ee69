/** /_dev/outbox: what would have been sent, on a server that sends nothing, and only for whoever sits before it. */
import { createClient, type Session } from '@supabase/supabase-js'
import { type Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { messageTo } from '../../support/outbox.ts'
import { member, newAddress, remembered } from '../../support/people.ts'
import { asClusterOwner } from '../../support/start-system.ts'
import { clientOf } from '../../support/workflows.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts } from '../support/published-posts.ts'

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

/** Those who can wait are told at their hour: now. */
async function mailNow(session: Session): Promise<string> {
  const { url, serviceRoleKey: key, dataFolder } = product.system
  await asClusterOwner(dataFolder, 'update app.mail_jobs set due_at = clock_timestamp()')
  const headers = { apikey: key, authorization: `Bearer ${key}` }
  expect((await fetch(`${url}/functions/v1/mail-worker`, { method: 'POST', headers })).status).toBe(200)
  return messageTo(dataFolder, session.user.email!)
}

test('a notification goes by mail where that is chosen, and the mail’s own link ends it, signed in or not', async () => {
  const { system, browser } = product
  const [session, fan] = [await member(system), await member(system)]
  const [post] = await publishPosts(system, { userId: session.user.id, count: 1 })
  const { page, complaints, context } = await visit(browser, system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  await page.goto('/settings?section=notifications')
  await page.getByRole('switch', { name: 'J’aime\u00a0: E-mail' }).check()
  const preferences = clientOf(system, session.access_token).from('notification_preferences')
  const isMailed = async () => (await preferences.select('email').eq('type', 'like')).data?.[0]?.['email'] as unknown
  await expect.poll(isMailed).toBe(true)
  await context.close()
  const liked = await clientOf(system, fan.access_token)
    .from('post_likes')
    .insert({ post_id: post!.id, user_id: fan.user.id })
  expect(liked.error).toBeNull()
  const mailed = await mailNow(session)
  expect(mailed).toMatch(/aime votre image\./u)

  const ending = new URL(/\S+\/unsubscribe\?\S+/u.exec(mailed)![0])
  const visitor = await visit(browser, system.url, { viewport: phone })
  await visitor.page.goto(`${ending.pathname}${ending.search}`)
  await visitor.page.getByRole('button', { name: 'Ne plus en recevoir' }).click()
  await visitor.page.getByRole('heading', { name: 'C’est fait' }).waitFor()
  expect(await isMailed()).toBe(false)
  await visitor.context.close()

  await preferences.update({ email: true }).eq('type', 'like')
  const oneClick = `${system.url}/functions/v1/mail-unsubscribe${ending.search}`
  const followed = await fetch(oneClick, { redirect: 'manual' })
  expect([followed.status, followed.headers.get('location')]).toEqual([303, `${ending.pathname}${ending.search}`])
  expect(await isMailed()).toBe(true)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(oneClick, { method: 'POST', body })).status).toBe(200)
  expect(await isMailed()).toBe(false)
  expect((await fetch(`${oneClick}0`, { method: 'POST', body })).status).toBe(404)
  expect([...complaints, ...visitor.complaints]).toEqual([])
})
