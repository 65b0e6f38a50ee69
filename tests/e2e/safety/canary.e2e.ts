/** Random words, typed in a browser and read in another, are nowhere between the two: E-01 of E2EE §16. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

import { createClient } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { desktop, launchBrowser, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { startPushService, type PushBrowser, type PushService } from '../../support/push-service.ts'
import { startSystem, type RunningSystem } from '../../support/start-system.ts'
import { press, setUp } from '../support/key-sheets.ts'
import { serviceOf } from '../support/published-posts.ts'

let system: RunningSystem
let browser: Browser
let pushes: PushService
/** What the server would log, and more: its events before they become lines. */
const said: string[] = []
beforeAll(async () => {
  pushes = await startPushService()
  vi.stubEnv('PUSH_SERVICES', pushes.origin)
  const log = { observe: (event: unknown) => void said.push(JSON.stringify(event)), flush: () => undefined }
  system = await startSystem({ LOG_LEVEL: 'debug' }, undefined, log)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await system[Symbol.asyncDispose]()
  await pushes[Symbol.asyncDispose]()
})

const word = () => `canari${randomBytes(8).toString('hex')}`

/** Everything that leaves or reaches a page: addresses, bodies as bytes, both ways of its sockets. */
function listen(page: Page, heard: string[]): void {
  const hear = (data: Buffer | string | null) => data !== null && heard.push(data.toString('latin1' as never))
  page.on('request', (request) => {
    heard.push(request.url())
    hear(request.postDataBuffer())
  })
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => hear(payload))
    socket.on('framereceived', ({ payload }) => hear(payload))
  })
}

async function somebody(name: string, viewport: typeof desktop) {
  const session = await join(system)
  await serviceOf(system).from('profiles').update({ first_name: name, last_name: null }).eq('id', session.user.id)
  const visited = await visit(browser, system.url, { viewport, storage: remembered(session) })
  const heard: string[] = []
  listen(visited.page, heard)
  return { ...visited, session, id: session.user.id, heard, code: await setUp(visited.page) }
}

/** Their device gets pushes, from a service of ours. */
async function subscribe({ session }: { session: { access_token: string } }): Promise<PushBrowser> {
  const { vapidPublicKey } = (await (await fetch(`${system.url}/api/config`)).json()) as { vapidPublicKey: string }
  pushes.expectKey(vapidPublicKey)
  const subscription = pushes.subscribe()
  const { endpoint, p256dh, auth } = subscription
  const { error } = await createClient(system.url, system.anonKey, {
    auth: { persistSession: false },
    global: { headers: { Authorization: `Bearer ${session.access_token}` } },
  }).rpc('save_push_subscription', { endpoint, p256dh, auth_key: auth, user_agent: 'test' })
  expect(error).toBeNull()
  return subscription
}

/** Which of the words stand in any file of the server: rows and their log, blobs, mails. */
async function filesWith(words: readonly string[]): Promise<string[]> {
  const patterns = words.flatMap((one) => ['-e', one, '-e', Buffer.from(one).toString('base64').slice(0, 24)])
  // Codes 0 and 1: found, not found. A file that goes meanwhile is no matter.
  const found = await promisify(execFile)('grep', ['-rlaF', '-s', ...patterns, system.dataFolder]).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  )
  return found.stdout.split('\n').filter((line) => line !== '')
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Votre message' })
const bubble = (page: Page, words: string) =>
  page.getByRole('log', { name: 'Messages' }).getByRole('article').filter({ hasText: words })

test('E-01 words typed in a browser are in no request, frame, row, blob, log or push', async () => {
  const publicName = `Awa${randomBytes(6).toString('hex')}`
  const [awa, kossi] = await Promise.all([somebody(publicName, desktop), somebody('Kossi', phone)])
  const subscription = await subscribe(kossi)
  const [secret, answer, unsent] = [word(), word(), word()]

  const { page: mine } = awa
  const { page: theirs } = kossi
  await mine.goto(`/profile/${kossi.id}`)
  await mine.getByRole('button', { name: 'Message', exact: true }).click()
  await field(mine).fill(`${secret} ${'é'.repeat(60)}`)
  await press(mine, 'Envoyer')
  const address = () => new URL(mine.url()).searchParams.get('conversation') ?? ''
  await expect.poll(address).not.toBe('')
  // Who reads it at once is sent none.
  await expect.poll(() => subscription.received.length).toBeGreaterThan(0)
  await theirs.goto(`/messages?conversation=${address()}`)
  await bubble(theirs, secret).waitFor()
  await press(theirs, 'Accepter')
  await field(theirs).fill(answer)
  await press(theirs, 'Envoyer')
  await bubble(mine, answer).waitFor()
  await field(mine).fill(unsent)

  const words = [secret, answer, unsent, awa.code, kossi.code]
  const pushed = JSON.stringify(subscription.received)
  const everything = [...awa.heard, ...kossi.heard, ...said, pushed]
  expect(words.filter((one) => everything.some((text) => text.includes(one)))).toEqual([])
  expect(await filesWith(words)).toEqual([])
  // What is no secret is found by the same means.
  expect(everything.some((text) => text.includes('encrypted_content'))).toBe(true)
  expect(said.length).toBeGreaterThan(0)
  expect(pushed).toContain(publicName)
  expect((await filesWith([publicName])).length).toBeGreaterThan(0)

  // E-05 on another device the recovery key brings back what was said before.
  const other = await visit(browser, system.url, { viewport: desktop, storage: remembered(awa.session) })
  await other.page.goto(`/messages?conversation=${address()}&modal=message-keys`)
  await other.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(awa.code)
  await press(other.page, 'Ouvrir')
  await bubble(other.page, secret).waitFor()
  await bubble(other.page, answer).waitFor()
  expect([...awa.complaints, ...kossi.complaints, ...other.complaints]).toEqual([])
  await Promise.all([awa, kossi, other].map(({ context }) => context.close()))
})
