/** What an operator decides about jobs, out of the environment. Wrong numbers fall back to what is usual. */
import process from 'node:process'

import { generationThrottleMs, maxActiveGenerations } from '../contract/src/index.ts'
import { readChainSettings, whole } from '../image-engines/engine-settings.ts'

export interface GenerationSettings {
  /** Generations that this process works on at once. */
  readonly concurrency: number
  /** How long a worker may be silent before somebody else takes its job over. */
  readonly leaseSeconds: number
  /** Of one person, waiting or at work. */
  readonly maxActive: number
  /** Between two starts of one person. */
  readonly minGapMs: number
  /** Of all people together, images that may be ordered a day; without end unless an operator says so. */
  readonly dailyLimit: number
  /** How long a synchronous answer waits for its pictures. */
  readonly waitMs: number
  /** The engine that is asked first: the price, and the time to expect, are its. */
  readonly engine: string
}

export function readGenerationSettings(env = process.env): GenerationSettings {
  return {
    concurrency: whole(env['GENERATION_CONCURRENCY'], { min: 1, max: 100, usual: 4 }),
    leaseSeconds: whole(env['GENERATION_LEASE_SECONDS'], { min: 2, max: 300, usual: 30 }),
    maxActive: whole(env['GENERATION_MAX_ACTIVE'], { min: 1, max: 1000, usual: maxActiveGenerations }),
    minGapMs: whole(env['GENERATION_THROTTLE_MS'], { min: 0, max: 60_000, usual: generationThrottleMs }),
    dailyLimit: whole(env['GENERATION_DAILY_LIMIT'], { min: 1, max: 1_000_000_000, usual: Infinity }),
    waitMs: whole(env['GENERATION_WAIT_SECONDS'], { min: 1, max: 140, usual: 110 }) * 1000,
    engine: readChainSettings(env).engines[0]?.name ?? 'builtin',
  }
}
