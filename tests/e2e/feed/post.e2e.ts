/** The page of a publication: over the feed and by its address, its comments, its changes, its ways elsewhere. */
import type { Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { desktop, phone, visit, type Visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { button } from '../support/creator.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
let awa: Session
let kossi: Session
beforeAll(async () => {
  awa = await named('Awa', 'Sanogo', 'awa')
  kossi = await named('Kossi', 'Agbeko', 'kossi_lome')
})

async function named(first_name: string, last_name: string, username: string): Promise<Session> {
  const session = await join(product.system)
  const person = { first_name, last_name, username }
  await rows().from('profiles').update(person).eq('id', session.user.id).throwOnError()
  return session
}

/** Reads and writes past all rights. */
const rows = () => serviceOf(product.system)

function as(session: Session, viewport = desktop): Promise<Visit> {
  return visit(product.browser, product.system.url, { viewport, storage: returning(session) })
}

const comment = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const field = (page: Page) => page.getByRole('textbox', { name: 'Votre commentaire' })
const written = async (postId: string) => {
  const { data } = await rows()
    .from('post_comments')
    .select('body,author_id,parent_id,pinned_at,hidden_at,deleted_at')
    .eq('post_id', postId)
    .order('created_at')
    .throwOnError()
  return data
}

test('over the feed a post leaves it where it is, arrows follow the list, and one step leads back', async () => {
  const posts = await publishPosts(product.system, { userId: awa.user.id, count: 24 })
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop })
  await page.goto('/')
  const fifth = page.locator(`a[href="/post/${posts[8]?.id}"]`).first()
  await fifth.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 37))
  const card = await fifth.evaluateHandle((node) => node)
  const place = () => card.evaluate((node) => [scrollY, node.getBoundingClientRect().top])
  const before = await place()
  await fifth.click()
  await page.getByText('Motif numéro 9').filter({ visible: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/post/${posts[8]?.id}`)
  expect(await place()).toEqual(before)

  await page.keyboard.press('ArrowRight')
  await page.getByText('Motif numéro 10', { exact: true }).filter({ visible: true }).waitFor()
  await button(page, 'Publication précédente').click()
  await page.getByText('Motif numéro 9').filter({ visible: true }).waitFor()
  for (const [type, clientX] of Object.entries({ pointerdown: 600, pointerup: 540 }))
    await button(page, 'Agrandir l’image').dispatchEvent(type, { pointerType: 'touch', isPrimary: true, clientX })
  await page.getByText('Motif numéro 10', { exact: true }).filter({ visible: true }).waitFor()
  await button(page, 'Publication précédente').click()
  await page.getByText('Motif numéro 9').filter({ visible: true }).waitFor()
  await button(page, 'Agrandir l’image').click()
  await page.getByRole('dialog', { name: 'Image générée' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.pathname === '/')
  expect(await place()).toEqual(before)
  expect(await card.evaluate((node) => node.isConnected && node === document.activeElement)).toBe(true)
  expect(await page.title()).toBe('Cortexia')

  // By its address it is a page of its own, and so it is after a reload.
  await page.goto(`/post/${posts[8]?.id}`)
  await page.getByText('Motif numéro 9').waitFor()
  expect(await button(page, 'Publication suivante').count()).toBe(0)
  await page.getByRole('heading', { name: 'Images proches' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('comments are written, answered, changed, taken back, and set right by the author of the post', async () => {
  const postId = await publishImage(rows(), { userId: awa.user.id, prompt: 'Une pirogue sur la lagune' })
  const { context, page, complaints } = await as(kossi)
  await page.goto(`/post/${postId}`)
  await page.getByText('Soyez la première personne à commenter.').waitFor()
  await field(page).fill('<b>Très</b> beau, @aw')
  await page.getByRole('option', { name: /@awa/u }).waitFor()
  await page.keyboard.press('Enter')
  expect(await field(page).inputValue()).toBe('<b>Très</b> beau, @awa ')
  await page.keyboard.press('Control+Enter')
  const first = comment(page, '<b>Très</b> beau')
  await first.getByRole('link', { name: '@awa' }).waitFor()
  await page.getByRole('heading', { name: '1 commentaire' }).waitFor()

  await first.getByRole('button', { name: 'Répondre' }).click()
  await page.getByRole('textbox', { name: 'Votre réponse' }).fill('Et la lumière !')
  await button(page, 'Envoyer').first().click()
  await comment(page, 'Et la lumière !').getByRole('button', { name: 'Répondre' }).waitFor()
  expect((await written(postId))[1]?.parent_id).not.toBeNull()

  await first.getByRole('button', { name: 'Actions sur le commentaire' }).first().click()
  await page.getByRole('menuitem', { name: 'Modifier' }).click()
  await field(page).first().fill('Très beau, @awa.')
  await button(page, 'Enregistrer').last().click()
  await comment(page, 'Très beau, @awa.').getByText('modifié').waitFor()
  const reply = comment(page, 'Et la lumière !')
  await reply.getByRole('button', { name: 'Actions sur le commentaire' }).click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  // Pointed at, what can be undone stays: its time runs on a busy machine too.
  await button(page, 'Annuler').hover()
  await reply.waitFor({ state: 'detached' })
  // What others write meanwhile has the comments read anew: the deleted one is not among them.
  await rows().from('post_comments').insert({ post_id: postId, author_id: awa.user.id, body: 'Vu d’ici' })
  await comment(page, 'Vu d’ici').waitFor()
  expect(await reply.count()).toBe(0)
  await button(page, 'Annuler').click()
  await reply.waitFor()
  await page.getByRole('heading', { name: '3 commentaires' }).waitFor()
  expect((await written(postId)).map(({ body }) => body)).toEqual(['Très beau, @awa.', 'Et la lumière !', 'Vu d’ici'])

  const author = await as(awa)
  await author.page.goto(`/post/${postId}`)
  const seen = comment(author.page, 'Très beau, @awa.')
  await seen.getByRole('button', { name: 'J’aime ce commentaire, 0' }).click()
  await seen.getByRole('button', { name: 'J’aime ce commentaire, 1' }).waitFor()
  await seen.getByRole('button', { name: 'Actions sur le commentaire' }).click()
  await author.page.getByRole('menuitem', { name: 'Épingler' }).click()
  await seen.getByText('Épinglé par l’auteur').waitFor()
  await author.page.getByRole('button', { name: 'Voir 1 réponse' }).click()
  await comment(author.page, 'Et la lumière !').getByRole('button', { name: 'Actions sur le commentaire' }).click()
  await author.page.getByRole('menuitem', { name: 'Masquer' }).click()
  await author.page.getByText('Masqué : seul son auteur et vous le voyez.').waitFor()
  await expect
    .poll(async () => (await written(postId)).map((row) => `${row.pinned_at !== null} ${row.hidden_at !== null}`))
    .toEqual(['true false', 'false true', 'false false'])
  expect([...complaints, ...author.complaints]).toEqual([])
  await Promise.all([context.close(), author.context.close()])
})

test('a comment waits for the network, once, and one that is refused is back in its field with the reason', async () => {
  const postId = await publishImage(rows(), { userId: awa.user.id, prompt: 'Un marché au matin' }, 1)
  const { context, page } = await as(kossi, phone)
  await page.goto(`/post/${postId}`)
  await page.getByText('Soyez la première personne à commenter.').waitFor()
  await field(page).fill('😀'.repeat(1001))
  await page.getByText('1 caractère de trop').waitFor()
  expect(await button(page, 'Envoyer').isDisabled()).toBe(true)
  await field(page).fill('a'.repeat(801))
  await page.getByText('199 caractères restants').waitFor()
  await field(page).fill('Depuis le bac')
  await context.setOffline(true)
  await button(page, 'Envoyer').click()
  await comment(page, 'Depuis le bac').getByText('En attente du réseau').waitFor()
  await context.setOffline(false)
  await comment(page, 'Depuis le bac').getByRole('button', { name: 'Répondre' }).waitFor()
  expect((await written(postId)).map(({ body }) => body)).toEqual(['Depuis le bac'])

  await rows().from('feed_posts').update({ comments_policy: 'nobody' }).eq('id', postId).throwOnError()
  await field(page).fill('Encore un mot')
  await button(page, 'Envoyer').click()
  const failure = page.getByRole('alert').filter({ hasText: 'Non envoyé · Réessayer' })
  await failure.getByText('Les commentaires de cette publication sont fermés pour vous.').waitFor()
  expect(await field(page).inputValue()).toBe('Encore un mot')
  await rows().from('feed_posts').update({ comments_policy: 'everyone' }).eq('id', postId).throwOnError()
  await failure.getByRole('button', { name: 'Réessayer' }).click()
  await comment(page, 'Encore un mot').getByRole('button', { name: 'Répondre' }).waitFor()
  await context.close()

  const visitor = await visit(product.browser, product.system.url, { viewport: phone })
  await visitor.page.goto(`/post/${postId}`)
  await comment(visitor.page, 'Depuis le bac').waitFor()
  await visitor.page.getByRole('link', { name: 'Connectez-vous pour commenter' }).click()
  await visitor.page.waitForURL((url) => url.searchParams.get('from') === `/post/${postId}`)
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})

test('its words change with what they were kept, its counts as others act, and it goes with a page that says so', async () => {
  const postId = await publishImage(rows(), { userId: awa.user.id, prompt: 'Un masque de cire' }, 2)
  const reader = await as(kossi)
  await reader.page.goto(`/post/${postId}`)
  const { context, page, complaints } = await as(awa)
  await page.goto(`/post/${postId}`)
  await button(page, 'Plus d’actions').click()
  await page.getByRole('menuitem', { name: 'Modifier' }).click()
  const form = page.getByRole('dialog', { name: 'Modifier la publication' })
  await form.getByLabel('Titre (facultatif)').fill('Cire perdue')
  await form.getByLabel('Licence').selectOption('cc-by')
  await form.getByLabel('Sensibilité').selectOption('Suggestive')
  await button(page, 'Enregistrer').last().click()
  await page.getByRole('heading', { level: 1, name: 'Cire perdue' }).waitFor()
  await page.getByText('CC BY 4.0').first().waitFor()
  await button(page, 'Voir les modifications').click()
  const history = page.getByRole('dialog', { name: 'Modifications' })
  await history.getByText('Usage personnel').waitFor()
  expect(await history.getByRole('listitem').count()).toBe(2)
  await page.keyboard.press('Escape')

  // The reader's page hears of a like without asking.
  await button(page, 'J’aime, 0').click()
  await button(reader.page, 'J’aime, 1').waitFor()

  await button(page, 'Plus d’actions').click()
  await page.getByRole('menuitem', { name: 'Visibilité' }).click()
  await page.getByRole('menuitemradio', { name: 'Abonnés' }).click()
  await page.getByText('Visible par les abonnés').waitFor()
  await reader.page.reload()
  await reader.page.getByRole('heading', { name: 'Seuls les abonnés de @awa voient cette publication' }).waitFor()
  await button(reader.page, 'Suivre').click()
  await reader.page.getByRole('heading', { level: 1, name: 'Cire perdue' }).waitFor()

  await button(page, 'Plus d’actions').click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await reader.page.goto(`/post/${postId}`)
  await reader.page.getByRole('heading', { name: 'Cette publication n’est plus disponible' }).waitFor()
  await reader.page.getByRole('heading', { name: 'Images proches' }).waitFor()
  await reader.page.goto('/post/pas-un-identifiant')
  await reader.page.getByRole('heading', { name: 'Cette publication est introuvable' }).waitFor()
  expect(complaints).toEqual([])
  await Promise.all([context.close(), reader.context.close()])
})

test('what one has chosen not to see is said in its place, and comes when it is asked for', async () => {
  const service = serviceOf(product.system)
  const userId = kossi.user.id
  const [masque, couteau] = await Promise.all([
    publishImage(service, { userId: awa.user.id, prompt: 'Un masque de cérémonie' }, 3),
    publishImage(service, { userId: awa.user.id, prompt: 'Étude au couteau' }, 4),
  ])
  await service.from('feed_posts').update({ rating: 3 }).eq('id', couteau).throwOnError()
  await service.from('mutes').insert({ user_id: userId, kind: 'word', target: 'cérémonie' }).throwOnError()
  const { context, page, complaints } = await as(kossi)
  await page.goto(`/post/${masque}`)
  await page.getByRole('heading', { level: 1, name: 'Masqué par votre filtre «\u00a0cérémonie\u00a0»' }).waitFor()
  expect(await page.getByText('Un masque de').count()).toBe(0)
  await button(page, 'Afficher').click()
  await page.getByText('Un masque de cérémonie').first().waitFor()

  await page.goto(`/post/${couteau}`)
  await page.getByRole('heading', { level: 1, name: 'Contenu sensible' }).waitFor()
  await page.getByRole('link', { name: 'Changer ce réglage' }).click()
  await page.getByLabel('Ce qui vous est montré').selectOption('3')
  const most = () => service.from('profile_settings').select('max_rating').eq('user_id', userId).single()
  await expect.poll(async () => (await most()).data?.max_rating).toBe(3)
  await page.goBack()
  await button(page, 'Contenu sensible. Afficher').click()
  await page.getByRole('img', { name: 'Étude au couteau' }).waitFor()

  // Its author finds it as it is, and in the feed a menu of their own.
  const author = await as(awa, phone)
  await author.page.goto('/?tab=latest')
  const card = author.page.locator(`article[data-post="${masque}"]`)
  await button(card, 'Plus d’actions').click()
  await author.page.getByRole('menuitem', { name: 'Épingler au profil' }).click()
  await author.page.getByText('Publication épinglée à votre profil').waitFor()
  await button(card, 'Plus d’actions').click()
  await author.page.getByRole('menuitem', { name: 'Ne plus épingler' }).waitFor()
  expect(await author.page.getByRole('menuitem', { name: 'Signaler' }).count()).toBe(0)
  expect([...complaints, ...author.complaints]).toEqual([])
  await Promise.all([context.close(), author.context.close()])
})

test('what takes long says so after eight seconds, and another try is another request', async () => {
  const postId = await publishImage(rows(), { userId: awa.user.id, prompt: 'Une horloge à eau' }, 1)
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.clock.install()
  let asked = 0
  await page.route('**/rest/v1/rpc/get_post?*', async (route) => {
    asked += 1
    if (asked > 1) await route.fallback()
  })
  await page.goto(`/post/${postId}`)
  await expect.poll(() => asked).toBe(1)
  const notice = page.getByText('C’est plus long que prévu.')
  expect(await notice.count()).toBe(0)
  await page.clock.fastForward(8000)
  await notice.waitFor()
  await button(page, 'Réessayer').click()
  await page.getByText('Une horloge à eau').first().waitFor()
  expect(await notice.count()).toBe(0)
  await context.close()
})

test('it goes elsewhere as a link, a card and code, and into a collection of one’s own', async () => {
  const postId = await publishImage(rows(), { userId: awa.user.id, prompt: 'Deux « pagnes » <i>' }, 3)
  const { context, page, complaints } = await as(kossi, phone)
  await page.goto(`/post/${postId}`)
  await button(page, 'Partager').click()
  const sheet = page.getByRole('dialog', { name: 'Partager' })
  await sheet.getByRole('button', { name: 'Copier le lien' }).click()
  await page.getByText('Lien copié').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${product.system.url}/post/${postId}`)
  const whatsapp = await sheet.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(whatsapp ?? '')).toContain(`${product.system.url}/post/${postId}`)
  await sheet.getByRole('button', { name: /^Intégrer/u }).click()
  const code = await sheet.getByLabel('Code à intégrer').inputValue()
  const frame = /<iframe src="([^"]+)"/u.exec(code)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(await (await fetch(frame)).text()).toContain(`href="${product.system.url}/post/${postId}"`)
  await sheet.getByRole('button', { name: 'Retour' }).click()
  await sheet.getByRole('button', { name: /^Carte avec QR/u }).click()
  const card = sheet.getByRole('img', { name: /QR code/u })
  await card.waitFor()
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Télécharger la carte' }).click()
  expect((await download).suggestedFilename()).toBe(`cortexia-${postId}-carte.jpg`)
  await page.keyboard.press('Escape')

  await button(page, 'Plus d’actions').click()
  await page.getByRole('menuitem', { name: 'Ajouter à une collection' }).click()
  const collections = page.getByRole('dialog', { name: 'Ajouter à une collection' })
  await collections.getByLabel('Nouvelle collection').fill('Tissus')
  await collections.getByRole('button', { name: 'Créer et ajouter' }).click()
  const row = collections.getByRole('checkbox', { name: 'Tissus' })
  await row.waitFor()
  expect(await row.isChecked()).toBe(true)
  await collections.getByText('Privée · 1 image').waitFor()
  await row.click()
  await collections.getByText('Privée · 0 image').waitFor()
  expect(await row.isChecked()).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
})
