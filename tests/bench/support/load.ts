import { inBench, outputOf } from './processes.ts'

/** What one of several requests has of its own. */
export interface Variant {
  /** Path and search; that of the load's URL by default. */
  readonly path?: string
  /** Beside the load's. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One request, or several by turns, again and again from `connections` clients, each waiting for its answer. */
export interface Load {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly variants?: readonly Variant[]
  readonly connections: number
  readonly seconds: number
  /** Ends sooner, after so many answers. */
  readonly requests?: number
  /** What each client does between an answer and its next request, in ms. */
  readonly pause?: number
  /** How the status of a success begins; `2` by default. */
  readonly status?: string
  /** Bytes that an answer has, head included: a smaller one holds less than it should, and is a failure. */
  readonly atLeast?: number
}

export interface LoadResult {
  /** Successes. */
  readonly perSecond: number
  readonly answered: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Per answer, head included. */
  readonly bytes: number
  /** Empty when every answer was a success. */
  readonly failures: readonly string[]
}

export async function applyLoad(load: Load): Promise<LoadResult> {
  const text = await outputOf(process.execPath, [inBench('support/load-process.ts')], JSON.stringify(load))
  return JSON.parse(text) as LoadResult
}
