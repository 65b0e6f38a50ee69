/** What the screens say of a person, a picture or a moment is so. */
import type { Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { makeImage, publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

const as = (session: Session, viewport = phone) =>
  visit(product.browser, product.system.url, { viewport, storage: remembered(session) })

async function publish(by: Session, fields: object = {}): Promise<string> {
  return publishImage(serviceOf(product.system), { userId: by.user.id, prompt: 'Une pirogue', fields })
}

const card = (page: Page) => page.getByRole('article').first()

test('a card says « Image IA » and leaves its hashtags their room; the engine is under « Détails techniques »', async () => {
  const awa = await join(product.system)
  const hashtags = 'pirogue,lagune,matin'
  const metadata = { engine: 'Moteur intégré (procédural, sans réseau de neurones)' }
  const post = await publish(awa, { hashtags, metadata })
  const { context, page, complaints } = await as(awa)
  await page.goto('/')
  await card(page).getByTitle('Image IA').waitFor()
  expect(await card(page).textContent()).not.toContain('oteur')
  for (const tag of hashtags.split(',')) {
    const box = await card(page)
      .getByRole('link', { name: `#${tag}` })
      .boundingBox()
    expect(box && box.x + box.width).toBeLessThan(phone.width)
  }
  await page.goto(`/post/${post}`)
  await page.getByText('Image IA', { exact: true }).waitFor()
  const engine = page.getByText('Moteur intégré (procédural, sans réseau de neurones)')
  expect(await engine.isVisible()).toBe(false)
  await page.getByText('Détails techniques').click()
  expect(await engine.isVisible()).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

test('how long ago something was goes on while one looks', async () => {
  const awa = await join(product.system)
  const post = await publish(awa)
  const { context, page } = await as(awa, desktop)
  await page.clock.install()
  await page.goto(`/post/${post}`)
  const moment = page.locator('main time').first()
  await expect.poll(() => moment.textContent()).toBe('à l’instant')
  await page.clock.fastForward('09:00')
  await expect.poll(() => moment.textContent()).toMatch(/^il y a (?:9|10)\u00a0?.?min/u)
  await context.close()
})

test('« Abonnements » tells whoever follows nobody so, and of the followed only that they have not published', async () => {
  const [kossi, awa] = [await join(product.system), await join(product.system)]
  const { context, page } = await as(kossi)
  const unpublished = page.getByText('Vos abonnements n’ont encore rien publié. Voici des personnes à découvrir.')
  await page.goto('/?tab=following')
  await page.getByText('Vous ne suivez personne. Voici des personnes à découvrir.').waitFor()
  expect(await unpublished.count()).toBe(0)
  const following = { follower_id: kossi.user.id, followee_id: awa.user.id }
  await serviceOf(product.system).from('follows').insert(following).throwOnError()
  await page.reload()
  await unpublished.waitFor()
  await context.close()
})

test('the first picture is offered until it is made', async () => {
  const kossi = await join(product.system)
  const { context, page } = await as(kossi)
  await page.goto('/profile')
  await page.getByText('Créez votre première image : elle est offerte.').waitFor()
  await makeImage(serviceOf(product.system), { userId: kossi.user.id, prompt: 'Un baobab' })
  await page.reload()
  await page.getByText('Publiez une de vos images : elle apparaîtra ici.').waitFor()
  expect(await page.getByText('elle est offerte').count()).toBe(0)
  await context.close()
})

test('« Mot de passe oublié ? » asks for the address alone', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Mot de passe oublié ?' }).click()
  await page
    .getByText(/^Saisissez votre e-mail ou votre numéro, puis touchez «\s?Mot de passe oublié\s\?\s?»\.$/u)
    .waitFor()
  expect(await page.getByText('Veuillez remplir tous les champs.').count()).toBe(0)
  await page.getByRole('button', { name: 'Recevoir un code' }).click()
  await page.getByText(/^Saisissez votre e-mail ou votre numéro, puis touchez «\s?Recevoir un code\s?»\.$/u).waitFor()
  await context.close()
})

test('a comment that one is led to stands once, can be answered, and is in sight; so is a reply in its thread', async () => {
  const [awa, kossi] = [await join(product.system), await join(product.system)]
  const post = await publish(awa)
  const say = async (body: string, parent_id: string | null = null) => {
    const row = { post_id: post, author_id: kossi.user.id, body, parent_id }
    const made = await serviceOf(product.system).from('post_comments').insert(row).select('id').single<{ id: string }>()
    if (made.error) throw made.error
    return made.data.id
  }
  const first = await say('Quelle lumière')
  const reply = await say('Et ces reflets', first)
  const { context, page, complaints } = await as(awa)
  const marked = page.getByText('Le commentaire que vous cherchiez')
  await page.goto(`/post/${post}?comment=${first}`)
  await marked.waitFor()
  expect(await page.getByText('Quelle lumière').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Répondre' }).count()).toBe(1)
  await expect.poll(() => marked.evaluate((node) => node.getBoundingClientRect().top < innerHeight)).toBe(true)
  await page.goto(`/post/${post}?comment=${reply}`)
  await page.getByText('Et ces reflets').waitFor()
  expect(await page.getByText('Et ces reflets').count()).toBe(1)
  expect(await page.getByText('Quelle lumière').count()).toBe(1)
  expect(await marked.count()).toBe(1)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['/commissions', 'Vous n’avez pas encore de commande'],
  ['/earnings', 'Vos remix, pourboires et prompts payés apparaîtront ici, ligne par ligne.'],
  ['/creator', 'Activer l’espace créateur'],
])('%s says what is planned, or what is there', async (path, words) => {
  const { context, page, complaints } = await as(await join(product.system))
  await page.goto(path)
  await page.getByText(words).first().waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/rien (?:rapporté|à compter|acheté)/iu)
  expect(complaints).toEqual([])
  await context.close()
})

test('a new device speaks as its person wants to be written to, unless they chose another language for the app', async () => {
  const languageOf = async (locale: string, language: string | null) => {
    const awa = await join(product.system)
    const service = serviceOf(product.system)
    await service.from('profiles').update({ locale }).eq('id', awa.user.id).throwOnError()
    await service.from('profile_settings').update({ language }).eq('user_id', awa.user.id).throwOnError()
    const { context, page } = await as(awa)
    await page.goto('/notifications')
    await page
      .getByText(locale === 'en' && language === null ? 'Nothing new' : 'Rien de nouveau')
      .first()
      .waitFor()
    const spoken = await page.evaluate(() => document.documentElement.lang)
    await context.close()
    return spoken
  }
  expect(await languageOf('en', null)).toBe('en')
  expect(await languageOf('en', 'fr')).toBe('fr')
  expect(await languageOf('fr', null)).toBe('fr')
})

test('the language of the profile is that of auth’s mails', async () => {
  const awa = await join(product.system)
  const { context, page } = await as(awa, desktop)
  await page.goto('/profile?modal=edit-profile')
  await page.getByLabel('Langue des e-mails et des notifications').selectOption('en')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  const languageOf = async () => {
    const { data } = await serviceOf(product.system).auth.admin.getUserById(awa.user.id)
    return data.user?.user_metadata['language'] as unknown
  }
  await expect.poll(languageOf).toBe('en')
  await context.close()
})

test('« Pour vous » is told in a sentence what to show more and less of', async () => {
  const awa = await join(product.system)
  const { context, page } = await as(awa)
  await page.goto('/account?section=content')
  const wish = page.getByLabel('Ce que vous voulez voir plus, ou moins')
  await wish.fill('bonjour')
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await page.getByText('Commencez par « plus de » ou « moins de ».').waitFor()
  await wish.fill('plus d’afrofuturisme, moins d’anime')
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await page.getByText(/^Moins\s?: anime$/u).waitFor()
  const stored = async () => {
    const settings = serviceOf(product.system).from('profile_settings').select('feed_rules').eq('user_id', awa.user.id)
    return (await settings.single()).data?.feed_rules as unknown
  }
  const more = { kind: 'more', words: 'afrofuturisme' }
  await expect.poll(stored).toEqual([more, { kind: 'less', words: 'anime' }])
  await page.getByRole('button', { name: /^Retirer\s?: Moins\s?: anime$/u }).click()
  await expect.poll(stored).toEqual([more])
  await context.close()
})
