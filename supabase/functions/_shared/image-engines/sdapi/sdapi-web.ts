/** AUTOMATIC1111 and Forge: one request that lasts as long as the picture, progress and interruption for all at once. */
import { isLeftToOthers, type ImageContext, type ImageOrder, type ReferenceReceipt } from '../image-engine.ts'
import { asEditInput } from '../self-hosted/own-references.ts'
import { isObject, parseJson, pause, pictureFromBase64, type OwnServer } from '../self-hosted/own-server.ts'
import { createTurns } from '../turns.ts'
import {
  answerLimit,
  base64,
  fieldsOf,
  onlyFirstServes,
  startOf,
  type Painted,
  type Painter,
  type SdapiServer,
  type SdapiSettings,
} from './sdapi-server.ts'

/** `takesMore`: an older stable-diffusion.cpp, which has inputs for further references. */
export function createWebPainter(base: SdapiServer, takesMore: boolean): Painter {
  // The server tells progress of itself, not of a request.
  const turns = createTurns(1)
  return {
    paint: (order, context) =>
      turns.take(
        context.signal,
        () => paint(base, order, context, takesMore),
        (position) => context.onProgress({ share: null, stage: 'queued', position }),
      ),
  }
}

async function paint(
  base: SdapiServer,
  order: ImageOrder,
  context: ImageContext,
  takesMore: boolean,
): Promise<Painted> {
  const { server, settings } = base
  const { signal } = context
  const path = `/sdapi/v1/${order.references.length > 0 ? 'img2img' : 'txt2img'}`
  const json = bodyOf(order, settings, takesMore)
  const isDone = new AbortController()
  context.onProgress({ share: null, stage: 'preparing' })
  const watching = watch(base, context, AbortSignal.any([signal, isDone.signal]))
  try {
    const answer = await server.json(path, { method: 'POST', json, signal, limit: answerLimit })
    const images = isObject(answer) && Array.isArray(answer['images']) ? (answer['images'] as unknown[]) : []
    const seed = isObject(answer) ? seedOf(answer['info']) : null
    return { file: pictureFromBase64(server.label, images[0]), seed, receipts: receiptsOf(order, takesMore) }
  } catch (error) {
    // NOTE: whoever has taken the job over may be painting by now: an interruption would end theirs.
    if (signal.aborted && !isLeftToOthers(signal)) await interrupt(server)
    throw error
  } finally {
    isDone.abort()
    await watching
  }
}

function bodyOf(order: ImageOrder, { steps, model }: SdapiSettings, takesMore: boolean): Record<string, unknown> {
  const start = startOf(order)
  const more = takesMore ? order.references.slice(1).map(({ file }) => base64(file)) : []
  return {
    ...fieldsOf(order),
    batch_size: 1,
    n_iter: 1,
    send_images: true,
    save_images: false,
    ...(steps !== null && { steps }),
    // 1 is "crop and resize": the reference takes the order's size, whatever its own.
    ...(start && { init_images: [start.picture], denoising_strength: start.strength, resize_mode: 1 }),
    ...(more.length > 0 && { extra_images: more }),
    ...(model !== null && {
      override_settings: { sd_model_checkpoint: model },
      override_settings_restore_afterwards: true,
    }),
  }
}

function receiptsOf(order: ImageOrder, takesMore: boolean): ReferenceReceipt[] {
  return onlyFirstServes(order).map((receipt) =>
    takesMore && receipt.position > 1 ? asEditInput(receipt.position) : receipt,
  )
}

/** Hints until the signal aborts; the picture comes, or fails, by the other request. */
async function watch(
  { server, pollMs }: SdapiServer,
  { onProgress }: ImageContext,
  signal: AbortSignal,
): Promise<void> {
  let share = 0
  let preview = ''
  while (!signal.aborted) {
    try {
      await pause(pollMs, signal)
      const answer = await server.request('/sdapi/v1/progress', { signal, limit: 8 * 2 ** 20 })
      if (answer.status === 404) return
      const told = parseJson(answer.body)
      if (!isObject(told) || typeof told['progress'] !== 'number' || told['progress'] <= 0) continue
      share = Math.max(share, Math.min(1, told['progress']) * 0.95)
      const current = typeof told['current_image'] === 'string' ? told['current_image'] : ''
      const isNew = current !== '' && current !== preview
      preview = current
      onProgress({ share, stage: 'painting', ...(isNew && { preview: pictureFromBase64(server.label, current) }) })
    } catch {
      // Nothing is lost but a hint.
    }
  }
}

/** Whatever runs: it is ours, for it is our turn. */
async function interrupt(server: OwnServer): Promise<void> {
  const signal = AbortSignal.timeout(3000)
  await server.request('/sdapi/v1/interrupt', { method: 'POST', json: {}, signal }).catch(() => undefined)
}

function seedOf(info: unknown): number | null {
  const told = typeof info === 'string' ? parseJson(new TextEncoder().encode(info)) : info
  return isObject(told) && typeof told['seed'] === 'number' && told['seed'] >= 0 ? told['seed'] : null
}
