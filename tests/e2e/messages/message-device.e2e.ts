/** What a device keeps of messages, and for how long: what is gone for somebody is gone from there, and nothing is asked in vain. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'
import { run, talkerOf, type Device, type Talker } from './message-sync-browser.ts'

const product = startedProduct()

const arrive = () => talkerOf(product.browser, product.system)

/** Another device of theirs, with the same keys. */
async function another(of: Talker): Promise<Device> {
  const next = await of.another()
  await run(next.page, (messages, key) => messages.unlock(key), of.code)
  return next
}

/** Two who may write to each other, in a conversation that both look at. */
async function arriveTogether(): Promise<{ awa: Talker; kofi: Talker; id: string }> {
  const [awa, kofi] = await Promise.all([arrive(), arrive()])
  const follows = [
    { follower_id: awa.id, followee_id: kofi.id },
    { follower_id: kofi.id, followee_id: awa.id },
  ]
  expect((await serviceOf(product.system).from('follows').insert(follows)).error).toBeNull()
  const id = await run(awa.page, (messages, other) => messages.startConversation(other), kofi.id)
  await Promise.all([open(awa.page, id), open(kofi.page, id)])
  return { awa, kofi, id }
}

const lines = (page: Page, id: string) => run(page, (messages, one) => messages.lines(one), id)
const open = (page: Page, id: string) => run(page, (messages, one) => messages.open(one), id)
const search = (page: Page, words: string) => run(page, (messages, query) => messages.search(query), words)
const keptOf = (page: Page, id: string) => run(page, (messages, one) => messages.keptOf(one), id)
const say = (page: Page, id: string, text: string) =>
  run(page, (messages, [one, words]) => void messages.sendText(one, words), [id, text] as const)

test('what somebody deletes is gone from all their devices, and does not come back with the next message', async () => {
  const { awa, kofi, id } = await arriveTogether()
  const second = await another(awa)
  await open(second.page, id)
  await say(kofi.page, id, 'entre nous')
  await expect.poll(() => lines(awa.page, id)).toEqual(['entre nous'])
  await say(awa.page, id, 'à jamais')
  for (const page of [awa.page, second.page]) {
    await expect.poll(() => lines(page, id)).toEqual(['entre nous', 'à jamais'])
    expect(await search(page, 'jamais')).toEqual(['à jamais'])
    await expect.poll(() => keptOf(page, id)).toContain(`words.${id}`)
  }
  await run(awa.page, (messages, one) => messages.keepDraft(one, 'et encore'), id)
  // The other device is away.
  await second.page.close()

  await run(awa.page, (messages, one) => messages.leaveConversation(one), id)
  await expect.poll(() => lines(awa.page, id)).toEqual([])
  expect(await search(awa.page, 'jamais')).toEqual([])
  expect(await run(awa.page, (messages, one) => messages.readDraft(one), id)).toBe('')
  await say(kofi.page, id, 'bonjour')
  await expect.poll(() => lines(awa.page, id)).toEqual(['bonjour'])
  const tab = await second.tab()
  await open(tab, id)
  await expect.poll(() => lines(tab, id)).toEqual(['bonjour'])
  expect(await search(tab, 'jamais')).toEqual([])
  expect(await search(tab, 'bonjour')).toEqual(['bonjour'])
  // He deletes nothing.
  await expect.poll(() => lines(kofi.page, id)).toEqual(['entre nous', 'à jamais', 'bonjour'])
  for (const { complaints } of [awa, kofi, second]) expect(complaints).toEqual([])
})

test('last lines that this device cannot open ask the server once, and again when keys have changed', async () => {
  const { awa, kofi, id } = await arriveTogether()
  const second = await another(kofi)
  const look = () => run(second.page, (messages) => messages.look())
  await say(awa.page, id, 'avant')
  await expect.poll(() => lines(kofi.page, id)).toEqual(['avant'])
  await look()
  // Another device was lost: what is written now is not for this one.
  await run(kofi.page, (messages, code) => messages.renew(code), kofi.code)
  await say(awa.page, id, 'après')
  await expect.poll(() => lines(kofi.page, id)).toEqual(['avant', 'après'])
  await expect.poll(() => run(second.page, (messages) => messages.vaultState())).toBe('needs_unlock')
  let asked = 0
  second.page.on('request', (request) => {
    if (request.url().includes('/conversation_epochs?')) asked += 1
  })
  await look()
  expect(asked).toBeGreaterThan(0)
  asked = 0
  for (let times = 0; times < 3; times += 1) await look()
  expect(asked).toBe(0)
  await run(second.page, (messages, code) => messages.unlock(code), kofi.code)
  await look()
  expect(asked).toBeGreaterThan(0)
})

