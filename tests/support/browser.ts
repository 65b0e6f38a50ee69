import { existsSync } from 'node:fs'

import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core'

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }

/** As long as `expect.poll` looks: a busy machine is no failure, and may take half a minute for a first page. */
const patienceMs = 60_000

/** The same engine without the windows, menus and messages of a whole browser: a page opens in a quarter of the time. */
const shells = ['/usr/bin/chromium-headless-shell']
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

export interface LaunchOptions {
  /** For what only a whole browser has: messages on the device, the windows of an installed app. */
  readonly whole?: boolean
  /** A microphone that beeps once a second, given without a question. */
  readonly hasMicrophone?: boolean
}

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch(launchOptions(options))
}

/** The process keeps them for its next file; our own modules are evaluated anew for each. */
const kept = globalThis as typeof globalThis & { testBrowsers?: Map<string, Promise<Browser>> }

/**
 * The browser of this kind that the files of a process share: starting one costs as much as opening several pages. People
 * are told apart by context, so it is never closed, and `closeContexts` ends a file.
 */
export async function sharedBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const browsers = (kept.testBrowsers ??= new Map())
  const kind = JSON.stringify(options)
  const known = await browsers.get(kind)?.catch(() => null)
  if (known?.isConnected()) return known
  const launched = launchBrowser(options)
  browsers.set(kind, launched)
  return launched
}

/** Ends what a file has opened in them. */
export async function closeContexts(): Promise<void> {
  const browsers = await Promise.all((kept.testBrowsers ?? new Map<string, Promise<Browser>>()).values())
  await Promise.all(browsers.flatMap((browser) => browser.contexts()).map((context) => context.close()))
}

/** A phone whose browser is started anew with all that an earlier one left in this folder. */
export async function openProfile(folder: string, url: string): Promise<BrowserContext> {
  const look = { viewport: phone, locale: 'fr-FR', reducedMotion: 'reduce', hasTouch: true, isMobile: true } as const
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions({ whole: true }),
    ...look,
    baseURL: url,
  })
  context.setDefaultTimeout(patienceMs)
  context.on('page', follow)
  return context
}

function launchOptions({ whole = false, hasMicrophone = false }: LaunchOptions) {
  const known = [process.env['CHROMIUM_PATH'] ?? '', ...(whole ? [] : shells), ...places]
  const executablePath = known.find((path) => path !== '' && existsSync(path))
  if (executablePath === undefined) throw new Error('Chromium is missing: install it, or name it in CHROMIUM_PATH')
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(hasMicrophone ? ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] : []),
    ],
  }
}

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** What the page said that it should not have: uncaught errors, errors on the console, foreign hosts. */
  readonly complaints: string[]
}

export interface VisitOptions {
  readonly viewport: { width: number; height: number }
  readonly colorScheme?: 'light' | 'dark'
  /** What the device remembers of this origin from before. */
  readonly storage?: Readonly<Record<string, string>>
  /** The app may keep itself on the device, as it does; what a page shows then is not what the server says now. */
  readonly hasWorker?: boolean
}

/** A person with a fresh device. */
export async function visit(
  browser: Browser,
  url: string,
  { viewport, colorScheme = 'dark', storage = {}, hasWorker = false }: VisitOptions,
): Promise<Visit> {
  const isTouch = viewport.width < 768
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    serviceWorkers: hasWorker ? 'allow' : 'block',
    hasTouch: isTouch,
    isMobile: isTouch,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  context.setDefaultTimeout(patienceMs)
  context.on('page', follow)
  const page = await context.newPage()
  await remember(page, url, storage)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on(
    'console',
    (message) => message.type() === 'error' && complaints.push(`console: ${message.text()} ${message.location().url}`),
  )
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(url).origin) complaints.push(`foreign: ${request.url()}`)
  })
  return { context, page, complaints }
}

/** Before the first document of this origin runs, and never again. Playwright's `storageState` opens a page of its own for it. */
async function remember(page: Page, url: string, storage: Readonly<Record<string, string>>): Promise<void> {
  if (Object.keys(storage).length === 0) return
  const entries = JSON.stringify(Object.entries(storage))
  const content = `if (origin === ${JSON.stringify(url)}) for (const [key, value] of ${entries}) localStorage.setItem(key, value)`
  const once = await page.addInitScript({ content })
  page.once('domcontentloaded', () => void once.dispose().catch(() => undefined))
}

export interface Asking {
  /** How often the page has asked for something. */
  count: number
  readonly underWay: Set<Request>
}
const asking = new WeakMap<Page, Asking>()

function follow(page: Page): void {
  const told: Asking = { count: 0, underWay: new Set() }
  asking.set(page, told)
  page.on('request', (request) => {
    told.count += 1
    told.underWay.add(request)
  })
  const end = (request: Request) => void told.underWay.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** What a page asks for that was opened by `visit`, or in such a context. */
export function askingOf(page: Page): Asking {
  const told = asking.get(page)
  if (!told) throw new Error('This page is not followed')
  return told
}
