/** People: profiles by id, name and old name; follow, ask, answer, block; the sheet where one edits oneself. */
import type { Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit, type Visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { clientOf } from '../../support/workflows.ts'
import { picture } from '../support/creator.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

let count = 0

interface Person {
  id: string
  username: string
  session: Session
}

/** Somebody with a name of their own at each call. */
async function person(name: string, more: Record<string, unknown> = {}): Promise<Person> {
  count += 1
  const username = `${name}${count}`
  const session = await join(product.system)
  const change = { first_name: name, username, ...more }
  const { error } = await serviceOf(product.system).from('profiles').update(change).eq('id', session.user.id)
  if (error) throw error
  return { id: session.user.id, username, session }
}

const open = ({ session }: Person, viewport = desktop): Promise<Visit> =>
  visit(product.browser, product.system.url, { viewport, storage: returning(session) })

const followRows = async (follower: Person, followee: Person): Promise<unknown[]> => {
  const follows = serviceOf(product.system).from('follows').select('state,notify')
  const { data, error } = await follows.eq('follower_id', follower.id).eq('followee_id', followee.id)
  if (error) throw error
  return data
}

const followButton = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const pictures = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')

test('somebody found by id is followed, counted, rung for and left, also without network', async () => {
  const awa = await person('awa')
  const kossi = await person('kossi')
  const [, , oldest] = await publishPosts(product.system, { userId: awa.id, count: 3 })
  await serviceOf(product.system).from('feed_posts').update({ pinned_rank: 1 }).eq('id', oldest?.id)
  const { context, page, complaints } = await open(kossi)
  await page.goto(`/profile/${awa.id}`)
  await page.waitForURL(`${product.system.url}/profile/${awa.username}`)
  await pictures(page).first().getByText('Épinglée').waitFor({ state: 'attached' })
  expect(await pictures(page).first().getByRole('img').getAttribute('alt')).toBe(oldest?.prompt)
  expect(await pictures(page).count()).toBe(3)
  await followButton(page, 'Suivre').click()
  await followButton(page, 'Suivi').waitFor()
  await page.getByRole('link', { name: '1 abonné', exact: true }).waitFor()
  await expect.poll(() => followRows(kossi, awa)).toEqual([{ state: 'active', notify: false }])
  await page.getByRole('button', { name: 'Être prévenu de chaque publication' }).click()
  await expect.poll(() => followRows(kossi, awa)).toEqual([{ state: 'active', notify: true }])

  await page.getByRole('link', { name: '1 abonné', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Abonnés' })
  await list.getByText(`@${kossi.username}`).waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.waitForURL((url) => !url.searchParams.has('modal'))

  await page.reload()
  expect(await followButton(page, 'Suivi').getAttribute('aria-pressed')).toBe('true')
  await context.setOffline(true)
  await followButton(page, 'Suivi').click()
  await followButton(page, 'Suivre').waitFor()
  await page.getByRole('link', { name: '0 abonné', exact: true }).waitFor()
  expect(await followRows(kossi, awa)).toHaveLength(1)
  await context.setOffline(false)
  await expect.poll(() => followRows(kossi, awa)).toEqual([])
  expect(complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await context.close()
})

test('a gallery is narrowed by its own hashtags and modes, and read as a list on this device', async () => {
  const awa = await person('awa')
  const service = serviceOf(product.system)
  for (const [prompt, hashtags, mode] of [
    ['Une pirogue', 'lagune,Pêche', 'normal'],
    ['Un filet', 'peche', 'cortexia'],
    ['Un baobab', 'savane', 'cortexia'],
  ] as const) {
    await publishImage(service, { userId: awa.id, prompt, mode, fields: { hashtags } })
  }
  const { context, page, complaints } = await open(await person('kossi'), phone)
  await page.goto(`/profile/${awa.username}`)
  await expect.poll(() => pictures(page).count()).toBe(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  const chips = page.getByRole('group', { name: 'Filtrer' })
  await chips.getByRole('button', { name: /^#p[êe]che 2 publications$/iu }).click()
  await expect.poll(() => pictures(page).count()).toBe(2)
  await chips.getByRole('button', { name: 'Cortexia 2 publications' }).click()
  await expect.poll(() => pictures(page).getByRole('img').first().getAttribute('alt')).toBe('Un filet')
  expect(await pictures(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Afficher en liste' }).click()
  await page.reload()
  await pictures(page).getByText('Un filet').waitFor()
  await chips.getByRole('button', { name: '#lagune 1 publication' }).click()
  await page.getByText('Rien ne correspond à ce filtre.').waitFor()
  await page.getByRole('button', { name: 'Tout afficher' }).click()
  await expect.poll(() => pictures(page).count()).toBe(3)
  const { violations } = await startAxe()
  expect(await violations(page, 'gallery as a list')).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a private account is asked, answers, and only then shows what it publishes', async () => {
  const binta = await person('binta', { is_private: true })
  const kossi = await person('kossi')
  await publishPosts(product.system, { userId: binta.id, count: 3 })
  const asker = await open(kossi, phone)
  await asker.page.goto(`/profile/${binta.username}`)
  await asker.page.getByRole('heading', { name: 'Ce compte est privé' }).waitFor()
  await followButton(asker.page, 'Demander à suivre').click()
  await followButton(asker.page, 'Demande envoyée').waitFor()
  await expect.poll(() => followRows(kossi, binta)).toEqual([{ state: 'requested', notify: false }])
  expect(await pictures(asker.page).count()).toBe(0)

  const owner = await open(binta)
  await owner.page.goto('/profile')
  await owner.page.getByRole('button', { name: 'Répondre' }).click()
  await owner.page.getByRole('button', { name: `Accepter la demande de @${kossi.username}` }).click()
  await owner.page.getByText('Aucune demande en attente.').waitFor()
  await expect.poll(() => followRows(kossi, binta)).toEqual([{ state: 'active', notify: false }])

  await asker.page.reload()
  await expect.poll(() => pictures(asker.page).count()).toBe(3)
  expect([...asker.complaints, ...owner.complaints]).toEqual([])
  await asker.context.close()
  await owner.context.close()
})

test('who is blocked finds nothing and is refused in words; unblocked, both see each other again', async () => {
  const awa = await person('awa')
  const [kossi, zoe] = [await person('kossi'), await person('zoe')]
  const [post] = await publishPosts(product.system, { userId: zoe.id, count: 1 })
  await clientOf(product.system, awa.session.access_token)
    .from('post_comments')
    .insert({ post_id: post?.id, body: 'Quel bleu !' })
    .throwOnError()
  const stranger = await open(kossi)
  await stranger.page.goto(`/profile/${awa.username}`)
  await followButton(stranger.page, 'Suivre').waitFor()

  const { context, page } = await open(awa)
  await page.goto(`/profile/${kossi.username}`)
  await page.getByRole('button', { name: 'Plus d’actions' }).click()
  await page.getByRole('menuitem', { name: 'Bloquer' }).click()
  await page.getByRole('heading', { name: `Vous avez bloqué @${kossi.username}` }).waitFor()
  const blocks = serviceOf(product.system).from('blocks').select('blocked_id').eq('blocker_id', awa.id)
  await expect.poll(async () => (await blocks).data).toEqual([{ blocked_id: kossi.id }])

  await followButton(stranger.page, 'Suivre').click()
  const refusal = stranger.page.getByRole('alert').filter({ hasText: 'Votre abonnement n’a pas été enregistré' })
  await refusal.getByText('Ce profil n’est pas disponible.').waitFor()
  await stranger.page.goto(`/profile/${awa.username}`)
  await stranger.page.getByRole('heading', { name: 'Ce profil n’est pas disponible' }).waitFor()
  await stranger.page.goto(`/post/${post?.id}`)
  await stranger.page.getByText('Aucun de ces commentaires ne vous est montré.').waitFor()

  await page.getByRole('main').getByRole('button', { name: 'Débloquer' }).click()
  await followButton(page, 'Suivre').waitFor()
  await expect.poll(async () => (await blocks).data).toEqual([])
  await stranger.page.reload()
  await stranger.page.getByText('Quel bleu !').waitFor()
  await stranger.page.goto(`/profile/${awa.username}`)
  await followButton(stranger.page, 'Suivre').waitFor()
  await stranger.context.close()
  await context.close()
})

test('one edits oneself: a name that is free, a photo cut by keys, links that are addresses, words that stay words', async () => {
  const awa = await person('awa')
  const kossi = await person('kossi')
  const { context, page, complaints } = await open(awa)
  await page.goto('/profile?modal=edit-profile')
  const dialog = page.getByRole('dialog', { name: 'Modifier le profil' })
  const username = dialog.getByRole('textbox', { name: 'Nom d’utilisateur' })
  await username.fill(kossi.username)
  await dialog.getByText('Ce nom est déjà pris.').waitFor()
  const offered = dialog.getByRole('button', { name: /^Prendre / }).first()
  const free = (await offered.textContent()) ?? ''
  await offered.click()
  await dialog.getByText('Votre ancien lien redirige pendant 30 jours.').waitFor()

  await dialog.getByRole('button', { name: 'Changer la photo' }).click()
  const file = { name: 'moi.jpg', mimeType: 'image/jpeg', buffer: await picture(900, 600) }
  await page.getByLabel('Galerie ou fichier').and(page.locator('input')).setInputFiles(file)
  const crop = page.getByRole('dialog', { name: 'Cadrer la photo' })
  await expect.poll(() => crop.getByRole('button', { name: 'Utiliser' }).isEnabled()).toBe(true)
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowLeft')
  await crop.getByText('110 %').waitFor()
  await crop.getByRole('button', { name: 'Utiliser' }).click()
  await crop.waitFor({ state: 'detached' })

  const shown = dialog.getByLabel('Nom affiché')
  expect(await shown.getAttribute('placeholder')).toBe('awa')
  await shown.fill('Awa de la lagune')
  const bio = '<img src=x onerror=alert(1)> \u202Eémilia'
  await dialog.getByLabel('Bio').fill(bio)
  await dialog.getByRole('button', { name: 'Ajouter un lien' }).click()
  await dialog.getByLabel('Adresse du lien 1').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.getByText('Écrivez une adresse complète').waitFor()
  await dialog.getByLabel('Adresse du lien 1').fill('exemple.bj/atelier')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Profil mis à jour').waitFor()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('heading', { name: 'Awa de la lagune' }).waitFor()
  await page.getByText(`@${free} · `).waitFor()
  await page.getByText('<img src=x onerror=alert(1)>').waitFor()
  const link = page.getByRole('link', { name: 'exemple.bj' })
  expect(await link.getAttribute('href')).toBe('https://exemple.bj/atelier')
  expect(await link.getAttribute('rel')).toContain('nofollow')
  const saved = serviceOf(product.system)
    .from('profiles')
    .select('avatar_url')
    .eq('id', awa.id)
    .single<{ avatar_url: string }>()
  const { avatar_url: avatar } = (await saved).data ?? { avatar_url: '' }
  expect(avatar).toMatch(new RegExp(`/public/avatars/${awa.id}/[0-9a-f]{32}\\.webp$`, 'u'))
  expect((await fetch(avatar)).status).toBe(200)
  expect(complaints).toEqual([])

  await page.goto(`/profile/${awa.username}`)
  await page.waitForURL(`${product.system.url}/profile/${free}`)
  await page.goto('/profile/personne.du.tout')
  await page.getByRole('heading', { name: 'Le fil s’est rompu.' }).waitFor()
  await page.getByText('Ce profil est introuvable.').waitFor()
  await context.close()
})

test('an author reads what became of a publication, as bars and as a table; nobody else finds the way', async () => {
  const awa = await person('awa')
  const kossi = await person('kossi')
  const [post] = await publishPosts(product.system, { userId: awa.id, count: 1 })
  const service = serviceOf(product.system)
  await service.from('post_likes').insert({ post_id: post?.id, user_id: kossi.id }).throwOnError()
  const { context, page, complaints } = await open(awa, phone)
  await page.goto(`/post/${post?.id}`)
  await page.getByRole('button', { name: 'Plus d’actions' }).click()
  await page.getByRole('menuitem', { name: 'Statistiques' }).click()
  const dialog = page.getByRole('dialog', { name: 'Statistiques' })
  await dialog.getByRole('button', { name: 'J’aime 1' }).click()
  await dialog.getByRole('img', { name: /^J’aime par jour, du .* : 1$/u }).waitFor()
  const { violations } = await startAxe()
  expect(await violations(page, 'stats of a publication')).toEqual([])
  await dialog.getByRole('radio', { name: 'Tout' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Tableau' }).click()
  await expect.poll(() => dialog.getByRole('row').count()).toBe(2)
  await dialog.getByRole('row').last().getByRole('cell', { name: '1', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Enregistrements 0' }).click()
  await dialog.getByText('Rien encore sur cette période.').waitFor()
  expect(complaints).toEqual([])
  await context.close()

  const other = await open(kossi)
  await other.page.goto(`/post/${post?.id}`)
  await other.page.getByRole('button', { name: 'Plus d’actions' }).click()
  await other.page.getByRole('menuitem', { name: 'Signaler' }).waitFor()
  expect(await other.page.getByRole('menuitem', { name: 'Statistiques' }).count()).toBe(0)
  await other.page.goto(`/post/${post?.id}?modal=post-stats&post=${post?.id}`)
  await other.page.getByText('Cette publication n’est plus là, ou n’est pas la vôtre.').waitFor()
  await other.context.close()
})

test('nobody wears a picture from elsewhere, nor one of another person', async () => {
  const awa = await person('awa')
  const kossi = await person('kossi')
  const wear = (avatar: string) =>
    fetch(`${product.system.url}/rest/v1/profiles?id=eq.${awa.id}`, {
      method: 'PATCH',
      headers: {
        apikey: product.system.anonKey,
        authorization: `Bearer ${awa.session.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ avatar_url: avatar }),
    })
  const folder = `${product.system.url}/storage/v1/object/public/avatars`
  for (const address of ['https://pisteur.example/x.png', `${folder}/${kossi.id}/a.webp`, `${folder}/${awa.id}/../b`]) {
    const answer = await wear(address)
    expect([answer.status, await answer.json()]).toMatchObject([400, { hint: 'picture_not_own' }])
  }
  expect((await wear(`${folder}/${awa.id}/a.webp`)).status).toBe(204)
  const upload = await fetch(`${product.system.url}/storage/v1/object/avatars/${kossi.id}/a.webp`, {
    method: 'POST',
    headers: {
      apikey: product.system.anonKey,
      authorization: `Bearer ${awa.session.access_token}`,
      'content-type': 'image/webp',
    },
    body: new Uint8Array(await picture(8, 8)),
  })
  expect(await upload.json()).toMatchObject({ statusCode: '403' })
})
