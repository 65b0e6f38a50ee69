/**
 * What a page does that must not be cut by loading it again: drafts are put away first, and uploads, recordings and
 * payments come to their end.
 */
import { queryClient } from '../query-client.ts'

const savers = new Set<() => unknown>()
const running = new Set<Promise<unknown>>()

/** Runs before the page is loaded again; answers the way to stop. */
export function whenLeaving(save: () => unknown): () => void {
  savers.add(save)
  return () => void savers.delete(save)
}

/** Counts as under way until it has ended, well or not. */
export function noteWork<Result>(work: Promise<Result>): Promise<Result> {
  running.add(work)
  const end = () => void running.delete(work)
  work.then(end, end)
  return work
}

/** Once everything is put away and has ended, changes on their way to the server too; after that time in any case. */
export async function settleWork(withinMs: number): Promise<void> {
  const over = new AbortController()
  const late = new Promise((resolve) => setTimeout(resolve, withinMs))
  await Promise.race([settle(over.signal), late])
  over.abort()
}

async function settle(over: AbortSignal): Promise<void> {
  await Promise.allSettled([...savers].map(async (save) => save()))
  while (!over.aborted && (running.size > 0 || queryClient.isMutating() > 0)) {
    await (running.size > 0 ? Promise.allSettled(running) : mutationsEnd(over))
    // Whoever ended may have begun the next.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function mutationsEnd(over: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (queryClient.isMutating() > 0) return
      stop()
      resolve(null)
    })
    over.addEventListener('abort', stop)
  })
}
