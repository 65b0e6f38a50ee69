/**
 * From the tap on « Générer » to what the screen shows of it: that work goes on (the app's own word), the first share
 * that the server tells, and the picture. The built-in engine, a phone's window, one order at a time.
 */
import type { Page } from 'playwright-core'

import { button, description, generate, openForm } from '../e2e/creator.ts'
import { launchBrowser, phone } from '../support/browser.ts'
import { startSystem } from '../support/start-system.ts'
import { median, number, quantile, table } from './report.ts'

const people = 4
/** What a new account can pay for. */
const ordersOfEach = 5
const steps = ['the press is answered', 'first share of the work', 'the picture is there'] as const
type Moments = Record<(typeof steps)[number], number>

/** Watches from inside the page: what is asked from outside comes late. */
async function order(page: Page, prompt: string): Promise<Moments> {
  await description(page).fill(prompt)
  const told = page.evaluate(
    ([pressed, shared, done]) =>
      new Promise<Record<string, number>>((resolve) => {
        const moments: Record<string, number> = {}
        let start = 0
        addEventListener('click', () => (start = performance.now()), { capture: true, once: true })
        const note = (name: string, isThere: boolean) => {
          if (start > 0 && isThere) moments[name] ??= performance.now() - start
        }
        const observer = new MutationObserver(() => {
          const bar = document.querySelector('dialog [role="progressbar"]')
          note(pressed, bar !== null)
          note(shared, Number(bar?.getAttribute('aria-valuenow') ?? 0) > 0)
          note(done, start > 0 && bar === null && document.querySelector('dialog .unroll') !== null)
          if (done in moments) {
            observer.disconnect()
            resolve(moments)
          }
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true })
      }),
    steps,
  )
  await generate(page).click()
  return (await told) as Moments
}

await using system = await startSystem()
const browser = await launchBrowser()
const all: Moments[] = []
for (let person = 0; person < people; person += 1) {
  const { context, page } = await openForm(browser, system, { viewport: phone })
  for (let index = 0; index < ordersOfEach; index += 1) {
    all.push(await order(page, `Une pirogue sur la lagune, ${person} fois ${index} vagues`))
    await button(page, 'Modifier et générer à nouveau').click()
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
      return [step, number(median(values)), number(quantile(values, 0.95))]
    }),
  ),
)
