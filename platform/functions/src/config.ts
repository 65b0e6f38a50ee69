/** What an operator may decide about functions/v1. */
import type { Schedule } from './schedule.ts'

export interface FunctionsConfig {
  /** By function name; a function that is not named verifies. */
  readonly verifyJwt: Readonly<Record<string, boolean>>
  /** How long an answer may take to begin. Once it has begun it may stream as long as the caller stays. */
  readonly timeoutMs: number
  readonly bodyLimit: number
  /** Requests at work at once, all functions together. */
  readonly concurrency: number
  /** Websockets of one network, of as many as `concurrency` that are open at once. */
  readonly socketsPerNetwork: number
  /** How long a stop waits for `EdgeRuntime.waitUntil`. */
  readonly drainMs: number
  /** What `x-sb-edge-region` says. */
  readonly region: string
  /** What is called without anybody's asking. */
  readonly schedules: readonly Schedule[]
}

const MEBIBYTE = 1024 * 1024

export const defaultFunctionsConfig: FunctionsConfig = {
  verifyJwt: {},
  timeoutMs: 150_000,
  // Three pictures of 10 MiB, in base64.
  bodyLimit: 45 * MEBIBYTE,
  concurrency: 100,
  socketsPerNetwork: 25,
  drainMs: 20_000,
  region: 'local',
  schedules: [],
}
