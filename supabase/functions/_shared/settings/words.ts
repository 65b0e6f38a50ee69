/** What an operator decides about help with descriptions. */
import { providerSettings } from './images.ts'
import { anyOf, area, choice, secret, webAddress, whole, type Setting } from './reader.ts'

export const modelSettings = {
  engine: {
    name: 'TEXT_ENGINE',
    form: choice(['rules', 'openai', 'google', 'anthropic', 'mistral', 'xai', 'openai-compatible']),
    default: 'rules' as const,
    words:
      'Which language model helps with descriptions; without one, and where it fails, built-in rules in French and English do, and each answer says who gave it.',
  },
  model: { name: 'TEXT_MODEL', form: anyOf('a model’s name there'), words: 'Which of its models.' },
  key: {
    name: 'TEXT_API_KEY',
    form: secret('a key of that provider'),
    unset: 'the key of that provider',
    words: 'Our key there, where it is another one for words.',
  },
  url: {
    name: 'TEXT_BASE_URL',
    form: webAddress('http://127.0.0.1:11434/v1'),
    unset: 'the address of that provider',
    words: 'Its address; needed for `openai-compatible`.',
  },
}

/** The provider's usual key, and where it has another address than its own. */
export const textProviders = {
  openai: { key: providerSettings.openaiKey, url: providerSettings.openaiUrl },
  google: { key: providerSettings.googleKey, url: providerSettings.googleUrl },
  anthropic: { key: providerSettings.anthropicKey, url: providerSettings.anthropicUrl },
  mistral: { key: providerSettings.mistralKey, url: modelSettings.url },
  xai: { key: providerSettings.xaiKey, url: providerSettings.xaiUrl },
  'openai-compatible': { key: modelSettings.key, url: modelSettings.url },
} satisfies Record<string, { readonly key: Setting<string>; readonly url: Setting<string> }>

export const quotaSettings = {
  timeoutSeconds: {
    name: 'TEXT_TIMEOUT_SECONDS',
    form: whole(1, 120, 'seconds'),
    default: 20,
    words: 'How long the model may take before the rules answer.',
  },
  callsPerHour: {
    name: 'TEXT_CALLS_PER_HOUR',
    form: whole(1, 100_000),
    default: 60,
    words: 'How often in an hour one person has the model asked; visitors never do.',
  },
  personPerHour: {
    name: 'INTELLIGENCE_CALLS_PER_HOUR',
    form: whole(1, 1_000_000),
    default: 600,
    words: 'What one person may ask in an hour, whoever answers.',
  },
  visitorPerHour: {
    name: 'INTELLIGENCE_VISITOR_CALLS_PER_HOUR',
    form: whole(1, 1_000_000),
    default: 60,
    words: 'The same, of one address without a session.',
  },
}

export const wordsArea = area({
  title: 'Help with descriptions',
  settings: { ...modelSettings, ...quotaSettings },
  check({ engine }, refusals) {
    if (engine === 'rules') return
    const because = `TEXT_ENGINE=${engine}`
    refusals.require(modelSettings.model, because)
    if (engine === 'openai-compatible') refusals.require(modelSettings.url, because)
    else if (!refusals.isSet(modelSettings.key.name)) refusals.require(textProviders[engine].key, because)
  },
})
