/** What a page did not hear or could not open in time is there all the same, once somebody looks for it. */
import type { WebSocketRoute } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { startedProduct } from '../support/product.ts'
import { run, talkerOf, type Talker } from './message-sync-browser.ts'

const product = startedProduct()
let awa: Talker
let kofi: Talker
let conversation: string

beforeAll(async () => {
  ;[awa, kofi] = await Promise.all([
    talkerOf(product.browser, product.system),
    talkerOf(product.browser, product.system),
  ])
  conversation = await run(awa.page, (messages, other) => messages.startConversation(other), kofi.id)
})

async function say(text: string, { page }: Talker = awa): Promise<void> {
  await run(page, (messages, [id, words]) => messages.sendText(id, words), [conversation, text] as const)
  await expect.poll(() => run(page, (messages) => messages.waiting())).toEqual([])
}

test('a thread that nobody looked at while the channel was away is read anew by whoever comes back to it', async () => {
  // Who writes has accepted: it stands in the list.
  await say('Bonjour', kofi)
  await say('Avant la panne')
  const sockets: WebSocketRoute[] = []
  let isAway = false
  await kofi.context.routeWebSocket(/\/realtime\/v1\//u, async (socket) => {
    if (isAway) return socket.close({ code: 1011 })
    socket.connectToServer()
    return sockets.push(socket)
  })
  const page = await kofi.tab()
  const lines = () => run(page, (messages, id) => messages.lines(id), conversation)
  const open = () => run(page, (messages, id) => messages.open(id), conversation)
  await open()
  await expect.poll(lines).toEqual(['Bonjour', 'Avant la panne'])
  await run(page, (messages) => messages.untilChannel('joined'))
  await run(page, (messages, id) => messages.leave(id), conversation)
  isAway = true
  const lost = run(page, (messages) => messages.untilChannel('lost'))
  await Promise.all(sockets.map((socket) => socket.close({ code: 1011 })))
  await lost
  await say('Pendant la panne')
  isAway = false
  await run(page, (messages) => messages.untilChannel('joined'))
  await open()
  await expect.poll(lines).toEqual(['Bonjour', 'Avant la panne', 'Pendant la panne'])
  await page.close()
})

test('what a network kept from being opened is no hole in the index: it is filled when asked again', async () => {
  const device = await kofi.another()
  await run(device.page, (messages, code) => messages.unlock(code), kofi.code)
  const keys = '**/rest/v1/conversation_epochs*'
  await device.context.route(keys, (route) => route.abort())
  expect(await run(device.page, (messages) => messages.fill())).toBe(false)
  await device.context.unroute(keys)
  expect(await run(device.page, (messages) => messages.fill())).toBe(true)
  expect(await run(device.page, (messages) => messages.find('panne'))).toHaveLength(2)
  await device.context.close()
})

test('what one tab puts into the index is found by the others, as long as it fills and after', async () => {
  const other = await kofi.tab()
  const findThere = (query: string) => run(other, (messages, words) => messages.find(words), query)
  expect(await run(other, (messages) => messages.search('panne'))).toHaveLength(2)
  await say('Un mot nouveau')
  await run(kofi.page, (messages) => messages.fill())
  await expect.poll(() => findThere('nouveau')).toEqual(['Un mot nouveau'])
  // Both have it, and it lies there once.
  const segments = () => run(other, (messages) => messages.keptOf('index-facts'))
  const before = await segments()
  const both = [kofi.page, other].map((page) => run(page, (messages) => messages.search('mot')))
  expect(await Promise.all(both)).toEqual([['Un mot nouveau'], ['Un mot nouveau']])
  expect(await segments()).toEqual(before)
  await other.close()
})
