/** One order at a time, in the order of arrival, for servers that tell progress of themselves, not of a request. */
export type Turns = <T>(signal: AbortSignal, work: () => Promise<T>, onWait: (position: number) => void) => Promise<T>

export function createTurns(): Turns {
  const waiting: (() => void)[] = []
  let isBusy = false

  const next = (): void => {
    const begin = waiting.shift()
    if (begin) begin()
    else isBusy = false
  }

  return async (signal, work, onWait) => {
    if (isBusy) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const stop = (): void => {
        waiting.splice(waiting.indexOf(resolve), 1)
        reject(signal.reason as Error)
      }
      onWait(waiting.length)
      waiting.push(resolve)
      signal.addEventListener('abort', stop, { once: true })
      await promise.finally(() => signal.removeEventListener('abort', stop))
    }
    isBusy = true
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      next()
    }
  }
}
