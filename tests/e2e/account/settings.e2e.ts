/** Settings: each change at once and on every device; what one hides; sessions; one's archive; leaving and coming back. */
import { createHmac, randomBytes } from 'node:crypto'

import { createClient, type Session } from '@supabase/supabase-js'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, password, returning } from '../../support/people.ts'
import { greys } from '../access/measures.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

/** Signs this server's tokens: a test grows one old. */
const secret = randomBytes(32).toString('hex')
const product = startedProduct({ JWT_SECRET: secret })

const settingsOf = async ({ user }: Session, columns: string): Promise<unknown> => {
  const settings = serviceOf(product.system).from('profile_settings').select(columns)
  const { data, error } = await settings.eq('user_id', user.id).single()
  if (error) throw error
  return data
}

const goTo = (page: Page, section: string) => page.goto(`/settings?section=${section}`)
const devices = () => createClient(product.system.url, product.system.anonKey, { auth: { persistSession: false } }).auth

test('a change is kept at once, and another device that opens looks the same', async () => {
  const session = await join(product.system)
  const first = await visit(product.browser, product.system.url, { viewport: phone, storage: returning(session) })
  await first.page.goto('/settings')
  await first.page.getByRole('link', { name: /^Affichage/u }).click()
  await first.page.getByRole('radio', { name: 'Très grand' }).check({ force: true })
  await first.page.getByRole('listitem').filter({ hasText: 'Taille du texte' }).getByText('Enregistré').waitFor()
  await first.page.getByRole('radio', { name: 'Fort' }).check({ force: true })
  expect(await first.page.evaluate(greys)).toEqual([])
  await first.page.getByRole('switch', { name: 'Raccourcis clavier' }).uncheck({ force: true })
  await expect
    .poll(() => settingsOf(session, 'text_size,contrast,shortcuts'))
    .toEqual({ text_size: 'largest', contrast: 'more', shortcuts: false })
  await goTo(first.page, 'privacy')
  await first.page.getByRole('switch', { name: 'Moteurs de recherche' }).uncheck({ force: true })
  await first.page
    .getByRole('radiogroup', { name: 'Qui peut me mentionner' })
    .getByLabel('Personne')
    .check({ force: true })
  await expect
    .poll(() => settingsOf(session, 'noindex,who_can_mention'))
    .toEqual({ noindex: true, who_can_mention: 'nobody' })
  expect(first.complaints).toEqual([])
  await first.context.close()

  const second = await visit(product.browser, product.system.url, { viewport: desktop, storage: returning(session) })
  await second.page.goto('/settings?section=about')
  await expect.poll(() => second.page.locator('html').getAttribute('data-text')).toBe('largest')
  expect(await second.page.evaluate(greys)).toEqual([])
  await second.page.getByRole('button', { name: 'Vérifier' }).click()
  await second.page.getByText(/^Vous avez la dernière version \(\d/u).waitFor()
  expect(second.complaints).toEqual([])
  await second.context.close()
})

test('a switch shows its press in the same turn, before the page is drawn again', async () => {
  const session = await join(product.system)
  const { page, context } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  await goTo(page, 'privacy')
  const shown = await page.getByRole('switch', { name: 'Moteurs de recherche' }).evaluate(async (field) => {
    if (!(field instanceof HTMLInputElement)) throw new TypeError('The switch is no checkbox')
    const before = field.checked
    field.click()
    // Microtasks alone: no timer and no frame comes between.
    await Array.from({ length: 50 }).reduce<Promise<void>>((turn) => turn.then(() => undefined), Promise.resolve())
    return [before, field.checked]
  })
  expect(shown).toEqual([true, false])
  await context.close()
})

test('who goes faster than by hand is told what of, and until when', async () => {
  const session = await join(product.system)
  const headers = { Authorization: `Bearer ${session.access_token}` }
  const profiles = createClient(product.system.url, product.system.anonKey, { global: { headers } }).from('profiles')
  for (let times = 0; times < 10; times += 1) {
    await profiles
      .update({ is_private: times % 2 === 0 })
      .eq('id', session.user.id)
      .throwOnError()
  }
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  await goTo(page, 'privacy')
  const isPrivate = page.getByRole('switch', { name: 'Compte privé' })
  await isPrivate.check({ force: true })
  await page
    .getByText(/^Votre compte a souvent changé entre privé et public depuis une heure\. Réessayez dans \d+ min\.$/u)
    .waitFor()
  await expect.poll(() => isPrivate.isChecked()).toBe(false)
  await context.close()
})

test('a word that is hidden for a day leaves the feed, and comes back when it is shown again', async () => {
  const author = await join(product.system)
  await publishPosts(product.system, { userId: author.user.id, count: 2 })
  const session = await join(product.system)
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: returning(session),
  })
  const posts = page.getByRole('main').getByRole('article')
  await page.goto('/')
  await posts.first().waitFor()
  await goTo(page, 'content')
  await page.getByLabel('Mot, expression ou #hashtag').fill('MOTIF')
  await page.getByLabel('Pour combien de temps').selectOption({ label: '24 heures' })
  await page.getByRole('button', { name: 'Masquer', exact: true }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'MOTIF' })
    .getByText(/^jusqu’au /u)
    .waitFor()
  const kept = serviceOf(product.system).from('mutes').select('kind,target,expires_at').eq('user_id', session.user.id)
  await expect.poll(async () => (await kept).data).toMatchObject([{ kind: 'word', target: 'MOTIF' }])
  const [mute] = (await kept).data ?? []
  const end = new Date(String(mute?.expires_at)).getTime()
  expect(Math.abs(end - Date.now() - 86_400_000)).toBeLessThan(120_000)
  await page.goto('/')
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await expect.poll(() => posts.filter({ hasText: 'Motif numéro' }).count()).toBe(0)

  await goTo(page, 'content')
  await page.getByRole('button', { name: 'Montrer à nouveau MOTIF' }).click()
  await page.getByText('Rien n’est masqué.').waitFor()
  await expect.poll(async () => (await kept).data).toEqual([])
  await page.goto('/')
  await posts.first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('whose bell is on is listed with the notifications, and turned off there', async () => {
  const author = await join(product.system)
  const session = await join(product.system)
  const service = serviceOf(product.system)
  await service.from('profiles').update({ username: 'la_cloche' }).eq('id', author.user.id).throwOnError()
  const bell = { follower_id: session.user.id, followee_id: author.user.id, notify: true }
  await service.from('follows').insert(bell).throwOnError()
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  await goTo(page, 'notifications')
  const bells = page.getByRole('region', { name: 'Cloches' })
  await bells.getByRole('link', { name: /@la_cloche/u }).waitFor()
  await bells.getByRole('button', { name: 'Couper la cloche de @la_cloche' }).click()
  await bells.getByText(/la cloche vous prévient de chaque publication\.$/u).waitFor()
  const kept = () => service.from('follows').select('notify').eq('follower_id', session.user.id).throwOnError()
  await expect.poll(async () => (await kept()).data).toEqual([{ notify: false }])
  expect(complaints).toEqual([])
  await context.close()
})

