/**
 * The first visit to `/` on the built app, seeded: what is transferred before the first picture, what moves, and what
 * the server holds when idle. Budgets of PERFORMANCE §8: 120 kB of JavaScript, 20 kB of CSS, 65 kB of fonts (gzip).
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

import type { Page } from 'playwright-core'

import { desktop, launchBrowser, phone, visit } from '../../support/browser.ts'
import { startSystem } from '../../support/start-system.ts'

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

interface Transfer {
  readonly type: string
  readonly gzip: number
  readonly isBeforePicture: boolean
}

async function watchTransfers(page: Page): Promise<{ transfers: Transfer[]; pictureAsked: Promise<void> }> {
  const transfers: Transfer[] = []
  let isBeforePicture = true
  const pictureAsked = new Promise<void>((resolve) => {
    page.on('response', (response) => {
      const type = response.request().resourceType()
      if (type === 'image' && response.url().includes('/render/image/')) {
        isBeforePicture = false
        resolve()
      }
      const before = isBeforePicture
      void response.body().then(
        (body) =>
          transfers.push({
            type,
            gzip: type === 'font' ? body.length : gzipSync(body, { level: 9 }).length,
            isBeforePicture: before,
          }),
        () => undefined,
      )
    })
  })
  return { transfers, pictureAsked }
}

function sum(transfers: readonly Transfer[], type: string, onlyBefore: boolean): number {
  return transfers
    .filter((one) => one.type === type && (!onlyBefore || one.isBeforePicture))
    .reduce((total, { gzip }) => total + gzip, 0)
}

async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shift)))
      }),
  )
}

async function residentMemory(): Promise<string> {
  const status = await readFile('/proc/self/status', 'utf8')
  return /VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? '?'
}

await using system = await startSystem({ SEED_DEMO: 'on' })
await system.seeded
/** By then somebody would have left. */
const none = wait(120_000, undefined, { ref: false })
const browser = await launchBrowser()
for (const [name, viewport] of [
  ['phone', phone],
  ['desktop', desktop],
] as const) {
  const { context, page, complaints } = await visit(browser, system.url, { viewport })
  const { transfers, pictureAsked } = await watchTransfers(page)
  await page.goto('/')
  await Promise.race([pictureAsked, none.then(() => assert.fail(`${name}: no picture was asked for`))])
  await page.waitForLoadState('networkidle')
  const shift = await layoutShift(page)
  for (const type of ['script', 'stylesheet', 'font'])
    assert.ok(sum(transfers, type, false) > 0, `${name}: no ${type} came: what was measured is no whole page`)
  const pictures = await page
    .locator('article img')
    .evaluateAll((all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length)
  assert.ok(pictures > 0, `${name}: no picture of the feed is there`)
  console.log(
    [
      `${name}: JavaScript before the first picture ${kilobytes(sum(transfers, 'script', true))} (budget 120)`,
      `CSS ${kilobytes(sum(transfers, 'stylesheet', false))} (20)`,
      `fonts ${kilobytes(sum(transfers, 'font', false))} (65)`,
      `layout shift ${shift.toFixed(4)} (0)`,
      `complaints and foreign hosts ${complaints.length} (0)`,
    ].join('; '),
  )
  await context.close()
}
await browser.close()
console.log(
  `this process, which holds server and browser driver: ${Math.round(Number(await residentMemory()) / 1000)} MB resident`,
)
