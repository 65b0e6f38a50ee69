/** The other end of `seed-process.ts`. */

import type { Seed, SeedFailure, SeedOrder } from './seed-process.ts'

process.once('message', (order: SeedOrder) => void run(order))
// Without its server the seed has nothing to fill.
process.once('disconnect', () => process.exit(1))

async function run({ module, context }: SeedOrder): Promise<void> {
  try {
    const { default: seed } = (await import(module)) as { default?: unknown }
    if (typeof seed !== 'function') throw new TypeError('seed/index.ts must export a function as its default')
    await (seed as Seed)(context)
    process.exit(0)
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    const failure: SeedFailure = { name, message, stack }
    process.send?.(failure, () => process.exit(1))
  }
}
