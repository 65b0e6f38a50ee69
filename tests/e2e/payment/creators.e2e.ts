/** A month of a creator's in the sandbox: opening the area, a tip and a hidden prompt, what came, and the money to one's phone. */
import type { Session } from '@supabase/supabase-js'
import { afterAll, expect, test, vi } from 'vitest'

import { StripeStandIn } from '../../../supabase/tests/earnings/stripe-stand-in.ts'
import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { codeIn, messageTo } from '../../support/outbox.ts'
import { join, returning, staffMember } from '../../support/people.ts'
import { asClusterOwner } from '../../support/start-system.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { alert } from '../support/creator.ts'
import { shiftsOfPages } from '../support/layout-shifts.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'
import { buy, clientOf, moveClock } from '../support/sandbox-money.ts'

const stripe = await StripeStandIn.open()
// Functions read it of the process.
vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_of_this_test')
vi.stubEnv('STRIPE_API_URL', stripe.url)
const product = startedProduct()
afterAll(async () => {
  vi.unstubAllEnvs()
  await stripe[Symbol.asyncDispose]()
})

async function as(session: Session, viewport = phone, theme?: 'light' | 'dark') {
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  if (theme) await visited.page.emulateMedia({ colorScheme: theme })
  return visited
}

test('a month: the area is opened, a tip comes in and is there after a week, and the way to the phone begins', async () => {
  const [awa, kossi] = [await join(product.system), await join(product.system)]
  const service = serviceOf(product.system)
  await service
    .from('profiles')
    .update({ username: `awa_${Date.now()}` })
    .eq('id', awa.user.id)
    .throwOnError()
  const [post] = await publishPosts(product.system, { userId: awa.user.id, count: 1 })
  const { violations } = await startAxe()

  const hers = await as(awa)
  await hers.page.goto('/creator')
  await hers.page.getByText(/^Environ .* FCFA par mois$/u).waitFor()
  expect(await violations(hers.page, 'creator, closed')).toEqual([])
  await hers.page.getByRole('button', { name: 'Activer l’espace créateur' }).click()
  await hers.page.getByLabel('À propos').fill('Des lagunes et des pirogues.')
  await hers.page.getByLabel('Lien 1 : texte').fill('Mon site')
  await hers.page.getByLabel('Lien 1 : adresse https').fill('http://example.com')
  await hers.page.getByRole('button', { name: 'Enregistrer la vitrine' }).click()
  await hers.page.getByText(/Un lien a un texte/u).waitFor()
  expect(await hers.page.getByLabel('À propos').inputValue()).toBe('Des lagunes et des pirogues.')
  await hers.page.getByLabel('Lien 1 : adresse https').fill('https://example.com')
  await hers.page.getByRole('button', { name: 'Enregistrer la vitrine' }).click()
  await hers.page.getByText('Votre vitrine est enregistrée.').waitFor()
  expect(await violations(hers.page, 'creator, open')).toEqual([])

  await buy(product.system, kossi, '01 00 00 00 01')
  const his = await as(kossi, desktop)
  await his.page.goto(`/profile/${awa.user.id}`)
  await his.page.getByText('Des lagunes et des pirogues.').waitFor()
  await his.page.goto(`/post/${post!.id}?modal=tip&user=${awa.user.id}`)
  await his.page.getByRole('button', { name: 'Envoyer 5 crédits' }).click()
  await his.page.getByText('Votre pourboire est parti.').waitFor()

  const shift = await shiftsOfPages(hers.page)
  await hers.page.goto('/earnings')
  await hers.page.getByText(/^Pourboire de /u).waitFor()
  await untilAtRest(hers.page)
  expect(await shift()).toBeLessThan(0.01)
  expect(await violations(hers.page, 'earnings')).toEqual([])
  // What the sheet refused is a 422, which the browser's own console tells of.
  expect(hers.complaints.filter((told) => !told.includes('save_showcase'))).toEqual([])
  expect(his.complaints).toEqual([])

  await moveClock(product.system, awa, 'month')
  await expect
    .poll(async () => (await clientOf(product.system, awa).rpc('earnings_summary')).data as unknown, {
      timeout: 90_000,
    })
    .toMatchObject({ pending: 0, available: 100 })
  const hasTyped = Promise.withResolvers<void>()
  await hers.page.route('**/functions/v1/payout-account', async (route) => {
    await hasTyped.promise
    await route.continue()
  })
  await hers.page.reload()
  await hers.page.getByRole('button', { name: 'Retirer mes gains' }).click()
  await hers.page.getByRole('heading', { name: 'Qui êtes-vous ?' }).waitFor()
  await hers.page.getByRole('button', { name: 'Continuer' }).click()
  await hers.page.getByText('Il nous faut votre nom et votre prénom.').waitFor()
  await hers.page.getByLabel('Nom et prénom, comme sur vos papiers').fill('Awa Sanogo')
  // The bank is offered late: nothing that was typed meanwhile is lost.
  hasTyped.resolve()
  await hers.page.getByRole('radiogroup', { name: 'Où envoyer votre argent' }).waitFor()
  expect(await hers.page.getByLabel('Nom et prénom, comme sur vos papiers').inputValue()).toBe('Awa Sanogo')
  await hers.page.getByLabel('Date de naissance').fill('1996-05-04')
  await hers.page.getByText('Le numéro où je reçois mon argent est le mien.').click()
  await hers.page.getByRole('button', { name: 'Continuer' }).click()
  await hers.page.getByRole('heading', { name: 'Où envoyer votre argent ?' }).waitFor()
  expect(await violations(hers.page, 'withdraw')).toEqual([])
  // Where she is, as her device says, stands before the other countries.
  await expect.poll(() => hers.page.getByLabel('Opérateur').inputValue()).toMatch(/_bj$/u)
  await hers.page.getByLabel('Numéro').fill('01 00 00 00 01')
  await hers.page.getByRole('button', { name: 'Recevoir le code' }).click()
  const code = codeIn(await messageTo(product.system.dataFolder, '2290100000001'))
  await hers.page.getByLabel('Code reçu par SMS').fill(code)
  await hers.page.getByText('Retrait à partir de 2 000 FCFA.').waitFor()
  expect(await hers.page.getByLabel(/^Montant/u).count()).toBe(0)
  expect(await violations(hers.page, 'withdraw, too little')).toEqual([])
  await hers.page.keyboard.press('Escape')

  const lists = /\/rest\/v1\/(?:my_earnings|my_royalties)\?/u
  await hers.page.route(lists, (route) => route.abort())
  await hers.page.reload()
  // Two lists failed, and it is said once.
  await alert(hers.page, 'Le détail de vos gains n’a pas pu se charger').waitFor()
  expect(await hers.page.getByRole('alert').count()).toBe(1)
  await hers.page.unroute(lists)
  await hers.page.getByRole('button', { name: 'Réessayer' }).click()
  await hers.page.getByText(/^Pourboire de /u).waitFor()

  const wide = await as(awa, desktop, 'light')
  for (const path of ['/earnings', '/creator']) {
    await wide.page.goto(path)
    await wide.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await violations(wide.page, path)).toEqual([])
  }
  for (const { context } of [hers, his, wide]) await context.close()
}, 240_000)

