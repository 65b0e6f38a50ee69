/** From an order to a picture that we keep, by the engines that are configured, one after the other. */
import type { Observe } from '../../observe.ts'
import { ownEnvironment } from '../../settings/reader.ts'
import { observeEngine, type EngineEvent, type ReviewTime } from '../engine-events.ts'
import { readChainSettings } from '../engine-settings.ts'
import { EngineError, type Block, type ImageContext, type ImageEngine, type ImageOrder } from '../image-engine.ts'
import { reviewOrder, reviewMade } from '../moderation/moderation.ts'
import type { MadePicture } from '../pictures/made-picture.ts'
import { chosenEngines } from './chosen-engine.ts'
import { createLane, type Lane, type LaneSettings } from './lane.ts'

export type { MadePicture } from '../pictures/made-picture.ts'

/** Null lets it pass. */
export interface Reviews {
  before(order: ImageOrder, signal: AbortSignal): Promise<Block | null>
  after(made: MadePicture, signal: AbortSignal): Promise<Block | null>
}

export interface ChainOptions {
  readonly engines: readonly ImageEngine[]
  readonly settings: LaneSettings
  readonly reviews: Reviews
  readonly observe: Observe<EngineEvent>
}

export interface Chain {
  makePicture(order: ImageOrder, context: ImageContext): Promise<MadePicture>
}

export function createChain({ engines, settings, reviews, observe }: ChainOptions): Chain {
  const lanes = engines.map((engine) => createLane(engine, settings, observe))

  function refuse(block: Block | null, job: string, when: ReviewTime): void {
    if (block === null) return
    observe({ kind: 'moderation.blocked', job, rule: block.rule, when })
    throw new EngineError('moderation_blocked', `Refused by ${block.rule}`, { block })
  }

  async function makePicture(order: ImageOrder, context: ImageContext): Promise<MadePicture> {
    refuse(await reviews.before(order, context.signal), order.jobId, 'before')
    const made = await makeWithAny(order, context)
    refuse(await reviews.after(made, context.signal), order.jobId, 'after')
    return made
  }

  async function makeWithAny(order: ImageOrder, context: ImageContext): Promise<MadePicture> {
    const begun = parseUpstreamId(context.upstreamId)
    const [first, ...others] = startWith(lanes, begun?.engine)
    if (first === undefined) throw new EngineError('engine_failed', 'No image engine is configured')
    const ownContext = (lane: Lane): ImageContext => ({
      ...context,
      upstreamId: begun?.engine === lane.name ? begun.id : null,
      saveUpstreamId: (id) => context.saveUpstreamId(`${lane.name}:${id}`),
    })
    let lane = first
    for (const next of others) {
      try {
        return await lane.make(order, ownContext(lane))
      } catch (error) {
        if (!(error instanceof EngineError) || error.isOrdersFault || context.signal.aborted) throw error
        const { problem } = error
        observe({ kind: 'engine.passed-on', engine: lane.name, job: order.jobId, next: next.name, problem })
        lane = next
      }
    }
    return lane.make(order, ownContext(lane))
  }

  return { makePicture }
}

/** What was begun before a crash is taken up by who began it. */
function startWith(lanes: readonly Lane[], name: string | undefined): readonly Lane[] {
  const begun = lanes.find((lane) => lane.name === name)
  return begun === undefined ? lanes : [begun, ...lanes.filter((lane) => lane !== begun)]
}

function parseUpstreamId(saved: string | null): { engine: string; id: string } | null {
  const [, engine, id] = /^([a-z-]+):(.+)$/s.exec(saved ?? '') ?? []
  return engine === undefined || id === undefined ? null : { engine, id }
}

let chain: Promise<Chain> | undefined

/**
 * By `IMAGE_ENGINE`, each engine in turn until one succeeds. What `saveUpstreamId` is given names its engine, so that it
 * comes back to the one that began. A refusal of the person's order is never asked of another engine.
 *
 * @throws {EngineError} of the last engine asked; an aborted `context.signal` rejects with its reason
 */
export async function makePicture(order: ImageOrder, context: ImageContext): Promise<MadePicture> {
  chain ??= configuredChain().catch((error: unknown) => {
    chain = undefined
    throw error
  })
  return (await chain).makePicture(order, context)
}

async function configuredChain(): Promise<Chain> {
  const settings = readChainSettings()
  return createChain({
    engines: await chosenEngines(settings, ownEnvironment),
    settings,
    reviews: { before: reviewOrder, after: reviewMade },
    observe: observeEngine,
  })
}
