/** What people settle about their own credits: limits, the word in time, the gift of the day, and what the history shows of it. */
import { readFile } from 'node:fs/promises'

import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { phone, visit } from '../../support/browser.ts'
import { member, returning } from '../../support/people.ts'
import { paintedProduct } from '../support/product.ts'

const product = paintedProduct()

async function open(path: string) {
  const session = await member(product.system)
  const visited = await visit(product.browser, product.system.url, { viewport: phone, storage: returning(session) })
  await visited.page.goto(path)
  return { ...visited, session }
}

const later = async (by: string) => {
  const service = createClient(product.system.url, product.system.serviceRoleKey, { auth: { persistSession: false } })
  await service.rpc('move_payment_clock', { p_by: by }).throwOnError()
}

test('a limit asks before it is passed, and a larger one waits a day', async () => {
  const { page, context, complaints } = await open('/payment')
  const { violations } = await startAxe()
  const limits = page.getByRole('dialog', { name: 'Plafonds et alerte' })
  await page.getByRole('button', { name: 'Plafonds et alerte' }).click()
  await limits.getByLabel('En 24 heures (FCFA)').fill('50')
  await limits.getByRole('button', { name: 'Enregistrer les plafonds' }).click()
  await limits.getByText('Un montant entre 100 et 15 000 000 FCFA, ou rien.').waitFor()
  await limits.getByLabel('En 24 heures (FCFA)').fill('600')
  await limits.getByRole('button', { name: 'Enregistrer les plafonds' }).click()
  await page.getByText('C’est noté').first().waitFor()
  await limits.getByLabel('En 24 heures (FCFA)').fill('')
  await limits.getByRole('button', { name: 'Enregistrer les plafonds' }).click()
  await limits.getByText(/Sans plafond à partir du/u).waitFor()
  expect(await violations(page, 'limits')).toEqual([])
  await page.keyboard.press('Escape')
  await limits.waitFor({ state: 'detached' })

  await page.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  await page.getByRole('button', { name: 'Payer 1 000 FCFA' }).click()
  await page.getByText('Cet achat dépasse votre plafond de 24 heures. Continuer quand même ?').waitFor()
  await page.getByRole('button', { name: 'Payer 1 000 FCFA quand même' }).click()
  await page.getByRole('heading', { name: '25 crédits ajoutés' }).waitFor()
  expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
  await context.close()
})

test('few credits are told of as early as one likes, and the gift of the day is taken in one tap', async () => {
  const { page, context, session } = await open('/payment')
  await page.getByRole('button', { name: 'Plafonds et alerte' }).click()
  const few = page.getByRole('radiogroup', { name: 'Solde bas' })
  await few.getByText('10').click()
  await page.getByText('C’est noté').first().waitFor()
  const service = createClient(product.system.url, product.system.serviceRoleKey, { auth: { persistSession: false } })
  const { data } = await service.from('profile_settings').select('low_balance_at').eq('user_id', session.user.id)
  expect(data).toEqual([{ low_balance_at: 10 }])

  await page.goto('/?modal=create')
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Deux pirogues sur la lagune')
  await page.getByRole('button', { name: /^Générer/u }).click()
  await page.getByRole('button', { name: 'Nouvelle image' }).waitFor()
  await page.goto('/notifications')
  await page.getByText('Il vous reste 4 crédits').first().waitFor()

  await later('25 hours')
  await page.goto('/payment')
  const { violations } = await startAxe()
  await page.getByRole('region', { name: '1 crédit offert aujourd’hui' }).waitFor()
  expect(await violations(page, 'the gift of the day')).toEqual([])
  await page.getByRole('button', { name: 'Prendre' }).click()
  await page.getByRole('region', { name: 'Votre crédit du jour est là' }).waitFor()
  await page.getByText('Il vous reste 5 crédits').first().waitFor()
  await page.goto('/payment?tab=history')
  await page.getByRole('radio', { name: 'Gains' }).check({ force: true })
  await page.getByText('Crédit du jour').waitFor()
  await page.getByText('Crédits de bienvenue').waitFor()
  expect(await page.getByText('Image créée').count()).toBe(0)
  await context.close()
})

test('the statement of the month is a file that the server knows as its own, and no other', async () => {
  const { page, context } = await open('/payment?tab=history')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Relevé signé du mois' }).click()
  const file = await readFile(await (await download).path())
  const verify = async (body: Uint8Array<ArrayBuffer>) => {
    const headers = { authorization: `Bearer ${product.system.anonKey}`, 'content-type': 'application/pdf' }
    const answer = await fetch(`${product.system.url}/functions/v1/credit-statement/verify`, {
      method: 'POST',
      headers,
      body,
    })
    return ((await answer.json()) as { is_genuine: boolean }).is_genuine
  }
  const forged = new Uint8Array(file)
  forged[200] = (forged[200] ?? 0) ^ 1
  expect([await verify(new Uint8Array(file)), await verify(forged)]).toEqual([true, false])
  await context.close()
})
