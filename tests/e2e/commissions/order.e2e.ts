/** A whole order in two browsers, from the request to both reviews. */
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { holdOnce, showsNobody } from '../support/creator.ts'
import { startedProduct } from '../support/product.ts'
import { clientOf } from '../support/sandbox-money.ts'
import { brief, deliver, orderOf, parties, pay, person, picture, propose } from './order-people.ts'

const product = startedProduct()

test('request, proposal, payment into escrow, sketch, delivery, acceptance, reviews: seen by both', async () => {
  const { client, creator, service } = await parties(product)
  const { violations } = await startAxe()
  const [his, hers] = [client.page, creator.page]

  // What is too short is said beside the field, and nothing that was typed is gone.
  await his.goto(`/commissions/new?service=${service}`)
  await his.getByRole('heading', { name: 'Demander' }).waitFor()
  // What pages are called is what leads there.
  const navigation = his.getByRole('navigation', { name: 'Navigation principale' })
  for (const name of ['Commandes', 'Workflows']) await navigation.getByRole('link', { name, exact: true }).waitFor()
  await his.getByLabel('Décrivez ce que vous voulez').fill('Un portrait')
  await his.getByLabel('Budget, en FCFA').fill('12 000')
  await his.getByRole('button', { name: 'Envoyer la demande' }).click()
  await his.getByText('Écrivez au moins 20 caractères').waitFor()
  expect(await violations(his, 'request')).toEqual([])
  await his.getByLabel('Décrivez ce que vous voulez').fill(brief)
  await his.getByLabel('Ajouter une image').setInputFiles([await picture('mer.png', '#27348b')])
  // Nothing leaves before it is said who is in the photograph.
  await his.getByRole('button', { name: 'Envoyer la demande' }).click()
  await his.getByText('Dites d’abord qui est sur la photo.').waitFor()
  expect(await violations(his, 'who is in the photograph')).toEqual([])
  const focused = () => his.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)
  await expect.poll(focused).toBe('Non')
  await showsNobody(his)
  await expect.poll(focused).toBe('Retirer mer.png')
  await his.getByRole('button', { name: 'Envoyer la demande' }).click()
  await his.getByText(`Votre demande est chez @${creator.username}.`).waitFor()
  await his.getByRole('link', { name: 'Ouvrir mer.png' }).waitFor()
  await his.getByText('Ne montre personne').waitFor()
  await his.getByLabel('Ajouter une référence').setInputFiles([await picture('enfant.png', '#7a2f4b')])
  await his.getByRole('button', { name: 'C’est un enfant' }).click()
  await his.getByText('La photo d’un enfant ne peut pas servir').waitFor()
  // What was said of it before comes late, and does not undo what is said now; sent again, it is the same file.
  const recalled = holdOnce(his, '**/likeness_consents?*')
  await his.getByLabel('Ajouter une référence').setInputFiles([await picture('mer-2.png', '#27348b')])
  const { release: recall } = await recalled
  await his.getByRole('button', { name: 'C’est moi' }).click()
  const answered = his.waitForResponse(/likeness_consents/u)
  recall()
  await (await answered).finished()
  await his.getByRole('button', { name: 'Envoyer l’image' }).click()
  await his.getByText('C’est vous').waitFor()
  expect(await his.getByRole('link', { name: /^Ouvrir mer/u }).count()).toBe(1)
  await his.getByLabel('Ajouter une référence').setInputFiles([await picture('amie.png', '#2f6b3a')])
  expect(await his.getByRole('button', { name: 'Envoyer l’image' }).isDisabled()).toBe(true)
  await his.getByRole('button', { name: 'Cette personne est d’accord' }).click()
  const sending = holdOnce(his, '**/commission-files?*')
  await his.getByRole('button', { name: 'Envoyer l’image' }).click()
  const { release: send } = await sending
  expect(await his.getByRole('button', { name: 'Retirer amie.png' }).isDisabled()).toBe(true)
  send()
  await his.getByRole('link', { name: 'Ouvrir amie.png' }).waitFor()
  expect(await his.getByLabel('Budget').count()).toBe(0)
  const id = orderOf(his)

  // She finds it among those that she received, and answers in two steps.
  await hers.goto('/commissions')
  await hers.getByText('Vous n’avez pas encore de commande').waitFor()
  await hers.getByRole('link', { name: 'Mes ventes' }).click()
  expect(await violations(hers, 'received')).toEqual([])
  await hers.getByRole('link', { name: /^Portraits de famille\s*Demandée/u }).click()
  await hers.getByText(brief).waitFor()
  await hers.getByText('12 000 FCFA').waitFor()
  // That it shows him himself, she reads as that the person agrees.
  await expect.poll(() => hers.getByText('La personne est d’accord').count()).toBe(2)
  expect(await violations(hers, 'order, requested')).toEqual([])
  await propose(hers, [
    ['Croquis', '4000'],
    ['Portrait fini', '8000'],
  ])
  await hers.getByText(`@${client.username} a jusqu’au`).waitFor()

  // His page says so by itself. He pays the first step, and only that.
  await his.getByText('12 000 FCFA en 2 étapes').waitFor()
  await his.getByText('Votre paiement est bloqué chez nous. Il n’est versé qu’après votre accord.').waitFor()
  expect(await violations(his, 'order, proposed')).toEqual([])
  await pay(his, 'Payer l’étape 1 · 4 000 FCFA', '4 000 FCFA')
  await hers.getByText('4 000 FCFA sont bloqués pour vous.').waitFor()
  await hers.getByRole('button', { name: 'Commencer' }).click()

  // A sketch, gone over once.
  await hers.getByLabel('Ajouter un croquis').setInputFiles(await picture('croquis.png', '#e2a23a'))
  await his.getByRole('link', { name: 'Ouvrir Croquis : croquis.png' }).waitFor()
  await his.getByRole('button', { name: 'Reprendre le croquis (3 restantes)' }).click()
  const points = his.getByRole('dialog', { name: 'Ce qui est à reprendre' })
  await points.getByLabel('Point 1').fill('Le foulard plus rouge')
  await points.getByRole('button', { name: 'Envoyer la demande' }).click()
  await hers.getByText('Le foulard plus rouge').waitFor()

  // Delivered: a preview with a watermark, and the file only after the yes.
  await deliver(hers, 'etape-1.png', '#b8432a')
  await his.getByText(/^Sans réponse, la livraison sera acceptée le /u).waitFor()
  await his.getByRole('link', { name: 'Ouvrir Livraison : etape-1.png' }).waitFor()
  expect(await his.getByRole('button', { name: 'Télécharger etape-1.png' }).count()).toBe(0)
  expect(await violations(his, 'order, delivered')).toEqual([])
  await his.getByRole('button', { name: 'Accepter et libérer 4 000 FCFA' }).click()
  await his
    .getByRole('dialog', { name: 'Accepter la livraison' })
    .getByRole('button', { name: 'Accepter et libérer 4 000 FCFA' })
    .click()
  await his.getByRole('button', { name: 'Télécharger etape-1.png' }).waitFor()

  // The second step the same way, to the end.
  await pay(his, 'Payer l’étape 2 · 8 000 FCFA', '8 000 FCFA')
  await hers.getByRole('button', { name: 'Commencer' }).click()
  await deliver(hers, 'portrait.png', '#1d2a6c')
  await his.getByRole('button', { name: 'Accepter et libérer 8 000 FCFA' }).click()
  await his
    .getByRole('dialog', { name: 'Accepter la livraison' })
    .getByRole('button', { name: 'Accepter et libérer 8 000 FCFA' })
    .click()
  await his.getByText(`Merci. 8 000 FCFA versés à @${creator.username}.`).waitFor()
  await hers.getByText('Acceptée. 7 360 FCFA pour vous, disponibles le').waitFor()
  const saved = his.waitForEvent('download')
  await his.getByRole('button', { name: 'Télécharger portrait.png' }).click()
  expect((await saved).suggestedFilename()).toBe('portrait.png')

  for (const page of [his, hers]) {
    const licence = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Licence' }).click()
    expect((await licence).suggestedFilename()).toBe('licence-1.pdf')
  }

  // Neither reads the other's review before both are written.
  for (const [page, words] of [
    [his, 'Un travail soigné.'],
    [hers, 'Une demande claire.'],
  ] as const) {
    await page.getByRole('button', { name: 'Donner un avis' }).click()
    const form = page.getByRole('dialog', { name: 'Votre avis' })
    await form.getByRole('radio', { name: '5 ★' }).check({ force: true })
    await form.getByLabel('Quelques mots').fill(words)
    await form.getByRole('button', { name: 'Publier mon avis' }).click()
    await page.getByRole('heading', { name: 'Votre avis' }).waitFor()
    if (page === his) await page.getByText('Chacun lit l’avis de l’autre').waitFor()
  }
  await hers.getByText('Un travail soigné.').waitFor()
  await his.reload()
  await his.getByText('Une demande claire.').waitFor()

  // She answers once, on the order and under the review of her service.
  await hers.getByRole('button', { name: 'Répondre à l’avis' }).click()
  const answer = hers.getByRole('dialog', { name: 'Répondre à l’avis' })
  await answer.getByRole('button', { name: 'Publier ma réponse' }).click()
  await answer.getByText('Écrivez votre réponse.').waitFor()
  await answer.getByLabel('Votre réponse').fill('Merci, à bientôt.')
  expect(await violations(hers, 'answer to a review')).toEqual([])
  await answer.getByRole('button', { name: 'Publier ma réponse' }).click()
  await hers.getByText('Votre réponse : Merci, à bientôt.').waitFor()
  expect(await hers.getByRole('button', { name: 'Répondre à l’avis' }).count()).toBe(0)
  await his.reload()
  await his.getByText(`Réponse de @${creator.username} : Merci, à bientôt.`).waitFor()
  const stranger = await person(product, 'ama')
  await stranger.page.goto(`/services/${service}`)
  await stranger.page.getByText('Merci, à bientôt.').waitFor()
  expect(await violations(his, 'order, accepted')).toEqual([])
  expect(await violations(hers, 'order, accepted, hers')).toEqual([])

  // Her money is where the page says.
  const { data } = await clientOf(product.system, creator.session).rpc('earnings_summary')
  expect(data).toMatchObject({ pending: 11_040 })
  expect(id).toMatch(/^[\da-f-]{36}$/u)
  for (const { complaints } of [client, creator]) expect(complaints).toEqual([])
}, 600_000)
