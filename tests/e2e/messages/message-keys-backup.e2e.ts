/** Keys are there without a question; their backup is offered once there is something to lose (SCREENS §3.10). */
import { createClient, type Session } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

import { ensureMessageKeys } from '../../../supabase/seed/message-keys.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, password, remembered, sessionKey } from '../../support/people.ts'
import { clientOf } from '../../support/workflows.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { isReady, keepKey, press, settings } from '../support/key-sheets.ts'
import { shiftsOfPages } from '../support/layout-shifts.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

const device = (session: Session, viewport: typeof desktop) =>
  visit(product.browser, product.system.url, { viewport, storage: remembered(session) })

const publishedKid = async ({ user }: Session) => {
  const { data } = await serviceOf(product.system)
    .from('user_public_keys')
    .select('kid')
    .eq('user_id', user.id)
    .maybeSingle()
  return data?.['kid'] as string | undefined
}

test('« Plus tard » rests until three messages have come; whoever signs out with a key that is not kept is told', async () => {
  const [session, other] = await Promise.all([join(product.system), join(product.system)])
  await serviceOf(product.system)
    .from('profiles')
    .update({ first_name: 'Kossi', last_name: null })
    .eq('id', other.user.id)
  await ensureMessageKeys(serviceOf(product.system), other.user.id)
  const { context, page, complaints } = await device(session, phone)
  const banner = page.getByText('vos clés ne sont que sur cet appareil.')
  // Who has nothing to lose is asked for nothing, and has keys.
  await page.goto('/messages')
  await page.getByText('Aucune conversation').waitFor()
  await expect.poll(() => publishedKid(session)).toBeDefined()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await banner.count()).toBe(0)
  const { data: conversation } = await clientOf(product.system, session.access_token).rpc('start_conversation', {
    other: other.user.id,
  })
  await page.goto(`/messages?conversation=${conversation}`)
  await page.getByRole('textbox', { name: 'Votre message' }).fill('Bonjour')
  await press(page, 'Envoyer')
  await page.getByRole('article', { name: /, envoyé$/u }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByText('Chiffré de bout en bout').waitFor()

  await page.goto('/messages')
  await press(page, 'Plus tard')
  await expect.poll(() => banner.count()).toBe(0)
  await page.reload()
  await page.getByRole('link', { name: /Kossi/u }).waitFor()
  expect(await banner.count()).toBe(0)
  const hear = () => page.evaluate(() => dispatchEvent(new CustomEvent('new-message', { detail: {} })))
  for (const shown of [0, 0, 1]) {
    await hear()
    await expect.poll(() => banner.count()).toBe(shown)
  }
  // It pushes nothing away that is read already: neither where it stood before, nor on a device that comes anew.
  const elsewhere = await device(session, phone)
  for (const [on, text] of [
    [page, 'vos clés ne sont que sur cet appareil.'],
    [elsewhere.page, 'Cet appareil n’a pas encore vos clés.'],
  ] as const) {
    const shift = await shiftsOfPages(on)
    await on.goto('/messages')
    await on.getByRole('link', { name: /Kossi/u }).waitFor()
    await on.getByText(text).waitFor()
    await untilAtRest(on)
    expect(await shift()).toBeLessThan(0.05)
  }
  await elsewhere.context.close()

  await press(page, 'Protéger mes messages')
  await press(page, 'Utiliser une clé de récupération')
  const dialog = page.getByRole('dialog', { name: 'Clé de récupération' })
  await dialog.getByRole('listitem').nth(7).waitFor()
  const key = (await dialog.getByRole('listitem').locator('code').allTextContents()).join('-')
  await dialog.getByRole('button', { name: 'Fermer' }).click()
  await page.goto('/account?section=security')
  await press(page, 'Se déconnecter de cet appareil')
  await page.getByText('Vous perdrez l’accès à vos messages sur cet appareil.').waitFor()
  await press(page, 'Créer une clé')
  await press(page, 'Utiliser une clé de récupération')
  // Nobody has confirmed it yet: it is the same.
  expect(await keepKey(page)).toBe(key)
  await page.goto(settings)
  await isReady(page)
  expect(complaints).toEqual([])
  await context.close()
})

test('keys that a browser lost before anybody wrote under them give way at the next sign-in, and any other do not', async () => {
  const session = await join(product.system)
  const lost = await device(session, phone)
  await lost.page.goto('/')
  await expect.poll(() => publishedKid(session)).toBeDefined()
  const before = await publishedKid(session)
  await lost.context.close()

  const next = await device(session, desktop)
  await next.page.goto(settings)
  await next.page.getByText('vos clés ne sont que sur cet appareil.').waitFor()
  const after = await publishedKid(session)
  expect(after).not.toBe(before)
  await press(next.page, 'Protéger mes messages')
  await press(next.page, 'Utiliser une clé de récupération')
  await keepKey(next.page)
  await isReady(next.page)

  // Somebody has a way to these.
  const third = await device(session, desktop)
  await third.page.goto(settings)
  await third.page.getByText('Cet appareil n’a pas encore vos clés.').waitFor()
  await untilAtRest(third.page)
  expect(await publishedKid(session)).toBe(after)
  for (const { complaints, context } of [next, third]) {
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('whoever signs out of a device without having talked comes back to the same keys', async () => {
  const session = await join(product.system)
  const { page, context, complaints } = await device(session, desktop)
  await page.goto('/account?section=security')
  await expect.poll(() => publishedKid(session)).toBeDefined()
  const before = await publishedKid(session)
  await press(page, 'Se déconnecter de cet appareil')
  // The page is left before the session ends: whoever signs in does so after.
  await page.getByRole('link', { name: 'Se connecter' }).first().waitFor()
  await page.evaluate(() => navigator.locks.request('cortexia.leaving', () => undefined))
  const again = JSON.stringify(await signIn(session))
  await page.evaluate(([key = '', value = '']) => localStorage.setItem(key, value), [sessionKey, again])
  await page.goto(settings)
  await page.getByText('vos clés ne sont que sur cet appareil.').waitFor()
  expect(await publishedKid(session)).toBe(before)
  expect(complaints).toEqual([])
  await context.close()
})

async function signIn({ user }: Session): Promise<Session> {
  const { auth } = createClient(product.system.url, product.system.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await auth.signInWithPassword({ email: user.email ?? '', password })
  if (error) throw error
  return data.session
}
