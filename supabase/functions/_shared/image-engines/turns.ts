/**
 * So many at once, so many waiting, in the order of arrival. Whoever stops waiting frees their place at that moment, and
 * a turn that ends goes straight to the next one: nobody who comes in between takes it.
 */
export interface Turns {
  /** @throws {TurnsFullError} at once, or the signal's reason while waiting; `onWait` is told how many are before it */
  take<T>(signal: AbortSignal, work: () => Promise<T>, onWait?: (position: number) => void): Promise<T>
}

export class TurnsFullError extends Error {
  override readonly name = 'TurnsFullError'
}

export function createTurns(atOnce: number, places = Number.POSITIVE_INFINITY): Turns {
  const waiting = new Set<() => void>()
  let running = 0

  const pass = (): void => {
    const [next] = waiting
    if (next === undefined) running -= 1
    else next()
  }

  /** Resolves with a turn taken. */
  async function wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (): void => {
      waiting.delete(begin)
      reject(signal.reason as Error)
    }
    // NOTE: deaf from here on: a turn that was given can only be given back by whoever has it.
    const begin = (): void => {
      waiting.delete(begin)
      signal.removeEventListener('abort', leave)
      resolve()
    }
    signal.addEventListener('abort', leave, { once: true })
    waiting.add(begin)
    await promise
  }

  return {
    async take(signal, work, onWait) {
      signal.throwIfAborted()
      if (running < atOnce) running += 1
      else if (waiting.size >= places) throw new TurnsFullError('Nobody else may wait')
      else {
        onWait?.(waiting.size)
        await wait(signal)
      }
      try {
        signal.throwIfAborted()
        return await work()
      } finally {
        pass()
      }
    },
  }
}
