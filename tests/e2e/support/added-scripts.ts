/** What a screen brings beyond the shell: the scripts that come when a member goes there. */
import { gzipSync } from 'node:zlib'

import type { Page } from 'playwright-core'

import { untilAtRest } from './at-rest.ts'

export interface AddedScripts {
  /** Of the frame and of one's own profile. */
  readonly before: readonly string[]
  readonly added: readonly string[]
  /** In bytes, gzip. */
  readonly weight: number
}

/** `ready` waits until the screen at `path` is whole. */
export async function addedScripts(page: Page, path: string, ready: () => Promise<unknown>): Promise<AddedScripts> {
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.set(
      response.url(),
      response.body().then((body) => gzipSync(body, { level: 9 }).length),
    )
  })
  await page.goto('/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await untilAtRest(page)
  const before = [...scripts.keys()]
  await page.goto(path)
  await ready()
  const added = [...scripts].filter(([url]) => !before.includes(url))
  const sizes = await Promise.all(added.map(([, size]) => size))
  return { before, added: added.map(([url]) => url), weight: sizes.reduce((sum, size) => sum + size, 0) }
}