test('what was chosen for the Vitrine stays, however old; nine are the most, and what is gone is left out', async () => {
  const awa = await join(product.system)
  const client = clientOf(product.system, awa)
  const posts = await publishPosts(product.system, { userId: awa.user.id, count: 62 })
  const old = posts.at(-1)!
  const gone = posts.at(-2)!
  await client.rpc('activate_creator').throwOnError()
  const blocks = [{ kind: 'posts', ids: [old.id, gone.id] }]
  await client.rpc('save_showcase', { blocks }).throwOnError()
  await serviceOf(product.system).from('feed_posts').delete().eq('id', gone.id).throwOnError()

  const { page, context, complaints } = await as(awa)
  await page.goto('/creator')
  const group = page.getByRole('group', { name: /^Publications mises en avant/u })
  const pick = (prompt: string) => group.getByRole('button', { name: prompt, exact: true })
  await pick(old.prompt).waitFor()
  expect(await pick(old.prompt).getAttribute('aria-pressed')).toBe('true')
  const others = posts.slice(0, 8)
  for (const { prompt } of others) await pick(prompt).click()
  expect(await pick(posts[8]!.prompt).isDisabled()).toBe(true)
  expect(await pick(old.prompt).isDisabled()).toBe(false)
  await page.getByRole('button', { name: 'Enregistrer la vitrine' }).click()
  await page.getByText('Votre vitrine est enregistrée.').waitFor()
  const kept = client.from('creators').select('blocks').eq('user_id', awa.user.id).single<{ blocks: object[] }>()
  expect((await kept).data?.blocks).toEqual([{ kind: 'posts', ids: [old.id, ...others.map(({ id }) => id)] }])
  expect(complaints).toEqual([])
  await context.close()
}, 240_000)

