/** `generate` and `remix`: an ordinary generation, whose key makes it the same one however often it is ordered. */
import { maxReferences, minImageSize, type StepKind, type WorkflowImage } from '../contract/src/index.ts'
import { parseGenerationRequest } from '../generation/generation-request.ts'
import { orderGeneration } from '../generation/order-generation.ts'
import { recommendedMode } from '../intelligence/rules/analyze-by-rules.ts'
import { pictureOf, type StepEnd, type StepInHand, type StepInput } from './step-work.ts'

/** @throws {FunctionError} as orders do */
export async function orderPictures({ work, client }: StepInHand): Promise<StepEnd> {
  const { run_id: run, user_id: userId, step, attempt, kind, input, said_at: saidAt } = work
  const images = kind === 'remix' ? [pictureOf(input)] : (input.images ?? []).slice(0, maxReferences)
  const order = parseGenerationRequest({
    prompt: input.prompt ?? '',
    negative_prompt: input.negative_prompt ?? null,
    mode: input.mode ?? recommendedMode(images.length),
    count: input.count ?? 1,
    images: images.map(({ url }) => url),
    reference_settings: images.map(({ shows }, place) => ({
      ...(place === 0 && input.influence !== undefined && { influence: input.influence }),
      ...(shows !== undefined && { shows }),
    })),
    source: 'workflow',
    remix_of: input.remix_of ?? null,
    ...sizeOf(kind, input, images),
  })
  // NOTE: references are read in public buckets only, where the service's rights are everybody's.
  const { generationId } = await orderGeneration({ userId, client }, order, {
    idempotencyKey: `workflow:${run}:${step}:${attempt}`,
    isUnattended: true,
    saidAt,
  })
  return { kind: 'ordered', generationId }
}

/** As large as a picture is painted well in one go. */
const usualSide = 1216
const grid = 8

function sizeOf(
  kind: StepKind,
  { width, height }: StepInput,
  [first]: readonly WorkflowImage[],
): { width?: number; height?: number } {
  const own = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  if (kind !== 'remix' || width !== undefined || height !== undefined || !first?.width || !first.height) return own
  const share = Math.min(1, usualSide / Math.max(first.width, first.height))
  const side = (pixels: number) => Math.max(minImageSize, Math.round((pixels * share) / grid) * grid)
  return { width: side(first.width), height: side(first.height) }
}
