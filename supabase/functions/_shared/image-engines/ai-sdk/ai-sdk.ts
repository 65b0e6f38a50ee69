/** The image models of the AI SDK as an engine. One call is one picture: no failure loses another's work. */
import { generateImage, type GenerateImageResult } from 'ai'

import { compatibleSettings, engineNeeds } from '../../settings/images.ts'
import { readSetting, type Environment, type Setting } from '../../settings/reader.ts'
import { createEstimator } from '../estimated-progress.ts'
import {
  isLeftToOthers,
  type EngineImage,
  type ImageContext,
  type ImageEngine,
  type ImageOrder,
} from '../image-engine.ts'
import { toEngineError } from './ai-sdk-errors.ts'
import { aiProviders, capabilitiesOf, traitsOf, type AiProvider, type AiProviderName } from './ai-sdk-models.ts'
import { openModel, wordFor } from './ai-sdk-providers.ts'
import { toModelRequest, type ModelRequest } from './ai-sdk-request.ts'
import { tapFor } from './ai-sdk-taps.ts'
import { createWire } from './ai-sdk-wire.ts'

export interface AiSdkSettings {
  readonly env: Environment
  readonly model: string
  /** For orders with references. */
  readonly editModel: string
  readonly timeoutMs: number
}

export function createAiSdkEngine(name: AiProviderName, settings: AiSdkSettings): ImageEngine {
  // NOTE: the SDK writes its warnings to the console, prompts and all.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const { env, timeoutMs } = settings
  const provider: AiProvider = aiProviders[name]
  const estimators = { plain: createEstimator(), edit: createEstimator() }

  async function generate(order: ImageOrder, context: ImageContext): Promise<EngineImage> {
    const { signal } = context
    signal.throwIfAborted()
    const kind = order.references.length === 0 ? 'plain' : 'edit'
    const model = kind === 'plain' ? settings.model : settings.editModel
    const request = toModelRequest(order, traitsOf(name, model, env))
    const baseUrl = addressOf(provider, env)
    const estimate = estimators[kind].start(context.onProgress, name === 'replicate' ? 'queued' : 'painting')
    const tap = tapFor(name, { context, estimate, baseUrl })
    let isDone = false
    try {
      const access = { apiKey: keyOf(name, env), baseUrl, fetch: createWire(provider.label, tap) }
      const wording = wordFor(name, request, { model, env, timeoutMs })
      const { prompt, files, seed, size, ratio, options } = wording
      const result = await generateImage({
        model: await openModel(name, model, access),
        // NOTE: an empty list of pictures would still be an edit.
        prompt: files.length === 0 ? prompt : { text: prompt, images: [...files] },
        n: 1,
        // Attempts are the chain's, which knows what may be tried again.
        maxRetries: 0,
        abortSignal: signal,
        providerOptions: options,
        ...(seed === null ? {} : { seed }),
        ...(size === null ? {} : { size }),
        ...(ratio === null ? {} : { aspectRatio: ratio }),
      })
      isDone = true
      return toEngineImage(result, { order, request, model })
    } catch (error) {
      if (!signal.aborted) throw toEngineError(provider.label, error)
      estimate.stop(false)
      if (!isLeftToOthers(signal)) await tap.cancel?.().catch(() => {})
      throw signal.reason
    } finally {
      estimate.stop(isDone)
    }
  }

  return {
    name,
    label: `${provider.label} (${settings.model})`,
    isNeural: true,
    capabilities: () => capabilitiesOf(name, settings),
    generate,
  }
}

function addressOf({ baseUrl }: AiProvider, env: Environment): string | null {
  return readSetting(baseUrl, env) ?? null
}

function keyOf(name: AiProviderName, env: Environment): string {
  // A server of one's own often asks for none.
  const keys: readonly Setting<string>[] =
    name === 'openai-compatible' ? [compatibleSettings.key] : engineNeeds[name].flat()
  const given = keys.map((key) => readSetting(key, env))
  return given.find((key) => key !== undefined) ?? 'none'
}

interface Asked {
  readonly order: ImageOrder
  readonly request: ModelRequest
  readonly model: string
}

function toEngineImage({ image, warnings, calls }: GenerateImageResult, { order, request, model }: Asked): EngineImage {
  const told = warnings.flatMap((warning) => ('feature' in warning ? [warning.feature] : []))
  const facts = Object.values(calls[0]?.providerMetadata ?? {})[0]
  return {
    file: image.uint8Array,
    // The order's own, whatever range the provider counts in: asked again, it gives the same.
    seed: request.seed === null ? null : order.seed,
    facts: { model, ...tellable(facts) },
    receipts: request.receipts,
    warnings: [
      ...request.warnings,
      ...new Set(told.map((feature) => `Ce modèle ne tient pas compte de : ${feature}.`)),
    ],
  }
}

/** Of what providers tell, the few facts that say nothing of a person. */
function tellable(facts: unknown): Record<string, unknown> {
  const { images, ...whole } = (facts ?? {}) as Record<string, unknown>
  const first = Array.isArray(images) ? (images[0] as Record<string, unknown> | undefined) : undefined
  const all = { ...whole, ...first }
  const names = ['quality', 'size', 'cost', 'costInUsdTicks', 'duration', 'timings', 'outputMegapixels']
  return Object.fromEntries(names.flatMap((name) => (all[name] == null ? [] : [[name, all[name]]])))
}
