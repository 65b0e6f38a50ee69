/** Builds of the app that differ as two releases do, without building twice. */
import { cp, mkdir, mkdtemp, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { writeAppFiles } from '../../../app/build/app-files.ts'
import { root } from '../../../tools/run-command.ts'

export interface ReleaseFacts {
  readonly version?: string
  readonly releaseNotes?: string
  readonly forced?: boolean
}

export interface OtherBuild {
  /** For `redeploy`. */
  readonly root: string
  readonly dist: string
  readonly build: string
}

let count = 0

/** The app as it was built, but for its first script, whose name changes with its content. */
export async function otherBuild({ version = '5.0.0', ...facts }: ReleaseFacts = {}): Promise<OtherBuild> {
  count += 1
  const folder = await mkdtemp(join(tmpdir(), 'release-'))
  const dist = join(folder, 'app', 'dist')
  await mkdir(join(folder, 'app'))
  await symlink(join(root, 'supabase'), join(folder, 'supabase'))
  await cp(join(root, 'app', 'dist'), dist, { recursive: true, filter: (path) => !/\.(?:br|gz)$/u.test(path) })
  await writeFile(join(folder, 'release.json'), JSON.stringify({ version, ...facts }))
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const [, name = ''] = /assets\/(boot-[\w-]+\.js)/u.exec(page) ?? []
  const next = `boot-Release${count}.js`
  await rename(join(dist, 'assets', name), join(dist, 'assets', next))
  await writeFile(join(dist, 'assets', next), `${await readFile(join(dist, 'assets', next), 'utf8')}\n// ${count}`)
  await writeFile(join(dist, 'index.html'), page.replace(name, next))
  const { build } = await writeAppFiles(dist, version, new Map())
  return { root: folder, dist, build }
}

export const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content)

/** Once the service worker stands, with everything that it fetches ahead. */
export async function untilKept(page: Page): Promise<void> {
  const wanted = await page.evaluate(async () => {
    const [, hashes = ''] = /"hashes":"([^"]+)"/u.exec(await (await fetch('/sw.js')).text()) ?? []
    return hashes.length / 43
  })
  const kept = async () => Object.values(await cachesOf(page)).reduce((most, paths) => Math.max(most, paths.length), 0)
  await expect.poll(kept).toBeGreaterThan(wanted)
}

/** Whether a new worker waits, once the one that installs has come to its end. */
export const waits = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update().catch(() => undefined)
    const { installing } = registration
    if (installing) {
      await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
    }
    return registration.waiting !== null
  })

/** What the device holds of the app, by cache. */
export const cachesOf = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const paths = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    )
    return Object.fromEntries(names.map((name, place) => [name, paths[place] ?? []]))
  })
