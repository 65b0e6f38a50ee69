import { setTimeout as wait } from 'node:timers/promises'

/**
 * Answers at fixed times only: of two paths that take a few milliseconds more and less, nobody outside can tell which it
 * was (THREATS ).
 */
export async function onTheBeat<T>(beatMs: number, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    await wait(beatMs - ((performance.now() - begun) % beatMs))
  }
}