test('each device is listed, and one is signed out from another', async () => {
  const session = await join(product.system)
  const email = session.user.email ?? ''
  const elsewhere = devices()
  const { error } = await elsewhere.signInWithPassword({ email, password })
  expect(error).toBeNull()
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  await goTo(page, 'security')
  const list = page.getByRole('region', { name: 'Appareils et sessions' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  await list.getByRole('listitem').first().getByText('cet appareil').waitFor()
  await list.getByRole('button', { name: /^Déconnecter / }).click()
  await page.getByText('Cet appareil est déconnecté').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  expect((await elsewhere.refreshSession()).error).not.toBeNull()
  await context.close()
})

test('an archive of everything is asked for, made and fetched', async () => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 1 })
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: returning(session),
  })
  await goTo(page, 'data')
  await page.getByRole('button', { name: 'Demander une archive' }).click()
  await page.getByText('Votre archive est prête. Elle reste disponible 7 jours.').waitFor({ timeout: 60_000 })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger' }).click()
  const stream = await (await download).createReadStream()
  const archive = Buffer.concat((await stream.toArray()) as Buffer[])
  expect(archive.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  // Named where each file begins and in the list at the end: the pictures are in it, not only what is said of them.
  expect(archive.toString('latin1').match(/files\/generated-images\/motif-\d\.webp/gu)).toHaveLength(6)
  expect(complaints).toEqual([])
  await context.close()
})

/** As it is when its person signed in so many minutes ago, and has only renewed it since. */
function grownOld(session: Session, minutes: number): Session {
  const [, claims = ''] = session.access_token.split('.')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { amr: { timestamp: number }[] }
  const amr = read.amr.map((proof) => ({ ...proof, timestamp: proof.timestamp - 60 * minutes }))
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { ...read, amr },
  ]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return { ...session, access_token: `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}` }
}

