/** Builds that follow each other where something goes wrong or little may be sent: a page and a device stay whole. */
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { phone, visit } from '../../support/browser.ts'
import { join, remembered, signOut } from '../../support/people.ts'
import { RoughNetwork } from '../../support/rough-network.ts'
import { buildOf, cachesOf, otherBuild, untilKept, waits } from '../support/app-builds.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
let network: RoughNetwork
beforeAll(async () => {
  network = await RoughNetwork.to(product.system.url)
})
beforeEach(() => network.change('open'))
afterAll(async () => {
  await network[Symbol.asyncDispose]()
})

async function arrive(prepare: (id: string) => Promise<Record<string, string>> = async () => ({})) {
  const session = await join(product.system)
  const storage = await prepare(session.user.id)
  await publishPosts(product.system, { userId: session.user.id, count: 2 })
  const kept = { ...remembered(session), ...storage }
  const visited = await visit(product.browser, network.url, { viewport: phone, storage: kept, hasWorker: true })
  await visited.page.goto('/')
  await visited.page.getByRole('article').first().waitFor()
  return { ...visited, session }
}

test('T8 whoever arrives while builds change has the files of one build, each of them, and is not loaded again', async () => {
  const [other, back] = [await otherBuild(), { root: undefined }]
  for (const next of [other, back, other, back]) {
    const { context, page } = await visit(product.browser, network.url, { viewport: phone })
    const missing: string[] = []
    let loads = 0
    page.on('load', () => (loads += 1))
    page.on('response', (response) => {
      if (response.status() >= 400 && new URL(response.url()).pathname.startsWith('/assets/'))
        missing.push(response.url())
    })
    let named: string | undefined
    // The page has come, and its files are asked of a server that has another build by now.
    const deployed = Promise.withResolvers<undefined>()
    let isFirst = true
    await page.route('**/assets/**', async (route) => {
      if (isFirst) {
        isFirst = false
        await product.system.redeploy(next.root === undefined ? {} : { root: next.root })
        deployed.resolve(undefined)
      }
      await deployed.promise
      await route.continue()
    })
    await page.goto('/')
    named = await buildOf(page)
    await page.getByRole('navigation').first().waitFor()
    await untilAtRest(page)
    expect([missing, loads, await buildOf(page)]).toEqual([[], 1, named])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
})

test('T10 an install that is cut anywhere leaves the build that was there, and the next one completes', async () => {
  const { context, page } = await arrive()
  await untilKept(page)
  const own = await buildOf(page)
  const next = await otherBuild()
  await product.system.redeploy({ root: next.root })
  // In the worker's own script, in the page, in the one file that is new.
  for (const bytes of [300, 5000, 11_000, 14_000]) {
    await network.cutAfter(bytes)
    expect(await waits(page), `after ${bytes} bytes`).toBe(false)
    await network.change('refuse')
    await page.goto('/')
    expect(await buildOf(page)).toBe(own)
    await page.getByRole('article').first().waitFor()
    await network.change('open')
  }
  await expect.poll(() => waits(page)).toBe(true)
  expect(Object.keys(await cachesOf(page))).toContain(`cx-shell-${next.build}`)
  await page.getByRole('button', { name: 'Mettre à jour' }).click()
  await expect.poll(() => buildOf(page).catch(() => own)).toBe(next.build)
  await product.system.redeploy({})
  await context.close()
})

/** Whatever this device holds under somebody's id. */
const traces = (page: Page, id: string) =>
  page.evaluate(async (person) => {
    const found: string[] = [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await caches.keys())]
    for (const { name = '' } of await indexedDB.databases()) {
      found.push(name)
      const opening = indexedDB.open(name)
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      for (const store of opening.result.objectStoreNames) {
        const asked = opening.result.transaction(store).objectStore(store).getAllKeys()
        await new Promise((resolve) => asked.addEventListener('success', resolve))
        found.push(...asked.result.map((key) => `${name} ${JSON.stringify(key)}`))
      }
      opening.result.close()
    }
    // Keys that lie nowhere else stay with who made them (E2EE §11), and open nothing to others.
    return found.filter((entry) => entry.includes(person) && !entry.startsWith('cortexia-keys/'))
  }, id)

test('T20 X-08 who signs in after somebody finds nothing of them on the device', async () => {
  const { context, page, session } = await arrive()
  await untilKept(page)
  await page.reload()
  await page.getByRole('article').first().waitFor()
  const { id } = session.user
  await expect.poll(async () => Object.keys(await cachesOf(page))).toContain(`cx-pictures-${id}`)
  expect((await traces(page, id)).length).toBeGreaterThan(1)
  await signOut(page)
  await expect.poll(() => traces(page, id)).toEqual([])
  const next = await join(product.system)
  await page.evaluate((kept) => Object.assign(localStorage, kept), remembered(next))
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await untilAtRest(page)
  expect(await traces(page, id)).toEqual([])
  await context.close()
})

test('T22 where data is saved nothing is fetched ahead, and the server is asked every ten minutes', async () => {
  const { context, page } = await arrive(async (id) => {
    const { error } = await serviceOf(product.system)
      .from('profile_settings')
      .update({ data_saver: 'on' })
      .eq('user_id', id)
    expect(error).toBeNull()
    return { 'cortexia.display': JSON.stringify({ saver: true }) }
  })
  const core = await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const text = await (await fetch('/sw.js')).text()
    return [...text.matchAll(/"core"\]/gu)].length
  })
  await page.reload()
  await page.getByRole('article').first().waitFor()
  await untilAtRest(page)
  const kept = Object.entries(await cachesOf(page)).find(([name]) => name.startsWith('cx-shell-'))?.[1] ?? []
  const wanted = await page.evaluate(async () => {
    const [, hashes = ''] = /"hashes":"([^"]+)"/u.exec(await (await fetch('/sw.js')).text()) ?? []
    return hashes.length / 43
  })
  // The page, its core, and what this visit itself has used.
  expect(kept.length).toBeGreaterThan(core)
  expect(kept.length).toBeLessThan(wanted / 2)
  let asked = 0
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    underWay.add(request)
    asked += Number(request.url().includes('/api/version'))
  })
  const end = (request: Request) => underWay.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await page.clock.install()
  await page.reload()
  await page.getByRole('article').first().waitFor()
  const before = asked
  for (let half = 0; half < 40; half += 1) {
    // In one leap, and not before every answer: time that runs while a request is out would end it at its limit.
    await page.clock.fastForward(30_000)
    await expect.poll(() => underWay.size).toBe(0)
  }
  expect(asked - before).toBeGreaterThan(0)
  expect(asked - before).toBeLessThanOrEqual(3)
  await context.close()
})
