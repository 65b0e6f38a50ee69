/** One model of one provider of the AI SDK, and what it is told in the provider's own words. */
import type { ImageModel } from 'ai'

import type { Environment } from '../../settings/reader.ts'
import { forgetIfEmpty } from '../engine-settings.ts'
import { aiProviders, dialectOf, traitsOf, type AiProviderName } from './ai-sdk-models.ts'
import type { ModelRequest } from './ai-sdk-request.ts'
import { toCompatibleRequest } from './openai-compatible.ts'

export interface Access {
  readonly apiKey: string
  /** The provider's own where null. */
  readonly baseUrl: string | null
  readonly fetch: typeof fetch
}

type Open = (model: string, access: { apiKey: string; fetch: typeof fetch; baseURL?: string }) => Promise<ImageModel>

const openers: Record<AiProviderName, Open> = {
  openai: async (model, access) => (await import('@ai-sdk/openai')).createOpenAI(access).image(model),
  google: async (model, access) => (await import('@ai-sdk/google')).createGoogle(access).image(model),
  fal: async (model, access) => (await import('@ai-sdk/fal')).createFal(access).image(model),
  replicate: async (model, { apiKey: apiToken, ...access }) =>
    (await import('@ai-sdk/replicate')).createReplicate({ ...access, apiToken }).image(model),
  'black-forest-labs': async (model, access) =>
    (await import('@ai-sdk/black-forest-labs')).createBlackForestLabs(access).image(model),
  xai: async (model, access) => (await import('@ai-sdk/xai')).createXai(access).image(model),
  'openai-compatible': async (model, { baseURL = '', ...access }) =>
    (await import('@ai-sdk/openai-compatible'))
      .createOpenAICompatible({ ...access, name: compatibleName, baseURL })
      .imageModel(model),
}

/** Each provider is loaded when it is first asked for. */
export async function openModel(name: AiProviderName, model: string, access: Access): Promise<ImageModel> {
  const { apiKey, baseUrl, fetch } = access
  forgetIfEmpty(aiProviders[name].baseUrl)
  return openers[name](model, { apiKey, fetch, ...(baseUrl === null ? {} : { baseURL: baseUrl }) })
}

const compatibleName = 'imageServer'

type Options = Record<string, string | number | boolean | string[]>

export interface Wording {
  readonly prompt: string
  readonly files: readonly Uint8Array[]
  readonly seed: number | null
  readonly size: ModelRequest['size']
  readonly ratio: ModelRequest['ratio']
  readonly options: Record<string, Options>
}

export interface WordingWish {
  readonly model: string
  readonly env: Environment
  readonly timeoutMs: number
}

/** Several providers count in 31 bits. */
const seedLimit = 2 ** 31

export function wordFor(name: AiProviderName, asked: ModelRequest, wish: WordingWish): Wording {
  const request = asked.seed === null ? asked : { ...asked, seed: asked.seed % seedLimit }
  const { prompt, size, ratio, seed } = request
  const usual = { prompt, files: request.references.map(({ file }) => file), seed, size, ratio, options: {} }
  return { ...usual, ...wordings[name](request, wish) }
}

/** What is not told as everybody else does. */
const wordings: Record<AiProviderName, (request: ModelRequest, wish: WordingWish) => Partial<Wording>> = {
  openai: (request, { model }) => ({ options: { openai: openAiOptions(request, model) } }),
  google: () => ({}),
  xai: () => ({}),
  fal: (request, wish) => ({ options: { fal: falOptions(request, wish) } }),
  replicate: (request, { timeoutMs }) => ({ size: null, options: { replicate: replicateOptions(request, timeoutMs) } }),
  'black-forest-labs': (request, { timeoutMs }) => ({
    size: null,
    options: { blackForestLabs: bflOptions(request, timeoutMs) },
  }),
  'openai-compatible': (request, { env }) => {
    const { body, ...words } = toCompatibleRequest(request, dialectOf(env))
    return { ...words, seed: null, options: { [compatibleName]: { ...body } } }
  },
}

function openAiOptions({ references }: ModelRequest, model: string): Options {
  const isCloseAsked = references.some(({ influence }) => influence >= 0.8)
  return isCloseAsked && /^gpt-image-1(?:\.5)?$/.test(model) ? { inputFidelity: 'high' } : {}
}

function falOptions({ references, strength, negativePrompt }: ModelRequest, { model, env }: WordingWish): Options {
  return {
    // NOTE: models that take several pictures know no field for one.
    ...(references.length > 0 && traitsOf('fal', model, env).references > 1 ? { useMultipleImages: true } : {}),
    ...(strength === null ? {} : { strength }),
    ...(negativePrompt === null ? {} : { negative_prompt: negativePrompt }),
  }
}

/** Our own time ends first: theirs would end as a failure that is tried again. */
const pollingSlackMs = 10_000

function replicateOptions(
  { width, height, ratio, strength, negativePrompt }: ModelRequest,
  timeoutMs: number,
): Options {
  return {
    // NOTE: the id comes with the first answer, and whoever waits a minute for it has lost it in a crash.
    maxWaitTimeInSeconds: 1,
    maxPollAttempts: Math.ceil((timeoutMs + pollingSlackMs) / 500),
    ...(ratio === null ? { width, height } : {}),
    ...(strength === null ? {} : { prompt_strength: strength }),
    ...(negativePrompt === null ? {} : { negative_prompt: negativePrompt }),
  }
}

function bflOptions({ width, height, ratio }: ModelRequest, timeoutMs: number): Options {
  return {
    pollTimeoutMillis: timeoutMs + pollingSlackMs,
    outputFormat: 'png',
    ...(ratio === null ? { width, height } : {}),
  }
}
