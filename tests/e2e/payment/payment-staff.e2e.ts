/** What the staff does about payments, each act with its words and its author; nobody else finds the page. */
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning, staffMember } from '../../support/people.ts'
import { asClusterOwner } from '../../support/start-system.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

async function buyer() {
  const visited = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(await join(product.system)),
  })
  await visited.page.goto('/payment')
  return visited
}

async function staff() {
  const session = await staffMember(product.system)
  const service = createClient(product.system.url, product.system.serviceRoleKey, { auth: { persistSession: false } })
  const username = `equipe_${Date.now()}`
  await service.from('profiles').update({ username }).eq('id', session.user.id).throwOnError()
  const visited = await visit(product.browser, product.system.url, { viewport: desktop, storage: returning(session) })
  return { ...visited, username }
}

const list = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('nobody but the staff finds it', async () => {
  const { page, context } = await buyer()
  await page.goto('/moderation?area=payments')
  await page.getByRole('heading', { name: 'Le fil s’est rompu.' }).waitFor()
  expect(await page.getByText('Constats à traiter').count()).toBe(0)
  await context.close()
})

async function paidAmiss() {
  const visited = await buyer()
  await visited.page.getByLabel('Votre numéro MTN').fill('01 00 00 00 11')
  await visited.page.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
  await visited.page.getByText('Paiement reçu par l’opérateur, confirmation en cours.').waitFor()
  return visited
}

test('a payment of another amount is closed or asked about anew, with a word, and says who did what', async () => {
  const paying = await paidAmiss()
  const { page, context, username } = await staff()
  const { violations } = await startAxe()
  await page.goto('/moderation?area=payments')
  const review = page.getByRole('article', { name: 'Paiements en vérification' })
  await review.getByRole('button', { name: 'Clore sans paiement' }).click()
  await review.getByText('Dites d’abord ce qui a été fait.').waitFor()
  expect(await violations(page, 'staff payments')).toEqual([])
  await review.getByLabel('Ce qui a été fait').fill('Ils disent non')
  await review.getByRole('button', { name: 'Clore sans paiement' }).click()
  await page.getByText('Aucun paiement en vérification.').waitFor()
  const finding = page.getByRole('article', { name: 'Montant ou monnaie différents' })
  await finding.getByLabel('Ce qui a été fait').fill('Rien reçu')
  await finding.getByRole('button', { name: 'Classer' }).click()
  await list(page, 'Constats classés').getByText(`@${username} · Rien reçu`).waitFor()
  await paying.page.reload()
  await paying.page.getByRole('heading', { name: 'Paiement non abouti' }).waitFor()

  const another = await paidAmiss()
  await page.reload()
  await review.getByLabel('Ce qui a été fait').fill('Demandé à leur service')
  await review.getByRole('button', { name: 'Redemander au prestataire' }).click()
  await review.getByText(`@${username} · redemandé au prestataire : Demandé à leur service`).waitFor()
  for (const visited of [{ context }, paying, another]) await visited.context.close()
})

test('a refund that no provider makes is made by hand, and the buyer is told', async () => {
  const { page: paying, context: phoneContext } = await buyer()
  await paying.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  await paying.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
  await paying.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  // As if it had been paid where refunds have no API.
  await asClusterOwner(
    product.system.dataFolder,
    `update billing.attempts set provider = 'fedapay' where state = 'paid'`,
  )
  await paying.goto('/payment?tab=history&show=purchases')
  await paying.getByRole('button', { name: 'Demander un remboursement' }).click()
  await paying.getByRole('dialog').getByRole('button', { name: 'Demander un remboursement' }).click()
  await paying.getByText('Votre remboursement est en route').first().waitFor()

  const { page, context, username } = await staff()
  await page.goto('/moderation?area=payments')
  const finding = page.getByRole('article', { name: 'Remboursement à faire à la main' })
  await finding.getByText('1000').waitFor()
  await finding.getByRole('button', { name: 'L’argent est parti' }).click()
  await finding.getByText('Dites d’abord ce qui a été fait.').waitFor()
  await finding.getByLabel('Ce qui a été fait').fill('Par leur tableau de bord')
  await finding.getByRole('button', { name: 'L’argent est parti' }).click()
  await list(page, 'Constats classés').getByText(`@${username} · Par leur tableau de bord`).waitFor()
  await paying.goto('/notifications')
  await paying.getByText('Remboursement de 1 000 FCFA effectué').first().waitFor()
  await paying.goto('/payment?tab=history&show=purchases')
  await paying.getByText('Remboursé', { exact: false }).first().waitFor()
  expect(await paying.getByRole('button', { name: 'Demander un remboursement' }).count()).toBe(0)
  await context.close()
  await phoneContext.close()
})

test('a code that the staff made makes a pack cheaper, for the price on the button', async () => {
  const { page, context } = await staff()
  const code = `FETE-${Date.now()}`
  await page.goto('/moderation?area=payments')
  const form = page.getByRole('form', { name: 'Codes promo' })
  await form.getByLabel('Code, six caractères ou plus').fill(code)
  await form.getByLabel('Campagne').fill('Fête de fin d’année')
  await form.getByLabel('Valeur').fill('20')
  await form.getByLabel('Valable jusqu’au').fill('2030-12-31')
  await form.getByRole('button', { name: 'Créer le code' }).click()
  await page.getByText('C’est noté').first().waitFor()

  const { page: paying, context: phoneContext } = await buyer()
  await paying.getByRole('button', { name: 'Vous avez un code ?' }).click()
  await paying.getByLabel('Code promo, cadeau ou parrainage').fill('RIEN-DU-TOUT')
  await paying.getByRole('button', { name: 'Utiliser' }).click()
  await paying.getByText('Ce code n’existe pas, ou a déjà servi.').waitFor()
  await paying.getByLabel('Code promo, cadeau ou parrainage').fill(code.toLowerCase())
  await paying.getByRole('button', { name: 'Utiliser' }).click()
  await paying.getByText('−20 % : 800 FCFA').waitFor()
  await paying.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  await paying.getByRole('button', { name: 'Payer 800 FCFA' }).click()
  await paying.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  await paying.getByText('800 FCFA').first().waitFor()
  expect(await paying.getByText('1 000 FCFA').count()).toBe(0)
  await context.close()
  await phoneContext.close()
})
