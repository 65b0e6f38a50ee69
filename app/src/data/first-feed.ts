/** Hands the first feed page, asked for by boot.ts before the app's own code has arrived, to the feed's query. */
import type { Config } from './config.ts'
import { restGetWith } from './rest.ts'

declare global {
  interface Window {
    firstFeed?: Promise<unknown[]> | undefined
  }
}

export function startFirstFeed(config: Config, params: Record<string, string | number>): void {
  window.firstFeed = restGetWith(config, 'feed_posts', { params })
  // Whoever takes it sees the error; nobody taking it is no error.
  window.firstFeed.catch(() => undefined)
}

/** The rows on their way, once: later calls answer `undefined`, so that a refetch asks the server again. */
export function takeFirstFeed(): Promise<unknown[]> | undefined {
  const rows = window.firstFeed
  window.firstFeed = undefined
  return rows
}