test('tabs of a device undo nothing of each other, and nothing is written behind a sign-out', async () => {
  const { awa, kofi, id } = await arriveTogether()
  const other = await run(awa.page, (messages, one) => messages.startGroup(one), [kofi.id])
  for (const words of ['une', 'deux', 'trois']) await say(kofi.page, id, words)
  await expect.poll(() => lines(awa.page, id)).toEqual(['une', 'deux', 'trois'])
  const tab = await awa.tab()
  await open(tab, id)
  await expect.poll(() => lines(tab, id)).toEqual(['une', 'deux', 'trois'])
  const remove = (page: Page, place: number) =>
    run(page, (messages, [one, at]) => messages.removeMessage(one, messages.itemsOf(one)[at]!.id, 'me'), [
      id,
      place,
    ] as const)
  const draft = (page: Page, one: string, text: string) =>
    run(page, async (messages, [to, words]) => (messages.keepDraft(to, words), messages.saveDrafts()), [
      one,
      text,
    ] as const)
  const read = (page: Page, one: string) => run(page, (messages, from) => messages.readDraft(from), one)
  expect(await search(awa.page, 'une')).toEqual(['une'])
  await remove(awa.page, 0)
  await expect.poll(() => lines(tab, id)).toEqual(['deux', 'trois'])
  await remove(tab, 1)
  await expect.poll(() => lines(awa.page, id)).toEqual(['deux'])
  // What is not shown is not found either.
  for (const [words, found] of Object.entries({ une: [], deux: ['deux'], trois: [] }))
    for (const page of [awa.page, tab]) await expect.poll(() => search(page, words)).toEqual(found)
  // Each tab knows of its own alone when it writes.
  await Promise.all([draft(awa.page, id, 'ici'), draft(tab, other, 'ailleurs')])
  await expect.poll(() => Promise.all([read(tab, id), read(awa.page, other)])).toEqual(['ici', 'ailleurs'])

  const next = await awa.tab()
  await open(next, id)
  await expect.poll(() => lines(next, id)).toEqual(['deux'])
  await expect.poll(() => Promise.all([read(next, id), read(next, other)])).toEqual(['ici', 'ailleurs'])
  expect(await search(next, 'une')).toEqual([])
  expect(await search(next, 'deux')).toEqual(['deux'])

  // Written and not kept yet when another tab signs out.
  await run(tab, (messages, one) => messages.keepDraft(one, 'trop tard'), id)
  await run(awa.page, (messages) => messages.signOut())
  await expect.poll(() => run(tab, (messages) => messages.isSignedIn())).toBe(false)
  // As when the page goes.
  await run(tab, (messages) => messages.saveDrafts())
  expect(await tab.evaluate(keptKeys)).toEqual([])
})

test('a message that the server does not give is said to be missing; one that its sender took back is not', async () => {
  const { awa, kofi, id } = await arriveTogether()
  await say(kofi.page, id, 'un')
  await expect.poll(() => lines(awa.page, id)).toEqual(['un'])
  await awa.page.close()
  const insert = '**/rest/v1/encrypted_messages*'
  await kofi.context.route(insert, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'PT403', message: 'no', hint: 'cannot_message' } })
      : route.fallback(),
  )
  await say(kofi.page, id, 'repris')
  const failed = () => run(kofi.page, (messages) => messages.waiting().find(({ state }) => state === 'failed')?.id)
  await expect.poll(failed).toBeDefined()
  await run(kofi.page, (messages, one) => messages.discardMessage(one), await failed())
  await kofi.context.unroute(insert)
  for (const words of ['deux', 'gardé', 'trois']) await say(kofi.page, id, words)
  await expect.poll(() => run(kofi.page, (messages) => messages.waiting())).toEqual([])
  const kept = await run(kofi.page, (messages, one) => messages.itemsOf(one).at(-2)!.id, id)
  expect((await serviceOf(product.system).from('encrypted_messages').delete().eq('id', kept)).error).toBeNull()
  const tab = await awa.tab()
  await open(tab, id)
  await expect.poll(() => lines(tab, id)).toEqual(['un', 'deux', 'missing', 'trois'])
})

/** What lies in the device's database of messages. */
async function keptKeys(): Promise<IDBValidKey[]> {
  const opening = indexedDB.open('cortexia.messages')
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const asked = opening.result.transaction('entries').objectStore('entries').getAllKeys()
  await new Promise((resolve) => (asked.onsuccess = resolve))
  return asked.result
}
