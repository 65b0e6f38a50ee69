/**
 * Messages as two people have them on one machine: from Enter to the other screen, against the same row in the open over
 * the same channel; a thread of fifty, and the list and search of ten thousand, on a processor four times slower.
 */
import assert from 'node:assert/strict'

import type { Browser, Page } from 'playwright-core'

import { openDevice, run, type Device } from '../../e2e/messages/message-sync-browser.ts'
import type { MessagePage } from '../../e2e/messages/message-sync-page.ts'
import { launchBrowser } from '../../support/browser.ts'
import { join } from '../../support/people.ts'
import { startSystem, type RunningSystem } from '../../support/start-system.ts'
import { median, number, quantile, table } from '../support/report.ts'

const messages = Number(process.env['BENCH_MESSAGES'] ?? 10_000)
const sent = Number(process.env['BENCH_SENT'] ?? 200)
/** Between two messages: what the one before has left to do is not counted as the next one's. */
const pauseMs = 30
const slowdown = 4
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const target = 1.5

interface Pair {
  from: Device
  to: Device
  conversation: string
}

async function openPair(system: RunningSystem, browser: Browser, { hasKeys }: { hasKeys: boolean }): Promise<Pair> {
  const [one, other] = await Promise.all([join(system), join(system)])
  const [from, to] = await Promise.all([one, other].map((person) => openDevice(browser, system.url, person)))
  if (!from || !to) throw new Error('There are two devices')
  if (hasKeys) for (const { page } of [from, to]) await run(page, (all) => all.setUp())
  const conversation = await run(from.page, (all, person) => all.startConversation(person), other.user.id)
  return { from, to, conversation }
}

/** When the other page has it, by the clock that both share. */
async function seen(page: Page, id: string): Promise<number> {
  const found = await page.waitForFunction(
    (wanted) => (globalThis as unknown as { messages: { seenAt: Map<string, number> } }).messages.seenAt.get(wanted),
    id,
    { polling: 5 },
  )
  return (await found.jsonValue()) as number
}

interface Way {
  pair: Pair
  send: (text: string) => Promise<{ id: string; at: number }>
  times: number[]
}

/** In turns: what else the machine does meets both ways alike. */
async function timeEach(ways: readonly Way[]): Promise<void> {
  for (let count = -5; count < sent; count += 1) {
    for (const { pair, send, times } of ways) {
      const { id, at } = await send(`Message ${count}`)
      const time = (await seen(pair.to.page, id)) - at
      // The first ones open connections and keys.
      if (count >= 0) times.push(time)
      await pair.from.page.waitForFunction(
        () => (globalThis as unknown as { messages: MessagePage }).messages.waiting().length === 0,
      )
      await new Promise((resolve) => void setTimeout(resolve, pauseMs))
    }
  }
}

const plainly =
  ({ from, conversation }: Pair) =>
  (text: string) =>
    run(
      from.page,
      async (all, [id, words]) => {
        const at = all.clock()
        return { id: await all.sendPlain(id, words), at }
      },
      [conversation, text] as const,
    )

const sealed =
  ({ from, conversation }: Pair) =>
  (text: string) =>
    run(from.page, (all, [id, words]) => ({ at: all.clock(), id: all.sendText(id, words) }), [
      conversation,
      text,
    ] as const)

async function slowTab(device: Device): Promise<Page> {
  const page = await device.tab()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

async function openings(device: Device, conversation: string, isCold: boolean): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (isCold) await run(device.page, (all) => all.clearKept())
    const page = await slowTab(device)
    times.push(await run(page, (all, id) => all.timeToOpen(id), conversation))
    // What is kept for a start without network is written a second later.
    await page.waitForFunction(async () => (await indexedDB.databases()).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await page.close()
  }
  return times
}

const system = await startSystem()
const browser = await launchBrowser()
try {
  const open = await openPair(system, browser, { hasKeys: false })
  await run(open.to.page, (all) => all.listenPlain())
  const kept = await openPair(system, browser, { hasKeys: true })
  for (const { page } of [kept.from, kept.to]) await run(page, (all, id) => all.open(id), kept.conversation)
  await sealed(kept)('Bonjour')
  await run(kept.to.page, (all, id) => all.sendText(id, 'Bonsoir'), kept.conversation)
  // Nobody writes more than three before an answer.
  await run(open.to.page, (all, id) => all.sendPlain(id, 'Bonsoir'), open.conversation)

  // Whoever stands between a page and its requests holds each of them up.
  for (const { from, to } of [open, kept]) for (const { context } of [from, to]) await context.unrouteAll()
  const inTheOpen: number[] = []
  const ours: number[] = []
  await timeEach([
    { pair: open, send: plainly(open), times: inTheOpen },
    { pair: kept, send: sealed(kept), times: ours },
  ])
  for (const { from, to } of [open, kept]) for (const device of [from, to]) await device.serve()
  const line = (name: string, times: readonly number[]) => [
    name,
    number(quantile(times, 0.5)),
    number(quantile(times, 0.95)),
  ]
  console.log(
    table(
      ['From Enter to the other screen (ms)', 'p50', 'p95'],
      [line('sealed, kept in the outbox, opened', ours), line('the same row in the open', inTheOpen)],
    ),
  )
  for (const share of [0.5, 0.95]) {
    const ratio = quantile(ours, share) / quantile(inTheOpen, share)
    console.log(`p${share * 100}: ${number(ratio)}× (target ≤ ${target}×, ${ratio <= target ? 'met' : 'MISSED'})`)
  }

  const vault = await run(kept.from.page, (all, id) => all.timeVault(id), kept.conversation)
  console.log(`\nIn the vault, worker included (ms):`)
  console.log(
    table(
      ['', 'p50', 'p95'],
      [
        line('one message is sealed', vault.seal),
        line('one message is opened', vault.open),
        ['fifty are opened at once', number(vault.page), ''],
      ],
    ),
  )

  await run(kept.from.page, (all, [id, count]) => all.writeMany(id, count), [kept.conversation, messages] as const)
  const cold = await openings(kept.to, kept.conversation, true)
  const warm = await openings(kept.to, kept.conversation, false)
  const device = await slowTab(kept.to)
  const start = Date.now()
  await run(device, (all) => all.fill())
  const filled = Date.now() - start
  const searches = await run(device, (all) => all.timeSearches(['lagune7', 'mangue 12', 'baobab4 kora', 'introuvable']))
  const [first, second, third, none] = searches.found
  assert.ok(searches.size >= messages, `${searches.size} messages are in the index`)
  assert.ok(Math.min(first ?? 0, second ?? 0, third ?? 0) > 0, 'words that were written are found')
  assert.equal(none, 0, 'a word that nobody wrote is not')
  const long = await run(device, (all, id) => all.timeLongThread(id), kept.conversation)
  assert.ok(long.length >= messages, `a thread of ${long.length}`)
  console.log(`\nOn a processor ${slowdown} times slower, ${number(searches.size)} messages:`)
  console.log(
    table(
      ['', 'ms'],
      [
        ['a thread of 50, cold (keys are on the device)', number(median(cold))],
        ['a thread of 50, kept from the last visit', number(median(warm))],
        ['the index is filled, once', number(filled)],
        ['the index is read from the device', number(searches.read)],
        ['one search (median, most)', `${number(median(searches.each))}, ${number(Math.max(...searches.each))}`],
        [`a thread of ${number(long.length)} from its rows`, number(long.first)],
        ['one more message in it', number(long.next)],
      ],
    ),
  )
} finally {
  await browser.close()
  await system[Symbol.asyncDispose]()
}
