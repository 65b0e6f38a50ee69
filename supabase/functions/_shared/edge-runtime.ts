/** What the runtime offers beyond the answer to one request; nothing where a function's code runs elsewhere, as in a test. */

interface Runtime {
  readonly EdgeRuntime?: { waitUntil(work: Promise<unknown>): void }
  readonly addEventListener?: (event: 'beforeunload', listener: () => void) => void
}

const runtime = globalThis as Runtime

/** Keeps the process for work that outlives its answer. */
export function outliveAnswer(work: Promise<unknown>): void {
  runtime.EdgeRuntime?.waitUntil(work)
}

/** `work` has a little time when this process is about to end in peace. */
export function onUnload(work: () => void): void {
  runtime.addEventListener?.('beforeunload', work)
}
