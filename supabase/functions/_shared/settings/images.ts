/** What an operator decides about who makes pictures, and how long that may take. */
import { refuseUnreadable } from './files.ts'
import { anyOf, area, choice, list, secret, text, webAddress, whole, type Form, type Setting } from './reader.ts'

const key = secret('a key of that provider')

/** Several purposes share a provider's key and address: pictures, words, moderation. */
export const providerSettings = {
  openaiKey: { name: 'OPENAI_API_KEY', form: key, words: 'Our key at OpenAI.' },
  openaiUrl: { name: 'OPENAI_BASE_URL', form: webAddress(), words: 'Another address than OpenAI’s own.' },
  googleKey: { name: 'GOOGLE_GENERATIVE_AI_API_KEY', form: key, words: 'Our key at Google.' },
  googleUrl: {
    name: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    form: webAddress(),
    words: 'Another address than Google’s own.',
  },
  falKey: { name: 'FAL_KEY', form: key, words: 'Our key at fal.' },
  falApiKey: { name: 'FAL_API_KEY', form: key, words: 'The same by its other name, which wins.' },
  falUrl: { name: 'FAL_BASE_URL', form: webAddress(), words: 'Another address than fal’s own.' },
  replicateKey: { name: 'REPLICATE_API_TOKEN', form: key, words: 'Our key at Replicate.' },
  replicateUrl: { name: 'REPLICATE_BASE_URL', form: webAddress(), words: 'Another address than Replicate’s own.' },
  bflKey: { name: 'BFL_API_KEY', form: key, words: 'Our key at Black Forest Labs.' },
  bflUrl: { name: 'BFL_BASE_URL', form: webAddress(), words: 'Another address than Black Forest Labs’ own.' },
  xaiKey: { name: 'XAI_API_KEY', form: key, words: 'Our key at xAI.' },
  xaiUrl: { name: 'XAI_BASE_URL', form: webAddress(), words: 'Another address than xAI’s own.' },
  anthropicKey: { name: 'ANTHROPIC_API_KEY', form: key, words: 'Our key at Anthropic.' },
  anthropicUrl: { name: 'ANTHROPIC_BASE_URL', form: webAddress(), words: 'Another address than Anthropic’s own.' },
  mistralKey: { name: 'MISTRAL_API_KEY', form: key, words: 'Our key at Mistral.' },
}

export const compatibleSettings = {
  url: {
    name: 'IMAGE_BASE_URL',
    form: webAddress('http://127.0.0.1:8080/v1'),
    words: 'The address of the server that speaks OpenAI’s wire.',
  },
  key: {
    name: 'IMAGE_API_KEY',
    form: secret('a key of that server'),
    words: 'Our key there, where it asks for one.',
  },
  dialect: {
    name: 'IMAGE_DIALECT',
    form: choice(['openai', 'localai', 'sd-cpp']),
    default: 'openai' as const,
    words: 'What it understands beyond OpenAI’s wire: seeds, what to leave out, LocalAI’s references.',
  },
}

export const comfyuiSettings = {
  url: { name: 'COMFYUI_URL', form: webAddress('http://127.0.0.1:8188'), words: 'The address of a ComfyUI.' },
  token: {
    name: 'COMFYUI_TOKEN',
    form: secret('a key of that proxy', /./),
    words: 'The key that a proxy before it asks for.',
  },
  workflows: {
    name: 'COMFYUI_WORKFLOW',
    form: list(anyOf('a path'), { expected: 'paths of workflows in API format, with commas between them' }),
    default: [],
    unset: 'our own',
    words:
      'Of these workflows each order takes the one that uses most of its references; placeholders: `{{prompt}}` `{{negative}}` `{{seed}}` `{{width}}` `{{height}}` `{{steps}}` `{{cfg}}` `{{ckpt}}` `{{denoise}}`, `{{image1}}` and `{{influence1}}` to `3`.',
  },
  steps: {
    name: 'COMFYUI_STEPS',
    form: whole(1, 200),
    default: 25,
    words: 'Steps of our own workflows, and of the placeholder.',
  },
  cfg: {
    name: 'COMFYUI_CFG',
    form: whole(1, 30),
    default: 7,
    words: 'Guidance of our own workflows, and of the placeholder.',
  },
}

export const sdapiSettings = {
  url: {
    name: 'SDAPI_URL',
    form: webAddress('http://127.0.0.1:7860'),
    words:
      'The address of AUTOMATIC1111, Forge, SD.Next or stable-diffusion.cpp, started with its API; which of them is found out. The first two interrupt whatever they paint when an order is cancelled: let nobody else use them.',
  },
  user: { name: 'SDAPI_USER', form: anyOf('a name'), words: 'Whom it lets in.' },
  password: { name: 'SDAPI_PASSWORD', form: secret('a password', /./), words: 'By which word.' },
  steps: {
    name: 'SDAPI_STEPS',
    form: whole(0, 200),
    default: 0,
    words: 'Steps of a picture; 0 leaves them to the server.',
  },
}

