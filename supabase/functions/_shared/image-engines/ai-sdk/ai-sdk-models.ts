/**
 * What the models behind the AI SDK can do, as measured against their wires: the SDK itself does not say, and what it
 * leaves out it leaves out silently. Data only: a list of engines is made without loading the SDK.
 */
import { compatibleSettings, providerSettings } from '../../settings/images.ts'
import { readSetting, type Environment, type Setting } from '../../settings/reader.ts'
import type { EngineCapabilities } from '../image-engine.ts'

export type Ratio = `${number}:${number}`
export type Size = `${number}x${number}`

export interface ModelTraits {
  readonly references: 0 | 1 | 3
  /** `words`: several pictures and a text that says what each is for; `strength`: one picture and how much of it stays. */
  readonly guidance: 'words' | 'strength' | 'none'
  readonly masks: boolean
  readonly negativePrompt: 'native' | 'prompt'
  readonly seed: boolean
  readonly size:
    | { readonly kind: 'exact'; readonly step: number; readonly min: number; readonly max: number }
    | { readonly kind: 'ratio'; readonly ratios: readonly Ratio[] }
    | { readonly kind: 'list'; readonly sizes: readonly Size[] }
  readonly count: number
}

export interface AiProvider {
  readonly label: string
  /** Another address than the provider's own: a proxy, a test. */
  readonly baseUrl: Setting<string>
  readonly model: string
  readonly editModel: string
  traits(model: string, env: Environment): ModelTraits
}

const commonRatios: readonly Ratio[] = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16']
const gptSizes: readonly Size[] = ['1024x1024', '1536x1024', '1024x1536']
const edits = { references: 3, guidance: 'words' } as const
const none = { references: 0, guidance: 'none' } as const

export const aiProviders = {
  openai: {
    label: 'OpenAI',
    baseUrl: providerSettings.openaiUrl,
    model: 'gpt-image-2',
    editModel: 'gpt-image-2',
    traits: (model) => {
      const shared = { masks: true, negativePrompt: 'prompt', seed: false, count: 10 } as const
      if (model === 'dall-e-3')
        return { ...shared, ...none, masks: false, count: 1, size: list(['1024x1024', '1792x1024', '1024x1792']) }
      if (model === 'dall-e-2')
        return { ...shared, references: 1, guidance: 'none', size: list(['256x256', '512x512', '1024x1024']) }
      return { ...shared, ...edits, size: list(gptSizes) }
    },
  },
  google: {
    label: 'Google Gemini',
    baseUrl: providerSettings.googleUrl,
    model: 'gemini-2.5-flash-image',
    editModel: 'gemini-2.5-flash-image',
    traits: () => ({
      ...edits,
      masks: false,
      negativePrompt: 'prompt',
      seed: true,
      size: { kind: 'ratio', ratios: [...commonRatios, '4:5', '5:4', '21:9'] },
      count: 1,
    }),
  },
  fal: {
    label: 'fal',
    baseUrl: providerSettings.falUrl,
    model: 'fal-ai/flux/dev',
    editModel: 'fal-ai/flux-2/edit',
    traits: (model) => ({
      ...falReferences(model),
      masks: /inpaint|fill/.test(model),
      // NOTE: the flux family has no field for it, and fields that it does not know are ignored in silence.
      negativePrompt: /flux|gpt-image|nano-banana|seedream/.test(model) ? 'prompt' : 'native',
      seed: true,
      size: { kind: 'exact', step: 16, min: 256, max: 2048 },
      count: 1,
    }),
  },
  replicate: {
    label: 'Replicate',
    baseUrl: providerSettings.replicateUrl,
    model: 'black-forest-labs/flux-2-pro',
    editModel: 'black-forest-labs/flux-2-pro',
    traits: (model) => {
      const isDiffusion = /stable-diffusion|sdxl|realvis|dreamshaper|playground|aura-flow|latent-consistency/.test(
        model,
      )
      const isFlux2 = model.startsWith('black-forest-labs/flux-2-')
      return {
        ...(isFlux2 ? edits : { references: 1, guidance: isDiffusion ? 'strength' : 'none' }),
        masks: !isFlux2,
        negativePrompt: isDiffusion ? 'native' : 'prompt',
        seed: true,
        size: isDiffusion ? { kind: 'exact', step: 8, min: 256, max: 1536 } : { kind: 'ratio', ratios: commonRatios },
        count: isFlux2 ? 8 : 1,
      }
    },
  },
  'black-forest-labs': {
    label: 'Black Forest Labs',
    baseUrl: providerSettings.bflUrl,
    model: 'flux-2-pro',
    editModel: 'flux-2-pro',
    traits: (model) => ({
      ...(/^flux-(?:kontext|2)/.test(model) ? edits : none),
      masks: model.includes('fill'),
      negativePrompt: 'prompt',
      seed: true,
      size: /kontext|ultra/.test(model)
        ? { kind: 'ratio', ratios: [...commonRatios, '21:9', '9:21'] }
        : { kind: 'exact', step: 32, min: 256, max: 1440 },
      count: 1,
    }),
  },
  xai: {
    label: 'xAI',
    baseUrl: providerSettings.xaiUrl,
    model: 'grok-imagine-image',
    editModel: 'grok-imagine-image',
    traits: () => ({
      ...edits,
      masks: false,
      negativePrompt: 'prompt',
      seed: false,
      size: { kind: 'ratio', ratios: commonRatios },
      count: 3,
    }),
  },
  'openai-compatible': {
    label: 'Serveur compatible OpenAI',
    baseUrl: compatibleSettings.url,
    model: 'default',
    editModel: 'default',
    // NOTE: two façades have places of their own for seeds and negative prompts; see openai-compatible.ts.
    traits: (_, env) => ({
      references: 3,
      guidance: 'none',
      masks: false,
      negativePrompt: dialectOf(env) === 'openai' ? 'prompt' : 'native',
      seed: dialectOf(env) !== 'openai',
      size: { kind: 'exact', step: 8, min: 256, max: 2048 },
      count: 1,
    }),
  },
} satisfies Record<string, AiProvider>

