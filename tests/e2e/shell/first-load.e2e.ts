/** What everybody loads before they see anything: small on purpose, and easily grown by one import too many. */
import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { desktop, visit } from '../../support/browser.ts'
import { join } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts } from '../support/published-posts.ts'

/** In bytes, gzip (PERFORMANCE §8). What a single screen or only members need comes when it is asked for. */
const budget = 91_400
/** A large screen has its side navigation too. */
const largeBudget = 95_000
/** Of styles: what the first page is drawn with. */
const stylesBudget = 15_000

const product = startedProduct()

async function weigh(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(new URL(path, product.system.url))
      expect(response.status).toBe(200)
      return gzipSync(await response.bytes(), { level: 9 }).length
    }),
  )
  return sizes.reduce((total, size) => total + size, 0)
}

test('the scripts and the styles of the first page stay within their budgets', async () => {
  const page = await (await fetch(product.system.url)).text()
  const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/gu)].map(([, path = '']) => path)
  const styles = [...page.matchAll(/rel="stylesheet"[^>]*href="([^"]+)"/gu)].map(([, path = '']) => path)
  expect(scripts.length).toBeGreaterThan(1)
  expect(styles).toHaveLength(1)
  expect(await weigh(scripts)).toBeLessThan(budget)
  expect(await weigh(styles)).toBeLessThan(stylesBudget)
})

test('a large screen asks for its side navigation beside them, and for nothing else before its first picture', async () => {
  await publishPosts(product.system, { userId: (await join(product.system)).user.id, count: 1 })
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop })
  // As long as the picture is under way: however slow this machine is, the app's patience with it does not end.
  await page.addInitScript(() => {
    const begin = window.setTimeout
    Object.assign(window, {
      setTimeout: (run: TimerHandler, ms?: number) => (ms !== undefined && ms >= 1000 ? 0 : begin(run, ms)),
    })
  })
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) asked.add(pathname)
  })
  const picture = Promise.withResolvers<void>()
  await page.route('**/render/image/**', async (route) => {
    await picture.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('article').first().waitFor()
  await page.getByRole('navigation', { name: 'Navigation principale' }).waitFor()
  const before = [...asked]
  picture.resolve()
  expect(await weigh(before)).toBeLessThan(largeBudget)
  // It was looked at before all else came, which is asked for with the picture there.
  await page.getByRole('textbox', { name: 'Décrivez votre image' }).first().waitFor()
  expect(asked.size).toBeGreaterThan(before.length)
  await context.close()
})
