/** Messages beyond talking: gestures, searching, creating together, words that vanish, keys that change, refusals. */
import type { CDPSession, Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { createLocalVault } from '../../../app/src/crypto/local-vault.ts'
import { memoryStore } from '../../../app/src/crypto/tests/memory-store.ts'
import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { remembered } from '../../support/people.ts'
import { description, generate } from '../support/creator.ts'
import { keepKey, press } from '../support/key-sheets.ts'
import { paintedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'
import { arrive, type Talker } from './talking-people.ts'

const product = paintedProduct()
let awa: Talker
let kossi: Talker
/** The one that Awa and Kossi have together. */
let conversation: string
beforeAll(async () => {
  ;[awa, kossi] = await Promise.all([
    arrive(product.system, product.browser, { name: 'Awa', viewport: desktop }),
    arrive(product.system, product.browser, { name: 'Kossi', viewport: phone }),
  ])
  const follows = [
    { follower_id: awa.id, followee_id: kossi.id },
    { follower_id: kossi.id, followee_id: awa.id },
  ]
  await serviceOf(product.system).from('follows').insert(follows).throwOnError()
  conversation = await writeTo(awa, kossi)
  await say(awa.page, 'Bonjour Kossi')
  await openThread(kossi)
  await bubble(kossi.page, 'Bonjour Kossi').waitFor()
})

const field = (page: Page) => page.getByRole('textbox', { name: 'Votre message' })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const bubble = (page: Page, words: string) => log(page).getByRole('article').filter({ hasText: words })
const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const openThread = ({ page }: Talker) => page.goto(`/messages?conversation=${conversation}`)

async function say(page: Page, words: string): Promise<void> {
  await field(page).fill(words)
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
}

/** From the other one's profile; answers the conversation's id. */
async function writeTo({ page }: Talker, other: Talker): Promise<string> {
  await page.goto(`/profile/${other.id}`)
  await page.getByRole('button', { name: 'Message', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.has('conversation'))
  return new URL(page.url()).searchParams.get('conversation') ?? ''
}

/** A finger on the middle of an element: drawn across by so many pixels, or left there until what it opens is there. */
async function touch(page: Page, element: Locator, { across = 0, until }: { across?: number; until?: Locator }) {
  const box = await element.boundingBox()
  if (!box) throw new Error('nothing to touch')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const finger: CDPSession = await page.context().newCDPSession(page)
  const tell = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await tell('touchStart', [at])
  const steps = across === 0 ? 0 : 8
  for (let step = 1; step <= steps; step++) await tell('touchMove', [{ x: at.x + (across * step) / steps, y: at.y }])
  await until?.waitFor()
  await tell('touchEnd', [])
  await finger.detach()
}

interface Watching {
  CloseWatcher: new () => { requestClose: () => void }
  watchers: { requestClose: () => void }[]
}

/** What waits for the back key, newest last. */
function keepWatchers(): void {
  const page = globalThis as unknown as Watching
  page.watchers = []
  page.CloseWatcher = class extends page.CloseWatcher {
    constructor() {
      super()
      page.watchers.push(this)
    }
  }
}

test('a finger answers a message, opens a row’s menu and puts it away; Entrée does what its device says', async () => {
  const { page } = kossi
  await touch(page, bubble(page, 'Bonjour Kossi').getByText('Bonjour Kossi'), { across: 120 })
  await page.getByText('Réponse à Awa').waitFor()
  await field(page).fill('Bonjour')
  await field(page).press('Enter')
  await page.keyboard.type('Awa')
  expect(await field(page).inputValue()).toBe('Bonjour\nAwa')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await bubble(awa.page, 'Bonjour\nAwa').getByRole('button', { name: 'En réponse à vous. Bonjour Kossi' }).waitFor()

  await page.goto('/settings?section=display')
  const setting = page.getByRole('switch', { name: 'Entrée envoie le message' })
  expect(await setting.isChecked()).toBe(false)
  await setting.check()
  await page.addInitScript(keepWatchers)
  await page.goto('/messages')
  await rows(page).getByRole('link', { name: /^Awa/u }).waitFor()
  const menu = page.getByRole('menu', { name: 'Options de la conversation avec Awa' })
  await touch(page, rows(page).first(), { until: menu })
  // As Android's back key asks.
  await page.evaluate(() => (globalThis as unknown as Watching).watchers.at(-1)?.requestClose())
  await menu.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/messages')
  await touch(page, rows(page).first(), { until: menu })
  await menu.getByRole('menuitem', { name: 'Épingler' }).click()
  await rows(page).getByRole('img', { name: 'Épinglée' }).waitFor()
  await touch(page, rows(page).first(), { across: -200 })
  await page.getByText('Conversation archivée').waitFor()
  expect(await rows(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Annuler' }).click()
  await rows(page).first().click()
  await field(page).fill('Envoyé par Entrée')
  await field(page).press('Enter')
  await bubble(awa.page, 'Envoyé par Entrée').waitFor()
})

test('what is looked for in a thread is gone to while one types on; what did not go goes when asked again', async () => {
  const { page } = awa
  await openThread(awa)
  for (const words of ['La forge est ouverte', 'Rien ici', 'Encore la forge']) await say(page, words)
  await bubble(page, 'Encore la forge').waitFor()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('forge')
  const find = page.getByRole('search').getByRole('searchbox', { name: 'Rechercher dans la conversation' })
  await page.getByRole('search').getByText('1 sur 2').waitFor()
  expect(await find.inputValue()).toBe('forge')
  await page.keyboard.press('Enter')
  await page.getByRole('search').getByText('2 sur 2').waitFor()
  expect(await find.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('search').waitFor({ state: 'detached' })

  const insert = '**/rest/v1/encrypted_messages*'
  await page.route(insert, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'PT403', message: 'no', hint: 'cannot_message' } })
      : route.continue(),
  )
  await say(page, 'Trop tôt')
  const failed = bubble(page, 'Trop tôt')
  await failed.getByText('Cette personne ne reçoit pas vos messages.').waitFor()
  await page.unroute(insert)
  await failed.getByRole('button', { name: 'Non envoyé · Réessayer' }).click()
  await bubble(kossi.page, 'Trop tôt').waitFor()
  expect(await bubble(kossi.page, 'Trop tôt').count()).toBe(1)
  awa.complaints.splice(0)
})

test('« Créer ensemble » makes a picture over the conversation and sends it, with its words, into it', async () => {
  const { page } = kossi
  await page.getByRole('button', { name: 'Joindre', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Créer ensemble' }).click()
  await description(page).fill('Une pirogue sur la lagune')
  await generate(page).click()
  await page.getByRole('button', { name: 'Envoyer dans cette conversation' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await bubble(page, '« Une pirogue sur la lagune »').waitFor()
  const theirs = bubble(awa.page, '« Une pirogue sur la lagune »')
  await theirs.getByRole('button', { name: 'Image envoyée par Kossi' }).locator('img').waitFor()
  expect(kossi.complaints).toEqual([])
})

test('messages that vanish say so, and are gone from every screen at their time', async () => {
  await awa.page.getByRole('button', { name: 'Détails de la conversation' }).click()
  const setting = awa.page.getByRole('combobox', { name: 'Messages éphémères' })
  await setting.selectOption('24 heures')
  await log(kossi.page).getByText('Awa : les messages disparaissent après 24 heures.').waitFor()
  await awa.page.getByText('Les messages disparaissent après 24 heures.', { exact: true }).waitFor()
  await say(awa.page, 'Ne garde pas ceci')
  await bubble(kossi.page, 'Ne garde pas ceci')
    .getByRole('img', { name: /^Disparaît le / })
    .waitFor()

  const service = serviceOf(product.system)
  const { data: last } = await service
    .from('encrypted_messages')
    .select('id, created_at, expires_at')
    .eq('conversation_id', conversation)
    .order('created_at', { ascending: false })
    .limit(1)
    .single<{ id: string; created_at: string; expires_at: string }>()
  expect(Date.parse(last?.expires_at ?? '') - Date.parse(last?.created_at ?? '')).toBe(24 * 60 * 60_000)
  await setting.selectOption('Conservés')
  await log(kossi.page).getByText('Awa : les messages ne disparaissent plus.').waitFor()
  await awa.page.getByRole('button', { name: 'Détails de la conversation' }).click()

  // A day goes by on Kossi's device, which hears nothing from the server.
  await kossi.page.clock.install()
  await openThread(kossi)
  await bubble(kossi.page, 'Ne garde pas ceci').waitFor()
  await kossi.context.setOffline(true)
  await kossi.page.clock.fastForward('25:00:00')
  await expect.poll(() => bubble(kossi.page, 'Ne garde pas ceci').count()).toBe(0)
  expect(await bubble(kossi.page, 'Envoyé par Entrée').count()).toBe(1)
  await kossi.context.close()
})

test('a message is reported with what it says, and nothing else of the conversation', async () => {
  const { page } = awa
  await openThread(awa)
  const reported = bubble(page, 'Envoyé par Entrée')
  await reported.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Signaler' }).click()
  const dialog = page.getByRole('dialog', { name: 'Signaler' })
  await dialog.getByRole('radio', { name: 'Haine ou harcèlement' }).check()
  await press(page, 'Continuer')
  await dialog.getByText('Ce message, et lui seul, sera montré aux modérateurs.').waitFor()
  await press(page, 'Signaler')
  await dialog.getByText('Merci. Nous vous dirons la décision.').waitFor()
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  const { data } = await serviceOf(product.system).from('reports').select('disclosed').eq('target_type', 'message')
  expect(data).toHaveLength(1)
  expect(data?.[0]?.['disclosed']).toMatchObject({ v: 1, text: 'Envoyé par Entrée' })
  expect(JSON.stringify(data)).not.toContain('Bonjour')
})

test('after a change of keys nothing goes before its writer has decided', async () => {
  const context = { viewport: desktop, storage: remembered(kossi.session) }
  const anew = await visit(product.browser, product.system.url, context)
  await anew.page.goto('/?modal=message-keys')
  await press(anew.page, 'Je n’ai plus aucun de ces moyens')
  await anew.page.getByLabel('Saisissez EFFACER pour confirmer').fill('EFFACER')
  await press(anew.page, 'Effacer et recommencer')
  await keepKey(anew.page)
  await anew.page.goto(`/messages?conversation=${conversation}`)

  await say(awa.page, 'Est-ce bien toi ?')
  const banner = awa.page.getByRole('region', { name: 'Le code de sécurité de Kossi a changé.' })
  await banner.getByRole('button', { name: 'Vérifier' }).waitFor()
  expect(await bubble(awa.page, 'Est-ce bien toi ?').getAttribute('aria-label')).toMatch(/, en attente$/u)
  expect(await bubble(anew.page, 'Est-ce bien toi ?').count()).toBe(0)
  await banner.getByRole('button', { name: 'Envoyer quand même' }).click()
  await bubble(anew.page, 'Est-ce bien toi ?').waitFor()
  expect(await banner.count()).toBe(0)

  // Whoever compares instead has decided too.
  const service = serviceOf(product.system)
  const { data: published } = await service.from('user_public_keys').select('*').eq('user_id', kossi.id).single()
  const forger = createLocalVault(kossi.id, { store: memoryStore() })
  await service
    .from('user_public_keys')
    .upsert((await forger.reset(published as never)).keyRow)
    .throwOnError()
  await say(awa.page, 'Et maintenant ?')
  await banner.getByRole('button', { name: 'Vérifier' }).click()
  await press(awa.page, 'Marquer comme vérifié')
  await awa.page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).last().click()
  await expect.poll(() => bubble(awa.page, 'Et maintenant ?').getAttribute('aria-label')).toMatch(/, envoyé$/u)
  expect(await banner.count()).toBe(0)
  // Whom one has compared is compared again, and is not said to be verified meanwhile.
  const shield = awa.page.getByRole('main').getByRole('img', { name: 'Code de sécurité vérifié' })
  await shield.first().waitFor()
  const { data: shown } = await service.from('user_public_keys').select('*').eq('user_id', kossi.id).single()
  const another = createLocalVault(kossi.id, { store: memoryStore() })
  await service
    .from('user_public_keys')
    .upsert((await another.reset(shown as never)).keyRow)
    .throwOnError()
  await say(awa.page, 'Encore toi ?')
  await banner.getByRole('button', { name: 'Vérifier' }).waitFor()
  await expect.poll(() => shield.count()).toBe(0)
  expect(await banner.getByRole('button', { name: 'Envoyer quand même' }).count()).toBe(0)
  await banner.getByRole('button', { name: 'Vérifier' }).click()
  await press(awa.page, 'Marquer comme vérifié')
  await awa.page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).last().click()
  await expect.poll(() => bubble(awa.page, 'Encore toi ?').getAttribute('aria-label')).toMatch(/, envoyé$/u)

  // Under the keys of before, the server takes nothing: what the browser says of that refusal is meant.
  const others = awa.complaints.splice(0).filter((complaint) => !/409 .*\/encrypted_messages/u.test(complaint))
  expect(others).toEqual([])
  await anew.context.close()
})

test('whose key is not shown any more is written to under none, and why is said', async () => {
  const { page } = awa
  const keys = serviceOf(product.system).from('user_public_keys')
  await keys.delete().eq('user_id', kossi.id).throwOnError()
  await page.goto('/messages?modal=write')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Créer un groupe' }).click()
  await dialog.getByRole('button', { name: /Kossi/u }).click()
  await dialog.getByRole('button', { name: /^Créer avec/u }).click()
  await say(page, 'Qui lit ceci ?')
  const banner = page.getByRole('region', { name: 'La clé montrée pour Kossi n’est pas la bonne' })
  await banner.getByText('Rien n’est envoyé tant que c’est ainsi.').waitFor()
  expect(await bubble(page, 'Qui lit ceci ?').getAttribute('aria-label')).toMatch(/, en attente$/u)
  const { violations } = await startAxe()
  expect(await violations(page, 'messages, a refused key')).toEqual([])
})

test('a stranger who is blocked is reported, and can write no more', async () => {
  const mariam = await arrive(product.system, product.browser, { name: 'Mariam', viewport: phone })
  await writeTo(mariam, awa)
  await say(mariam.page, 'Achetez mes abonnés')
  await mariam.page.getByText('Votre demande est envoyée.').waitFor()
  await awa.page.goto('/messages?filter=requests')
  await rows(awa.page).getByText('Mariam').click()
  await bubble(awa.page, 'Achetez mes abonnés').waitFor()
  await awa.page.getByRole('button', { name: 'Bloquer et signaler' }).click()
  await awa.page.getByRole('dialog', { name: 'Signaler' }).getByRole('radio', { name: 'Spam' }).check()
  await press(awa.page, 'Continuer')
  await press(awa.page, 'Signaler')
  await awa.page.getByText('Merci. Nous vous dirons la décision.').waitFor()
  await mariam.page.reload()
  await mariam.page.getByText('Vous ne pouvez plus échanger.').waitFor()
  expect(await field(mariam.page).count()).toBe(0)

  const { violations } = await startAxe()
  expect(await violations(mariam.page, 'messages, closed')).toEqual([])
  for (const { complaints } of [awa, mariam]) expect(complaints).toEqual([])
  await mariam.context.close()
})
