/** Messages between real browsers: delivered once and in order, whatever becomes of networks, tabs and devices. */
import { createClient, type Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { join } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'
import { openDevice, run, type Device } from './message-sync-browser.ts'

const product = startedProduct()
let awa: Session
let kofi: Session
let hers: Device
let his: Device
let conversation: string

beforeAll(async () => {
  ;[awa, kofi] = await Promise.all([join(product.system), join(product.system)])
  ;[hers, his] = await Promise.all([
    openDevice(product.browser, product.system.url, awa),
    openDevice(product.browser, product.system.url, kofi),
  ])
  await Promise.all([hers, his].map(({ page }) => run(page, (messages) => messages.setUp())))
  conversation = await run(hers.page, (messages, other) => messages.startConversation(other), kofi.user.id)
})

const on = <Result>(page: Page, act: Parameters<typeof run<Result, string>>[1]) => run(page, act, conversation)
const open = (page: Page) => on(page, (messages, id) => messages.open(id))
const write = (page: Page, ...texts: string[]) =>
  run(page, (messages, [id, all]) => all.map((text) => messages.sendText(id, text)), [conversation, texts] as const)
const lines = (page: Page) => on(page, (messages, id) => messages.lines(id))
const waiting = (page: Page) => run(page, (messages) => messages.waiting())
const numbers = (word: string, count: number) => Array.from({ length: count }, (_, place) => `${word} ${place}`)

/** What a screen shows from here on. */
async function since(device: Device): Promise<() => Promise<string[]>> {
  const before = (await lines(device.page)).length
  return async () => (await lines(device.page)).slice(before)
}

test('the first message makes its keys and is on the other screen; an answer comes back', async () => {
  await Promise.all([open(hers.page), open(his.page)])
  await write(hers.page, 'Bonjour, où est l’éléphant ?')
  await expect.poll(() => lines(his.page)).toEqual(['Bonjour, où est l’éléphant ?'])
  await write(his.page, 'À la rivière 🐘')
  await expect.poll(() => lines(hers.page)).toEqual(['Bonjour, où est l’éléphant ?', 'À la rivière 🐘'])
  await expect.poll(() => waiting(hers.page)).toEqual([])
})

test('both write without network, one reloads: all is sent once, and both read the same in the same order', async () => {
  const [onHers, onHis] = [await since(hers), await since(his)]
  await Promise.all([hers.context.setOffline(true), his.context.setOffline(true)])
  await write(hers.page, ...numbers('elle', 5))
  await write(his.page, ...numbers('lui', 5))
  expect(await onHers()).toEqual(numbers('elle', 5))
  expect(await waiting(hers.page)).toHaveLength(5)
  // Her tab is gone before it could send.
  await hers.page.close()
  await hers.context.setOffline(false)
  hers.page = await hers.tab()
  await open(hers.page)
  await his.context.setOffline(false)
  await expect.poll(async () => (await onHis()).toSorted()).toEqual([...numbers('elle', 5), ...numbers('lui', 5)])
  await expect.poll(onHers).toEqual(await onHis())
  const all = await onHers()
  expect(all.filter((text) => text.startsWith('elle'))).toEqual(numbers('elle', 5))
  expect(all.filter((text) => text.startsWith('lui'))).toEqual(numbers('lui', 5))
})

test.each([
  { when: 'before its message has left', reaches: false },
  { when: 'before the answer came', reaches: true },
])('a tab that is killed after sealing, $when: the next one sends it once', async ({ reaches }) => {
  const onHis = await since(his)
  let hasReached: (() => void) | undefined
  const held = new Promise<void>((resolve) => (hasReached = resolve))
  await hers.context.route('**/rest/v1/encrypted_messages*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (reaches) await route.fetch()
    return hasReached?.()
  })
  await write(hers.page, `pour toujours ${reaches}`)
  await held
  await hers.page.close()
  await hers.context.unroute('**/rest/v1/encrypted_messages*')
  hers.page = await hers.tab()
  await open(hers.page)
  await expect.poll(onHis).toEqual([`pour toujours ${reaches}`])
  await expect.poll(() => waiting(hers.page)).toEqual([])
  await expect.poll(async () => (await lines(hers.page)).filter((text) => text.endsWith(`${reaches}`))).toHaveLength(1)
  expect(await onHis()).toHaveLength(1)
})