test('a hidden prompt has its price, and whoever unlocks it goes on reading where the words stand', async () => {
  const [awa, kossi] = [await join(product.system), await join(product.system)]
  const [post] = await publishPosts(product.system, { userId: awa.user.id, count: 1 })
  const client = clientOf(product.system, awa)
  await client.rpc('activate_creator').throwOnError()
  await client.from('feed_posts').update({ prompt_visible: false }).eq('id', post!.id).throwOnError()
  const hers = await as(awa)
  const reading = Promise.withResolvers<void>()
  await hers.page.route(/\/rest\/v1\/prompt_prices\?/u, async (route) => {
    await reading.promise
    await route.continue()
  })
  await hers.page.goto('/creator')
  const price = hers.page.getByRole('combobox', { name: /^Prix du prompt/u })
  await price.waitFor()
  expect(await price.isDisabled()).toBe(true)
  reading.resolve()
  await expect.poll(() => price.isDisabled()).toBe(false)
  await price.selectOption('1 crédit')
  await price.selectOption('3 crédits')
  await expect
    .poll(async () => (await client.from('prompt_prices').select('credits').eq('post_id', post!.id)).data)
    .toEqual([{ credits: 3 }])
  expect(await price.inputValue()).toBe('3')

  await buy(product.system, kossi, '01 00 00 00 01')
  const his = await as(kossi, desktop)
  await his.page.goto(`/post/${post!.id}`)
  await his.page.getByRole('button', { name: 'Débloquer le prompt · 3 crédits' }).click()
  await his.page.getByRole('button', { name: 'Oui, débloquer' }).click()
  await his.page.getByText('Débloqué : vous pourrez toujours le relire.').waitFor()
  const words = his.page.locator('.prompt').filter({ hasText: 'Motif' })
  await expect.poll(() => words.evaluate((node) => node === document.activeElement)).toBe(true)
  for (const { context, complaints } of [hers, his]) {
    expect(complaints).toEqual([])
    await context.close()
  }
}, 240_000)

test('an invitation: a visitor sees who it is from, and with an account of their own accepts it once', async () => {
  const awa = await join(product.system)
  const username = `awa_${Date.now()}`
  await serviceOf(product.system).from('profiles').update({ username }).eq('id', awa.user.id).throwOnError()
  const { data } = await clientOf(product.system, awa).rpc('my_referral').throwOnError()
  const { code } = data as { code: string }
  const { violations } = await startAxe()
  const path = `/?modal=invite&id=${code}`

  const guest = await visit(product.browser, product.system.url, { viewport: phone })
  await guest.page.goto(path)
  await guest.page.getByText(`@${username} vous invite sur Cortexia`).waitFor()
  expect(await violations(guest.page, 'invitation, visitor')).toEqual([])
  await guest.page.getByRole('link', { name: 'Créer mon compte' }).click()
  await expect.poll(() => new URL(guest.page.url()).searchParams.get('from')).toBe(path)

  const kossi = await join(product.system)
  const his = await as(kossi, desktop)
  await his.page.goto(path)
  await his.page.getByRole('button', { name: 'Accepter l’invitation' }).click()
  await his.page.getByText(`C’est noté : @${username} vous a invité.`).waitFor()

  const hers = await as(awa)
  await hers.page.goto('/creator')
  const card = hers.page.getByRole('region', { name: 'Parrainage' })
  await card.getByText(`Votre code : ${code.slice(0, 4)} ${code.slice(4)}`).waitFor()
  await card.locator('div', { hasText: 'Personnes invitées' }).last().getByText('1', { exact: true }).waitFor()
  await card.scrollIntoViewIfNeeded()
  expect(await violations(hers.page, 'invitation, one’s own')).toEqual([])
  for (const { context, complaints } of [guest, his, hers]) {
    expect(complaints).toEqual([])
    await context.close()
  }
}, 240_000)

test('the leaders of the week: who moved three people is named, with the picture, until they do not want to be', async () => {
  const awa = await join(product.system)
  const [post] = await publishPosts(product.system, { userId: awa.user.id, count: 1 })
  const crowd = await Promise.all([1, 2, 3].map(() => join(product.system)))
  for (const one of crowd)
    await clientOf(product.system, one).from('post_likes').insert({ post_id: post!.id }).throwOnError()
  await asClusterOwner(product.system.dataFolder, 'delete from app.leader_counts')
  await asClusterOwner(product.system.dataFolder, 'select public.refresh_leaders()')
  const { violations } = await startAxe()
  const hers = await as(awa)
  await hers.page.goto('/leaders')
  const list = hers.page.getByRole('list', { name: 'Classement, Toutes les images' })
  await list.getByText('3 personnes touchées').waitFor()
  await list.getByRole('link', { name: /que le plus de personnes ont choisie$/u }).waitFor()
  expect(await violations(hers.page, 'leaders')).toEqual([])
  await hers.page.getByRole('link', { name: 'Ne pas y apparaître' }).click()
  await hers.page.getByRole('switch', { name: 'Classement de la semaine' }).click()
  const kept = clientOf(product.system, awa).from('profile_settings').select('in_leaders').eq('user_id', awa.user.id)
  await expect.poll(async () => (await kept.single()).data as unknown).toEqual({ in_leaders: false })
  const guest = await visit(product.browser, product.system.url, { viewport: desktop })
  await guest.page.goto('/leaders')
  await guest.page.getByText(/^Publiez\s: la première place/u).waitFor()
  expect(await violations(guest.page, 'leaders, visitor')).toEqual([])
  for (const { context, complaints } of [hers, guest]) {
    expect(complaints).toEqual([])
    await context.close()
  }
}, 240_000)

