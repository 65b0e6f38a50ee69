/** What somebody who is in an account can do to the keys of its messages, and what its owner does then (E2EE §5). */
import { createClient, type Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { createLocalVault } from '../../../app/src/crypto/local-vault.ts'
import { memoryStore } from '../../../app/src/crypto/tests/memory-store.ts'
import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, newAddress, password, remembered } from '../../support/people.ts'
import { isReady, press, settings, setUp } from '../support/key-sheets.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

async function device(session: Session | null, viewport: typeof desktop) {
  if (!session) throw new Error('nobody signed in')
  const visited = await visit(product.browser, product.system.url, { viewport, storage: remembered(session) })
  return visited
}

test('what replaces keys takes a recent sign-in, which leaves the device as it is; what a thief replaces is restored', async () => {
  const email = newAddress()
  const session = await join(product.system, email)
  const first = await device(session, phone)
  const key = await setUp(first.page)
  await isReady(first.page)

  // As an hour later.
  const info = '**/rpc/key_backup_info*'
  const growOld = (page: Page) =>
    page.route(info, async (route) => {
      const answer = (await (await route.fetch()).json()) as object
      await route.fulfill({ json: { ...answer, may_replace: false } })
    })
  await growOld(first.page)
  const { violations } = await startAxe()
  const found: string[] = []
  for (const act of ['Changer la clé de récupération', 'Ajouter une phrase secrète', 'Réinitialiser']) {
    await press(first.page, act)
    await first.page.getByRole('dialog', { name: 'Reconnectez-vous d’abord' }).waitFor()
    found.push(...(await violations(first.page, `keys, before ${act}`)))
    await press(first.page, 'Annuler')
  }
  expect(found).toEqual([])
  // Or meanwhile: the refusal says the same.
  await first.page.unroute(info)
  await press(first.page, 'Renouveler : Appareil perdu')
  await first.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
  const late = { code: 'PT403', message: 'Sign in again first', hint: 'sign_in_again' }
  await first.page.route('**/rpc/save_key_backup', (route) => route.fulfill({ status: 403, json: late }))
  await press(first.page, 'Continuer')
  await first.page.getByText('Rien n’a été changé.').waitFor()
  await press(first.page, 'Se reconnecter')
  await first.page.getByLabel('E-mail ou téléphone').fill(email)
  await first.page.getByRole('textbox', { name: 'Mot de passe' }).fill(password)
  await first.page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await first.page.waitForURL((url) => url.pathname === '/settings')
  await isReady(first.page)
  await first.page.unroute('**/rpc/save_key_backup')
  await press(first.page, 'Renouveler : Appareil perdu')
  await first.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
  await press(first.page, 'Continuer')
  await first.page.getByText('Vos clés sont renouvelées', { exact: true }).waitFor()

  // Somebody who has the password replaces it all by what is theirs.
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const thief = createClient(product.system.url, product.system.anonKey, options)
  await thief.auth.signInWithPassword({ email, password })
  const anew = createClient(product.system.url, product.system.anonKey, options)
  const signedIn = await anew.auth.signInWithPassword({ email, password })
  const { data: published } = await thief.from('user_public_keys').select('*').eq('user_id', session.user.id).single()
  const forged = await createLocalVault(session.user.id, { store: memoryStore() }).reset(published as never, 9)
  await thief.rpc('save_key_backup', { ...forged.backup }).throwOnError()
  await thief.from('user_public_keys').upsert(forged.keyRow).throwOnError()

  const second = await device(signedIn.data.session, desktop)
  await second.page.goto('/?modal=message-keys')
  await second.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
  await press(second.page, 'Ouvrir')
  await second.page.getByText('Ce n’est pas le bon moyen pour ces messages.').waitFor()
  await press(second.page, 'Restaurer une sauvegarde précédente')
  expect(await violations(second.page, 'keys, to be restored')).toEqual([])
  await second.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
  await press(second.page, 'Restaurer')
  await second.page.getByText('Vos clés sont de retour').waitFor()
  await second.page.goto(settings)
  await isReady(second.page)
  const { data: log } = await thief.rpc('key_log', { user: session.user.id })
  const [own, , theirs, last] = log as { identity_key: string; generation: number }[]
  expect([theirs?.identity_key, last?.identity_key]).toEqual([forged.keyRow.identity_key, own?.identity_key])

  // The first device finds the keys again as if they had been renewed.
  await first.page.goto('/?modal=message-keys')
  await first.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
  await press(first.page, 'Ouvrir')
  await first.page.getByText('Vos messages sont de retour sur cet appareil.').waitFor()
  await first.page.goto(settings)
  await isReady(first.page)
  // What the browser says of the refusal that was asked for is meant.
  const others = first.complaints.filter((complaint) => !/403 .*save_key_backup/u.test(complaint))
  expect([...others, ...second.complaints]).toEqual([])
  for (const { context } of [first, second]) await context.close()
})
