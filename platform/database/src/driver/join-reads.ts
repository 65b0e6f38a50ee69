import type { Parameter, RawResult, Statement } from '../database.ts'
import type { Preamble } from './preamble.ts'

/** Names all that an answer can depend on; null where a parameter is not plain text. */
export function keyOfRead(preamble: Preamble, { text, params = [] }: Statement): string | null {
  if (!params.every(isPlain)) return null
  return JSON.stringify([preamble.key, preamble.values, text, params])
}

// NOTE: no numbers: JSON writes NaN as null, and two different questions would share an answer.
const isPlain = (parameter: Parameter) => parameter === null || typeof parameter === 'string'

/**
 * Lets reads that are the same to the letter share one answer, as long as it has not been asked for: they wait together
 * until the events at hand are handled, then one of them is sent. So everybody still reads their own writes.
 */
export function createReadJoiner(): (key: string, send: () => Promise<RawResult>) => Promise<RawResult> {
  const unsent = new Map<string, Promise<RawResult>>()
  return (key, send) => {
    const known = unsent.get(key)
    if (known !== undefined) return known
    const { promise, resolve } = Promise.withResolvers<RawResult>()
    unsent.set(key, promise)
    setImmediate(() => {
      unsent.delete(key)
      resolve(send())
    })
    return promise
  }
}
