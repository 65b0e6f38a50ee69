/** Asks the product for the heads of its pages, and never lets a page wait for it long. */

import { setTimeout as delay } from 'node:timers/promises'

import type { ServerEvent } from '../watch/events.ts'
import { readPageHead, type PageHead } from './page-head.ts'
import { compilePaths } from './routes.ts'

export interface PageHeadsOptions {
  /** Which addresses have heads of their own, in the form of `routes.json`. */
  readonly paths: readonly string[]
  /** Those of them that wait for their head however long it takes, since it says whether they are there at all. */
  readonly awaited?: readonly string[]
  /** The product's answer for `?path=…&origin=…`; a refusal is as good as none. */
  readonly ask: (request: Request) => Promise<Response>
  readonly observe: (event: ServerEvent) => void
  readonly deadlineMs?: number
  readonly now?: () => number
}

/** The head of a page, or null for the page as it was built. */
export type HeadFor = (path: string, origin: string) => Promise<PageHead | null>

interface Known {
  readonly head: PageHead | null
  readonly until: number
}

const keptMs = 60_000
/** Whoever could not answer is asked again soon, but not by everybody who comes. */
const failureKeptMs = 5_000
const mostKept = 1_000
const mostAsked = 64
const longestPath = 200
const patienceMs = 10_000

export function createPageHeads(options: PageHeadsOptions): HeadFor {
  const { paths, awaited = [], ask, observe, deadlineMs = 300, now = Date.now } = options
  const hasHead = compilePaths(paths)
  const isAwaited = compilePaths(awaited)
  const known = new Map<string, Known>()
  const asked = new Map<string, Promise<PageHead | null>>()

  async function askFor(path: string, origin: string): Promise<PageHead | null> {
    const query = new URLSearchParams({ path, origin })
    try {
      const response = await ask(
        new Request(`http://localhost/?${query.toString()}`, { signal: AbortSignal.timeout(patienceMs) }),
      )
      const head = response.ok ? readPageHead(await response.json()) : null
      if (head === null) throw new Error(`The answer (${response.status}) holds no head of a page`)
      return head
    } catch (error) {
      observe({ kind: 'server.head-failed', error })
      return null
    }
  }

  async function askOnce(key: string, path: string, origin: string): Promise<PageHead | null> {
    const head = await askFor(path, origin)
    asked.delete(key)
    // What was asked for first goes first: a Map remembers the order.
    known.delete(key)
    for (const oldest of known.keys()) {
      if (known.size < mostKept) break
      known.delete(oldest)
    }
    known.set(key, { head, until: now() + (head === null ? failureKeptMs : keptMs) })
    return head
  }

  return async (path, origin) => {
    if (path.length > longestPath || !hasHead(path)) return null
    const key = `${origin}\n${path}`
    const at = known.get(key)
    if (at && at.until > now()) return at.head
    let answer = asked.get(key)
    if (answer === undefined) {
      if (asked.size >= mostAsked && !isAwaited(path)) return null
      answer = askOnce(key, path, origin)
      asked.set(key, answer)
    }
    if (isAwaited(path)) return answer
    // A request that waited too long gets the page without its head; the answer is kept for the next one.
    return Promise.race([answer, delay(deadlineMs, null, { ref: false })])
  }
}
