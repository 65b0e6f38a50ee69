/** What a page may run, in a real browser: what the build brought, and no text that came later (E2EE §13, THREATS X-02). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts } from '../support/published-posts.ts'

const product = startedProduct()

/** Each way from a text to running code, and whether the page let it: outside the inspector's own evaluation. */
const ways = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    const types = (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } })
      .trustedTypes
    const tries: Record<string, () => unknown> = {
      html: () => {
        document.createElement('div').innerHTML = '<b>x</b>'
      },
      // Found at run time: that they are harmful is what is tested.
      eval: () => (Reflect.get(globalThis, 'eval') as (text: string) => unknown)('1'),
      function: () => (Reflect.get(globalThis, 'Function') as (text: string) => unknown)('return 1'),
      timer: () => setTimeout('1' as unknown as () => void),
      worker: () => new Worker('/sw.js'),
      script: () => {
        document.createElement('script').src = '/sw.js'
      },
      frame: () => {
        document.createElement('iframe').srcdoc = '<b>x</b>'
      },
      second: () => types.createPolicy('another', { createHTML: (text: string) => text }),
      again: () => types.createPolicy('cx-script-url', { createScriptURL: (text: string) => text }),
      default: () => types.createPolicy('default', { createHTML: (text: string) => text }),
      wasm: () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
    }
    return Object.entries(tries).flatMap(([name, attempt]) => {
      try {
        attempt()
        return [name]
      } catch {
        return []
      }
    })
  })

test('X-02 no page turns text into code, and none of the product’s own complains', async () => {
  const session = await join(product.system)
  const [post] = await publishPosts(product.system, { userId: session.user.id, count: 1 })
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(session),
  })
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(globalThis, { violations: said })
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      said.push(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`),
    )
  })
  const found: string[] = []
  const screens = [
    '/',
    `/post/${post?.id}`,
    '/account?section=security',
    '/messages',
    '/workflow',
    '/profile',
    '/tag/x',
  ]
  for (const path of ['/_dev/outbox', ...screens, '/?modal=create', '/?modal=search']) {
    await page.goto(path)
    await untilAtRest(page)
    found.push(...(await page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations)))
  }
  expect([...found, ...complaints]).toEqual([])

  expect(await ways(page)).toEqual([])
  // Where an answer is an error page, the policy is the same.
  await page.goto('/nowhere')
  expect(await ways(page)).toEqual([])
  await context.close()
})
