/** What an operator decides about orders of pictures. */
import { readChainSettings } from '../image-engines/engine-settings.ts'
import { generationSettings } from '../settings/generation.ts'
import { readSettings, type Environment } from '../settings/reader.ts'

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
  /** Of one person, images a day that cost nothing because they lack their subject. */
  readonly trialsPerDay: number
  /** How long a synchronous answer waits for its pictures. */
  readonly waitMs: number
  /** The engine that is asked first: the price, and the time to expect, are its. */
  readonly engine: string
}

export function readGenerationSettings(env?: Environment): GenerationSettings {
  const { throttleMs, waitSeconds, dailyLimit, ...read } = readSettings(generationSettings, env)
  return {
    ...read,
    minGapMs: throttleMs,
    dailyLimit: dailyLimit ?? Infinity,
    waitMs: waitSeconds * 1000,
    engine: readChainSettings(env).engines[0]?.name ?? 'builtin',
  }
}
