/**
 * The feed as somebody with a modest phone has it: the built app, 2 100 publications, a processor four times slower and
 * a slow 4G network (150 ms there and back, 1.6 Mbit/s). Largest paint, cold and on a return visit; interaction to next
 * paint of like, open, back and the first « Créer »; what moves unasked; long tasks while 500 cards go by; memory after 2 000 cards.
 */
import assert from 'node:assert/strict'

import type { CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'

import { serviceOf } from '../../e2e/support/published-posts.ts'
import { launchBrowser, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { startSystem, type RunningSystem } from '../../support/start-system.ts'
import { median, number, table } from '../support/report.ts'

const posts = 2100
const pictures = 12
const slowdown = 4
const slow4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const rounds = 3
/** On a busy machine everything takes longer: a figure that is late is a figure, one that never comes is named. */
const patience = 180_000
const tellWithin = 3000
const targets = { cold: 2500, again: 1000, interaction: 200, shift: 0, longTask: 200 }

/** What the page itself observes, from its first moment. */
interface Observed {
  largestPaint: number
  shift: number
  longest: number
  interactions: { name: string; duration: number }[]
}

async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Observed = { largestPaint: 0, shift: 0, longest: 0, interactions: [] }
    Object.assign(window, { seen })
    const watch = (type: string, note: (entry: PerformanceEntry) => void, extra: PerformanceObserverInit = {}) => {
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...extra })
    }
    watch('largest-contentful-paint', ({ startTime }) => (seen.largestPaint = startTime))
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.shift += value
    })
    watch('longtask', ({ duration }) => (seen.longest = Math.max(seen.longest, duration)))
    watch('event', ({ name, duration }) => seen.interactions.push({ name, duration }), {
      durationThreshold: 16,
    } as PerformanceObserverInit)
  })
}

const read = (page: Page) => page.evaluate(() => (window as unknown as { seen: Observed }).seen)
const forget = (page: Page) =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: Observed }
    Object.assign(seen, { longest: 0, interactions: [] })
  })

/** The longest from an input to what it changed on the screen, in ms; 16 is what the browser does not tell apart. */
async function interaction(page: Page, act: () => Promise<unknown>): Promise<number> {
  await forget(page)
  await act()
  await page.evaluate(
    (patience) =>
      new Promise<void>((resolve) => {
        const { seen } = window as unknown as { seen: Observed }
        const until = performance.now() + patience
        // The browser tells of an interaction when it is over, and of a short one not at all.
        const tell = () => (seen.interactions.length > 0 || performance.now() > until ? resolve() : later())
        const later = () => setTimeout(() => requestAnimationFrame(tell), 300)
        later()
      }),
    tellWithin,
  )
  const { interactions } = await read(page)
  return Math.max(16, ...interactions.map(({ duration }) => duration))
}

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return session
}

