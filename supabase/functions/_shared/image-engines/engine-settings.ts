/** Which engines are asked, in which order, and how patiently. */
import process from 'node:process'

import { imageSettings, type EngineName } from '../settings/images.ts'
import { readSettings, type Environment, type Setting } from '../settings/reader.ts'

export interface ChosenEngine {
  readonly name: EngineName
  /** The engine's own default where null. */
  readonly model: string | null
  /** For orders with references. */
  readonly editModel: string | null
}

export interface ChainSettings {
  readonly engines: readonly ChosenEngine[]
  /** One attempt of one engine, once it is its turn. */
  readonly timeoutMs: number
  /** Of one engine, the first included. */
  readonly attempts: number
  /** Orders that one engine works on at once; the built-in one has as many as threads. */
  readonly concurrency: number
  /** Orders that wait for their turn, per engine. */
  readonly queue: number
  /** Failures one after the other that take an engine out, and for how long. */
  readonly breakerFailures: number
  readonly breakerMs: number
  /** Waits before later attempts begin with up to twice this, and double. */
  readonly firstWaitMs: number
  /** The longest wait between two attempts; an engine that asks for more is left to the next one. */
  readonly longestWaitMs: number
}

/** An engine that is named twice counts once. */
export function readChainSettings(env?: Environment): ChainSettings {
  const { engines, models, editModels, ...read } = readSettings(imageSettings, env)
  return {
    engines: engines.flatMap((name, place) => {
      if (name === null || engines.indexOf(name) < place) return []
      const model = models[place] ?? null
      return [{ name, model, editModel: editModels[place] ?? model }]
    }),
    timeoutMs: read.timeoutSeconds * 1000,
    attempts: read.attempts,
    concurrency: read.concurrency,
    queue: read.queue,
    breakerFailures: read.breakerFailures,
    breakerMs: read.breakerSeconds * 1000,
    firstWaitMs: 500,
    longestWaitMs: 15_000,
  }
}

/**
 * Has a setting that is empty be none for others, too. Some packages make a provider of the environment while they load,
 * whether or not they are told another address, and fail where theirs is empty.
 */
export function forgetIfEmpty({ name }: Setting): void {
  if (process.env[name]?.trim() === '') delete process.env[name]
}