test('what the browser was handed is kept, though the tab dies in that very moment', async () => {
  const page = await hers.tab()
  const session = await page.context().newCDPSession(page)
  const isFrozen = run(hers.page, (messages) => messages.untilFrozen())
  void run(page, (messages) => void setTimeout(() => messages.keepAndFreeze('probe'))).catch(() => undefined)
  await isFrozen
  void session.send('Page.crash').catch(() => undefined)
  await new Promise((resolve) => void page.once('crash', resolve))
  expect(await run(hers.page, (messages) => messages.readKept('probe'))).toBe('kept')
})

test('the same message posted twice is one row and one bubble', async () => {
  const rows = serviceOf(product.system).from('encrypted_messages')
  const { data: row } = await rows
    .select('id,conversation_id,sender_id,encrypted_content,iv,message_type,metadata')
    .eq('sender_id', awa.user.id)
    .limit(1)
    .single()
  const client = createClient(product.system.url, product.system.anonKey, {
    auth: { persistSession: false },
    global: { headers: { Authorization: `Bearer ${awa.access_token}` } },
  })
  const before = (await lines(his.page)).length
  const again = await client.from('encrypted_messages').upsert(row!, { ignoreDuplicates: true }).select()
  expect(again).toMatchObject({ error: null, data: [] })
  await write(hers.page, 'après')
  await expect.poll(async () => (await lines(his.page)).slice(before)).toEqual(['après'])
})

test('two tabs write fifty each while the keys change under them: a hundred, each once, in each tab’s order', async () => {
  const second = await hers.tab()
  await Promise.all([open(second), open(hers.page)])
  const onHis = await since(his)
  // As if a member's key had changed: the epoch that all three know is not taken any more.
  await serviceOf(product.system).from('conversations').update({ epoch_id: null }).eq('id', conversation)
  await Promise.all([
    write(hers.page, ...numbers('un', 50)),
    write(second, ...numbers('deux', 50)),
    write(his.page, 'moi'),
  ])
  // Each is sealed, sent and opened in turn: a busy machine takes its time over a hundred.
  await expect.poll(async () => (await onHis()).length, { timeout: 90_000 }).toBe(101)
  const all = await onHis()
  expect(all.filter((text) => text.startsWith('un'))).toEqual(numbers('un', 50))
  expect(all.filter((text) => text.startsWith('deux'))).toEqual(numbers('deux', 50))
  for (const tab of [hers.page, second]) await expect.poll(async () => (await lines(tab)).slice(-101)).toEqual(all)
  await expect.poll(() => waiting(second)).toEqual([])

  const { data: epochs } = await serviceOf(product.system)
    .from('conversation_epochs')
    .select('epoch')
    .eq('conversation_id', conversation)
    .order('epoch')
  expect(epochs).toEqual([{ epoch: 1 }, { epoch: 2 }])
  const { data: rows } = await serviceOf(product.system)
    .from('encrypted_messages')
    .select('metadata')
    .eq('sender_id', awa.user.id)
  const places = (rows ?? []).map(({ metadata: { e2ee } }) => `${e2ee.epoch} ${e2ee.d} ${e2ee.n}`)
  expect(new Set(places).size).toBe(places.length)
  await second.close()
})

test('a tab that is opened without network shows what was read before', async () => {
  // Nothing comes any more: what is read here and what is kept are the same list.
  await his.context.setOffline(true)
  const read = (await lines(his.page)).slice(-20)
  const newest = await on(his.page, (messages, id) => messages.itemsOf(id).at(-1)?.id)
  await expect.poll(() => run(his.page, (messages, id) => messages.keptNewest(id), conversation)).toBe(newest)
  const tab = await his.tab()
  await open(tab)
  await expect.poll(async () => (await lines(tab)).slice(-20)).toEqual(read)
  await tab.close()
  await his.context.setOffline(false)
})

