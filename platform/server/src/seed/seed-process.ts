/** Runs a seed in a process of its own: what it needs of memory and time ends with it. */

import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface SeedContext {
  readonly url: string
  readonly serviceRoleKey: string
}

/** What `seed/index.ts` exports as its default. It may be cut short: run again, it does what is missing. */
export type Seed = (context: SeedContext) => Promise<void>

export interface SeedOrder {
  readonly module: string
  readonly context: SeedContext
}

export interface SeedFailure {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
}

// People who look at the server at the same moment go first.
const lowPriority = 4

/** @throws {Error} what the seed threw, or an AbortError when `signal` ended it */
export function runSeedProcess(file: string, context: SeedContext, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = fork(join(import.meta.dirname, 'seed-child.ts'), {
    signal,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (child.pid !== undefined) setPriority(child.pid, lowPriority)
  const order: SeedOrder = { module: pathToFileURL(file).href, context }
  child.send(order)
  child.on('message', (failure: SeedFailure) => reject(Object.assign(new Error(failure.message), failure)))
  child.on('error', reject)
  child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`The seed's process ended with ${code}`))))
  return promise
}
