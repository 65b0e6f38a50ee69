/** Engines that do as a test says, and a chain of them. */
import { createChain, type Reviews } from '../../functions/_shared/image-engines/chain/engine-chain.ts'
import type { EngineEvent } from '../../functions/_shared/image-engines/engine-events.ts'
import { readChainSettings, type ChainSettings } from '../../functions/_shared/image-engines/engine-settings.ts'
import {
  EngineError,
  type EngineImage,
  type ImageContext,
  type ImageEngine,
  type ImageOrder,
} from '../../functions/_shared/image-engines/image-engine.ts'
import { follow, orderOf, pngOf, type Follower } from './pictures.ts'

const file = await pngOf(64, 64)
export const made: EngineImage = { file, seed: 1, facts: {}, receipts: [], warnings: [] }

export type Generate = (order: ImageOrder, context: ImageContext) => Promise<EngineImage>

export function engineOf(name: string, generate: Generate, concurrency?: number): ImageEngine & { calls: number } {
  const engine = {
    name,
    label: name,
    isNeural: true,
    calls: 0,
    ...(concurrency === undefined ? {} : { concurrency }),
    capabilities: () => {
      throw new Error('never asked')
    },
    generate: async (order: ImageOrder, context: ImageContext) => {
      engine.calls += 1
      return generate(order, context)
    },
  }
  return engine
}

export const good: Generate = async () => made
export const failing =
  (error: () => Error): Generate =>
  async () => {
    throw error()
  }
export const broken = failing(() => new EngineError('engine_failed', 'broken'))
const open: Reviews = { before: async () => null, after: async () => null }

export function chainOf(
  engines: readonly ImageEngine[],
  change: Partial<ChainSettings> = {},
  reviews: Partial<Reviews> = {},
) {
  const events: EngineEvent[] = []
  const chain = createChain({
    engines,
    settings: { ...readChainSettings({}), firstWaitMs: 1, ...change },
    reviews: { ...open, ...reviews },
    observe: (event) => events.push(event),
  })
  const make = (context: Follower = follow(), order: Partial<ImageOrder> = {}) =>
    chain.makePicture(orderOf(order), context)
  return { make, events, kinds: () => events.map(({ kind }) => kind) }
}
