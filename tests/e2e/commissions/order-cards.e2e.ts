/** An order between the messages of its two, who talk each in a browser of their own, and what they show of them to the staff. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone } from '../../support/browser.ts'
import { staffMember } from '../../support/people.ts'
import { arrive } from '../messages/talking-people.ts'
import { offerService, payOrder, stepOf } from '../support/orders.ts'
import { startedProduct } from '../support/product.ts'
import { clientOf } from '../support/sandbox-money.ts'
import { person } from './order-people.ts'

const product = startedProduct()

const cardsCall = /\/rpc\/commission_cards/u

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const card = (page: Page, words: string) => log(page).getByRole('link').filter({ hasText: words })

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Votre message' }).fill(words)
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
}

/** What stands in the thread, from above: words that were said, and steps of the order. */
const drawn = (page: Page) =>
  log(page)
    .locator('[data-message]')
    .evaluateAll((entries) =>
      entries.map(
        (entry) => entry.querySelector('strong')?.textContent ?? /Bonjour|Merci/u.exec(entry.textContent)?.[0],
      ),
    )

test('its steps stand between the messages of both as they happen, in order, after a reload too, and lead to it', async () => {
  const [awa, kossi] = [
    await arrive(product.system, product.browser, { name: 'Awa', viewport: phone }),
    await arrive(product.system, product.browser, { name: 'Kossi', viewport: desktop }),
  ]
  const [hers, his] = [awa.page, kossi.page]
  const { violations } = await startAxe()
  const service = await offerService(product.system, awa.session, { title: 'Portraits de famille' })

  // They talk before anything is ordered.
  await his.goto(`/profile/${awa.id}`)
  await his.getByRole('button', { name: 'Message', exact: true }).click()
  await his.waitForURL((url) => url.searchParams.has('conversation'))
  await say(his, 'Bonjour')
  await hers.goto('/messages?filter=requests')
  await hers.getByRole('link', { name: /Kossi/u }).click()
  await hers.getByText('Bonjour', { exact: true }).waitFor()
  await hers.getByRole('button', { name: 'Accepter' }).click()
  await hers.getByRole('textbox', { name: 'Votre message' }).waitFor()

  // With both threads open the order goes on: neither does anything to see it.
  const order = await payOrder(product.system, { client: kossi.session, creator: awa.session, service })
  for (const page of [hers, his]) await card(page, 'Payée : 5 000 FCFA bloqués').waitFor()
  await say(hers, 'Merci')
  await log(his).getByText('Merci', { exact: true }).waitFor()
  await stepOf(clientOf(product.system, awa.session), order, 'start')
  for (const page of [hers, his]) await card(page, 'Travail commencé').waitFor()

  const whole = [
    'Bonjour',
    'Demande envoyée',
    'Proposition : 5 000 FCFA, 1 étape',
    'Payée : 5 000 FCFA bloqués',
    'Merci',
    'Travail commencé',
  ]
  for (const page of [hers, his]) {
    expect(plain(await drawn(page))).toEqual(whole)
    await page.reload()
    await log(page).getByText('Merci', { exact: true }).waitFor()
    await card(page, 'Travail commencé').waitFor()
    expect(plain(await drawn(page))).toEqual(whole)
    expect(await violations(page, 'thread with an order')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  expect(await card(his, 'Demande envoyée').textContent()).toMatch(/^Commande n° \d+ · Portraits de famille.*Vous · /u)
  expect(await card(hers, 'Demande envoyée').textContent()).toMatch(/Kossi · /u)

  // The arrows go over it like over a message, and it opens the order; back is the thread.
  await log(his).focus()
  await his.keyboard.press('ArrowUp')
  expect(await card(his, 'Travail commencé').evaluate((one) => one === document.activeElement)).toBe(true)
  await his.keyboard.press('Enter')
  await his.getByRole('heading', { name: 'Portraits de famille' }).waitFor()
  expect(new URL(his.url()).searchParams.get('order')).toBe(order)
  await his.goBack()
  await card(his, 'Travail commencé').waitFor()

  // Out of the server's reach it is what this device kept.
  await kossi.context.route(cardsCall, (route) => route.abort())
  await his.reload()
  await card(his, 'Travail commencé').waitFor()
  expect(plain(await drawn(his))).toEqual(whole)
  await kossi.context.unroute(cardsCall)

  // In a dispute he shows one message, by a press whose answer is lost; it is the same press that is sent again.
  await his.goto(`/commissions?order=${order}`)
  await his.getByRole('button', { name: 'Ouvrir un litige' }).click()
  const complaint = his.getByRole('dialog', { name: 'Ouvrir un litige' })
  await complaint.getByLabel('Racontez, avec les dates').fill('Plus rien depuis.')
  await complaint.getByRole('button', { name: 'Joindre des messages' }).click()
  await complaint.getByRole('checkbox', { name: /^Merci/u }).check()
  await complaint.getByText('1 message choisi').waitFor()
  expect(await violations(his, 'messages to show')).toEqual([])
  const lost = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await his.route(/\/rpc\/commission_step/u, lost, { times: 1 })
  await complaint.getByRole('button', { name: 'Ouvrir un litige' }).click()
  await complaint.waitFor({ state: 'detached' })
  await his.getByText(/^Prouvé\s: signé par /u).waitFor()

  // She shows the same one with other words: the staff sees which of the two was signed, and reads no other.
  const own = clientOf(product.system, awa.session)
  const { data } = await own.rpc('read_commission', { commission: order }).throwOnError()
  const { dispute } = data as { dispute: { entries: { messages: { text: string }[] }[] } }
  expect(dispute.entries).toHaveLength(1)
  const forged = { ...dispute.entries[0]!.messages[0], text: 'Merci, gardez tout.' }
  await stepOf(own, order, 'add_evidence', { messages: [forged] })
  const staff = await person(product, 'equipe', { session: await staffMember(product.system) })
  await staff.page.goto(`/moderation?area=disputes&order=${order}`)
  const [shown, altered] = ['Merci', 'Merci, gardez tout.'].map((words) =>
    staff.page.getByRole('listitem').filter({ has: staff.page.getByText(words, { exact: true }) }),
  )
  await shown!
    .getByText(/^Prouvé\s: signé par /u)
    .first()
    .waitFor()
  await altered!.getByText('Pas prouvé : rien ne montre que ce message a été écrit ainsi').first().waitFor()
  expect(await staff.page.getByText('Bonjour').count()).toBe(0)
  await staff.page.getByRole('heading', { name: 'Leurs autres commandes' }).waitFor()
  expect(await staff.page.getByText('Aucune autre commande payée.').count()).toBe(2)
  expect(await violations(staff.page, 'dispute with messages')).toEqual([])

  // She reports the order: the staff will read what was asked and proposed.
  await hers.goto(`/commissions?order=${order}`)
  await hers.getByRole('button', { name: 'Plus d’actions' }).click()
  await hers.getByRole('menuitem', { name: 'Signaler cette commande' }).click()
  await hers.getByRole('radio').first().check()
  await hers.getByRole('button', { name: 'Continuer', exact: true }).click()
  await hers.getByText('La demande et la proposition seront montrées aux modérateurs.').waitFor()
  await hers.getByRole('dialog').getByRole('button', { name: 'Signaler' }).click()
  await hers.getByText('Merci. Nous vous dirons la décision.').waitFor()
  await staff.page.goto('/moderation')
  await staff.page.getByText('Un portrait de ma grand-mère devant la mer, à Ouidah.').waitFor()

  // In a conversation with somebody else there is nothing of it.
  const ama = await arrive(product.system, product.browser, { name: 'Ama', viewport: phone })
  await ama.page.goto(`/profile/${awa.id}`)
  await ama.page.getByRole('button', { name: 'Message', exact: true }).click()
  await say(ama.page, 'Bonjour')
  await log(ama.page).getByText('Bonjour', { exact: true }).waitFor()
  // Where they can be read nowhere it is said, beside the messages, which are there.
  await awa.context.route(cardsCall, (route) => route.abort())
  await hers.goto('/messages?filter=requests')
  await hers.getByRole('link', { name: /Ama/u }).click()
  await log(hers).getByText('Bonjour', { exact: true }).waitFor()
  const unread = hers.getByText('Les étapes de vos commandes n’ont pas pu se charger')
  await unread.waitFor()
  await awa.context.unroute(cardsCall)
  await hers.getByRole('status').getByRole('button', { name: 'Réessayer' }).click()
  await unread.waitFor({ state: 'detached' })
  for (const page of [hers, ama.page]) expect(plain(await drawn(page))).toEqual(['Bonjour'])
  const isMeant = (complaint: string) => /rpc\/commission_(?:cards|step)/u.test(complaint)
  for (const { complaints } of [awa, kossi, ama, staff])
    expect(complaints.filter((complaint) => !isMeant(complaint))).toEqual([])
}, 600_000)

const plain = (lines: readonly (string | undefined)[]) => lines.map((line) => line?.replaceAll(/[\u00a0\u202f]/gu, ' '))
