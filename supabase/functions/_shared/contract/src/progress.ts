/** How the owner of a generation follows it: the event `generation` on the private channel `user:{id}`. */
import * as v from 'valibot'

import { functionErrorCodes } from './errors.ts'

export const generationStatuses = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'blocked',
  'canceled',
  'expired',
] as const
export type GenerationStatus = (typeof generationStatuses)[number]

/** What a generation may still leave. */
export const activeGenerationStatuses = ['queued', 'running'] as const satisfies readonly GenerationStatus[]

export const generationEvent = 'generation'

export function generationTopic(userId: string): string {
  return `user:${userId}`
}

export const GenerationEventImage = v.object({
  id: v.string(),
  url: v.string(),
  width: v.number(),
  height: v.number(),
  /** Base64. */
  thumbhash: v.string(),
})

/**
 * The state at one moment, whole: a later event replaces an earlier one. Events are hints that may be lost or come
 * twice; the rows are the truth, and `GET v0-generator/jobs/{id}` answers the same shape.
 */
export const GenerationProgress = v.object({
  generation_id: v.string(),
  status: v.picklist(generationStatuses),
  /** What is being done, in the engine's own short word; null before it begins. */
  stage: v.nullable(v.string()),
  /** From 0 to 1 over all its pictures; null where nobody knows. */
  progress: v.nullable(v.number()),
  /** How many are before it in the queue: 0 is the next one; null once it runs. */
  position: v.nullable(v.number()),
  eta_seconds: v.nullable(v.number()),
  /** A small picture of the work so far, as a data URL of at most 8 kB. */
  preview: v.nullable(v.string()),
  /** Those that are there already, in their order. */
  images: v.array(GenerationEventImage),
  error: v.nullable(v.object({ code: v.picklist(functionErrorCodes), message: v.string() })),
  /** Credits that it has taken so far. */
  cost_charged: v.number(),
})
export type GenerationProgress = v.InferOutput<typeof GenerationProgress>
