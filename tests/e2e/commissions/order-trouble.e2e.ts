/** Orders that do not go as they should: late, gone over, disputed, changed by the other meanwhile. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { staffMember } from '../../support/people.ts'
import { stepOf } from '../support/orders.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'
import { clientOf, moveClock } from '../support/sandbox-money.ts'
import { brief, deliver, orderOf, parties, pay, person, picture, proposed } from './order-people.ts'

const product = startedProduct()

async function days(count: number, { session }: { session: Parameters<typeof moveClock>[1] }): Promise<void> {
  for (let day = 0; day < count; day += 1) await moveClock(product.system, session, 'day')
}

const later = (by: string) => serviceOf(product.system).rpc('move_payment_clock', { p_by: by }).throwOnError()

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
  await staff.page.getByRole('link', { name: 'Regarder' }).waitFor()
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

  await hers.getByText('Décision : 30 % à l’artiste, 70 % remboursés.').waitFor()
  await hers.getByText('Motif : Un point sur deux est fait.').waitFor()
  await hers.getByText('Décision rendue. Les fonds restent bloqués le temps d’un appel.').waitFor()
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

test('ordered at its price and paid by card: the bank stops it and lets it go on; then both end it by a share', async () => {
  const options = [{ name: 'Grand format', price: 1500, days: 2 }]
  const two = await parties(product, { mode: 'instant', options })
  const [his, hers] = [two.client.page, two.creator.page]
  const { violations } = await startAxe()
  await his.goto(`/services/${two.service}`)
  await his.getByRole('link', { name: /^Commander · 5.000.FCFA$/u }).click()
  await his.getByLabel('Décrivez ce que vous voulez').fill(brief)
  await his.getByText('Grand format').click()
  await his.getByText('6 500 FCFA, livrée en 12 jours').waitFor()
  expect(await violations(his, 'order at its price')).toEqual([])
  await his.getByRole('button', { name: 'Continuer vers le paiement' }).click()
  await his.getByRole('button', { name: 'Payer l’étape 1 · 6 500 FCFA' }).click()
  const sheet = his.getByRole('dialog', { name: 'Payer cette étape' })
  await sheet.getByText('Carte bancaire').click()
  await sheet.getByRole('button', { name: 'Continuer vers le paiement sécurisé' }).click()
  await his.getByRole('button', { name: 'Litige dans 60 s (gagné)' }).click()
  await his.getByText('6 500 FCFA bloqués.').first().waitFor()
  const id = orderOf(his)

  await hers.goto(`/commissions?order=${id}`)
  await hers.getByRole('button', { name: 'Commencer' }).waitFor()
  expect(await hers.getByRole('button', { name: 'Changer la proposition' }).count()).toBe(0)
  await later('90 seconds')
  await hers.getByText('La banque a repris le paiement. N’avancez plus : la commande attend sa réponse.').waitFor()
  await his.getByText('Votre banque a repris le paiement. La commande attend sa réponse.').waitFor()
  expect(await hers.getByRole('button', { name: 'Commencer' }).count()).toBe(0)
  expect(await violations(hers, 'order, charged back')).toEqual([])
  await later('1 day')
  await hers.getByRole('button', { name: 'Commencer' }).click()

  // She proposes a share; he refuses the first, and takes the second.
  for (const [percent, answer] of [
    ['80', 'Refuser le partage'],
    ['60', 'Accepter le partage'],
  ] as const) {
    await hers.getByRole('button', { name: 'Proposer un partage' }).click()
    const form = hers.getByRole('dialog', { name: 'Proposer un partage' })
    await form.getByRole('slider').fill(percent)
    await form.getByRole('button', { name: `Proposer ${percent} % à l’artiste` }).click()
    await his.getByText(`@${two.creator.username} propose ${percent} %`).waitFor()
    await his.getByRole('button', { name: answer }).click()
    if (percent === '80') await his.getByRole('button', { name: answer }).waitFor({ state: 'detached' })
  }
  await press(his, 'Accepter le partage', 'Accepter : 3 900 FCFA à l’artiste, 2 600 FCFA remboursés')
  await his.getByText(/^2.600.FCFA vous (?:sont|ont été) rendus sur la carte qui a payé/u).waitFor()
  await hers.getByText('Partage accepté : 60 % pour vous, 40 % remboursés.').waitFor()
  for (const { complaints, context } of [two.client, two.creator]) {
    expect(complaints).toEqual([])
    await context.close()
  }
}, 600_000)

test('by one message alone: nothing is said before it is delivered; a ruling is appealed, and another person decides', async () => {
  const two = await parties(product, { mode: 'single_message' })
  const [his, hers] = [two.client.page, two.creator.page]
  const [client, creator] = [
    clientOf(product.system, two.client.session),
    clientOf(product.system, two.creator.session),
  ]
  await his.goto(`/services/${two.service}`)
  await his.getByRole('link', { name: 'Un seul message' }).click()
  await his.getByText('Vous écrivez une fois, tout ce qu’il faut.').waitFor()
  await his.getByLabel('Décrivez ce que vous voulez').fill(brief)
  await his.getByRole('button', { name: 'Envoyer la demande' }).click()
  await his.waitForURL((url) => url.searchParams.has('order'))
  const id = orderOf(his)
  const milestones = [{ title: 'Portrait', amount: 10_000, days: 5 }]
  await stepOf(creator, id, 'propose', { scope: 'Un portrait en pied.', milestones })
  await pay(his, 'Payer l’étape 1 · 10 000 FCFA', '10 000 FCFA')
  await hers.goto(`/commissions?order=${id}`)
  await hers.getByRole('button', { name: 'Commencer' }).click()
  for (const page of [his, hers]) expect(await page.getByRole('button', { name: 'Écrire' }).count()).toBe(0)
  await deliver(hers, 'portrait.png', '#1d2a6c')
  await his.getByRole('button', { name: 'Écrire' }).waitFor()

  await stepOf(client, id, 'dispute', { reason: 'quality', words: 'Ce n’est pas elle.' })
  const [first, second] = [await staffMember(product.system), await staffMember(product.system)]
  await clientOf(product.system, first)
    .rpc('rule_dispute', { commission: id, percent: 20, words: 'Peu ressemblant.' })
    .throwOnError()
  await hers.getByText('Motif : Peu ressemblant.').waitFor()
  await hers.getByRole('button', { name: 'Faire appel' }).click()
  const appeal = hers.getByRole('dialog', { name: 'Faire appel' })
  await appeal.getByRole('button', { name: 'Faire appel' }).click()
  await appeal.getByText('Écrivez ce qui s’est passé.').waitFor()
  await appeal.getByLabel('Ce qui est nouveau').fill('La photo envoyée est celle de sa sœur.')
  await appeal.getByRole('button', { name: 'Faire appel' }).click()
  await his.getByText('La photo envoyée est celle de sa sœur.').waitFor()

  const again = await person(product, 'equipe', { session: first })
  const other = await person(product, 'seconde', { session: second })
  for (const [{ page }, told] of [
    [again, 'Une autre personne de l’équipe doit trancher.'],
    [other, 'Décision appliquée.'],
  ] as const) {
    await page.goto(`/moderation?area=disputes&order=${id}`)
    await page.getByRole('slider', { name: 'Part de l’artiste' }).fill('90')
    await page.getByLabel('Motif, lu par les deux').fill('Le brief montrait une autre personne.')
    await page.getByRole('button', { name: 'Décider : 90 % à l’artiste' }).click()
    await page.getByText(told).first().waitFor()
  }
  await hers.getByText('Décision : 90 % pour vous, 10 % remboursés.').waitFor()
  await his
    .getByText(/^1.000.FCFA vous (?:sont|ont été) rendus/u)
    .first()
    .waitFor()
  for (const { complaints } of [two.client, two.creator, other]) expect(complaints).toEqual([])
  expect(again.complaints.filter((complaint) => !complaint.includes('/rpc/rule_dispute'))).toEqual([])
}, 600_000)
