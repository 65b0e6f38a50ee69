/** Every engine there is: what people and operators read of it, and how it is made. Nothing is loaded until it is chosen. */
import type { EngineName } from '../../settings/images.ts'
import type { Environment } from '../../settings/reader.ts'
import { aiProviders, capabilitiesOf, type AiProviderName } from '../ai-sdk/ai-sdk-models.ts'
import type { EngineCapabilities, ImageEngine } from '../image-engine.ts'
import {
  builtinCapabilities,
  builtinLabel,
  comfyuiCapabilities,
  comfyuiLabel,
  sdapiCapabilities,
  sdapiLabel,
} from '../local-capabilities.ts'

export interface EngineWish {
  readonly env: Environment
  readonly model: string | null
  readonly editModel: string | null
  readonly timeoutMs: number
}

export interface EngineKind {
  readonly name: EngineName
  readonly label: string
  readonly isNeural: boolean
  readonly usualModel: string | null
  capabilities(wish: Pick<EngineWish, 'env' | 'model' | 'editModel'>): EngineCapabilities
  create(wish: EngineWish): Promise<ImageEngine>
}

const builtin: EngineKind = {
  name: 'builtin',
  label: builtinLabel,
  isNeural: false,
  usualModel: null,
  capabilities: () => builtinCapabilities,
  create: async () => (await import('../builtin/builtin.ts')).createBuiltinEngine(),
}

function aiKind(name: AiProviderName): EngineKind {
  const { label, model: usualModel, editModel: usualEditModel } = aiProviders[name]
  return {
    name,
    label,
    isNeural: true,
    usualModel,
    capabilities: ({ env, model, editModel }) =>
      capabilitiesOf(name, { model: model ?? usualModel, editModel: editModel ?? model ?? usualEditModel, env }),
    create: async ({ model, editModel, ...wish }) =>
      (await import('../ai-sdk/ai-sdk.ts')).createAiSdkEngine(name, {
        ...wish,
        model: model ?? usualModel,
        editModel: editModel ?? model ?? usualEditModel,
      }),
  }
}

const comfyui: EngineKind = {
  name: 'comfyui',
  label: comfyuiLabel,
  isNeural: true,
  usualModel: null,
  capabilities: () => comfyuiCapabilities,
  create: async ({ env, model }) => {
    const { readComfyuiSettings } = await import('../comfyui/comfyui-settings.ts')
    return (await import('../comfyui/comfyui.ts')).createComfyuiEngine(await readComfyuiSettings(env, model))
  },
}

const sdapi: EngineKind = {
  name: 'sdapi',
  label: sdapiLabel,
  isNeural: true,
  usualModel: null,
  capabilities: () => sdapiCapabilities,
  create: async ({ env, model }) => {
    const { readSdapiSettings } = await import('../sdapi/sdapi-settings.ts')
    return (await import('../sdapi/sdapi.ts')).createSdapiEngine(readSdapiSettings(env, model))
  },
}

export const engineKinds: readonly EngineKind[] = [
  builtin,
  comfyui,
  sdapi,
  ...(Object.keys(aiProviders) as AiProviderName[]).map((name) => aiKind(name)),
]