export type AiProviderName = keyof typeof aiProviders

/** `openai`: by the letter; the others understand more, but not everything of it. */
export type Dialect = ReturnType<typeof dialectOf>

export function dialectOf(env: Environment) {
  return readSetting(compatibleSettings.dialect, env)
}

export function traitsOf(name: AiProviderName, model: string, env: Environment): ModelTraits {
  const provider: AiProvider = aiProviders[name]
  return provider.traits(model, env)
}

/** Of the two models together: the one for references decides what becomes of them. */
export function capabilitiesOf(
  name: AiProviderName,
  { model, editModel, env }: { model: string; editModel: string; env: Environment },
): EngineCapabilities {
  const plain = traitsOf(name, model, env)
  const edit = traitsOf(name, editModel, env)
  return {
    references: edit.references,
    roles: edit.guidance === 'words',
    influence: edit.guidance !== 'none',
    masks: false,
    negativePrompt: plain.negativePrompt,
    seed: plain.seed,
    size: plain.size.kind === 'list' ? plain.size.sizes : plain.size.kind,
    count: plain.count,
    progress: 'estimated',
    cancel: name === 'replicate' ? 'upstream' : 'local',
  }
}

function list(sizes: readonly Size[]) {
  return { kind: 'list', sizes } as const
}

/** Models that make pictures of words alone ignore a picture in silence; only a few of the others take several. */
function falReferences(model: string): Pick<ModelTraits, 'references' | 'guidance'> {
  if (
    /flux-2.*edit|omnigen|nano-banana.*edit|seedream.*edit|gpt-image.*edit|kontext.*multi|qwen-image-edit-plus/.test(
      model,
    )
  )
    return edits
  if (/kontext|edit/.test(model)) return { references: 1, guidance: 'none' }
  if (/image-to-image|remix|inpaint/.test(model)) return { references: 1, guidance: 'strength' }
  return /redux|reimagine|character/.test(model) ? { references: 1, guidance: 'none' } : none
}
