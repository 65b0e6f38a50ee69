/** Waiting for a phone that does not ring, through a network that goes, and for a price that is no longer the one that was shown. */
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { asClusterOwner } from '../../support/start-system.ts'
import { startedProduct } from '../support/product.ts'

const tiny = { width: 320, height: 640 }

const product = startedProduct()

async function open(viewport = phone, path = '/payment') {
  const session = await join(product.system)
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  await visited.page.goto(path)
  return visited
}

async function pay(page: Page, number: string) {
  await page.getByLabel('Votre numéro MTN').fill(number)
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
}

const title = (page: Page) => page.getByRole('heading', { name: 'Validez la demande sur votre téléphone' })

const later = async (by: string) => {
  const service = createClient(product.system.url, product.system.serviceRoleKey, { auth: { persistSession: false } })
  await service.rpc('move_payment_clock', { p_by: by }).throwOnError()
}

test('a phone that did not ring rings again for the same payment, which is paid once', async () => {
  await asClusterOwner(product.system.dataFolder, `update billing.operators set ussd = '*880#' where code = 'mtn_bj'`)
  const { page, context } = await open()
  await pay(page, '01 00 00 00 06')
  await title(page).waitFor()
  expect(await page.getByRole('button', { name: 'Renvoyer la demande' }).count()).toBe(0)
  await later('40 seconds')
  await page.clock.setFixedTime(Date.now() + 80_000)
  await page.getByText('de votre opérateur (*880#), puis Approbations en attente.').waitFor()
  await page.getByRole('button', { name: 'Renvoyer la demande' }).click()
  await page.getByText('Demande renvoyée sur votre téléphone').first().waitFor()
  await page.getByRole('button', { name: 'Renvoyer la demande' }).waitFor({ state: 'detached' })
  await later('6 minutes')
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  await page.getByText('Nouveau solde : 30').waitFor()
  await context.close()
})

test('the network goes while one waits: it is said, the payment goes on, and its credits are there with the network', async () => {
  const { page, context } = await open()
  await pay(page, '01 00 00 00 05')
  await title(page).waitFor()
  await context.setOffline(true)
  await page.getByText('Connexion perdue. Votre paiement continue sans cette page').waitFor()
  await later('1 minute')
  expect(await page.getByRole('heading', { name: '25 crédits ajoutés' }).count()).toBe(0)
  await context.setOffline(false)
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  expect(await page.getByText('Connexion perdue').count()).toBe(0)
  await context.close()
})

test('without a network the page says so, with what one had, and offers another try', async () => {
  const { page, context } = await open()
  await page.getByText('Il vous reste 5 crédits').first().waitFor()
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).waitFor()
  // The screen itself is on the device, as it is for whoever has been there before.
  const answers = /\/(?:rest|functions|realtime)\/v1\/|\/livez/u
  await page.route(answers, (route) => route.abort('internetdisconnected'))
  await page.reload()
  await page.getByText('Le paiement demande une connexion.').waitFor()
  await page.getByText('Dernier solde connu : 5 crédits').waitFor()
  await page.unroute(answers)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).waitFor()
  await page.getByText('Il vous reste 5 crédits').first().waitFor()
  expect(await page.getByText('Dernier solde connu').count()).toBe(0)
  await context.close()
})

test('a price that changed meanwhile is asked about before anything is paid', async () => {
  const { page, context } = await open()
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).waitFor()
  await asClusterOwner(
    product.system.dataFolder,
    `update billing.prices set valid_to = now() where sku = 'pack_25' and currency = 'XOF' and valid_to is null;
     insert into billing.prices (sku, currency, amount) values ('pack_25', 'XOF', 1200)`,
  )
  await pay(page, '01 00 00 00 01')
  await page.getByText('Le prix a changé : 1 200 FCFA au lieu de 1 000 FCFA. Rien n’a été débité.').waitFor()
  await page.getByRole('button', { name: 'Payer 1 200 FCFA' }).click()
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  await page.goto('/payment?tab=history&show=purchases')
  await page.getByText('1 200 FCFA').waitFor()
  expect(await page.getByText('Achat de 25 crédits').count()).toBe(1)
  await asClusterOwner(
    product.system.dataFolder,
    `update billing.prices set valid_to = now() where sku = 'pack_25' and currency = 'XOF' and valid_to is null;
     insert into billing.prices (sku, currency, amount) values ('pack_25', 'XOF', 1000)`,
  )
  await context.close()
})

test.each([
  ['at 320 pixels', tiny],
  ['of 1280 × 800 at 200 %', { width: 640, height: 400 }],
])('every screen of it is whole %s, without a finding', async (_, viewport) => {
  const { page, context } = await open(viewport)
  const { violations } = await startAxe()
  const check = async (what: string) => {
    expect(await violations(page, what)).toEqual([])
    expect([what, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([what, viewport.width])
  }
  await page.getByLabel('Votre numéro MTN').waitFor()
  await check('buying')
  await pay(page, '01 00 00 00 02')
  await page.getByText('Le paiement a été refusé par MTN. Rien n’a été débité.').waitFor()
  await check('refused')
  await page.goto('/payment')
  await pay(page, '01 00 00 00 06')
  await title(page).waitFor()
  await check('waiting')
  await page.getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('heading', { name: 'Paiement annulé' }).waitFor()
  await check('canceled')
  await later('7 minutes')
  await page.goto('/payment')
  await pay(page, '01 00 00 00 01')
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  await check('paid')
  for (const [path, landmark] of [
    ['/credits', 'Plafonds et alerte'],
    ['/subscription', /^Payer/u],
    ['/payment?tab=gifts', 'Choisir une personne'],
    ['/payment?tab=history', 'Télécharger en CSV'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: landmark }).first().waitFor()
    await check(path)
  }
  await context.close()
})

test('whoever paid before is two touches from the request on their phone', async () => {
  const { page, context } = await open()
  await pay(page, '01 00 00 00 01')
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  await page.goto('/')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /crédits/u })
    .click()
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
  await title(page)
    .or(page.getByRole('heading', { name: '25 crédits ajoutés' }))
    .first()
    .waitFor()
  await page.getByText('Nouveau solde : 55').waitFor()
  expect(await page.getByText('MTN •• 0001').count()).toBe(1)
  await context.close()
})
