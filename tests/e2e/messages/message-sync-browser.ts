/** Browsers whose pages hold the messages of one person, and no screen: message-sync-page.ts, built once. */
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

import type { Session } from '@supabase/supabase-js'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'

import { join as signUp, remembered } from '../../support/people.ts'
import type { MessagePage } from './message-sync-page.ts'

const root = join(import.meta.dirname, '../../..')
const folder = '/messages-alone/'
const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html', '.wasm': 'application/wasm' }

let built: Promise<string> | undefined

function buildPage(): Promise<string> {
  built ??= (async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'messages-alone-'))
    await build({
      configFile: false,
      root: join(root, 'app'),
      base: folder,
      logLevel: 'error',
      resolve: { alias: [{ find: /^#/, replacement: `${join(root, 'app/src')}/` }] },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        minify: false,
        modulePreload: false,
        rolldownOptions: {
          input: join(import.meta.dirname, 'message-sync-page.ts'),
          output: { entryFileNames: 'page.js' },
        },
      },
    })
    return outDir
  })()
  return built
}

export interface Device {
  context: BrowserContext
  page: Page
  complaints: string[]
  /** Another tab of the same device. */
  tab: () => Promise<Page>
  /** Hands out the page again, after its requests went undisturbed. */
  serve: () => Promise<unknown>
}

/** A fresh device of somebody, with one tab. */
export async function openDevice(browser: Browser, origin: string, session: Session): Promise<Device> {
  const outDir = await buildPage()
  const context = await browser.newContext({
    baseURL: origin,
    storageState: {
      cookies: [],
      origins: [
        { origin, localStorage: Object.entries(remembered(session)).map(([name, value]) => ({ name, value })) },
      ],
    },
  })
  // What is fulfilled here comes from no address, and this host's is a private one.
  await context.grantPermissions(['local-network-access'], { origin })
  const complaints: string[] = []
  const serve = () =>
    context.route(`**${folder}**`, async (route) => {
      const { pathname } = new URL(route.request().url())
      const file = pathname.slice(folder.length)
      if (file === '') {
        const body = `<!doctype html><meta charset="utf-8"><title>messages</title><script type="module" src="${folder}page.js"></script>`
        return route.fulfill({ contentType: 'text/html', body })
      }
      const body = await readFile(join(outDir, file))
      return route.fulfill({ contentType: types[extname(file)] ?? 'application/octet-stream', body })
    })
  await serve()
  const tab = async () => {
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(folder)
    await page.waitForFunction(() => 'messages' in globalThis)
    await run(page, (messages) => messages.signedIn())
    return page
  }
  return { context, page: await tab(), complaints, tab, serve }
}

/** Does something with the messages of a page. */
export function run<Result, Argument = undefined>(
  page: Page,
  act: (messages: MessagePage, argument: Argument) => Result | Promise<Result>,
  argument?: Argument,
): Promise<Result> {
  const source = `(argument) => (${act.toString()})(globalThis.messages, argument)`
  return page.evaluate(`(${source})(${JSON.stringify(argument)})`)
}

export interface Talker extends Device {
  id: string
  /** Their recovery code. */
  code: string
  /** Another device, on which nothing is unlocked. */
  another: () => Promise<Device>
}

/** Somebody new, with keys on one device. */
export async function talkerOf(browser: Browser, system: { url: string; anonKey: string }): Promise<Talker> {
  const session = await signUp(system)
  const another = () => openDevice(browser, system.url, session)
  const device = await another()
  const code = await run(device.page, (messages) => messages.setUp())
  return { ...device, id: session.user.id, code, another }
}