test('who leaves signs in again, types their name, is hidden at once, and may come back', async () => {
  const session = await join(product.system)
  const old = grownOld(session, 16)
  const username = `partante${Date.now() % 100_000}`
  await serviceOf(product.system).from('profiles').update({ username }).eq('id', session.user.id)
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: returning(old),
  })
  await goTo(page, 'data')
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
  const dialog = page.getByRole('dialog', { name: 'Supprimer votre compte ?' })
  await dialog.getByLabel(`Pour confirmer, écrivez ${username}`).fill('moi')
  await dialog.getByRole('button', { name: 'Supprimer mon compte' }).click()
  await dialog.getByText('Ce n’est pas le nom de ce compte.').waitFor()
  await dialog.getByLabel(`Pour confirmer, écrivez ${username}`).fill(username)
  await dialog.getByRole('button', { name: 'Supprimer mon compte' }).click()
  await dialog.getByText('Pour votre sécurité, reconnectez-vous d’abord').waitFor()
  const kept = serviceOf(product.system).from('profiles').select('deletes_at').eq('id', session.user.id)
  expect((await kept).data).toEqual([{ deletes_at: null }])
  await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
  await page.getByLabel('E-mail ou téléphone').fill(session.user.email ?? '')
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password)
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/account' && url.searchParams.get('section') === 'data')
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
  await dialog.getByLabel(`Pour confirmer, écrivez ${username}`).fill(username)
  await dialog.getByRole('button', { name: 'Supprimer mon compte' }).click()
  await page.getByText(/^Votre compte sera supprimé le \d/u).waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('link', { name: 'Se connecter' }).first().waitFor()
  await context.close()

  const other = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(await join(product.system)),
  })
  await other.page.goto(`/profile/${username}`)
  await other.page.getByRole('heading', { name: 'Le fil s’est rompu.' }).waitFor()

  const { data } = await devices().signInWithPassword({ email: session.user.email ?? '', password })
  if (!data.session) throw new Error('who is leaving may still sign in')
  const back = await visit(product.browser, product.system.url, { viewport: phone, storage: returning(data.session) })
  await goTo(back.page, 'data')
  const keep = back.page.getByRole('button', { name: 'Garder mon compte' })
  // Without a finger that scrolls: what has the focus is not under the bar.
  await keep.focus()
  const edges = async (what: Locator) => (await what.boundingBox()) ?? { y: NaN, height: NaN }
  const { y, height } = await edges(keep)
  const bar = await edges(back.page.getByRole('navigation', { name: 'Navigation principale' }))
  expect(y + height).toBeLessThanOrEqual(bar.y)
  await keep.click()
  await back.page.getByText('Votre compte est gardé').waitFor()
  await other.page.goto(`/profile/${username}`)
  await other.page.getByText(`@${username} · `).waitFor()
  expect(await other.page.getByRole('heading', { name: 'Le fil s’est rompu.' }).count()).toBe(0)
  await other.context.close()
  await back.context.close()
})

test('what is being made is told over nothing that a phone shows, down to the last row', async () => {
  const session = await join(product.system)
  const [post] = await publishPosts(product.system, { userId: session.user.id, count: 8, isUnfinished: true })
  const storage = returning(session)
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  const pill = page.getByRole('button', { name: '3 créations en cours' })
  const edges = async (what: Locator) => {
    const { y, height } = (await what.boundingBox()) ?? { y: NaN, height: NaN }
    return { top: y, bottom: y + height }
  }
  const endsAbove = async (last: Locator) => {
    await page.evaluate(() => {
      for (const list of [document.scrollingElement, document.querySelector('[data-layer]')]) list?.scrollTo(0, 1e6)
    })
    return (await edges(last)).bottom < (await edges(pill)).top
  }
  await goTo(page, 'notifications')
  await pill.waitFor()
  await expect.poll(() => endsAbove(page.getByRole('switch', { name: 'Heures calmes' }))).toBe(true)

  const overTheFeed = async () => {
    await page.goto('/')
    await page.locator(`a[href="/post/${post?.id}"]`).first().click()
  }
  for (const open of [() => page.goto(`/post/${post?.id}`), overTheFeed]) {
    await open()
    const similar = page.getByRole('region', { name: 'Images proches' }).getByRole('listitem')
    await similar.last().waitFor()
    await expect.poll(() => endsAbove(similar.last())).toBe(true)
    const save = page.getByRole('button', { name: 'Enregistrer', exact: true })
    expect((await edges(pill)).bottom).toBeLessThan((await edges(save)).top)
  }
  expect(complaints).toEqual([])
  await context.close()
})
