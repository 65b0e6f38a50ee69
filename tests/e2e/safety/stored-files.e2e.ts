/** What people store cannot run in our origin, in a real browser (THREATS S-04, S-07). */
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

import { desktop, visit } from '../../support/browser.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()
const mark = 'globalThis.ran = true; self.postMessage?.("ran")'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${mark};parent.ran=true</script></svg>`
const files = {
  'run.js': ['text/javascript', mark],
  'run.mjs': ['application/javascript', `${mark}; export default 1`],
  'run.css': ['text/css', ':root { --stored: 1 }'],
  'run.html': ['text/html', `<script>${mark};parent.ran=true</script>`],
  'run.xhtml': ['application/xhtml+xml', `<html xmlns="http://www.w3.org/1999/xhtml"><script>${mark}</script></html>`],
  'run.svg': ['image/svg+xml', svg],
  'liar.png': ['image/png', mark],
} as const

const at = (name: string) => `/storage/v1/object/public/anything/${name}`

beforeAll(async () => {
  const { storage } = createClient(product.system.url, product.system.serviceRoleKey, {
    auth: { persistSession: false },
  })
  await storage.createBucket('anything', { public: true })
  const bucket = storage.from('anything')
  // Long in the browser's cache, where a second use of the same address would find it.
  const cacheControl = '31536000, immutable'
  for (const [name, [contentType, body]] of Object.entries(files))
    await bucket.upload(name, Buffer.from(body), { contentType, cacheControl })
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#c2482a' } })
  await bucket.upload('picture.png', await picture.png().toBuffer(), { contentType: 'image/png', cacheControl })
})

/** A page of our origin without a policy of its own: what is refused there, the storage refused. */
async function bareOrigin(): Promise<Page> {
  const { page } = await visit(product.browser, product.system.url, { viewport: desktop, hasWorker: true })
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>bare' }))
  await page.goto('/bare')
  return page
}

const element = (page: Page, tag: string, attributes: Record<string, string>) =>
  page.evaluate(
    ([name, given]) =>
      new Promise<string>((resolve) => {
        const made = Object.assign(document.createElement(name), given)
        made.addEventListener('load', () => resolve('load'))
        made.addEventListener('error', () => resolve('error'))
        document.body.append(made)
      }),
    [tag, attributes] as const,
  )
const hasRun = (page: Page) => page.evaluate(() => 'ran' in globalThis)

test('S-04 the page itself could run such a script: nothing else than the storage keeps it from that', async () => {
  const page = await bareOrigin()
  await page.route('**/control.js', (route) => route.fulfill({ contentType: 'text/javascript', body: mark }))
  expect(await element(page, 'script', { src: '/control.js' })).toBe('load')
  expect(await hasRun(page)).toBe(true)
  await page.context().close()
})

test.each(Object.keys(files))('S-04 %s does not run as a script, fetched before or not', async (name) => {
  const page = await bareOrigin()
  for (const type of ['text/javascript', 'module']) {
    expect(await element(page, 'script', { src: at(name), type })).toBe('error')
    const text = await page.evaluate(async (path) => (await fetch(path)).text(), at(name))
    expect(text.length).toBeGreaterThan(0)
    expect(await element(page, 'script', { src: at(name), type })).toBe('error')
  }
  // As text: the test runner would make an import of its own out of it.
  expect(await page.evaluate(`import(${JSON.stringify(at(name))}).then(() => true, () => false)`)).toBe(false)
  expect(await hasRun(page)).toBe(false)
  await page.context().close()
})

test.each(['run.js', 'run.mjs', 'liar.png'])('S-04 %s becomes no worker of any kind', async (name) => {
  const page = await bareOrigin()
  const outcomes = await page.evaluate(async (path) => {
    await (await fetch(path)).text()
    // Held: a shared worker that nothing refers to may be collected before it has failed, and then it never tells.
    const held = Object.assign(globalThis, { workers: [] as unknown[] }).workers
    const failed = (worker: Worker | SharedWorker) =>
      new Promise<boolean>((resolve) => {
        held.push(worker)
        worker.addEventListener('error', () => resolve(true))
        if (worker instanceof Worker) worker.addEventListener('message', () => resolve(false))
      })
    // The browser may lose the word of a shared worker that failed before anybody was connected: another one is asked.
    const sharedFailed = async () => {
      for (let number = 0; ; number += 1) {
        const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), 5000))
        const outcome = await Promise.race([failed(new SharedWorker(path, String(number))), silence])
        if (outcome !== null) return outcome
      }
    }
    return {
      worker: await failed(new Worker(path)),
      module: await failed(new Worker(path, { type: 'module' })),
      shared: await sharedFailed(),
      service: await navigator.serviceWorker.register(path).then(
        () => false,
        () => true,
      ),
      known: (await navigator.serviceWorker.getRegistrations()).length,
    }
  }, at(name))
  expect(outcomes).toEqual({ worker: true, module: true, shared: true, service: true, known: 0 })
  await page.context().close()
})

test('S-04 a stored style sheet styles nothing, fetched before or not', async () => {
  const page = await bareOrigin()
  expect(await element(page, 'link', { rel: 'stylesheet', href: at('run.css') })).toBe('error')
  await page.evaluate(async (path) => (await fetch(path)).text(), at('run.css'))
  expect(await element(page, 'link', { rel: 'stylesheet', href: at('run.css') })).toBe('error')
  const styled = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--stored'))
  expect(styled).toBe('')
  await page.context().close()
})

test.each(['run.html', 'run.xhtml', 'run.svg'])('S-04 %s is no document: framed, embedded or opened', async (name) => {
  const page = await bareOrigin()
  await element(page, 'iframe', { src: at(name) })
  for (const tag of ['object', 'embed'])
    await page.evaluate(
      ([kind, path]) => {
        const made = document.createElement(kind!)
        made.setAttribute(kind === 'object' ? 'data' : 'src', path!)
        document.body.append(made)
      },
      [tag, at(name)],
    )
  await untilAtRest(page)
  expect(await hasRun(page)).toBe(false)
  const opened = await page.goto(at(name))
  expect(opened?.status()).toBe(400)
  expect(await hasRun(page)).toBe(false)
  await page.context().close()
})

test('S-04 pictures are shown, in a page and in a tab of their own; a drawing in a page', async () => {
  const page = await bareOrigin()
  for (const name of ['picture.png', 'run.svg']) expect(await element(page, 'img', { src: at(name) })).toBe('load')
  expect(await hasRun(page)).toBe(false)
  const opened = await page.goto(at('picture.png'))
  expect([opened?.status(), opened?.headers()['content-type']]).toEqual([200, 'image/png'])
  expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(9)
  await page.context().close()
})

test('S-07 a signed address’s token is nobody’s session', async () => {
  const client = createClient(product.system.url, product.system.serviceRoleKey, { auth: { persistSession: false } })
  const { data } = await client.storage.from('anything').createSignedUrl('picture.png', 60)
  const token = new URL(data!.signedUrl).searchParams.get('token')!
  for (const path of ['/rest/v1/', '/auth/v1/user', '/storage/v1/bucket']) {
    const headers = { apikey: product.system.anonKey, authorization: `Bearer ${token}` }
    const answer = await fetch(product.system.url + path, { headers })
    const body = (await answer.json()) as { statusCode?: string }
    expect([path, String(body.statusCode ?? answer.status)]).toEqual([path, expect.stringMatching(/^40[13]$/)])
  }
})