test('edits, reactions, answers and deletions come to rest on what they mean, on every screen', async () => {
  const onHis = await since(his)
  const [id = ''] = await write(hers.page, 'première')
  await expect.poll(onHis).toEqual(['première'])
  await run(his.page, (messages, [of, to]) => messages.react(of, to, '❤️'), [conversation, id] as const)
  await run(his.page, (messages, [of, to]) => messages.sendText(of, 'oui', { replyTo: to }), [
    conversation,
    id,
  ] as const)
  await run(hers.page, (messages, [of, to]) => messages.editMessage(of, to, 'seconde'), [conversation, id] as const)
  await expect.poll(onHis).toEqual(['seconde', 'oui'])
  const item = await run(his.page, (messages, [of, to]) => messages.itemsOf(of).find((one) => one.id === to), [
    conversation,
    id,
  ] as const)
  expect(item).toMatchObject({ isEdited: true, reactions: [{ emoji: '❤️', userIds: [kofi.user.id] }] })
  await expect.poll(() => on(hers.page, (messages, of) => messages.itemsOf(of).at(-1)?.replyTo)).toBe(id)
  await run(his.page, (messages, of) => messages.markRead(of, messages.itemsOf(of).at(-1)!.at), conversation)
  const stateOnHers = () =>
    run(hers.page, (messages, [of, to]) => messages.itemsOf(of).find((one) => one.id === to)?.state, [
      conversation,
      id,
    ] as const)
  await expect.poll(stateOnHers).toBe('read')
  await run(hers.page, (messages, [of, to]) => messages.removeMessage(of, to, 'all'), [conversation, id] as const)
  await expect.poll(onHis).toEqual(['deleted', 'oui'])
  const erased = async () =>
    (await serviceOf(product.system).from('encrypted_messages').select('iv,encrypted_content').eq('id', id).single())
      .data
  await expect.poll(erased).toEqual({ iv: 'deleted', encrypted_content: '' })
})

test('a picture travels sealed; words are found on the device; after a sign-out nothing of it is left there', async () => {
  const sent = on(hers.page, async (messages, id) =>
    messages.sendImage(id, await messages.draw(640, 480), { text: 'Le marché de Cotonou' }),
  )
  const pictureId = await sent
  await expect.poll(() => on(his.page, (messages, id) => messages.itemsOf(id).at(-1)?.id)).toBe(pictureId)
  const last = (await lines(his.page)).length - 1
  expect(
    await run(his.page, (messages, [id, place]) => messages.picture(id, place), [conversation, last] as const),
  ).toBe('image/webp true')
  const { data: blobs } = await serviceOf(product.system).storage.from('dm-blobs').list(conversation)
  expect(blobs).toHaveLength(1)

  expect(await run(his.page, (messages) => messages.search('marche coto'))).toEqual(['Le marché de Cotonou'])
  expect(await run(his.page, (messages) => messages.search('riviere'))).toEqual(['À la rivière 🐘'])
  expect(await run(his.page, (messages) => messages.search('elephant'))).toEqual(['Bonjour, où est l’éléphant ?'])
  await his.context.setOffline(true)
  await on(his.page, (messages, id) => {
    messages.keepDraft(id, 'brouillon secret')
    messages.sendText(id, 'jamais parti')
    return messages.saveDrafts()
  })
  await expect
    .poll(async () => (await kept(his.page)).filter((key) => /\.(?:outbox|draft|index)/u.test(key)).length)
    .toBeGreaterThan(2)
  expect(await keptText(his.page)).not.toMatch(/secret|jamais|march|rivi|extractable: true/u)
  expect(await keptText(his.page)).toContain('extractable: false')
  await his.context.setOffline(false)
  await run(his.page, (messages) => messages.forget())
  expect(await kept(his.page)).toEqual([])
  expect(hers.complaints).toEqual([])
})

/** What lies in the device's database of messages. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('cortexia.messages')
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const entries = opening.result.transaction('entries').objectStore('entries')
    const asked = entries.getAllKeys()
    await new Promise((resolve) => (asked.onsuccess = resolve))
    opening.result.close()
    return asked.result as string[]
  })
}

function keptText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('cortexia.messages')
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const asked = opening.result.transaction('entries').objectStore('entries').getAll()
    await new Promise((resolve) => (asked.onsuccess = resolve))
    opening.result.close()
    const asText = (_: string, value: unknown) => {
      if (value instanceof CryptoKey) return `extractable: ${value.extractable}`
      return value instanceof ArrayBuffer || value instanceof Uint8Array
        ? new TextDecoder('latin1').decode(value)
        : value
    }
    return JSON.stringify(asked.result, asText)
  })
}