/** Pictures that weigh what pictures weigh, in the three usual shapes. */
async function seed(system: RunningSystem): Promise<void> {
  const service = serviceOf(system)
  const { user } = await join(system)
  const urls: string[] = []
  for (let index = 0; index < pictures; index += 1) {
    const [width = 768, height = 768] =
      [
        [1024, 683],
        [768, 1024],
        [896, 896],
      ][index % 3] ?? []
    const noise = { type: 'gaussian', mean: 60 + index * 12, sigma: 40 } as const
    const file = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
      .blur(2 + (index % 4))
      .webp({ quality: 85 })
      .toBuffer()
    const path = `${user.id}/bench-${index}.webp`
    const { storage } = service
    const stored = await storage.from('generated-images').upload(path, file, { contentType: 'image/webp' })
    if (stored.error) throw stored.error
    const url = storage.from('generated-images').getPublicUrl(path).data.publicUrl
    const order = { user_id: user.id, prompt: 'Motif', mode: 'normal', width: 1024, height: 1024, engine: 'builtin' }
    const made = await service.from('generations').insert(order).select('id').single<{ id: string }>()
    if (made.error) throw made.error
    const image = { generation_id: made.data.id, user_id: user.id, position: 1, bucket: 'generated-images', path, url }
    const facts = { width, height, bytes: file.byteLength, thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI' }
    const { error } = await service.from('generation_images').insert({ ...image, ...facts })
    if (error) throw error
    urls.push(url)
  }
  const newest = Date.now()
  for (let from = 0; from < posts; from += 300) {
    const rows = Array.from({ length: Math.min(300, posts - from) }, (_, index) => ({
      creator_id: user.id,
      prompt: `Motif numéro ${from + index + 1}, tissé serré sur fond de nuit`,
      image_url: urls[(from + index) % urls.length],
      created_at: new Date(newest - (from + index) * 60_000).toISOString(),
    }))
    const { error } = await service.from('feed_posts').insert(rows)
    if (error) throw error
  }
}

/** Scrolls until so many cards have gone by; answers how many have, where the list does not get there. */
function scrollPast(page: Page, cards: number): Promise<number> {
  return page.evaluate(
    ({ wanted, most }) =>
      new Promise<number>((resolve) => {
        const until = performance.now() + most
        const step = () => {
          const places = [...document.querySelectorAll('article')].map((one) =>
            Number(one.getAttribute('aria-posinset')),
          )
          const last = Math.max(0, ...places)
          if (last >= wanted || performance.now() > until) return resolve(last)
          scrollBy(0, innerHeight / 3)
          return requestAnimationFrame(step)
        }
        step()
      }),
    { wanted: cards, most: patience },
  )
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

const verdict = (value: number, target: number) => (value <= target ? 'met' : 'MISSED')
const line = (what: string, value: number, unit: string, target: number) => [
  what,
  `${number(value)} ${unit}`,
  `≤ ${target} ${unit}`,
  verdict(value, target),
]

interface Figures {
  cold: number[]
  again: number[]
  liked: number
  opened: number
  back: number
  /** The first press on « Créer »: its code is not there yet. */
  asked: number
  shift: number
  longest: number
  memory: { before: number; after: number; cards: number; nodes: number } | null
}

const none = Number.NaN
const figures: Figures = {
  cold: [],
  again: [],
  liked: none,
  opened: none,
  back: none,
  asked: none,
  shift: 0,
  longest: none,
  memory: null,
}

/** What fails takes its own figure with it, and not the others. */
async function attempt(what: string, measure: () => Promise<void>): Promise<void> {
  try {
    await measure()
  } catch (error) {
    console.log(`${what} could not be measured: ${String(error).split('\n')[0]}`)
    process.exitCode = 1
  }
}

async function openFeed(page: Page): Promise<void> {
  await page.goto('/')
  await page.locator('article img').first().waitFor()
  await page.waitForLoadState('networkidle')
  const shown = await page.locator('article img').evaluateAll((all) => {
    const first = all[0]
    return first instanceof HTMLImageElement && first.complete && first.naturalWidth > 0
  })
  assert.ok(shown, 'the first card shows its picture')
}

const noteShift = async (page: Page) => (figures.shift = Math.max(figures.shift, (await read(page)).shift))

async function measurePaints(): Promise<void> {
  const { context, page } = await visit(browser, system.url, { viewport: phone, storage: device })
  context.setDefaultTimeout(patience)
  await observe(page)
  await slowDown(page)
  for (const paints of [figures.cold, figures.again]) {
    await openFeed(page)
    const { largestPaint } = await read(page)
    assert.ok(largestPaint > 0, 'something was painted')
    paints.push(largestPaint)
    await noteShift(page)
  }
  await context.close()
}

async function measureActs(page: Page): Promise<void> {
  const first = page.getByRole('article').first()
  const like = first.getByRole('button', { name: /^J’aime/u })
  figures.liked = await interaction(page, () => like.click())
  figures.opened = await interaction(page, () => first.getByRole('img').first().click())
  await page.waitForURL('**/post/**')
  const close = page.getByRole('button', { name: 'Retour', exact: true })
  await close.waitFor()
  figures.back = await interaction(page, () => close.click())
  await page.waitForURL((url) => url.pathname === '/')
  figures.asked = await interaction(page, () =>
    page.getByRole('navigation').getByRole('button', { name: 'Créer une image' }).click(),
  )
  await page.getByRole('dialog', { name: 'Créer une image' }).waitFor()
  await page.goBack()
}

async function measureScrolling(page: Page, tools: CDPSession): Promise<void> {
  await tools.send('Network.emulateNetworkConditions', { ...slow4G, latency: 20, downloadThroughput: -1 })
  await scrollPast(page, 40)
  const before = await heap(tools)
  await forget(page)
  const passed = await scrollPast(page, 540)
  figures.longest = (await read(page)).longest
  if (passed < 540) console.log(`only ${passed} cards went by in ${patience / 1000} s`)
  const cards = await scrollPast(page, 2000)
  assert.ok(cards >= 2000, `only ${cards} cards went by`)
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  figures.memory = { before, after: await heap(tools), cards, nodes }
}

await using system = await startSystem()
await seed(system)
const browser = await launchBrowser()
// Slow networks have pictures wait for a tap; here it is the picture that is measured.
const device = { 'cortexia.display': JSON.stringify({ saver: false }) }
const session = await join(system)
for (let round = 0; round < rounds; round += 1) await attempt('a largest paint', measurePaints)
const { context, page } = await visit(browser, system.url, {
  viewport: phone,
  storage: { ...device, ...remembered(session) },
})
context.setDefaultTimeout(patience)
await observe(page)
const tools = await slowDown(page)
await attempt('the feed of a member', () => openFeed(page))
await attempt('an interaction', () => measureActs(page))
await attempt('scrolling', () => measureScrolling(page, tools))
await attempt('what moved', async () => void (await noteShift(page)))
await browser.close()

const { cold, again, liked, opened, back, asked, shift, longest, memory } = figures
console.log(
  table(
    ['phone, 4× slower processor, slow 4G', 'measured', 'target', ''],
    [
      line('largest paint, cold', median(cold), 'ms', targets.cold),
      line('largest paint, return visit', median(again), 'ms', targets.again),
      line('like to next paint', liked, 'ms', targets.interaction),
      line('open to next paint', opened, 'ms', targets.interaction),
      line('back to next paint', back, 'ms', targets.interaction),
      line('first « Créer » to next paint', asked, 'ms', targets.interaction),
      line('layout shift', shift, '', targets.shift),
      line('longest task over 500 cards', longest, 'ms', targets.longTask),
    ],
  ),
)
if (memory) {
  const { before, after, cards, nodes } = memory
  console.log(
    `memory: ${number(before)} MB after 40 cards, ${number(after)} MB after ${cards} (their facts are kept); ${nodes} elements in the page`,
  )
}
