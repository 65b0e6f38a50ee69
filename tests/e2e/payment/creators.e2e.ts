/** A month of a creator's in the sandbox: opening the area, a tip and a hidden prompt, what came, and the money to one's phone. */
import type { Session } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { codeIn, messageTo } from '../../support/outbox.ts'
import { join, remembered } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'
import { buy, clientOf, moveClock } from '../support/sandbox-money.ts'

const product = startedProduct()

async function as(session: Session, viewport = phone, theme?: 'light' | 'dark') {
  const visited = await visit(product.browser, product.system.url, { viewport, storage: remembered(session) })
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

  await hers.page.goto('/earnings')
  await hers.page.getByText(/^Pourboire de /u).waitFor()
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
  await hers.page.reload()
  await hers.page.getByRole('button', { name: 'Retirer mes gains' }).click()
  await hers.page.getByRole('heading', { name: 'Qui êtes-vous ?' }).waitFor()
  await hers.page.getByRole('button', { name: 'Continuer' }).click()
  await hers.page.getByText('Il nous faut votre nom et votre prénom.').waitFor()
  await hers.page.getByLabel('Nom et prénom, comme sur vos papiers').fill('Awa Sanogo')
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
  await hers.page.getByText('Vos gains, ligne par ligne, n’ont pas pu être lus.').waitFor()
  await hers.page.getByText('Le détail de vos remix n’a pas pu être lu.').waitFor()
  await hers.page.unroute(lists)
  await hers.page.getByRole('button', { name: 'Réessayer' }).first().click()
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
