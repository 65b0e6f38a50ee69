/** Orders that do not go as they should: late, gone over, disputed, changed by the other meanwhile. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { startedProduct } from '../support/product.ts'
import { clientOf, moveClock } from '../support/sandbox-money.ts'
import { staffMember } from '../support/staff-member.ts'
import { brief, deliver, parties, pay, person, picture, proposed } from './order-people.ts'

const product = startedProduct()

async function days(count: number, { session }: { session: Parameters<typeof moveClock>[1] }): Promise<void> {
  for (let day = 0; day < count; day += 1) await moveClock(product.system, session, 'day')
}

const press = (page: Page, dialog: string, name: string) =>
  page.getByRole('dialog', { name: dialog }).getByRole('button', { name }).click()

test('late: more time is asked for and given; after it the client has everything back in one press', async () => {
  const two = await parties(product)
  const [his, hers] = [two.client.page, two.creator.page]
  const id = await proposed(product.system, two, 5000)
  await his.goto(`/commissions?order=${id}`)
  await pay(his, 'Payer l’étape 1 · 5 000 FCFA', '5 000 FCFA')
  await hers.goto(`/commissions?order=${id}`)
  await hers.getByRole('button', { name: 'Commencer' }).click()
  await hers.getByRole('button', { name: 'Demander un délai' }).click()
  await press(hers, 'Demander un délai', 'Je demande un délai de 3 jours')
  await hers.getByText('Vous avez demandé 3 jours de plus. La réponse est attendue.').waitFor()
  await his.getByText(`@${two.creator.username} demande 3 jours de plus.`).waitFor()
  await his.getByRole('button', { name: 'Accorder' }).click()
  await hers.getByText('Vous avez demandé 3 jours de plus. La réponse est attendue.').waitFor({ state: 'detached' })

  expect(await his.getByRole('button', { name: 'Être remboursé · 5 000 FCFA' }).count()).toBe(0)
  await days(10, two.client)
  await his.getByText('Le délai est dépassé. Vous pouvez demander le remboursement.').waitFor()
  await hers.getByText('Le délai est dépassé. La cliente ou le client peut être remboursé à tout moment.').waitFor()
  await his.getByRole('button', { name: 'Être remboursé · 5 000 FCFA' }).click()
  await press(his, 'Être remboursé · 5 000 FCFA', 'Être remboursé · 5 000 FCFA')
  await his.getByText('5 000 FCFA vous sont rendus.').waitFor()
  await hers.getByText('L’argent est rendu. La commande est terminée.').waitFor()
  await his.goto('/notifications')
  await his.getByText('Délai dépassé : Portraits de famille').first().waitFor()
  await hers.goto('/notifications')
  await hers.getByText('Remboursée : Portraits de famille').first().click()
  await hers.waitForURL((url) => url.searchParams.get('order') === id)
  for (const { complaints, context } of [two.client, two.creator]) {
    expect(complaints).toEqual([])
    await context.close()
  }
}, 600_000)

test('gone over, then disputed: the staff gives the artist 30 % of it, which holds after five days', async () => {
  const two = await parties(product)
  const [his, hers] = [two.client.page, two.creator.page]
  const { violations } = await startAxe()
  const id = await proposed(product.system, two)
  await his.goto(`/commissions?order=${id}`)
  await pay(his, 'Payer l’étape 1 · 10 000 FCFA', '10 000 FCFA')
  await hers.goto(`/commissions?order=${id}`)
  await hers.getByRole('button', { name: 'Commencer' }).click()
  await deliver(hers, 'premier.png', '#b8432a')

  // Points, ticked when it is delivered anew; then four days more to look.
  await his.getByRole('button', { name: 'Demander une retouche (1 restante)' }).click()
  await his.getByLabel('Point 1', { exact: true }).fill('Les yeux plus clairs')
  await his.getByRole('button', { name: 'Ajouter un point' }).click()
  await his.getByLabel('Point 2', { exact: true }).fill('Le ciel moins gris')
  await press(his, 'Ce qui est à reprendre', 'Envoyer la demande')
  await hers.getByText(/^Reprenez les points demandés avant le/u).waitFor()
  await hers.getByRole('button', { name: 'Livrer', exact: true }).click()
  const delivery = hers.getByRole('dialog', { name: 'Livrer' })
  await delivery.getByRole('switch', { name: 'Les yeux plus clairs' }).check({ force: true })
  await delivery.getByRole('button', { name: 'Livrer ce fichier' }).click()
  await his.getByText('Les yeux plus clairs · fait').waitFor()
  expect(await his.getByText('Le ciel moins gris · fait').count()).toBe(0)
  expect(await his.getByRole('button', { name: /^Demander une retouche/u }).count()).toBe(0)
  await his.getByRole('button', { name: 'J’ai besoin de 4 jours de plus' }).click()
  await his.getByRole('button', { name: 'J’ai besoin de 4 jours de plus' }).waitFor({ state: 'detached' })

  // What each shows, and nothing else, is before the staff.
  await his.getByRole('button', { name: 'Ouvrir un litige' }).click()
  const complaint = his.getByRole('dialog', { name: 'Ouvrir un litige' })
  await complaint.getByRole('button', { name: 'Ouvrir un litige' }).click()
  await complaint.getByText('Écrivez ce qui s’est passé.').waitFor()
  await complaint.getByLabel('Racontez, avec les dates').fill('Le ciel est resté gris.')
  await complaint.getByLabel('Joindre un fichier').setInputFiles(await picture('preuve.png', '#555555'))
  await complaint.getByText('preuve.png').waitFor()
  await complaint.getByRole('button', { name: 'Ouvrir un litige' }).click()
  await his.getByText('Les fonds sont bloqués.', { exact: true }).waitFor()
  expect(await violations(his, 'order, disputed')).toEqual([])
  await hers.getByText('Le ciel est resté gris.').waitFor()
  await hers.getByRole('button', { name: 'Répondre au litige' }).click()
  await hers.getByLabel('Votre réponse').fill('La photo reçue était grise.')
  await press(hers, 'Répondre au litige', 'Envoyer à l’équipe')
  await his.getByText('La photo reçue était grise.').waitFor()

  const staff = await person(product, 'equipe', { session: await staffMember(product.system) })
  await staff.page.goto('/moderation?area=disputes')
  expect(await violations(staff.page, 'disputes')).toEqual([])
  await staff.page.getByRole('link', { name: 'Regarder' }).click()
  await staff.page.getByText('Le ciel est resté gris.').waitFor()
  await staff.page.getByRole('link', { name: 'Ouvrir preuve.png' }).waitFor()
  await staff.page.getByText(brief).waitFor()
  expect(await staff.page.getByRole('button', { name: 'Télécharger premier.png' }).count()).toBe(0)
  await staff.page.getByRole('slider', { name: 'Part de l’artiste' }).fill('30')
  await staff.page.getByText('3 000 FCFA pour l’artiste, 7 000 FCFA remboursés').waitFor()
  await staff.page.getByRole('button', { name: 'Décider : 30 % à l’artiste' }).click()
  await staff.page.getByText('Écrivez le motif : les deux le lisent.').waitFor()
  await staff.page.getByLabel('Motif, lu par les deux').fill('Un point sur deux est fait.')
  expect(await violations(staff.page, 'dispute to rule')).toEqual([])
  await staff.page.getByRole('button', { name: 'Décider : 30 % à l’artiste' }).click()
  await staff.page.getByText('Décision enregistrée. Elle s’applique après 5 jours sans appel.').waitFor()

  await hers.getByText('Décision : 30 % au créateur, 70 % remboursés.').waitFor()
  await hers.getByText('Motif : Un point sur deux est fait.').waitFor()
  await hers.getByRole('button', { name: 'Faire appel' }).waitFor()
  await days(6, two.client)
  await hers.getByText('Décision : 30 % pour vous, 70 % remboursés.').waitFor()
  await his
    .getByText(/^7.000.FCFA vous (?:sont|ont été) rendus/u)
    .first()
    .waitFor()
  await his.getByRole('button', { name: 'Télécharger premier.png' }).waitFor()
  const { data } = await clientOf(product.system, two.creator.session).rpc('earnings_summary')
  expect(data).toMatchObject({ pending: 2760 })
  for (const { complaints, context } of [two.client, two.creator, staff]) {
    expect(complaints).toEqual([])
    await context.close()
  }
}, 600_000)

test('what the other has changed meanwhile is drawn anew with a sentence, and what was typed stays; silence accepts', async () => {
  const two = await parties(product)
  const [his, hers] = [two.client.page, two.creator.page]
  const id = await proposed(product.system, two)
  await hers.goto(`/commissions?order=${id}`)
  await hers.getByRole('button', { name: 'Changer la proposition' }).click()
  const form = hers.getByRole('dialog', { name: 'Changer la proposition' })
  await form.getByLabel('Ce que vous livrerez').fill('Deux portraits en pied.')

  // He pays what stands: what she was about to offer instead is nothing any more.
  await his.goto(`/commissions?order=${id}`)
  await pay(his, 'Payer l’étape 1 · 10 000 FCFA', '10 000 FCFA')
  await form.getByText('La commande a changé entre-temps : elle est « Payée ». Ceci n’est plus possible.').waitFor()
  expect(await form.getByLabel('Ce que vous livrerez').inputValue()).toBe('Deux portraits en pied.')
  expect(await form.getByRole('button', { name: 'Proposer 10 000 FCFA' }).isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'Fermer' }).click()

  await hers.getByRole('button', { name: 'Commencer' }).click()
  await deliver(hers, 'portrait.png', '#1d2a6c')
  await his.getByText(/^Sans réponse, la livraison sera acceptée le /u).waitFor()
  await days(4, two.client)
  await his.getByText(`Merci. 10 000 FCFA versés à @${two.creator.username}.`).waitFor()
  await his.getByRole('button', { name: 'Télécharger portrait.png' }).waitFor()

  // An order of other people is none.
  const stranger = await person(product, 'nana')
  await stranger.page.goto(`/commissions?order=${id}`)
  await stranger.page.getByRole('heading', { name: 'Commande introuvable' }).waitFor()
  for (const { complaints } of [two.client, two.creator]) expect(complaints).toEqual([])
}, 600_000)
