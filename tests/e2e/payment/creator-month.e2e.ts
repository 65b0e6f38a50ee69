/**
 * A whole month with the moved clock, in the browsers of two people: one buys, remixes, thanks and unlocks; the other earns,
 * proves where the money goes, withdraws, and receives it after somebody of the staff has looked.
 */
import type { Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { codeIn, messageTo } from '../../support/outbox.ts'
import { join, returning, staffMember } from '../../support/people.ts'
import { button, generate, mode } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'
import { buy, clientOf, moveClock, spendGifts } from '../support/sandbox-money.ts'

const product = paintedProduct()

async function named(session: Session, name: string): Promise<string> {
  const username = `${name}_${Date.now()}`
  await serviceOf(product.system).from('profiles').update({ username }).eq('id', session.user.id).throwOnError()
  return username
}

async function as(session: Session, viewport: typeof phone) {
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  return visited
}

/** The amount of one of the four places. */
const place = (page: Page, name: string) =>
  page.getByLabel('Où est votre argent').locator('div', { hasText: name }).locator('dd').first()

async function withdraw(page: Page, francs: string): Promise<void> {
  await page.getByRole('button', { name: 'Retirer mes gains' }).click()
  await page.getByRole('button', { name: `Retirer ${francs}` }).click()
  await page.getByRole('button', { name: `Oui, envoyer ${francs}` }).click()
  await page.getByText('Votre retrait est préparé. Nous le vérifions sous 24 h.').first().waitFor()
}

test('buy, remix, earn, withdraw: seen by both', async () => {
  const [awa, kossi, staff] = [
    await join(product.system),
    await join(product.system),
    await staffMember(product.system),
  ]
  const [author, giver, looker] = [await named(awa, 'awa'), await named(kossi, 'kossi'), await named(staff, 'equipe')]
  const [open, hidden] = await publishPosts(product.system, { userId: awa.user.id, count: 2 })
  const posts = serviceOf(product.system).from('feed_posts')
  await posts.update({ prompt_visible: false, title: 'Le marché' }).eq('id', hidden!.id).throwOnError()
  await clientOf(product.system, awa).rpc('activate_creator').throwOnError()
  const { violations } = await startAxe()

  // She sells the words of one, and pays once from the number that her money will go to.
  const hers = await as(awa, phone)
  await hers.page.goto('/creator')
  await hers.page.getByLabel('Prix du prompt de « Le marché », en crédits').selectOption('10')
  await expect
    .poll(async () => (await clientOf(product.system, awa).from('prompt_prices').select('credits')).data)
    .toEqual([{ credits: 10 }])
  await buy(product.system, awa, '01 00 00 00 31')

  // He buys 150 credits.
  await spendGifts(product.system, kossi)
  const his = await as(kossi, desktop)
  await his.page.goto('/payment')
  await his.page.getByRole('radio', { name: /^150 crédits/u }).check({ force: true })
  await his.page.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  await his.page.getByRole('button', { name: 'Payer 5 000 FCFA' }).click()
  await his.page.getByRole('heading', { name: '150 crédits ajoutés' }).waitFor()

  // A remix pays her, and says so before.
  await his.page.goto(`/post/${open!.id}?modal=remix&post=${open!.id}`)
  await his.page.getByRole('dialog', { name: 'Remix Image' }).getByRole('textbox').fill('La même, de nuit')
  await mode(his.page, 'Enhanced').check({ force: true })
  await his.page.getByText(`@${author} recevra 2,50 F. Cela ne change pas votre prix.`).waitFor()
  await generate(his.page).click()
  await his.page.getByText('Image générée en mode enhanced').waitFor()

  // The hidden words are unlocked, once.
  await his.page.goto(`/post/${hidden!.id}`)
  await button(his.page, 'Débloquer le prompt · 10 crédits').click()
  await his.page.getByText('10 crédits achetés, dont 200 F pour l’auteur. Débloquer ?').waitFor()
  await button(his.page, 'Oui, débloquer').click()
  await his.page.getByText('Débloqué : vous pourrez toujours le relire.').waitFor()

  // Two tips of 50 credits.
  for (let tip = 1; tip <= 2; tip += 1) {
    await his.page.goto(`/post/${open!.id}?modal=tip&user=${awa.user.id}`)
    await his.page.getByRole('radio', { name: '50', exact: true }).check({ force: true })
    await his.page.getByRole('button', { name: 'Envoyer 50 crédits' }).click()
    await his.page.getByText('Votre pourboire est parti.').waitFor()
  }

  // She sees who gave what for what, and where it is.
  await hers.page.goto('/stats')
  await hers.page.getByRole('navigation', { name: 'Ce que valent vos images' }).getByText('Gains').click()
  await hers.page.getByText(`@${giver} a débloqué un prompt`).waitFor()
  await expect.poll(() => hers.page.getByText(`Pourboire de @${giver}`).count()).toBe(2)
  await place(hers.page, 'En attente').filter({ hasText: '2 200 FCFA' }).waitFor()

  // Who she is, and the number, by the code that was sent there.
  await hers.page.getByRole('button', { name: 'Retirer mes gains' }).click()
  await hers.page.getByLabel('Nom et prénom, comme sur vos papiers').fill('Awa Sanogo')
  await hers.page.getByLabel('Date de naissance').fill('1996-05-04')
  await hers.page.getByText('Le numéro où je reçois mon argent est le mien.').click()
  await hers.page.getByRole('button', { name: 'Continuer' }).click()
  await hers.page.getByRole('heading', { name: 'Où envoyer votre argent ?' }).waitFor()
  await hers.page.getByLabel('Opérateur').selectOption('mtn_bj')
  await hers.page.getByLabel('Numéro', { exact: true }).fill('01 00 00 00 31')
  await hers.page.getByRole('button', { name: 'Recevoir le code' }).click()
  const code = codeIn(await messageTo(product.system.dataFolder, '2290100000031'))
  await hers.page.getByLabel('Code reçu par SMS').fill(code)
  await hers.page.getByText(/^Numéro changé il y a moins de 72 h/u).waitFor()
  expect(await violations(hers.page, 'withdraw, locked')).toEqual([])

  // A month later the tips and the words are hers, and the remix is in whole francs.
  await moveClock(product.system, awa, 'month')
  const summary = async () => (await clientOf(product.system, awa).rpc('earnings_summary')).data as unknown
  await expect.poll(summary, { timeout: 120_000 }).toMatchObject({ available: 2200, pending: 2, milli_to_post: 500 })
  await hers.page.goto('/earnings')
  await hers.page.getByText('Remix de vos images').waitFor()
  await withdraw(hers.page, '2 200 FCFA')
  await hers.page.getByText(/Vérification, 24 h au plus · première vérification/u).waitFor()
  await place(hers.page, 'En route').filter({ hasText: '2 200 FCFA' }).waitFor()

  // Somebody of the staff looks: sent back first, with a word; then let go.
  const looking = await as(staff, desktop)
  await looking.page.goto('/moderation?area=payouts')
  const held = looking.page.getByRole('article', { name: 'Retraits à vérifier' })
  await held.getByText(`@${author} · Awa Sanogo · BJ`).waitFor()
  await held.getByText('Premier retrait', { exact: true }).waitFor()
  await held.getByText('pourboires 2 000, prompts 200').waitFor()
  await held.getByRole('button', { name: 'Refuser et rendre l’argent' }).click()
  await held.getByText('Dites d’abord ce qui a été fait.').waitFor()
  expect(await violations(looking.page, 'held withdrawals')).toEqual([])
  await held.getByLabel('Ce qui a été fait').fill('Le nom n’est pas entier')
  await held.getByRole('button', { name: 'Refuser et rendre l’argent' }).click()
  await looking.page.getByText('Aucun retrait à vérifier.').waitFor()
  const decided = looking.page.getByRole('article', { name: 'Retraits décidés' })
  await decided.getByText(`@${looker} · refusé, argent rendu : Le nom n’est pas entier`).waitFor()

  await hers.page.goto('/earnings')
  await hers.page.getByText(/Annulé\. L’argent est de nouveau disponible\./u).waitFor()
  await place(hers.page, 'Disponible').filter({ hasText: '2 200 FCFA' }).waitFor()
  await withdraw(hers.page, '2 200 FCFA')
  await looking.page.reload()
  await held.getByLabel('Ce qui a été fait').fill('Papiers vus')
  await held.getByRole('button', { name: 'Laisser partir' }).click()
  await decided.getByText(`@${looker} · laissé partir : Papiers vus`).waitFor()
  const status = async () =>
    (await clientOf(product.system, awa).from('my_payouts').select('status').order('id', { ascending: false }))
      .data?.[0]
  await expect.poll(status, { timeout: 120_000 }).toEqual({ status: 'sent' })

  // Received: on her phone, and in his books what he gave.
  await hers.page.goto('/earnings')
  await hers.page.getByText(/ · Reçu$/u).waitFor()
  await place(hers.page, 'Versé').filter({ hasText: '2 200 FCFA' }).waitFor()
  await hers.page.goto('/notifications')
  await hers.page.getByText('2 200 FCFA envoyés au •• 0031').first().waitFor()
  await his.page.goto(`/post/${hidden!.id}`)
  await his.page.getByText('Débloqué : vous pourrez toujours le relire.').waitFor()
  const { data: balance } = await clientOf(product.system, kossi)
    .from('my_balance')
    .select('paid')
    .single<{ paid: number }>()
  expect(balance).toEqual({ paid: 39 })
  for (const { complaints } of [hers, his, looking]) expect(complaints).toEqual([])
  for (const { context } of [hers, his, looking]) await context.close()
}, 600_000)