/** As what somebody earned a while ago. */
const earned = (person: string, francs: number) =>
  asClusterOwner(
    product.system.dataFolder,
    `select ledger.post('test:${person}', 'test', jsonb_build_array(
      jsonb_build_object('o', 'platform', 'k', 'royalty_pool', 'a', 'XOF', 'n', ${-francs}),
      jsonb_build_object('o', 'user:${person}', 'k', 'earned', 'a', 'XOF', 'n', ${francs})))`,
  )

test('to a bank: who one is, Stripe asks on its own pages; then the money leaves once, in euros, after somebody has looked', async () => {
  const [awa, staff] = [await join(product.system), await staffMember(product.system)]
  await earned(awa.user.id, 70_000)
  const { violations } = await startAxe()
  const { page, context, complaints } = await as(awa)
  // Stripe's pages: she says who she is and where her money goes, and is sent back.
  const answers = { status: 302, headers: { location: `${product.system.url}/earnings?bank=back` } }
  await page.route('https://connect.stripe.com/**', (route) => route.fulfill(answers))
  await page.goto('/earnings')
  await page.getByRole('button', { name: 'Retirer mes gains' }).click()
  await page.getByText('Compte bancaire', { exact: true }).click()
  await page.getByRole('heading', { name: 'Votre compte bancaire' }).waitFor()
  expect(await violations(page, 'bank, new')).toEqual([])
  await page.getByLabel('Pays de votre banque').selectOption('FR')
  await page.getByRole('button', { name: 'Continuer chez Stripe' }).click()
  await page.getByRole('heading', { name: 'Encore un pas chez Stripe' }).waitFor()
  expect(await violations(page, 'bank, unready')).toEqual([])

  const [account = ''] = stripe.accounts.keys()
  stripe.accounts.set(account, { isReady: true, bank: 'ba_hers', last4: '3000', failed: null })
  await page.getByRole('button', { name: 'Continuer chez Stripe' }).click()
  await page.getByText(/^Compte changé il y a moins de 72/u).waitFor()
  await page.getByText('Vers le compte •• 3000').waitFor()
  expect(await violations(page, 'bank, locked')).toEqual([])

  await moveClock(product.system, awa, 'month')
  const wide = await as(awa, desktop)
  await wide.page.goto('/earnings')
  await wide.page.getByRole('button', { name: 'Retirer mes gains' }).click()
  const amount = wide.page.getByLabel(/^Montant \(de 2.000 à 70.000 FCFA\)$/u)
  await amount.fill('65600')
  await wide.page.getByText(/Soit 100,00.€ sur votre compte\.$/u).waitFor()
  expect(await violations(wide.page, 'bank, amount')).toEqual([])
  await wide.page.getByRole('button', { name: 'Retirer 65 600 FCFA' }).click()
  await wide.page.getByText(/au compte qui finit par 3000/u).waitFor()
  expect(await violations(wide.page, 'bank, sure')).toEqual([])
  await wide.page.getByRole('button', { name: 'Oui, envoyer 65 600 FCFA' }).click()
  await wide.page.getByText(/Vérification, 24 h au plus · première vérification/u).waitFor()

  const looking = await as(staff, desktop)
  await looking.page.goto('/moderation?area=payouts')
  await looking.page.getByLabel('Ce qui a été fait').fill('Vu')
  await looking.page.getByRole('button', { name: 'Laisser partir' }).click()
  await looking.page.getByText('laissé partir : Vu').waitFor()
  await page.goto('/earnings')
  await page.getByText(/Envoyé\. Votre banque le montre sous quelques jours\./u).waitFor({ timeout: 90_000 })
  expect(await violations(page, 'bank, sent')).toEqual([])
  expect(stripe.transfers).toMatchObject([{ amount: 10_000, currency: 'eur', destination: account }])
  const own = complaints.filter((told) => !told.startsWith('foreign: https://connect.stripe.com/'))
  expect([...own, ...wide.complaints, ...looking.complaints]).toEqual([])
  for (const visited of [context, wide.context, looking.context]) await visited.close()
}, 240_000)
