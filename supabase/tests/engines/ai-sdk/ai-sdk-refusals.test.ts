/** Whose fault a refusal is: the person's, who must change the order, or the operator's, whom the next engine stands in for. */
import { expect, test } from 'vitest'

import { aiProviders, type AiProviderName } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk-models.ts'
import { createAiSdkEngine } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk.ts'
import { startFakeServer, type Told } from '../fake-server.ts'
import { follow, threeReferences } from '../pictures.ts'
import { chainOf, engineOf, good } from '../pretend-engines.ts'
import { wires } from './wires.ts'

const references = await threeReferences()

/** One order to a provider that answers so, with another engine behind it. */
async function refusedBy(name: AiProviderName, answer: Told) {
  await using server = await startFakeServer(() => answer)
  const wire = wires.find((one) => one.name === name)!
  const { model, editModel, baseUrl } = aiProviders[name]
  const env = { ...wire.env, [baseUrl.name]: server.url + wire.base }
  const second = engineOf('second', async (order) => ({ ...(await good(order, follow())), receipts: receipts() }))
  const { make, events } = chainOf([createAiSdkEngine(name, { env, model, editModel, timeoutMs: 20_000 }), second])
  const outcome = await make(follow(), { references }).catch((error: unknown) => error)
  return { outcome, events, calls: server.asked.length, second: second.calls }
}

const receipts = () => references.map((_, index) => ({ position: index + 1, used: true, as: 'init', note: '' }))
const openAi = (code: string | null, param: string | null = null): Told => ({
  status: 400,
  body: { error: { message: 'Not so.', type: 'image_generation_user_error', param, code } },
})
const google = (message: string): Told => ({
  status: 400,
  body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } },
})
const fal = (type: string, field: string): Told => ({
  status: 422,
  body: { detail: [{ loc: ['body', field], msg: 'Not so.', type, url: 'https://docs.fal.ai/errors' }] },
})

test.each<[AiProviderName, string, Told]>([
  ['openai', '400 invalid_value size', openAi('invalid_value', 'size')],
  [
    'openai',
    '400 invalid_input_fidelity_model input_fidelity',
    openAi('invalid_input_fidelity_model', 'input_fidelity'),
  ],
  ['openai', '400 image_generation_user_error', openAi(null)],
  ['openai-compatible', '400 model_not_found', openAi('model_not_found')],
  ['google', '400 INVALID_ARGUMENT', google('Unknown name "imageSize": Cannot find field.')],
  ['google', '400 INVALID_ARGUMENT', google('API key not valid. Please pass a valid API key.')],
  ['fal', '422 literal_error body.image_size', fal('literal_error', 'image_size')],
  ['replicate', '422', { status: 422, body: { title: 'Input validation failed', detail: '- input.foo is unknown' } }],
  ['black-forest-labs', '422 missing body.prompt', fal('missing', 'prompt')],
  ['xai', '400', { status: 400, body: { code: 'Client specified an invalid argument', error: 'Unknown model.' } }],
  ['openai', '415', { status: 415, body: 'no' }],
])('%s answers %s to what the operator chose: the next engine takes over', async (name, upstream, answer) => {
  const { outcome, events, calls } = await refusedBy(name, answer)
  expect(outcome).toMatchObject({ engine: 'second' })
  expect(calls).toBe(1)
  expect(events).toMatchObject([
    { kind: 'engine.failed', engine: name, problem: 'engine_failed', fault: 'operator', upstream },
    { kind: 'engine.passed-on', engine: name, next: 'second' },
    { kind: 'engine.made', engine: 'second' },
  ])
})

test.each<[AiProviderName, string, string, Told]>([
  ['openai', 'invalid_image_file', 'invalid_request', openAi('invalid_image_file')],
  ['openai', 'image_content_policy_violation', 'moderation_blocked', openAi('image_content_policy_violation')],
  ['openai-compatible', 'image_file_too_large', 'reference_too_large', openAi('image_file_too_large')],
  ['openai', 'unsupported_image_media_type', 'reference_type', openAi('unsupported_image_media_type')],
  ['google', 'INVALID_ARGUMENT', 'invalid_request', google('Unable to process input image. Please retry.')],
  ['fal', 'image_load_error', 'invalid_request', fal('image_load_error', 'image_url')],
  ['fal', 'content_policy_violation', 'moderation_blocked', fal('content_policy_violation', 'prompt')],
])('%s answers %s to the person’s own words or pictures: %s, and nobody else is asked', async (...given) => {
  const [name, code, problem, answer] = given
  const { outcome, events, calls, second } = await refusedBy(name, answer)
  expect(outcome).toMatchObject({ problem, isRetryable: false, upstream: expect.stringContaining(code) })
  expect([calls, second]).toEqual([1, 0])
  expect(events).toMatchObject([{ kind: 'engine.failed', problem, fault: 'order' }])
})

test('an account that is empty is no queue that is full, whatever its status', async () => {
  for (const code of ['insufficient_quota', 'billing_hard_limit_reached', 'project_spend_limit_exceeded']) {
    const { calls, events } = await refusedBy('openai', { ...openAi(code), status: 429 })
    expect(calls).toBe(1)
    expect(events[0]).toMatchObject({ kind: 'engine.failed', fault: 'operator', upstream: `429 ${code}` })
  }
})
