/** What the app costs who pays for each megabyte: requests and bytes, as the way between browser and server sees them. */
import { readFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'

import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { AppBuild } from '../../../app/build/app-files.ts'
import { root } from '../../../tools/run-command.ts'
import { phone, visit } from '../../support/browser.ts'
import { join, remembered, returning } from '../../support/people.ts'
import { RoughNetwork } from '../../support/rough-network.ts'
import { cachesOf, untilKept } from '../support/app-builds.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
let network: RoughNetwork
beforeAll(async () => {
  network = await RoughNetwork.to(product.system.url)
})
afterAll(async () => {
  await network[Symbol.asyncDispose]()
})

async function rest(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor()
  await untilAtRest(page)
}

/** The pictures that were asked for meanwhile, by path. */
async function picturesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const before = network.asked.length
  await work()
  const addresses = network.asked.slice(before).map((line) => line.replace(/^\w+ /u, '').replace(/\?.*/u, ''))
  return addresses.filter((path) => path.includes('/public/'))
}

test('a picture that was shown is kept without being asked for again, and so is one that is fetched ahead', async () => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 3 })
  const storage = remembered(session)
  const { context, page } = await visit(product.browser, network.url, { viewport: phone, storage, hasWorker: true })
  const first = await picturesDuring(async () => {
    await page.goto('/')
    await rest(page)
    await untilKept(page)
  })
  expect(new Set(first).size).toBe(first.length)
  const kept = async () => (await cachesOf(page))[`cx-pictures-${session.user.id}`] ?? []
  const second = await picturesDuring(async () => {
    await page.reload()
    await rest(page)
    await expect.poll(async () => (await kept()).length).toBe(3)
  })
  expect(second.filter((path) => first.includes(path))).toEqual([])
  // As the browser asks for what it shows: what stands for « anything » is many times as heavy.
  const types = await page.evaluate(async () => {
    const owned = (await caches.keys()).find((name) => name.startsWith('cx-pictures-'))
    const cache = await caches.open(owned ?? '')
    const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
    return answers.map((answer) => [answer?.headers.get('content-type'), answer?.headers.get('vary')])
  })
  expect(types).toHaveLength(3)
  for (const [type, vary] of types) expect([/^image\/(?:avif|webp)$/u.test(type ?? ''), vary]).toEqual([true, 'Accept'])
  const third = await picturesDuring(async () => {
    await page.reload()
    await rest(page)
  })
  expect(third).toEqual([])
  await context.close()
})

/** What came through, in bytes, and for what, by method and path. */
async function costOf(work: () => Promise<unknown>): Promise<{ bytes: number; asked: string[] }> {
  const [before, first] = [network.bytesBack, network.asked.length]
  await work()
  const asked = network.asked.slice(first).map((line) => line.replace(/\?.*/u, ''))
  return { bytes: network.bytesBack - before, asked }
}

test('a member who comes back pays less than 15 kB, and as much for ten minutes in which nothing happens', async () => {
  const session = await join(product.system)
  await publishPosts(product.system, { userId: session.user.id, count: 3 })
  const storage = remembered(session)
  const { context, page } = await visit(product.browser, network.url, { viewport: phone, storage, hasWorker: true })
  await page.goto('/')
  await rest(page)
  await untilKept(page)
  await page.reload()
  await rest(page)
  // Whatever stands in the list, other people's too: what is fetched ahead belongs to the first visit.
  const { count } = await serviceOf(product.system).from('feed_posts').select('id', { count: 'exact', head: true })
  expect(count).toBeGreaterThanOrEqual(3)
  const kept = async () => (await cachesOf(page))[`cx-pictures-${session.user.id}`]?.length ?? 0
  await expect.poll(kept).toBe(count)
  const back = await costOf(async () => {
    await page.goto('/')
    await rest(page)
  })
  expect(back.asked).toContain('POST /rest/v1/rpc/feed_page')
  expect(back.asked.filter((line) => /assets|storage|app-shell/u.test(line))).toEqual([])
  expect(back.bytes).toBeLessThan(15_000)

  await page.clock.install()
  await page.reload()
  await rest(page)
  const asks = () => network.asked.filter((line) => line.includes('/api/version')).length
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  // In steps: a clock that leaps while somebody waits for an answer makes them give it up.
  const halfAMinute = async () => {
    const before = asks()
    for (let step = 0; step < 15; step += 1) {
      await page.clock.runFor(2000)
      await expect.poll(() => underWay.size, { interval: 10 }).toBe(0)
    }
    expect(asks()).toBeGreaterThan(before)
  }
  // What a start puts off belongs to it.
  await halfAMinute()
  const idle = await costOf(async () => {
    for (let half = 0; half < 20; half += 1) await halfAMinute()
  })
  // Whether there is a newer build, and nothing else.
  expect(idle.asked.filter((line) => !/^GET \/(?:api\/(?:version|config)|sw\.js)$/u.test(line))).toEqual([])
  expect(idle.bytes).toBeLessThan(15_000)
  await context.close()
})

