/**
 * The app on the device (decision 0043): how long a start without any server takes until the first kept card stands with its
 * picture, and how many bytes visits, an open page and an update cost, as a proxy between browser and server counts them.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { gzipSync } from 'node:zlib'

import type { BrowserContext, Page } from 'playwright-core'

import { root } from '../../../tools/run-command.ts'
import { cachesOf, otherBuild } from '../../e2e/support/app-builds.ts'
import { serviceOf } from '../../e2e/support/published-posts.ts'
import { launchBrowser, openProfile, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { RoughNetwork } from '../../support/rough-network.ts'
import { startSystem } from '../../support/start-system.ts'
import { median, table } from '../support/report.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const rows: [string, string, string][] = []
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

await using system = await startSystem({ SEED_DEMO: 'on' })
await system.seeded
await using network = await RoughNetwork.to(system.url)
const session = await join(system)
const saver = JSON.stringify({ saver: true })

async function saving(isOn: boolean): Promise<void> {
  const settings = serviceOf(system).from('profile_settings')
  const { error } = await settings.update({ data_saver: isOn ? 'on' : 'off' }).eq('user_id', session.user.id)
  assert.equal(error, null)
}

/** What comes through while something is done. */
async function bytesOf(work: () => Promise<unknown>): Promise<number> {
  const before = network.bytesBack
  await work()
  return network.bytesBack - before
}

async function rest(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Until the first card's picture is painted, from the beginning of the navigation, on a processor four times slower. */
async function startsIn(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  const inspector = await context.newCDPSession(page)
  await inspector.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const look = () => {
      const [picture] = document.querySelectorAll<HTMLImageElement>('article img[srcset]')
      if (picture?.complete && picture.naturalWidth > 0)
        document.documentElement.dataset['stoodAt'] = `${performance.now()}`
      else requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/')
  const stood = page.locator('html[data-stood-at]')
  await stood.waitFor()
  const at = Number(await stood.getAttribute('data-stood-at'))
  await page.close()
  return at
}

/** With what is fetched ahead. */
async function untilAllIsKept(page: Page): Promise<void> {
  const worker = await (await fetch(`${network.url}/sw.js`)).text()
  const [, hashes = ''] = /"hashes":"([^"]+)"/u.exec(worker) ?? []
  const wanted = hashes.length / 43
  assert.ok(wanted > 50, 'the worker has no list of files')
  const kept = async () => Math.max(0, ...Object.values(await cachesOf(page)).map((paths) => paths.length))
  while ((await kept()) <= wanted) await page.waitForTimeout(500)
}

async function fillProfile(folder: string): Promise<void> {
  const context = await openProfile(folder, network.url)
  const page = await context.newPage()
  await page.goto('/livez')
  await page.evaluate((kept) => Object.assign(localStorage, kept), remembered(session))
  await page.goto('/')
  await rest(page)
  await untilAllIsKept(page)
  await page.reload()
  await rest(page)
  const pictures = async () => (await cachesOf(page))[`cx-pictures-${session.user.id}`]?.length ?? 0
  for (let tries = 0; tries < 60 && (await pictures()) < 5; tries += 1) await page.waitForTimeout(500)
  assert.ok((await pictures()) >= 5, 'the device keeps no pictures')
  await context.close()
}

const folder = await mkdtemp(joinPath(tmpdir(), 'kept-app-'))
await fillProfile(folder)
await network.change('refuse')
const cold: number[] = []
const warm: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const context = await openProfile(folder, network.url)
  cold.push(await startsIn(context))
  warm.push(await startsIn(context))
  await context.close()
}
await rm(folder, { recursive: true })
rows.push(['start without network, browser warm, processor 4× slower', `${median(warm).toFixed(0)} ms`, '≤ 1 000 ms'])
rows.push(['the same, browser just started', `${median(cold).toFixed(0)} ms`, '≤ 2 000 ms'])
await network.change('open')

const browser = await launchBrowser({ whole: true })
// A first visit, as somebody who is not signed in.
{
  const { context, page } = await visit(browser, network.url, { viewport: phone, hasWorker: true })
  const first = await bytesOf(async () => {
    await page.goto('/')
    await rest(page)
  })
  rows.push(['first visit, pictures in sight included', kilobytes(first), '≤ 255 kB'])
  const second = await bytesOf(async () => {
    await page.goto('/')
    await rest(page)
    await page.evaluate(async () => navigator.serviceWorker.ready)
    await page.waitForLoadState('networkidle')
  })
  rows.push(['second visit, with all that is kept from then on', kilobytes(second), ''])
  await context.close()
}
{
  const storage = { ...remembered(session) }
  const { context, page } = await visit(browser, network.url, { viewport: phone, storage, hasWorker: true })
  await page.goto('/')
  await rest(page)
  await untilAllIsKept(page)
  // No picture is fetched from here on: what is counted is everything else.
  await saving(true)
  await page.evaluate((display) => localStorage.setItem('cortexia.display', display), saver)
  const again: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    again.push(
      await bytesOf(async () => {
        await page.goto('/')
        await rest(page)
      }),
    )
  }
  assert.ok(median(again) > 0, 'a visit that asks nothing shows nothing new')
  rows.push(['repeat visit of a member, same build, without pictures', kilobytes(median(again)), '≤ 15 kB'])
  await saving(false)
  await page.evaluate(() => localStorage.removeItem('cortexia.display'))
  await page.clock.install()
  await page.goto('/')
  await rest(page)
  const halfAMinute = async () => {
    await page.clock.runFor(30_000)
    await page.waitForLoadState('networkidle')
  }
  // What a start puts off belongs to it, and so do the pictures that it fetches ahead.
  let kept = -1
  while (kept !== (kept = (await cachesOf(page))[`cx-pictures-${session.user.id}`]?.length ?? 0)) {
    await halfAMinute()
    await page.waitForTimeout(3000)
  }
  const idle = await bytesOf(async () => {
    for (let half = 0; half < 20; half += 1) await halfAMinute()
  })
  assert.ok(idle > 0, 'an open page asks whether there is a newer build')
  rows.push(['a page that is open for ten minutes', kilobytes(idle), '≤ 15 kB'])
  const next = await otherBuild()
  await system.redeploy({ root: next.root })
  const update = await bytesOf(async () => {
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      const { installing } = registration
      if (installing)
        await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
      if (!registration.waiting) throw new Error('nothing was installed')
    })
  })
  rows.push(['an update of one script of all screens', kilobytes(update), '≤ 60 kB'])
  await context.close()
}
await browser.close()
const worker = await readFile(joinPath(root, 'app', 'dist', 'sw.js'))
rows.push(['sw.js, gzip, with its list', kilobytes(gzipSync(worker, { level: 9 }).length), '≤ 16 kB'])
console.log(table(['', 'measured', 'target'], rows))
console.log(`rounds ${rounds}; load average ${loadavg()[0]?.toFixed(1)}`)
