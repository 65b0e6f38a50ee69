/** Credits are bought as people buy them, from the embedded sandbox: by the phone, by a card, and given back. */
import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

async function open(viewport: typeof phone, path = '/payment') {
  const session = await join(product.system)
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  await visited.page.goto(path)
  return visited
}

const later = async (by: string) => {
  const service = createClient(product.system.url, product.system.serviceRoleKey, { auth: { persistSession: false } })
  await service.rpc('move_payment_clock', { p_by: by }).throwOnError()
}

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('on %s', (_, viewport) => {
  test('a pack is paid by Mobile Money, and the credits are there', async () => {
    const { page, context, complaints } = await open(viewport)
    await page.getByText('Il vous reste 5 crédits').first().waitFor()
    await page.getByRole('radio', { name: /^25 crédits/u }).waitFor()
    expect(await page.getByRole('button', { name: 'Continuer', exact: true }).isVisible()).toBe(viewport === phone)
    // Where no money moves, it is said before anything is paid.
    await page.getByText('Paiement fictif : aucun argent ne circule.').waitFor()
    await page.getByLabel('Pays du numéro').selectOption('BJ')
    await page.getByRole('radio', { name: 'MTN', exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
    await page.getByText('Ce numéro n’a pas 10 chiffres.').waitFor()
    await page.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
    const { violations } = await startAxe()
    expect(await violations(page, 'payment, buy')).toEqual([])
    await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
    await page.getByRole('heading', { name: 'Validez la demande sur votre téléphone' }).waitFor()
    await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
    await page.getByText('Nouveau solde : 30').waitFor()
    // Nothing is paid again by looking again.
    await page.reload()
    await page.getByText('Nouveau solde : 30').waitFor()
    expect(await violations(page, 'payment, paid')).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('whoever pays by Orange Money confirms it on a page that speaks of the phone, and of no card', async () => {
  const { page, context, complaints } = await open(phone)
  await page.getByRole('button', { name: 'Continuer', exact: true }).click()
  await page.getByLabel('Pays du numéro').selectOption('SN')
  await page.getByText('Orange', { exact: true }).click()
  await page.getByLabel('Votre numéro Orange').fill('77 000 00 01')
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
  await page.getByText('Ici, Orange montrerait sa page').waitFor()
  expect(await page.getByText(/carte/iu).count()).toBe(0)
  await page.getByRole('button', { name: 'Valider la demande Mobile Money' }).click()
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('who has too little is told so, and pays otherwise by a card that no page of ours sees', async () => {
  const { page, context, complaints } = await open(phone)
  // The packs fill the screen: what comes next is one touch away, and the bar no more in the way once it is there.
  const goOn = page.getByRole('button', { name: 'Continuer', exact: true })
  const limits = page.getByRole('button', { name: 'Plafonds et alerte' })
  await limits.focus()
  // What has the focus is not under it.
  const [own, bar] = await Promise.all([limits, goOn].map(async (one) => one.boundingBox()))
  expect((own?.y ?? Infinity) + (own?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await goOn.click()
  await expect.poll(() => goOn.evaluate((bar) => bar.getBoundingClientRect().bottom)).toBeLessThan(80)
  await page.getByLabel('Votre numéro MTN').fill('01 00 00 00 03')
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
  await page.getByText('Le solde MTN est insuffisant. Rechargez-le, ou choisissez un pack plus petit.').waitFor()
  await page.getByRole('link', { name: 'Choisir un pack plus petit' }).waitFor()
  await page.getByRole('link', { name: 'Réessayer' }).click()
  await page.getByText('Carte bancaire').click()
  await page.getByRole('button', { name: 'Continuer vers le paiement sécurisé' }).click()
  await page.getByRole('heading', { name: 'Paiement fictif' }).waitFor()
  await page.getByRole('button', { name: 'Carte acceptée' }).click()
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a purchase that was not used is given back in one sheet', async () => {
  const { page, context, complaints } = await open(desktop)
  await page.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  await page.goto('/payment?tab=history')
  await page.getByText('Achat de 25 crédits').waitFor()
  await page.getByText('Solde 30').waitFor()
  await page.getByRole('radio', { name: 'Achats' }).check({ force: true })
  await page.getByRole('button', { name: 'Demander un remboursement' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Demander un remboursement' }).click()
  await page.getByText('Votre remboursement est en route').first().waitFor()
  await page.getByText('Remboursé', { exact: false }).first().waitFor()
  await page.getByText('Il vous reste 5 crédits').first().waitFor()
  await page.getByRole('link', { name: 'Achat de 25 crédits' }).click()
  await page.getByText(/^Remboursé le .+\s: 1\s000\sFCFA\.$/u).waitFor()
  expect(await page.getByText('crédits ajoutés').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('what a bank contests is said with what it locks, and that it was taken back', async () => {
  const { page, context, complaints } = await open(phone)
  await page.getByText('Carte bancaire').click()
  await page.getByRole('button', { name: 'Continuer vers le paiement sécurisé' }).click()
  await page.getByRole('button', { name: 'Litige dans 60 s (perdu)' }).click()
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  await later('90 seconds')
  await page.getByText('Votre banque nous a signalé une contestation. 25 crédits sont bloqués').waitFor()
  expect(await page.getByText('crédits ajoutés').count()).toBe(0)
  await later('1 day')
  await page.getByText('Votre banque a repris ce paiement').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('somebody else’s payment is nobody’s here, whatever the address says', async () => {
  const { page, context } = await open(phone, '/payment/success?p=01940000-0000-7000-8000-00000000dead&status=approved')
  await page.getByText('Paiement introuvable').waitFor()
  expect(await page.getByText('crédits ajoutés').count()).toBe(0)
  await context.close()
})

test('pressed twice, left by Back and come back to: one payment, that no look repeats', async () => {
  const { page, context, complaints } = await open(phone)
  await page.getByLabel('Votre numéro MTN').fill('01 00 00 00 13')
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).dblclick()
  // Refused at first, and approved after all: nothing is asked of whoever waits.
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor({ timeout: 60_000 })
  await page.goBack()
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).waitFor()
  await page.goForward()
  await page.getByText('Nouveau solde : 30').waitFor()
  await page.reload()
  await page.getByText('Nouveau solde : 30').waitFor()
  await page.goto('/payment?tab=history&show=purchases')
  await page.getByText('Achat de 25 crédits').waitFor()
  expect(await page.getByText('Achat de 25 crédits').count()).toBe(1)
  expect(complaints).toEqual([])
  await context.close()
})

test('a webhook that never comes keeps nobody waiting, and what nobody answered says what to do', async () => {
  const { page, context, complaints } = await open(phone)
  const pay = async (number: string) => {
    await page.getByLabel('Votre numéro MTN').fill(number)
    await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
  }
  await pay('01 00 00 00 08')
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  await page.goto('/payment')
  await pay('01 00 00 00 07')
  await page.getByRole('heading', { name: 'Validez la demande sur votre téléphone' }).waitFor()
  await later('4 minutes')
  await page.getByText('La demande a expiré. Rien n’a été débité.').waitFor()
  await page.getByRole('link', { name: 'Réessayer' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
