/** What everybody loads before they see anything: small on purpose, and easily grown by one import too many. */
import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { startSystem } from '../../support/start-system.ts'

/** In bytes, gzip (PERFORMANCE §8). What a single screen or only members need comes when it is asked for. */
const budget = 91_400
/** Of styles: what the first page is drawn with. */
const stylesBudget = 15_000

test('the scripts and the styles of the first page stay within their budgets', async () => {
  await using system = await startSystem()
  const page = await (await fetch(system.url)).text()
  const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/gu)].map(([, path = '']) => path)
  const styles = [...page.matchAll(/rel="stylesheet"[^>]*href="([^"]+)"/gu)].map(([, path = '']) => path)
  expect(scripts.length).toBeGreaterThan(1)
  expect(styles).toHaveLength(1)
  const weigh = async (paths: readonly string[]) => {
    const sizes = await Promise.all(
      paths.map(async (path) => {
        const response = await fetch(new URL(path, system.url))
        expect(response.status).toBe(200)
        return gzipSync(await response.bytes(), { level: 9 }).length
      }),
    )
    return sizes.reduce((total, size) => total + size, 0)
  }
  expect(await weigh(scripts)).toBeLessThan(budget)
  expect(await weigh(styles)).toBeLessThan(stylesBudget)
})
