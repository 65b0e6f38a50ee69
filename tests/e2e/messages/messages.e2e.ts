/** Two people talk, each in a browser of their own: everything that one does is seen by the other. */
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { clientOf } from '../../support/workflows.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'
import { arrive, keepAndLetGo, type Talker } from './talking-people.ts'

const product = startedProduct()
let awa: Talker
let kossi: Talker
beforeAll(async () => {
  ;[awa, kossi] = await Promise.all([
    arrive(product.system, product.browser, { name: 'Awa', viewport: desktop }),
    arrive(product.system, product.browser, { name: 'Kossi', viewport: phone }),
  ])
})

const field = (page: Page) => page.getByRole('textbox', { name: 'Votre message' })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const bubble = (page: Page, words: string) => log(page).getByRole('article').filter({ hasText: words })
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: new RegExp(name, 'u') })

async function say(page: Page, words: string): Promise<void> {
  await field(page).fill(words)
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
}

async function choose(page: Page, message: Locator, act: string): Promise<void> {
  await message.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu', { name: 'Actions du message' }).getByRole('menuitem', { name: act }).click()
}

/** What its owner is told of it: « envoyé », « lu ». */
const told = (page: Page, words: string) => bubble(page, words).last().getAttribute('aria-label')

test('a stranger asks, is let in, and both see what each says, changes, takes back and reads', async () => {
  const { page: mine } = awa
  const { page: theirs } = kossi
  // From a profile, with words that no link preview is fetched for.
  await mine.goto(`/profile/${kossi.id}`)
  await mine.getByRole('button', { name: 'Message', exact: true }).click()
  await mine.waitForURL((url) => url.pathname === '/messages' && url.searchParams.has('conversation'))
  await mine.getByText('Seuls vous et Kossi pouvez lire cette conversation.').waitFor()
  await say(mine, 'Bonjour Kossi, voir https://cortexia.app/feed.')
  await bubble(mine, 'Bonjour Kossi').waitFor()
  await mine.getByText('Votre demande est envoyée.').waitFor()

  // Among the requests, unread, its link veiled; reading it tells nobody anything.
  await theirs.goto('/messages')
  await theirs.getByRole('button', { name: '1 demande de message' }).click()
  await theirs.getByRole('tab', { name: 'Demandes (1)', selected: true }).waitFor()
  await row(theirs, 'Awa').click()
  await bubble(theirs, 'Bonjour Kossi').waitFor()
  await theirs.getByRole('button', { name: 'Lien masqué : touchez pour l’afficher' }).click()
  await theirs.getByRole('link', { name: 'https://cortexia.app/feed' }).waitFor()
  await theirs.getByRole('button', { name: 'Accepter' }).click()
  // What lies behind it is the list that it stands in now.
  await theirs.waitForURL((url) => !url.searchParams.has('filter'))
  await say(theirs, 'Bonjour Awa')
  await bubble(mine, 'Bonjour Awa').waitFor()
  await expect.poll(() => told(mine, 'Bonjour Kossi')).toMatch(/, lu$/u)

  // An answer, a reaction, another wording, and one taken back.
  await choose(mine, bubble(mine, 'Bonjour Awa'), 'Répondre')
  await field(mine).pressSequentially('On imprime ')
  await theirs.getByText('Awa écrit…').waitFor()
  await say(mine, 'On imprime demain')
  const answer = bubble(theirs, 'On imprime demain')
  await answer.waitFor()
  expect(await theirs.getByText('Awa écrit…').count()).toBe(0)
  await answer.getByRole('button', { name: /En réponse à vous/u }).waitFor()
  await choose(theirs, answer, 'Réagir avec ❤️')
  await bubble(mine, 'On imprime demain').getByRole('button', { name: /^❤️/u }).waitFor()

  await field(mine).focus()
  await mine.keyboard.press('ArrowUp')
  expect(await field(mine).inputValue()).toBe('On imprime demain')
  await field(mine).fill('On imprime jeudi')
  await mine.keyboard.press('Enter')
  await bubble(theirs, 'On imprime jeudi').getByText('modifié').waitFor()
  expect(await bubble(theirs, 'On imprime demain').count()).toBe(0)

  await say(theirs, 'Une erreur')
  await choose(theirs, bubble(theirs, 'Une erreur'), 'Supprimer pour tous')
  await bubble(mine, 'Message supprimé').waitFor()
  expect(await bubble(mine, 'Une erreur').count()).toBe(0)
  expect(awa.complaints).toEqual([])
  expect(kossi.complaints).toEqual([])
})

