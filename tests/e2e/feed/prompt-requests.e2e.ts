/** A prompt on request: its author says so in the edit sheet, a reader asks, and reads it once the author has said yes. */
import type { Session } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'
import { clientOf } from '../support/sandbox-money.ts'

const product = startedProduct()

const as = (session: Session, viewport = phone) =>
  visit(product.browser, product.system.url, { viewport, storage: returning(session) })

async function named(session: Session, first_name: string, username: string) {
  const profile = { first_name, last_name: 'Koné', username: `${username}_${Date.now()}` }
  await serviceOf(product.system).from('profiles').update(profile).eq('id', session.user.id).throwOnError()
  return profile.username
}

test('a prompt is asked for, shown to whoever asked, and hidden from them again', async () => {
  const [author, reader] = [await join(product.system), await join(product.system)]
  await named(author, 'Awa', 'awa')
  const readers = await named(reader, 'Kossi', 'kossi')
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  const path = `/post/${post!.id}`
  const { violations } = await startAxe()

  const hers = await as(author, desktop)
  await hers.page.goto(path)
  await hers.page.getByRole('button', { name: 'Plus d’actions' }).first().click()
  await hers.page.getByRole('menuitem', { name: 'Modifier' }).click()
  const sheet = hers.page.getByRole('dialog', { name: 'Modifier la publication' })
  await sheet.getByRole('switch', { name: /^Prompt visible/u }).click()
  await sheet.getByRole('switch', { name: /^Prompt sur demande/u }).click()
  await sheet.getByRole('button', { name: 'Enregistrer' }).click()
  await hers.page.getByText('Personne ne l’a encore demandé.').waitFor()

  const his = await as(reader)
  await his.page.goto(path)
  await his.page.getByRole('button', { name: 'Demander le prompt' }).click()
  await his.page.getByText('Demandé. L’auteur décide.').waitFor()
  expect(await violations(his.page, 'a prompt that was asked for')).toEqual([])
  // Her page was open before he asked.
  const list = hers.page.getByRole('list', { name: 'Qui demande ce prompt' })
  await list.getByRole('link', { name: 'Kossi Koné' }).waitFor()

  await hers.page.goto('/notifications')
  await hers.page.getByRole('link', { name: /^Kossi Koné demande à lire votre prompt/u }).click()
  await list.getByRole('link', { name: 'Kossi Koné' }).waitFor()
  expect(await violations(hers.page, 'who asks for a prompt')).toEqual([])
  await list.getByRole('button', { name: `Montrer le prompt à @${readers}` }).click()
  await list.getByText('Montré', { exact: true }).waitFor()

  // He stood where he had asked, and goes on in the words; nothing is said of the image but whose it is.
  await his.page.getByText('L’auteur vous le montre.').waitFor()
  await his.page.locator('.prompt:focus').filter({ hasText: 'Motif' }).waitFor()
  // Within the app: what was read a moment ago is read again.
  await his.page.getByRole('link', { name: 'Feed' }).click()
  await his.page.getByRole('link', { name: 'Image d’Awa Koné', exact: true }).waitFor()
  await his.page.getByRole('link', { name: /^Notifications/u }).click()
  await his.page.getByRole('link', { name: /^Awa Koné vous a montré son prompt/u }).click()
  await his.page.getByText('L’auteur vous le montre.').waitFor()
  await his.page.locator('.prompt').filter({ hasText: 'Motif' }).waitFor()

  await list.getByRole('button', { name: `Masquer de nouveau le prompt à @${readers}` }).click()
  await list.getByText('Non montré').waitFor()
  await his.page.reload()
  await his.page.getByText('Pas cette fois : ce prompt reste masqué.').waitFor()
  for (const { context, complaints } of [hers, his]) {
    expect(complaints).toEqual([])
    await context.close()
  }
}, 120_000)

test('a refusal is seen where it is waited for, by whoever stays on the page', async () => {
  const [author, reader] = [await join(product.system), await join(product.system)]
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  const hidden = { prompt_visible: false, prompt_on_request: true }
  await serviceOf(product.system).from('feed_posts').update(hidden).eq('id', post!.id).throwOnError()
  const { context, page } = await as(reader)
  await page.goto(`/post/${post!.id}`)
  await page.getByRole('button', { name: 'Demander le prompt' }).click()
  await page.getByText('Demandé. L’auteur décide.').waitFor()
  const no = { post: post!.id, person: reader.user.id, shows: false }
  await clientOf(product.system, author).rpc('answer_prompt_request', no).throwOnError()
  await page.getByText('Pas cette fois : ce prompt reste masqué.').waitFor()
  expect(await page.getByText('Demandé. L’auteur décide.').count()).toBe(0)
  await context.close()
}, 60_000)

test('a visitor who asks signs in first and comes back to the publication', async () => {
  const author = await join(product.system)
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  const hidden = { prompt_visible: false, prompt_on_request: true }
  await serviceOf(product.system).from('feed_posts').update(hidden).eq('id', post!.id).throwOnError()
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto(`/post/${post!.id}`)
  await page.getByRole('button', { name: 'Demander le prompt' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe(`/post/${post!.id}`)
  await page.locator('h1:focus').waitFor()
  await context.close()
}, 60_000)
