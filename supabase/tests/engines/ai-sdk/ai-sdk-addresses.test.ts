/** Where providers are dialled: an empty setting (`NAME=` in a .env file) is none. */
import { generateText } from 'ai'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { aiProviders, type AiProviderName } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk-models.ts'
import { createAiSdkEngine } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk.ts'
import { openTextModel } from '../../../functions/_shared/intelligence/model/text-engines.ts'
import { follow, orderOf } from '../pictures.ts'
import { wires } from './wires.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** Nobody is really asked. */
function listen(): string[] {
  const hosts: string[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    hosts.push(new URL(input instanceof Request ? input.url : input).host)
    return Response.json({ error: { message: 'no', type: 'test', code: 'test' } }, { status: 401 })
  })
  return hosts
}

const imageHosts: Partial<Record<AiProviderName, string>> = {
  openai: 'api.openai.com',
  google: 'generativelanguage.googleapis.com',
  fal: 'fal.run',
  replicate: 'api.replicate.com',
  'black-forest-labs': 'api.bfl.ai',
  xai: 'api.x.ai',
}

describe.each(['', '  '])('an address that is %j', (empty) => {
  test.each(Object.entries(imageHosts))('pictures: %s is at %s', async (name, host) => {
    const provider = name as AiProviderName
    const { model, editModel, baseUrl } = aiProviders[provider]
    vi.stubEnv(baseUrl.name, empty)
    const hosts = listen()
    const env = { ...wires.find((wire) => wire.name === provider)?.env, [baseUrl.name]: empty }
    const engine = createAiSdkEngine(provider, { env, model, editModel, timeoutMs: 5000 })
    await expect(engine.generate(orderOf(), follow())).rejects.toMatchObject({ isOperatorsFault: true })
    expect(hosts).toEqual([host])
  })

  test.each([
    ['openai', 'OPENAI_BASE_URL', 'api.openai.com'],
    ['google', 'GOOGLE_GENERATIVE_AI_BASE_URL', 'generativelanguage.googleapis.com'],
    ['anthropic', 'ANTHROPIC_BASE_URL', 'api.anthropic.com'],
    ['mistral', 'TEXT_BASE_URL', 'api.mistral.ai'],
    ['xai', 'XAI_BASE_URL', 'api.x.ai'],
  ])('texts: %s with %s is at %s', async (engine, variable, host) => {
    vi.stubEnv(variable, empty)
    const hosts = listen()
    // NOTE: a model that is asked for again would be kept from the time before.
    const text = { TEXT_ENGINE: engine, TEXT_MODEL: `m${empty.length}`, TEXT_API_KEY: 'key', TEXT_BASE_URL: empty }
    const model = await openTextModel({ ...text, [variable]: empty })
    await generateText({ model, prompt: 'Bonjour', maxRetries: 0 }).catch(() => {})
    expect(hosts).toEqual([host])
  })
})
