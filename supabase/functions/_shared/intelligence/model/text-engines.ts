/** Language models by their settings. A provider's package is loaded when it is the chosen one, at the first question. */
import type { LanguageModel } from 'ai'

import { forgetIfEmpty } from '../../image-engines/engine-settings.ts'
import { readSetting, readSettings, SettingsError, SettingsReader, type Environment } from '../../settings/reader.ts'
import { modelSettings, textProviders } from '../../settings/words.ts'
import { ModelFailure } from '../intelligence.ts'

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

const openers: Readonly<Record<keyof typeof textProviders, OpenModel>> = {
  openai: async (settings) => (await import('@ai-sdk/openai')).createOpenAI(given(settings))(settings.model),
  google: async (settings) => (await import('@ai-sdk/google')).createGoogle(given(settings))(settings.model),
  anthropic: async (settings) => (await import('@ai-sdk/anthropic')).createAnthropic(given(settings))(settings.model),
  mistral: async (settings) => (await import('@ai-sdk/mistral')).createMistral(given(settings))(settings.model),
  xai: async (settings) => (await import('@ai-sdk/xai')).createXai(given(settings))(settings.model),
  'openai-compatible': async ({ model, apiKey, baseURL }) => {
    if (!baseURL) throw new ModelFailure('model_misconfigured', 'TEXT_BASE_URL is not set')
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({
      name: 'text',
      baseURL,
      supportsStructuredOutputs: true,
      ...(apiKey && { apiKey }),
    })(model)
  },
}

/** True where the operator wants a model at all, even one that nobody knows. */
export function isModelWanted(env: Environment): boolean {
  const reader = new SettingsReader(env)
  return reader.read({ engine: modelSettings.engine }).engine !== 'rules' || reader.problems.length > 0
}

let opened: { readonly by: string; readonly model: Promise<LanguageModel> } | undefined

/** @throws {ModelFailure} `model_misconfigured` */
export function openTextModel(env: Environment): Promise<LanguageModel> {
  const by = JSON.stringify(Object.values(modelSettings).map(({ name }) => env[name]))
  if (opened?.by !== by) opened = { by, model: open(env) }
  return opened.model
}

async function open(env: Environment): Promise<LanguageModel> {
  const { engine, model, key, url } = readModelSettings(env)
  if (engine === 'rules' || !model) throw new ModelFailure('model_misconfigured', 'TEXT_MODEL is not set')
  const provider = textProviders[engine]
  const apiKey = key ?? readSetting(provider.key, env)
  const baseURL = url ?? readSetting(provider.url, env)
  forgetIfEmpty(provider.url)
  return openers[engine]({ model, apiKey, baseURL })
}

function readModelSettings(env: Environment) {
  try {
    return readSettings(modelSettings, env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    throw new ModelFailure('model_misconfigured', error.message)
  }
}
