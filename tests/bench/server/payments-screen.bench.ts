/**
 * What somebody who waits sees: from the webhook's arrival to the credits on the screen, in a browser that stands on the page
 * of the payment (goal: p95 within 2 s); and from the approval on the phone to the credits where the webhook never comes
 * (goal: within 35 s). Besides, what /payment fetches beyond the shell (goal: 30 kB of JavaScript, gzip). Both numbers can be
 * given: how many are looked at on the screen, and how many webhooks are lost.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

import type { Browser, Page } from 'playwright-core'

import { asked, person } from '../../../supabase/tests/billing/payment-callers.ts'
import { launchBrowser, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { asClusterOwner, startSystem, type RunningSystem } from '../../support/start-system.ts'
import { number, quantile, table } from '../support/report.ts'

const [onScreen = 40, lost = 100] = process.argv.slice(2).map(Number)
const pack = '01940000-0000-7000-8000-000000000003'
/** The sandbox approves so long after it was sent. */
const approvedAfterMs = 2000

const gzipOf = (body: Buffer) => gzipSync(body, { level: 9 }).length

/** The scripts that a page fetches, by name, with their gzipped length. */
function watchScripts(page: Page): Map<string, Promise<number>> {
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.set(
      response.url(),
      response.body().then(gzipOf, () => 0),
    )
  })
  return scripts
}

async function settled(scripts: ReadonlyMap<string, Promise<number>>): Promise<Map<string, number>> {
  return new Map(await Promise.all([...scripts].map(async ([url, bytes]) => [url, await bytes] as const)))
}

/** What /payment needs that the feed has not fetched already. */
async function weigh(page: Page): Promise<number> {
  const scripts = watchScripts(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const shell = await settled(scripts)
  scripts.clear()
  await page.goto('/payment')
  await page.getByRole('button', { name: /^Payer/u }).waitFor()
  await page.waitForLoadState('networkidle')
  const all = await settled(scripts)
  return [...all].reduce((sum, [url, bytes]) => sum + (shell.has(url) ? 0 : bytes), 0)
}

interface Moments {
  readonly approved: Date
  /** Null where it is not here yet: whoever looked brought the answer sooner. */
  readonly received: Date | null
}

async function momentsOf(system: RunningSystem, payment: string): Promise<Moments> {
  const [row] = await asClusterOwner<Moments>(
    system.dataFolder,
    `select t.sent_at + interval '${approvedAfterMs} milliseconds' as approved, min(i.received_at) as received
     from billing.attempts a
     join sandbox.transactions t on t.merchant_reference = a.id::text
     left join billing.inbox i on i.provider_ref = a.provider_ref
     where a.payment_id = '${payment}'::uuid group by t.id`,
  )
  assert(row)
  return row
}

/** The moment of the first frame that has them. */
const shown = `new Promise((resolve) => {
  const look = () =>
    document.querySelector('main')?.textContent.includes('25 crédits ajoutés') ? resolve(Date.now()) : requestAnimationFrame(look)
  look()
})`

/** Of one purchase, in ms: until the words stood there. */
interface Seen {
  readonly sinceApproved: number
  readonly sinceWebhook: number | null
}

/** Buys as people do. */
async function seeOne(system: RunningSystem, page: Page): Promise<Seen> {
  await page.goto('/payment')
  await page.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  await page.getByRole('button', { name: /^Payer/u }).click()
  await page.getByRole('heading', { name: 'Validez la demande sur votre téléphone' }).waitFor()
  const shownAt = await page.evaluate<number>(shown)
  const id = new URL(page.url()).searchParams.get('p')
  assert(id !== null)
  const { approved, received } = await momentsOf(system, id)
  const wasFirst = received !== null && received.getTime() <= shownAt
  return {
    sinceApproved: Math.max(0, shownAt - approved.getTime()),
    sinceWebhook: wasFirst ? shownAt - received.getTime() : null,
  }
}

async function onScreens(system: RunningSystem, browser: Browser): Promise<{ seen: Seen[]; weight: number }> {
  const session = await join(system)
  const { page } = await visit(browser, system.url, { viewport: phone, storage: remembered(session) })
  page.setDefaultTimeout(120_000)
  const weight = await weigh(page)
  const seen: Seen[] = []
  // Ten a minute are allowed, and twenty attempts a day: the next person, then.
  for (let done = 0; done < onScreen; done += 1) {
    if (done % 8 === 0) {
      const next = await join(system)
      await page.context().addInitScript((entries) => {
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
      }, remembered(next))
    }
    seen.push(await seeOne(system, page))
  }
  return { seen, weight }
}

/** One whose webhook never comes, and at which nobody looks: the poller alone finds it. */
async function loseOne(system: RunningSystem): Promise<number> {
  const who = await person(system)
  const method = { kind: 'mobile_money', operator: 'mtn_bj', number: '01 00 00 00 08' }
  const answer = await asked<{ payment_id: string }>(
    who,
    { price_id: pack, method },
    { 'idempotency-key': randomUUID() },
  )
  assert('payment_id' in answer, JSON.stringify(answer))
  const approvedAt = Date.now() + approvedAfterMs
  for (;;) {
    const { data } = await who.client.from('my_payments').select('status').eq('id', answer.payment_id).single()
    if (data?.status === 'paid') return Math.max(0, Date.now() - approvedAt)
    await delay(500)
  }
}

async function loseAll(system: RunningSystem): Promise<number[]> {
  const waiting = Array.from({ length: lost }, (_, place) => place)
  const times: number[] = []
  const work = async () => {
    while (waiting.pop() !== undefined) times.push(await loseOne(system))
  }
  await Promise.all(Array.from({ length: 10 }, work))
  return times
}

await using system = await startSystem()
const browser = await launchBrowser()
const rows: string[][] = []
const rowOf = (what: string, times: readonly number[], goal: number) => [
  what,
  `${times.length}`,
  number(quantile(times, 0.5)),
  number(quantile(times, 0.95)),
  number(Math.max(...times)),
  `${goal}`,
]
if (onScreen > 0) {
  const { seen, weight } = await onScreens(system, browser)
  const byWebhook = seen.flatMap(({ sinceWebhook }) => sinceWebhook ?? [])
  assert.equal(seen.length, onScreen, 'every purchase came to its screen')
  assert.ok(byWebhook.length > 0, 'a webhook came before what was asked')
  rows.push(rowOf('webhook → credits on the screen, ms', byWebhook, 2000))
  rows.push(
    rowOf(
      'approved → credits on the screen, ms',
      seen.map(({ sinceApproved }) => sinceApproved),
      10_000,
    ),
  )
  console.log(`/payment beyond the shell: ${number(weight / 1000)} kB of JavaScript, gzip (goal: 30)`)
}
if (lost > 0) rows.push(rowOf('webhook lost, nobody looks → credited, ms', await loseAll(system), 35_000))
await browser.close()
console.log(table(['', 'purchases', 'p50', 'p95', 'longest', 'goal'], rows))
