/** What a notification says of a message: cut on the device that opens it, from a push that holds no word of it (E2EE §9). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { desktop, phone } from '../../support/browser.ts'
import { startPushService, type PushService } from '../../support/push-service.ts'
import { press, settings } from '../support/key-sheets.ts'
import { startedProduct } from '../support/product.ts'
import { deliver, shownBy, subscribeTo, windowsOf, workerOf } from '../support/push-browser.ts'
import { arrive } from './talking-people.ts'

const product = startedProduct({}, { whole: true })
let pushes: PushService
beforeAll(async () => {
  pushes = await startPushService()
  vi.stubEnv('PUSH_SERVICES', pushes.origin)
})
afterAll(async () => {
  await pushes[Symbol.asyncDispose]()
})

const bubble = (page: Page, words: string) =>
  page.getByRole('log', { name: 'Messages' }).getByRole('article').filter({ hasText: words })

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Votre message' }).fill(words)
  await press(page, 'Envoyer')
}

test('a device that has the keys shows fifty characters of a pushed message; any other says that it is sealed', async () => {
  const [awa, kossi] = await Promise.all([
    arrive(product.system, product.browser, { name: 'Awa', viewport: desktop, hasWorker: true }),
    arrive(product.system, product.browser, { name: 'Kossi', viewport: phone, hasWorker: true }),
  ])
  const { page: mine } = awa
  const { page: theirs, context } = kossi
  await mine.goto(`/profile/${kossi.id}`)
  await press(mine, 'Message')
  await say(mine, 'Bonjour Kossi')
  const address = () => new URL(mine.url()).searchParams.get('conversation') ?? ''
  await expect.poll(address).not.toBe('')
  const thread = `/messages?conversation=${address()}`
  await theirs.goto(thread)
  await bubble(theirs, 'Bonjour Kossi').waitFor()
  await press(theirs, 'Accepter')
  await say(theirs, 'Bonjour Awa')
  await bubble(mine, 'Bonjour Awa').waitFor()

  const { received } = await subscribeTo(pushes, { system: product.system, context, page: theirs })
  await theirs.goto('/settings?section=notifications')
  const registering = workerOf(context)
  await press(theirs, 'Activer')
  const worker = await registering
  await theirs.getByText('Cet appareil sera prévenu').waitFor()
  const away = async () => {
    await theirs.goto('about:blank')
    await expect.poll(() => windowsOf(worker)).toBe(0)
  }
  const push = (index: number) => deliver(worker, JSON.stringify(received[index]?.message))
  const bodies = async () => (await shownBy(worker)).map(({ body }) => body)
  const sealed = 'Nouveau message chiffré'
  await away()

  // Fifty as people count them, on one line; the server itself only ever says that there is a message.
  const family = '👩‍👩‍👧‍👦'
  await say(mine, `${family.repeat(30)}\n\n${'é'.repeat(40)}`)
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]?.message).toMatchObject({ title: 'Awa', body: 'Nouveau message' })
  await push(0)
  const preview = `${family.repeat(30)} ${'é'.repeat(19)}…`
  await expect.poll(() => shownBy(worker)).toEqual([{ title: 'Awa', body: preview, data: { path: thread } }])

  // Under keys and an epoch that this device meets here for the first time.
  await mine.goto(settings)
  await press(mine, 'Renouveler : Appareil perdu')
  await mine.getByRole('textbox', { name: 'Clé de récupération' }).fill(awa.recoveryKey)
  await press(mine, 'Continuer')
  await mine.getByText('Vos clés sont renouvelées', { exact: true }).waitFor()
  await mine.goto(thread)
  await say(mine, 'Sous de nouvelles clés')
  await expect.poll(() => received.length).toBe(2)
  await push(1)
  await expect.poll(bodies).toEqual([preview, 'Sous de nouvelles clés'])

  // What does not fit into a push comes without its text.
  await say(mine, 'Trop long. '.repeat(300))
  await expect.poll(() => received.length).toBe(3)
  await push(2)
  await expect.poll(async () => (await bodies()).at(2)).toBe(sealed)

  // Whoever wants no previews has none.
  const hide = async (isHidden: boolean) => {
    await theirs.goto(settings)
    const hidden = theirs.getByRole('switch', { name: 'Masquer l’aperçu' })
    await hidden.click()
    await expect.poll(() => hidden.isChecked()).toBe(isHidden)
    await away()
    await push(0)
  }
  await hide(true)
  await expect.poll(async () => (await bodies()).at(3)).toBe(sealed)
  await hide(false)
  await expect.poll(async () => (await bodies()).at(4)).toBe(preview)

  // As after a sign-out, or when the browser threw the keys away.
  await worker.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name)
        deleting.addEventListener('success', resolve)
        deleting.addEventListener('error', reject)
      }),
    `cortexia-keys/${kossi.id}`,
  )
  await push(0)
  await expect.poll(async () => (await bodies()).at(5)).toBe(sealed)
  expect([...awa.complaints, ...kossi.complaints]).toEqual([])
  await Promise.all([awa, kossi].map((person) => person.context.close()))
})