test('the window tells of what comes and of what is read, by ids alone', async () => {
  const { page: mine } = awa
  const { page: theirs } = kossi
  const heard: { name: string; told: unknown }[] = []
  await theirs.exposeFunction('hear', (event: { name: string; told: unknown }) => heard.push(event))
  await theirs.evaluate(() => {
    for (const name of ['new-message', 'message-read']) {
      addEventListener(name, (event) => {
        const { hear } = globalThis as unknown as { hear: (event: unknown) => void }
        hear({ name, told: (event as CustomEvent).detail })
      })
    }
  })
  await say(mine, 'Et vendredi aussi')
  await bubble(theirs, 'Et vendredi aussi').waitFor()
  await expect.poll(() => told(mine, 'Et vendredi aussi')).toMatch(/, lu$/u)
  const conversation = new URL(mine.url()).searchParams.get('conversation')
  const id = expect.stringMatching(/^[\da-f-]{36}$/u)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/u)
  const came = { name: 'new-message', told: { conversation_id: conversation, message_id: id } }
  const read = { name: 'message-read', told: { conversation_id: conversation, up_to: time } }
  await expect.poll(() => heard.at(-1)).toEqual(read)
  expect(heard.filter(({ name }) => name === 'new-message')).toEqual([came])
  // What was read before it is told when the server has heard it, which may be now.
  for (const event of heard.filter(({ name }) => name !== 'new-message')) expect(event).toEqual(read)
})

test('pictures and publications go from the feed into a conversation, and from there into the create form', async () => {
  const { page: mine } = awa
  const { page: theirs } = kossi
  const [post] = await publishPosts(product.system, { userId: awa.id, count: 1 })
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#27348b' } })
    .png()
    .toBuffer()
  await mine
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'tissu.png', mimeType: 'image/png', buffer: picture })
  const received = log(theirs).getByRole('button', { name: 'Image envoyée par Awa' })
  await received.locator('img').waitFor()

  await mine.goto(`/post/${post?.id}?modal=share&post=${post?.id}`)
  await mine.getByRole('button', { name: /^Envoyer dans une conversation/u }).click()
  await mine.getByRole('dialog').getByRole('button', { name: 'Kossi' }).click()
  await mine.getByText('Envoyé à Kossi').waitFor()
  await log(theirs)
    .getByRole('link', { name: /Motif numéro 1/u })
    .waitFor()

  await received.click()
  await keepAndLetGo(theirs, 'Awa')
  await theirs.getByRole('button', { name: 'Utiliser comme référence' }).click()
  await theirs.getByRole('dialog', { name: 'Créer une image' }).getByRole('img').first().waitFor()
  expect(kossi.complaints).toEqual([])
})

test('a picture to view once is seen once, and then it is nowhere any more', async () => {
  const { page: mine } = awa
  const { page: theirs } = kossi
  for (const page of [mine, theirs]) {
    await page.goto('/messages')
    await row(page, page === mine ? 'Kossi' : 'Awa').click()
    await field(page).waitFor()
  }
  const files = async () => {
    const id = new URL(mine.url()).searchParams.get('conversation') ?? ''
    return (await serviceOf(product.system).storage.from('dm-blobs').list(id)).data?.length
  }
  const before = (await files()) ?? 0
  const buffer = await sharp({ create: { width: 48, height: 64, channels: 3, background: '#c4411e' } })
    .png()
    .toBuffer()
  await mine
    .getByLabel('Image à voir une fois', { exact: true })
    .setInputFiles({ name: 'secret.png', mimeType: 'image/png', buffer })
  await mine.getByText(/Mais rien n’empêche de photographier l’écran/u).waitFor()
  await log(theirs).getByRole('button', { name: 'Voir une fois' }).click()
  const dialog = theirs.getByRole('dialog', { name: 'Image à voir une fois' })
  await dialog.getByText('En fermant, vous ne la reverrez plus.').waitFor()
  await dialog.getByRole('button', { name: 'Fermer' }).click()
  for (const page of [mine, theirs]) await log(page).getByText('Image vue').last().waitFor()
  await expect.poll(files).toBe(before)
  await theirs.reload()
  await log(theirs).getByText('Image vue').last().waitFor()
  expect(await log(theirs).getByRole('button', { name: 'Voir une fois' }).count()).toBe(0)
})

