/** Language models by their settings. A provider's package is loaded when it is the chosen one, at the first question. */
import type { LanguageModel } from 'ai'

import { forgetIfEmpty, settingOf } from '../../image-engines/engine-settings.ts'
import { ModelFailure } from '../intelligence.ts'

export type Environment = Readonly<Record<string, string | undefined>>

interface ModelSettings {
  readonly model: string
  readonly apiKey: string | undefined
  readonly baseURL: string | undefined
}

type OpenModel = (settings: ModelSettings) => Promise<LanguageModel>

/** What is absent must be left out: an undefined address would not mean the provider's own. */
function given({ apiKey, baseURL }: ModelSettings): { apiKey?: string; baseURL?: string } {
  return { ...(apiKey && { apiKey }), ...(baseURL && { baseURL }) }
}

interface TextEngine {
  /** The provider's usual variables. */
  readonly key: string
  readonly address?: string
  readonly open: OpenModel
}

/** By the value of `TEXT_ENGINE`. */
const engines: Readonly<Record<string, TextEngine>> = {
  openai: {
    key: 'OPENAI_API_KEY',
    address: 'OPENAI_BASE_URL',
    open: async (settings) => (await import('@ai-sdk/openai')).createOpenAI(given(settings))(settings.model),
  },
  google: {
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    address: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    open: async (settings) => (await import('@ai-sdk/google')).createGoogle(given(settings))(settings.model),
  },
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    address: 'ANTHROPIC_BASE_URL',
    open: async (settings) => (await import('@ai-sdk/anthropic')).createAnthropic(given(settings))(settings.model),
  },
  mistral: {
    key: 'MISTRAL_API_KEY',
    open: async (settings) => (await import('@ai-sdk/mistral')).createMistral(given(settings))(settings.model),
  },
  xai: {
    key: 'XAI_API_KEY',
    address: 'XAI_BASE_URL',
    open: async (settings) => (await import('@ai-sdk/xai')).createXai(given(settings))(settings.model),
  },
  'openai-compatible': {
    key: 'TEXT_API_KEY',
    open: async ({ model, apiKey, baseURL }) => {
      if (!baseURL) throw new ModelFailure('model_misconfigured', 'TEXT_BASE_URL is not set')
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: 'text',
        baseURL,
        supportsStructuredOutputs: true,
        ...(apiKey && { apiKey }),
      })(model)
    },
  },
}

/** True where the operator wants a model at all. */
export function isModelWanted(env: Environment): boolean {
  return Boolean(env['TEXT_ENGINE']) && env['TEXT_ENGINE'] !== 'rules'
}

let opened: { readonly by: string; readonly model: Promise<LanguageModel> } | undefined

/** @throws {ModelFailure} `model_misconfigured` */
export function openTextModel(env: Environment): Promise<LanguageModel> {
  const settings = ['TEXT_ENGINE', 'TEXT_MODEL', 'TEXT_BASE_URL', 'TEXT_API_KEY'].map((name) => env[name])
  const by = JSON.stringify(settings)
  if (opened?.by !== by) opened = { by, model: open(env) }
  return opened.model
}

async function open(env: Environment): Promise<LanguageModel> {
  const name = env['TEXT_ENGINE'] ?? ''
  const engine = Object.hasOwn(engines, name) ? engines[name] : undefined
  const model = env['TEXT_MODEL']
  if (!engine) throw new ModelFailure('model_misconfigured', 'TEXT_ENGINE names no engine that is known')
  if (!model) throw new ModelFailure('model_misconfigured', 'TEXT_MODEL is not set')
  const { key, address = 'TEXT_BASE_URL' } = engine
  const apiKey = settingOf(env, 'TEXT_API_KEY', key) ?? undefined
  const baseURL = settingOf(env, 'TEXT_BASE_URL', address) ?? undefined
  forgetIfEmpty(address)
  return engine.open({ model, apiKey, baseURL })
}
