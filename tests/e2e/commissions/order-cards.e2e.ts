/** An order between the messages of its two, who talk each in a browser of their own. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone } from '../../support/browser.ts'
import { arrive } from '../messages/talking-people.ts'
import { offerService, payOrder, stepOf } from '../support/orders.ts'
import { startedProduct } from '../support/product.ts'
import { clientOf } from '../support/sandbox-money.ts'

const product = startedProduct()

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
  for (const { context } of [awa, kossi]) context.setDefaultTimeout(60_000)
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

  // In a conversation with somebody else there is nothing of it.
  const ama = await arrive(product.system, product.browser, { name: 'Ama', viewport: phone })
  await ama.page.goto(`/profile/${awa.id}`)
  await ama.page.getByRole('button', { name: 'Message', exact: true }).click()
  await say(ama.page, 'Bonjour')
  await log(ama.page).getByText('Bonjour', { exact: true }).waitFor()
  await hers.goto('/messages?filter=requests')
  await hers.getByRole('link', { name: /Ama/u }).click()
  await log(hers).getByText('Bonjour', { exact: true }).waitFor()
  for (const page of [hers, ama.page]) expect(plain(await drawn(page))).toEqual(['Bonjour'])
  for (const { complaints } of [awa, kossi, ama]) expect(complaints).toEqual([])
}, 600_000)

const plain = (lines: readonly (string | undefined)[]) => lines.map((line) => line?.replaceAll(/[\u00a0\u202f]/gu, ' '))