test('the list is gone through by keys, what is unread is counted, and nobody is shut out', async () => {
  const { page: mine } = awa
  const { page: theirs } = kossi
  await theirs.goto('/')
  await mine.goto('/messages')
  await row(mine, 'Kossi').waitFor()
  await mine.keyboard.press('Alt+ArrowDown')
  await field(mine).waitFor()
  await say(mine, 'Un mot de plus')
  await theirs.getByRole('link', { name: /^Messages 1 conversation non lue/u }).waitFor()
  await theirs.getByRole('link', { name: /^Messages/u }).click()
  await row(theirs, 'Awa').getByText('Un mot de plus').waitFor()
  await row(theirs, 'Awa').click()
  await expect.poll(() => told(mine, 'Un mot de plus')).toMatch(/, lu$/u)
  // The bar is back with the list.
  expect(await theirs.getByRole('navigation').count()).toBe(0)
  await theirs.getByRole('button', { name: 'Retour aux messages' }).click()
  await theirs.getByRole('link', { name: 'Messages', exact: true }).waitFor()
  // A reaction is no message: nobody is told that there is something to read.
  await choose(mine, bubble(mine, 'Un mot de plus'), 'Réagir avec ❤️')
  await row(theirs, 'Awa').getByText('Réaction ❤️').waitFor()
  const unread = async () =>
    (await clientOf(product.system, kossi.session.access_token).rpc('unread_conversations')).data as number
  await expect.poll(unread).toBe(0)
  await theirs.getByRole('link', { name: 'Messages', exact: true }).waitFor()

  const { violations } = await startAxe()
  expect(await violations(theirs, 'messages, list')).toEqual([])
  expect(await violations(mine, 'messages, thread')).toEqual([])
  await mine.keyboard.press('Escape')
  await mine.getByRole('heading', { name: 'Choisissez une conversation' }).waitFor()
  await mine.keyboard.press('Control+k')
  await mine.keyboard.type('jeudi')
  await mine
    .getByRole('region', { name: 'Dans vos messages' })
    .getByRole('button', { name: /On imprime jeudi/u })
    .click()
  await expect
    .poll(() => bubble(mine, 'On imprime jeudi').evaluate((found) => found === document.activeElement))
    .toBe(true)
})

test('the list knows what was written between its reading and the channel', async () => {
  const { page: mine } = awa
  const { page: theirs } = kossi
  const channel = Promise.withResolvers<void>()
  await mine.routeWebSocket(/\/realtime\/v1\//u, async (socket) => {
    await channel.promise
    socket.connectToServer()
  })
  await mine.goto('/messages')
  await row(mine, 'Kossi').waitFor()
  await theirs.goto('/messages')
  await row(theirs, 'Awa').click()
  await say(theirs, 'Avant le canal')
  await expect.poll(() => told(theirs, 'Avant le canal')).toMatch(/, envoyé$/u)
  expect(await row(mine, 'Kossi').getByText('Avant le canal').count()).toBe(0)
  channel.resolve()
  await row(mine, 'Kossi').getByText('Avant le canal').waitFor()
})

