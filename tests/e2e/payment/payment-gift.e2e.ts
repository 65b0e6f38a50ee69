/** Credits that are given: chosen, paid, told, accepted or returned. */
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

async function somebody(username: string, viewport: typeof phone) {
  const session = await join(product.system)
  const service = createClient(product.system.url, product.system.serviceRoleKey, { auth: { persistSession: false } })
  await service.from('profiles').update({ username, first_name: username }).eq('id', session.user.id).throwOnError()
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  return visited
}

test('a gift is for whom one sees, and theirs once they accept it; another one goes back', async () => {
  const giver = await somebody('kossi_offre', phone)
  const friend = await somebody('awa_recoit', desktop)
  const { violations } = await startAxe()

  const give = async (word: string) => {
    const { page } = giver
    await page.goto('/payment?tab=gifts')
    await page.getByRole('button', { name: 'Payer 500 FCFA' }).click()
    await page.getByText('Choisissez d’abord à qui vous offrez ces crédits.').waitFor()
    await page.getByRole('button', { name: 'Choisir une personne' }).click()
    await page.getByLabel('Nom ou @nom').fill('@awa_recoit')
    await page.getByRole('button', { name: /@awa_recoit/u }).click()
    await page.getByLabel('Un mot (facultatif)').fill(word)
    await page.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
    expect(await violations(page, 'giving')).toEqual([])
    await page.getByRole('button', { name: 'Payer 500 FCFA' }).click()
    await page.getByRole('heading', { name: '10 crédits offerts' }).waitFor()
  }
  await give('Pour ta prochaine fresque')
  await friend.page.goto('/notifications')
  await friend.page.getByText('kossi_offre vous offre 10 crédits').click()
  await friend.page.getByText('Pour ta prochaine fresque').waitFor()
  expect(await violations(friend.page, 'a gift')).toEqual([])
  await friend.page.getByRole('button', { name: 'Accepter' }).click()
  await friend.page.getByText('Il vous reste 15 crédits').first().waitFor()

  await give('Et pour la suite')
  await friend.page.goto('/payment?tab=gifts')
  await friend.page.getByRole('button', { name: 'Rendre' }).click()
  await friend.page.getByRole('dialog').getByRole('button', { name: 'Rendre' }).click()
  await friend.page.getByText('Cadeau rendu').waitFor()
  await giver.page.goto('/payment?tab=history&show=gifts')
  await giver.page.getByText('Cadeau repris').waitFor()
  // What was bought for somebody else moved no credit of one's own, and is history all the same.
  await giver.page.goto('/payment?tab=history')
  await giver.page.getByText('10 crédits offerts à @awa_recoit').first().waitFor()
  expect(await giver.page.getByText('10 crédits offerts à @awa_recoit').count()).toBe(2)
  expect(await giver.page.getByText('500 FCFA').count()).toBe(2)
  await giver.page.getByText('Il vous reste 15 crédits').first().waitFor()
  await friend.page.goto('/payment?tab=history&show=gifts')
  await friend.page.getByText('Cadeau de @kossi_offre').waitFor()
  await friend.page.getByText('« Pour ta prochaine fresque »').waitFor()
  expect([...giver.complaints, ...friend.complaints]).toEqual([])
  await giver.context.close()
  await friend.context.close()
})

test('a code is handed over as a link, opened once, and whoever gave hears of it', async () => {
  const giver = await somebody('koffi_offre', phone)
  const friend = await somebody('ama_recoit', phone)
  const { page } = giver
  await page.goto('/payment?tab=gifts')
  await page.getByText('Un code à donner').click()
  await page.getByLabel('Un mot (facultatif)').fill('Que la lagune t’inspire')
  await page.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  await page.getByRole('button', { name: 'Payer 500 FCFA' }).click()
  await page.getByRole('heading', { name: '10 crédits offerts' }).waitFor()
  const shown = page.getByText(/^[\dA-Z]{5}-[\dA-Z]{5}$/u)
  const code = (await shown.textContent()) ?? ''
  const { violations } = await startAxe()
  expect(await violations(page, 'a code')).toEqual([])
  // It is there again as long as nobody has opened it.
  await page.goto('/payment?tab=gifts')
  await page.getByRole('button', { name: 'Voir le code' }).click()
  expect(await page.getByRole('dialog').getByText(code).count()).toBe(1)

  await friend.page.goto(`/payment?tab=gifts&gift_code=${code}`)
  await friend.page.getByRole('heading', { name: 'Un cadeau pour vous' }).waitFor()
  await friend.page.getByRole('button', { name: 'Ouvrir' }).click()
  await friend.page.getByRole('heading', { name: 'koffi_offre vous offre 10 crédits' }).waitFor()
  await friend.page.getByText('Que la lagune t’inspire').first().waitFor()
  await friend.page.getByText('Il vous reste 15 crédits').first().waitFor()
  await friend.page.getByLabel('Code cadeau').fill('AAAAA-AAAAA')
  await friend.page.getByRole('button', { name: 'Ouvrir' }).click()
  await friend.page.getByText('Ce code n’existe pas, ou a déjà servi.').waitFor()

  await page.goto('/notifications')
  await page.getByText('ama_recoit a accepté vos 10 crédits').click()
  await page.getByRole('heading', { name: 'Offerts' }).waitFor()
  await page.getByText('Accepté ·').waitFor()
  expect(await page.getByRole('button', { name: 'Voir le code' }).count()).toBe(0)
  await giver.context.close()
  await friend.context.close()
})

test('whoever gave has their money back while nobody has opened it, and then nobody can', async () => {
  const giver = await somebody('yao_offre', phone)
  const friend = await somebody('adjoa_recoit', phone)
  const { page } = giver
  await page.goto('/payment?tab=gifts')
  await page.getByText('Un code à donner').click()
  await page.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  await page.getByRole('button', { name: 'Payer 500 FCFA' }).click()
  await page.getByRole('heading', { name: '10 crédits offerts' }).waitFor()
  const code = (await page.getByText(/^[\dA-Z]{5}-[\dA-Z]{5}$/u).textContent()) ?? ''
  await page.goto('/payment?tab=gifts')
  await page.getByRole('button', { name: 'Être remboursé' }).click()
  const sheet = page.getByRole('dialog', { name: 'Rembourser ce cadeau de 10 crédits ?' })
  await sheet.getByText('Personne ne pourra plus l’ouvrir.').waitFor()
  const { violations } = await startAxe()
  expect(await violations(page, 'a gift refunded')).toEqual([])
  await sheet.getByRole('button', { name: 'Demander un remboursement' }).click()
  await page.getByText(/^Remboursé ·/u).waitFor()
  expect(await page.getByRole('button', { name: 'Voir le code' }).count()).toBe(0)
  await friend.page.goto(`/payment?tab=gifts&gift_code=${code}`)
  await friend.page.getByRole('button', { name: 'Ouvrir' }).click()
  await friend.page.getByText('Ce code n’existe pas, ou a déjà servi.').waitFor()
  expect([...giver.complaints, ...friend.complaints]).toEqual([])
  await giver.context.close()
  await friend.context.close()
})
