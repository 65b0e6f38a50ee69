/** What the runtime offers beyond the answer to one request; nothing where a function's code runs elsewhere, as in a test. */

interface Runtime {
  readonly EdgeRuntime?: {
    waitUntil(work: Promise<unknown>): void
    /** Our own server's, where it tells of traces. */
    readonly continueTrace?: <T>(traceparent: string, name: string, work: () => Promise<T>) => Promise<T>
  }
  readonly addEventListener?: (event: 'beforeunload', listener: () => void) => void
}

const runtime = globalThis as Runtime

/** Keeps the process for work that outlives its answer. */
export function outliveAnswer(work: Promise<unknown>): void {
  runtime.EdgeRuntime?.waitUntil(work)
}

export const tellsTraces = (): boolean => runtime.EdgeRuntime?.continueTrace !== undefined

/** `work` as a part of the trace of what ordered it, where there is one and this process tells of it. */
export function continueTrace<T>(traceparent: string | null, name: string, work: () => Promise<T>): Promise<T> {
  const around = runtime.EdgeRuntime?.continueTrace
  return traceparent === null || around === undefined ? work() : around(traceparent, name, work)
}

/** `work` has a little time when this process is about to end in peace. */
export function onUnload(work: () => void): void {
  runtime.addEventListener?.('beforeunload', work)
}