test('the menu of a message on its way has more to offer once it has gone, and stays in the window', async () => {
  const { page: theirs } = kossi
  await theirs.goto('/messages')
  await row(theirs, 'Awa').click()
  await field(theirs).waitFor()
  const answer = Promise.withResolvers<void>()
  const posts = (url: URL) => url.pathname === '/rest/v1/encrypted_messages'
  await theirs.route(posts, async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.fallback()
  })
  await say(theirs, 'En chemin')
  await bubble(theirs, 'En chemin').focus()
  await theirs.keyboard.press('Enter')
  const menu = theirs.getByRole('menu', { name: 'Actions du message' })
  await menu.getByRole('menuitem', { name: 'Copier' }).waitFor()
  expect(await menu.getByRole('menuitem').count()).toBeLessThan(5)
  answer.resolve()
  await menu.getByRole('menuitem', { name: 'Réagir avec ❤️' }).waitFor()
  const { y = -1, height = 0 } = (await menu.boundingBox()) ?? {}
  expect(y).toBeGreaterThanOrEqual(0)
  expect(y + height).toBeLessThanOrEqual(phone.height)
  await menu.getByRole('menuitem', { name: 'Supprimer pour tous' }).click()
  await expect.poll(() => bubble(theirs, 'En chemin').count()).toBe(0)
  await theirs.unroute(posts)
})

test('what a newcomer writes before there are keys waits on the device, and goes once they are made', async () => {
  const session = await join(product.system)
  const { page, context, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  const { data: conversation } = await clientOf(product.system, session.access_token).rpc('start_conversation', {
    other: kossi.id,
  })
  // As on a network that takes no keys for a while.
  await page.route('**/rest/v1/rpc/save_key_backup*', (route) => route.abort())
  await page.goto(`/messages?conversation=${conversation}`)
  await say(page, 'Écrit avant les clés')
  await page.getByText('Vos clés se préparent').waitFor()
  await bubble(page, 'Écrit avant les clés').waitFor()
  await page.reload()
  await bubble(page, 'Écrit avant les clés').waitFor()
  await say(page, 'Et encore un mot')
  await page.unroute('**/rest/v1/rpc/save_key_backup*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => told(page, 'Et encore un mot')).toMatch(/, envoyé$/u)
  expect(await told(page, 'Écrit avant les clés')).toMatch(/, envoyé$/u)
  const { count } = await serviceOf(product.system)
    .from('encrypted_messages')
    .select('*', { count: 'exact', head: true })
    .eq('conversation_id', conversation)
  expect(count).toBe(2)
  expect(complaints.filter((complaint) => !complaint.includes('save_key_backup'))).toEqual([])
  await context.close()
})

test('two newcomers write to each other without a sheet; to whoever has no keys nothing is said to be sealed', async () => {
  const [session, other] = await Promise.all([join(product.system), join(product.system)])
  await serviceOf(product.system)
    .from('profiles')
    .update({ first_name: 'Ama', last_name: null })
    .eq('id', other.user.id)
  const writer = await visit(product.browser, product.system.url, { viewport: desktop, storage: remembered(session) })
  const { data: conversation } = await clientOf(product.system, session.access_token).rpc('start_conversation', {
    other: other.user.id,
  })
  await writer.page.goto(`/messages?conversation=${conversation}`)
  await writer.page.getByText('En attente de ses clés').waitFor()
  await writer.page.getByText('Ama n’a pas encore de clés pour ses messages').waitFor()
  await say(writer.page, 'Bienvenue')
  await bubble(writer.page, 'Bienvenue').waitFor()
  expect(await writer.page.getByText('Chiffré de bout en bout').count()).toBe(0)
  expect(await writer.page.getByText('Seuls vous et Ama pouvez lire').count()).toBe(0)

  // Signed in for the first time, and nowhere near the messages.
  const reader = await visit(product.browser, product.system.url, { viewport: phone, storage: remembered(other) })
  await reader.page.goto('/')
  await expect.poll(() => told(writer.page, 'Bienvenue')).toMatch(/, envoyé$/u)
  await writer.page.getByText('Chiffré de bout en bout').waitFor()
  await reader.page.goto(`/messages?conversation=${conversation}`)
  await bubble(reader.page, 'Bienvenue').waitFor()
  expect([...writer.complaints, ...reader.complaints]).toEqual([])
  await Promise.all([writer.context.close(), reader.context.close()])
})
