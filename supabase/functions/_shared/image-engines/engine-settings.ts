/** What an operator decides about making images, out of the environment. Wrong numbers fall back to what is usual. */
import process from 'node:process'

export type Environment = Readonly<Record<string, string | undefined>>

export interface ChosenEngine {
  readonly name: string
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

/**
 * `IMAGE_MODEL` and `IMAGE_EDIT_MODEL` stand in the order of `IMAGE_ENGINE`: `fal,builtin` and `fal-ai/flux/dev`. An
 * engine that is named twice counts once.
 */
export function readChainSettings(env: Environment): ChainSettings {
  const names = list(env['IMAGE_ENGINE'] || 'builtin').map((name) => name.toLowerCase())
  const models = list(env['IMAGE_MODEL'])
  const editModels = list(env['IMAGE_EDIT_MODEL'])
  const engines = names.flatMap((name, place) =>
    name === '' || names.indexOf(name) < place
      ? []
      : [{ name, model: models[place] || null, editModel: editModels[place] || models[place] || null }],
  )
  return {
    engines,
    timeoutMs: whole(env['IMAGE_TIMEOUT_SECONDS'], { min: 5, max: 900, usual: 120 }) * 1000,
    attempts: whole(env['IMAGE_ATTEMPTS'], { min: 1, max: 10, usual: 3 }),
    concurrency: whole(env['IMAGE_CONCURRENCY'], { min: 1, max: 100, usual: 4 }),
    queue: whole(env['IMAGE_QUEUE'], { min: 0, max: 10_000, usual: 64 }),
    breakerFailures: whole(env['IMAGE_BREAKER_FAILURES'], { min: 1, max: 1000, usual: 5 }),
    breakerMs: whole(env['IMAGE_BREAKER_SECONDS'], { min: 1, max: 3600, usual: 30 }) * 1000,
    firstWaitMs: 500,
    longestWaitMs: 15_000,
  }
}

/** The trimmed value; an empty one counts as absent, as `NAME=` in a .env file means nothing. */
export function settingOf(env: Environment, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = env[name]?.trim()
    if (value) return value
  }
  return null
}

/**
 * Has a setting that is empty be none for others, too. Some packages make a provider of the environment while they load,
 * whether or not they are told another address, and fail where theirs is empty.
 */
export function forgetIfEmpty(name: string): void {
  if (process.env[name]?.trim() === '') delete process.env[name]
}

function list(value: string | undefined): string[] {
  return (value ?? '').split(',').map((part) => part.trim())
}

export function whole(
  value: string | undefined,
  { min, max, usual }: { min: number; max: number; usual: number },
): number {
  const number = Number(value?.trim() || usual)
  return Number.isInteger(number) && number >= min && number <= max ? number : usual
}
