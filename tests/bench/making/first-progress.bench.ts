/**
 * From the tap on « Générer » to what the screen shows of it: that work goes on (the app's own word), the first share
 * that the server tells, and the picture. The built-in engine, a phone's window, one order at a time.
 */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

import type { Page } from 'playwright-core'

import { button, description, generate, openForm } from '../../e2e/support/creator.ts'
import { launchBrowser, phone } from '../../support/browser.ts'
import { startSystem } from '../../support/start-system.ts'
import { median, number, quantile, table } from '../support/report.ts'

const people = Number(process.env['BENCH_PEOPLE'] ?? 4)
/** What a new account can pay for. */
const ordersOfEach = 5
const steps = ['the press is answered', 'first share of the work', 'the picture is there'] as const
type Moments = Partial<Record<(typeof steps)[number], number>>

declare global {
  interface Window {
    moments: Record<string, number>
  }
}

/** Looks at every frame, from inside the page: what is asked from outside comes late. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(([pressed, shared, done]) => {
    globalThis.window.moments = {}
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          const bar = document.querySelector('dialog [role="progressbar"]')
          const note = (name: string) => {
            globalThis.window.moments[name] ??= performance.now() - timeStamp
          }
          if (bar) note(pressed)
          if (Number(bar?.getAttribute('aria-valuenow') ?? 0) > 0) note(shared)
          const picture = document.querySelector<HTMLImageElement>('dialog img.unroll, dialog .unroll img')
          if (pressed in globalThis.window.moments && !bar && picture?.complete) note(done)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  }, steps)
}

async function order(page: Page, prompt: string): Promise<Moments> {
  await description(page).fill(prompt)
  await watch(page)
  await generate(page).click()
  await button(page, 'Modifier et générer à nouveau').waitFor({ timeout: 120_000 })
  await page.waitForFunction((done) => done in globalThis.window.moments, steps[2])
  return page.evaluate(() => globalThis.window.moments)
}

await using system = await startSystem()
const browser = await launchBrowser()
const all: Moments[] = []
for (let person = 0; person < people; person += 1) {
  const { context, page } = await openForm(browser, system, { viewport: phone })
  for (let index = 0; index < ordersOfEach; index += 1) {
    all.push(await order(page, `Une pirogue sur la lagune, ${person} fois ${index} vagues`))
    await button(page, 'Modifier et générer à nouveau').click()
    // A second press within two seconds is none (spec §5).
    await delay(2_000)
  }
  await context.close()
}
await browser.close()
console.log(`${all.length} orders of one picture of 1024 × 1024, one at a time; milliseconds from the tap:`)
console.log(
  table(
    ['', 'median', 'p95'],
    steps.map((step) => {
      const values = all.flatMap((moments) => moments[step] ?? [])
      assert.equal(values.length, all.length, `${step}: seen at every order`)
      return [step, number(median(values)), number(quantile(values, 0.95))]
    }),
  ),
)