const { openaiKey, googleKey, falApiKey, falKey, replicateKey, bflKey, xaiKey } = providerSettings

/** What an engine cannot work without; each by any one of its settings. */
type Needs = readonly (readonly Setting<string>[])[]

export const engineNeeds = {
  builtin: [],
  openai: [[openaiKey]],
  google: [[googleKey]],
  fal: [[falApiKey, falKey]],
  replicate: [[replicateKey]],
  'black-forest-labs': [[bflKey]],
  xai: [[xaiKey]],
  'openai-compatible': [[compatibleSettings.url]],
  comfyui: [[comfyuiSettings.url]],
  sdapi: [[sdapiSettings.url]],
} satisfies Record<string, Needs>

export type EngineName = keyof typeof engineNeeds

const engineNames = Object.keys(engineNeeds) as EngineName[]
const engine = choice(engineNames)

/** By their places: an empty part leaves its place out. */
function places<Part>(of: Form<Part>, expected: string): Form<readonly (Part | null)[]> {
  const partsOf = (given: string) => given.split(',').map((part) => part.trim())
  const parse = (part: string) => (part === '' ? null : of.parse(part))
  return {
    expected,
    parse: (given) => {
      const parts = partsOf(given).map(parse)
      return parts.every((part) => part !== undefined) ? parts : undefined
    },
    faultOf: (given) => `names ${JSON.stringify(partsOf(given).find((part) => parse(part) === undefined))}`,
  }
}

const models = places(text(/^\S+$/, 'a model'), 'models in the order of IMAGE_ENGINE, with commas between them')

export const imageSettings = {
  engines: {
    name: 'IMAGE_ENGINE',
    form: places(engine, `with commas between them: ${engineNames.join(', ')}`),
    default: ['builtin'] as readonly EngineName[],
    words:
      'Who paints, in the order in which they are asked, each where the one before it cannot; `builtin` paints on this machine, without any account.',
  },
  models: {
    name: 'IMAGE_MODEL',
    form: models,
    default: [],
    unset: 'each engine’s usual one',
    words: 'Their models; for ComfyUI, a checkpoint.',
  },
  editModels: {
    name: 'IMAGE_EDIT_MODEL',
    form: models,
    default: [],
    unset: 'IMAGE_MODEL, else each engine’s usual one',
    words: 'Their models for orders with references.',
  },
  timeoutSeconds: {
    name: 'IMAGE_TIMEOUT_SECONDS',
    form: whole(5, 900, 'seconds'),
    default: 120,
    words: 'How long one attempt of one engine may take.',
  },
  attempts: {
    name: 'IMAGE_ATTEMPTS',
    form: whole(1, 10),
    default: 3,
    words: 'How many attempts an engine has when it stumbles.',
  },
  concurrency: {
    name: 'IMAGE_CONCURRENCY',
    form: whole(1, 100),
    default: 4,
    words: 'Pictures that one engine makes at once in this process; the built-in one makes one per core but one.',
  },
  queue: {
    name: 'IMAGE_QUEUE',
    form: whole(0, 10_000),
    default: 64,
    words: 'Pictures that wait for one engine before the next engine is asked.',
  },
  breakerFailures: {
    name: 'IMAGE_BREAKER_FAILURES',
    form: whole(1, 1000),
    default: 5,
    words: 'Failures one after the other after which an engine is not asked; the built-in one always is.',
  },
  breakerSeconds: {
    name: 'IMAGE_BREAKER_SECONDS',
    form: whole(1, 3600, 'seconds'),
    default: 30,
    words: 'For how long it is not asked.',
  },
}

export const imageArea = area({
  title: 'Pictures',
  settings: imageSettings,
  check({ engines }, refusals) {
    const { name: variable, form } = imageSettings.engines
    if (engines.every((name) => name === null)) refusals.reject(variable, 'names none', form.expected)
    for (const name of engines) {
      const needs: Needs = name === null ? [] : engineNeeds[name]
      for (const settings of needs) {
        const usual = settings.at(-1)
        const isThere = settings.some((setting) => refusals.isSet(setting.name))
        if (usual !== undefined && !isThere) refusals.require(usual, `IMAGE_ENGINE=${name}`)
      }
    }
  },
  note: ({ engines }) => {
    const named = engines.filter((name) => name !== null).join(', ')
    return ['images', named === 'builtin' ? 'built-in engine' : named]
  },
})

export const providerArea = area({ title: 'Providers of pictures and words', settings: providerSettings })
export const ownServerAreas = [
  area({ title: 'A server that speaks OpenAI’s wire (IMAGE_ENGINE=openai-compatible)', settings: compatibleSettings }),
  area({
    title: 'ComfyUI (IMAGE_ENGINE=comfyui)',
    settings: comfyuiSettings,
    check: ({ workflows }, refusals) => refuseUnreadable(comfyuiSettings.workflows, workflows, refusals),
  }),
  area({ title: 'Servers with sdapi (IMAGE_ENGINE=sdapi)', settings: sdapiSettings }),
]