test('a first visit brings the scripts of its page, and those of what nobody looks for after its picture', async () => {
  await publishPosts(product.system, { userId: (await join(product.system)).user.id, count: 3 })
  const { context, page } = await visit(product.browser, network.url, { viewport: phone, hasWorker: true })
  const { bytes, asked } = await costOf(async () => {
    await page.goto('/')
    await rest(page)
  })
  const { files } = JSON.parse(await readFile(joinPath(root, 'app', 'dist', 'build.json'), 'utf8')) as AppBuild
  const groups = new Map(files.map(({ path, group }) => [`GET ${path}`, group]))
  const brought = asked.filter((line) => groups.get(line) === 'members' || groups.get(line) === 'public')
  // Who counts what is looked at. The client of the services is for members, and what listens for longer visits.
  expect(brought.length).toBeLessThanOrEqual(1)
  expect(bytes).toBeLessThan(255_000)
  // What stands around the picture comes after it: the page of a phone names the scripts that it is painted with.
  const html = await (await fetch(network.url)).text()
  const scripts = asked.filter((line) => line.endsWith('.js'))
  const picture = asked.findIndex((line) => line.includes('/render/image/'))
  expect(picture).toBeGreaterThan(0)
  const before = asked.slice(0, picture).filter((line) => line.endsWith('.js'))
  expect(before.filter((line) => !html.includes(line.replace('GET ', '')))).toEqual([])
  expect(scripts.length).toBeGreaterThan(before.length)
  await context.close()
})

test('who saves away from Wi-Fi alone has pictures at once when they come home to it', async () => {
  const session = await join(product.system)
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(session),
  })
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { type: 'cellular', effectiveType: '4g' })
    Object.defineProperty(navigator, 'connection', { value: connection })
  })
  await page.goto('/settings?section=data')
  const saver = () => page.locator('html').getAttribute('data-saver')
  expect(await saver()).not.toBe('on')
  await page.getByRole('radio', { name: 'Hors Wi-Fi' }).check({ force: true })
  await expect.poll(saver).toBe('on')
  await page.getByText('Enregistré').waitFor()
  await page.reload()
  await expect.poll(saver).toBe('on')
  await page.evaluate(() => {
    const { connection } = navigator as Navigator & { connection: EventTarget }
    Object.assign(connection, { type: 'wifi' }).dispatchEvent(new Event('change'))
  })
  await expect.poll(saver).not.toBe('on')
  await context.close()
})

test('beyond what somebody wants to spend in a day images wait to be touched, until the day is over', async () => {
  const storage = remembered(await join(product.system))
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await page.goto('/settings?section=data')
  const row = page.getByRole('listitem').filter({ hasText: 'Budget par jour' })
  await row.getByText(/^Cette session\s:\s\d/u).waitFor()
  const saver = () => page.locator('html').getAttribute('data-saver')
  const keep = (by: number) =>
    page.evaluate((days) => {
      const at = new Date()
      at.setDate(at.getDate() + days)
      const two = (part: number) => String(part).padStart(2, '0')
      const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
      localStorage.setItem('cortexia.usage', JSON.stringify({ month: '', bytes: 0, day, dayBytes: 25e6 }))
    }, by)
  await keep(0)
  await page.reload()
  await row.getByText(/Aujourd’hui\s:\s25(?:,\d)?\sMo/u).waitFor()
  expect(await saver()).not.toBe('on')
  await row.getByLabel('Budget par jour').selectOption({ label: '20 Mo' })
  await expect.poll(saver).toBe('on')
  await row.getByText('Enregistré').waitFor()
  // Of yesterday, it counts no more.
  await keep(-1)
  await page.reload()
  await row.getByText(/Aujourd’hui\s:\s\d/u).waitFor()
  await expect.poll(saver).not.toBe('on')
  expect(complaints).toEqual([])
  await context.close()
})

test('a start asks once how much is unread: as soon as the channel stands that tells of what comes later', async () => {
  const storage = returning(await join(product.system))
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  // However slow this machine is, the app's patience with the channel does not end.
  await page.addInitScript(() => {
    const begin = window.setTimeout
    Object.assign(window, { setTimeout: (run: TimerHandler, ms?: number) => (ms === 2000 ? 0 : begin(run, ms)) })
  })
  const asked: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/rpc\/(unread_\w+)/u.exec(request.url()) ?? []
    if (name !== undefined) asked.push(name)
  })
  const heard = Promise.withResolvers<void>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (/realtime:user:.*"status":"ok"/u.test(payload.toString())) heard.resolve()
    }),
  )
  await page.goto('/')
  await heard.promise
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2)
  await untilAtRest(page)
  expect(asked.toSorted()).toEqual(['unread_conversations', 'unread_notifications'])
  await context.close()
})
