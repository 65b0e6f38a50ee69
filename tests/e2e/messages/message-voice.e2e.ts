/** What is more than words: a link's preview that its sender makes, and voice notes (M28), spoken on a phone, sealed, heard on the other's desktop; the server learns nothing of the sound. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone } from '../../support/browser.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'
import { arrive, type Talker } from './talking-people.ts'

const product = startedProduct({}, { hasMicrophone: true })
let awa: Talker
let kossi: Talker
beforeAll(async () => {
  ;[awa, kossi] = await Promise.all([
    arrive(product.system, product.browser, { name: 'Awa', viewport: phone }),
    arrive(product.system, product.browser, { name: 'Kossi', viewport: desktop }),
  ])
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const recording = (page: Page) => page.getByRole('group', { name: 'Enregistrement' })
/** Seconds on the clock of what is being spoken. */
const spoken = (page: Page) => recording(page).getByRole('timer').innerText()

async function speak(page: Page, seconds: string): Promise<void> {
  await button(page, 'Message vocal').click()
  await expect.poll(() => spoken(page)).toBe(seconds)
}

test('what one says is heard by the other, at three speeds; the server cannot tell it from a picture', async () => {
  const { page: mine } = awa
  const { page: theirs } = kossi
  await mine.goto(`/profile/${kossi.id}`)
  await button(mine, 'Message').click()
  await mine.getByText('Seuls vous et Kossi pouvez lire cette conversation.').waitFor()

  await speak(mine, '0:01')
  await button(mine, 'Jeter l’enregistrement').click()
  await button(mine, 'Message vocal').waitFor()
  await speak(mine, '0:02')
  await button(mine, 'Envoyer le message vocal').click()
  await mine.getByRole('group', { name: 'Votre message vocal' }).waitFor()
  await expect
    .poll(() => mine.getByRole('article').last().getAttribute('aria-label'))
    .toMatch(/Message vocal.*envoyé$/u)

  const { data: rows } = await serviceOf(product.system).from('encrypted_messages').select('message_type')
  expect(rows).toEqual([{ message_type: 'image' }])

  await theirs.goto('/messages')
  await theirs.getByRole('tab', { name: 'Demandes (1)' }).click()
  await theirs
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /Awa.*Message vocal/u })
    .click()
  const note = theirs.getByRole('group', { name: 'Message vocal d’Awa' })
  await note.getByText('0:02').waitFor()
  await note.getByRole('button', { name: 'Écouter' }).click()
  await note.getByRole('button', { name: 'Pause' }).waitFor()
  await note.getByRole('button', { name: 'Vitesse ×1' }).click()
  const sound = note.locator('audio')
  expect(await sound.evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5)
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.ended)).toBe(true)
  await note.getByRole('button', { name: 'Écouter' }).waitFor()
  expect(await (await startAxe()).violations(theirs, 'a voice note')).toEqual([])
  expect([...awa.complaints, ...kossi.complaints]).toEqual([])
})

test('a tap that says nothing sends nothing, and is told so', async () => {
  const { page } = awa
  const before = await page.getByRole('article').count()
  await button(page, 'Message vocal').click()
  await button(page, 'Envoyer le message vocal').click()
  await page.getByText('Trop court : parlez, puis envoyez.').waitFor()
  await button(page, 'Message vocal').waitFor()
  expect(await page.getByRole('article').count()).toBe(before)
})

test('a microphone that is denied leads back to the keyboard, in one sentence', async () => {
  const { page } = awa
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await button(page, 'Message vocal').click()
  await page.getByText('Le micro est refusé : écrivez votre message').waitFor()
  await page.getByRole('textbox', { name: 'Votre message' }).fill('Je t’écris')
  expect(await button(page, 'Envoyer').isEnabled()).toBe(true)
})

test('a link of ours shows where it leads: made by who sends it, and its reader asks nobody', async () => {
  const { page: mine } = awa
  const { page: theirs } = kossi
  const field = mine.getByRole('textbox', { name: 'Votre message' })
  const thread = mine.url()
  const [post] = await publishPosts(product.system, { userId: awa.id, count: 1 })
  const { id, prompt } = post!
  const address = `${product.system.url}/post/${id}`
  await button(theirs, 'Accepter').click()
  const asked: string[] = []
  theirs.on('request', (request) => {
    if (`${request.url()} ${request.postData() ?? ''}`.includes(id)) asked.push(request.url())
  })
  await mine.goto('/account?section=display')
  await mine.getByRole('switch', { name: 'Aperçu des liens dans les messages' }).click()
  await mine.goto(thread)
  await field.fill(`Regarde : ${address}`)
  await mine.getByText('Aperçu, chiffré avec le message').waitFor()
  await button(mine, 'Envoyer').click()
  const heard = (words: string) => theirs.getByRole('article').filter({ hasText: words })
  const card = heard('Regarde').getByRole('link', { name: prompt.slice(0, 20) })
  await card.waitFor()
  expect(await card.locator('img').getAttribute('src')).toMatch(/^data:image\/webp;base64,/u)
  expect(asked).toEqual([])

  await field.fill(`Et sans : ${address}`)
  await button(mine, 'Envoyer sans aperçu').click()
  await button(mine, 'Envoyer').click()
  await heard('Et sans').waitFor()
  expect(await heard('Et sans').getByRole('link').count()).toBe(1)
})
