import { afterEach, expect, onTestFinished, test } from 'vitest'

import { aiProviders } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk-models.ts'
import { createAiSdkEngine } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk.ts'
import { createChain } from '../../../functions/_shared/image-engines/chain/engine-chain.ts'
import type { EngineEvent } from '../../../functions/_shared/image-engines/engine-events.ts'
import { readChainSettings } from '../../../functions/_shared/image-engines/engine-settings.ts'
import { EngineError, type ImageOrder } from '../../../functions/_shared/image-engines/image-engine.ts'
import { startFakeServer, type FakeServer, type Reply } from '../fake-server.ts'
import { follow, orderOf, pngOf, secretPrompt, sha256, threeReferences, type Follower } from '../pictures.ts'
import { key, wires, type Wire } from './wires.ts'

const picture = await pngOf(64, 64)
const three = await threeReferences()

const opened: FakeServer[] = []
afterEach(() => Promise.all(opened.splice(0).map((server) => server[Symbol.asyncDispose]())))

type Step = 'ok' | 'refused' | 'empty' | Reply

const cut = { half: { data: [{ b64_json: 'iVBORw0KGgo='.repeat(50) }] } }

interface Wish {
  readonly order?: Partial<ImageOrder>
  /** One answer per picture that is begun; the last one stays. */
  readonly script?: readonly Step[]
  readonly timeoutMs?: number
  readonly context?: Follower
}

/** One order through the chain to the provider's wire and back. */
async function run(wire: Wire, { order = {}, script = ['ok'], timeoutMs = 20_000, context = follow() }: Wish = {}) {
  const steps = [...script]
  const server = await startFakeServer((asked, own) => {
    if (!wire.begins(asked)) return wire.later?.(asked, picture, own) ?? { status: 404 }
    const step = (steps.length > 1 ? steps.shift() : steps[0]) ?? 'ok'
    if (step === 'ok') return wire.made(picture, own)
    if (step === 'refused') return wire.refused
    return step === 'empty' ? wire.empty : step
  })
  opened.push(server)
  const { model, editModel, baseUrl } = aiProviders[wire.name]
  const env = { ...wire.env, [baseUrl.name]: server.url + wire.base }
  const settings = { ...readChainSettings({}), firstWaitMs: 1, timeoutMs }
  const events: EngineEvent[] = []
  const chain = createChain({
    engines: [createAiSdkEngine(wire.name, { env, model, editModel, timeoutMs })],
    settings,
    reviews: { before: async () => null, after: async () => null },
    observe: (event) => events.push(event),
  })
  const outcome = await chain.makePicture(orderOf(order), context).then(
    (made) => ({ made, error: null }),
    (error: unknown) => ({ made: null, error }),
  )
  const begun = server.asked.filter((asked) => wire.begins(asked))
  return { ...outcome, events, begun, server, context }
}

function thrown(error: unknown): EngineError {
  if (!(error instanceof EngineError)) throw new Error('no EngineError', { cause: error })
  return error
}

const all = wires.map((wire) => [wire.name, wire] as const)

for (const count of [0, 1, 2, 3]) {
  test.each(all)(`%s makes a picture with ${count} references, which arrive byte for byte`, async (_, wire) => {
    const references = three.slice(0, count)
    const { made, error, begun } = await run(wire, { order: { references } })
    expect(error).toBeNull()
    expect(made).toMatchObject({ type: 'image/webp', width: 64, engine: wire.name, isNeural: true })
    const [asked, ...more] = begun
    expect(more).toEqual([])
    const arrived = await wire.references(asked!)
    expect(arrived.map(sha256)).toEqual(references.map(({ file }) => sha256(file)))
    expect(made?.receipts.map(({ position, used }) => ({ position, used }))).toEqual(
      references.map((__, index) => ({ position: index + 1, used: true })),
    )
    expect(asked!.body.toString()).toContain('secret-de-la-lagune')
  })
}

test.each(all)('%s is told what to leave out and what each reference is for', async (_, wire) => {
  const [first, second] = three
  const references = [
    { ...first!, role: 'subject' as const, influence: 0.9 },
    { ...second!, role: 'style' as const },
  ]
  const { made, begun } = await run(wire, { order: { references, negativePrompt: 'brouillard' } })
  const told = begun[0]!.body.toString()
  expect(told).toContain('Éviter : brouillard')
  const takesWords = wire.name !== 'openai-compatible'
  expect(told.includes('Image 2 : reprendre seulement son style')).toBe(takesWords)
  expect(made?.receipts[1]?.note).toMatch(takesWords ? /en mots/ : /ne connaît pas de rôles/)
})

test.each(all)('%s is asked again after 429, and not before its Retry-After', async (_, wire) => {
  const startedAt = performance.now()
  const busy = { status: 429, headers: { 'retry-after': '1' }, body: { error: { message: 'slow down' } } }
  const { made, events } = await run(wire, { script: [busy, 'ok'] })
  expect(performance.now() - startedAt).toBeGreaterThan(990)
  expect(made?.width).toBe(64)
  expect(events).toMatchObject([
    { kind: 'engine.failed', problem: 'engine_busy', attempt: 1, upstream: expect.stringContaining('429') },
    { kind: 'engine.retried', attempt: 2 },
    { kind: 'engine.made', attempt: 2 },
  ])
})

test.each(all)('%s is asked again after 500 and after an answer that was cut', async (_, wire) => {
  const broken = { status: 500, body: { error: { message: 'oops' } } }
  const { made, events, begun } = await run(wire, { script: [broken, cut, 'ok'] })
  expect(made?.width).toBe(64)
  expect(begun).toHaveLength(3)
  expect(events.filter(({ kind }) => kind === 'engine.failed')).toMatchObject([
    { problem: 'engine_failed', upstream: '500' },
    { problem: 'engine_failed', upstream: expect.not.stringContaining('200') },
  ])
})

test.each(all)('%s refuses: nobody asks again, and the rule says who refused', async (_, wire) => {
  const { error, begun } = await run(wire, { script: ['refused'] })
  expect(thrown(error)).toMatchObject({
    problem: 'moderation_blocked',
    isRetryable: false,
    block: { rule: `provider:${wire.name}`, terms: [] },
  })
  expect(begun).toHaveLength(1)
})

test.each(all)('%s answers nothing: the attempt ends in time', async (_, wire) => {
  const { error, begun } = await run(wire, { script: ['hang'], timeoutMs: 300 })
  expect(thrown(error)).toMatchObject({ problem: 'engine_timeout', isRetryable: false })
  expect(begun).toHaveLength(1)
})

test.each(all)('%s answers without a picture, as often as it is asked', async (_, wire) => {
  const { error, begun } = await run(wire, { script: ['empty'] })
  expect(thrown(error).problem).toMatch(/^(?:empty_result|engine_failed)$/)
  expect(begun).toHaveLength(3)
})

test.each(all)('%s answers with something that is no picture', async (_, wire) => {
  const broken: Wire = { ...wire, made: (__, own) => wire.made(Buffer.from('<svg/>'), own) }
  if (wire.later) broken.later = (asked, __, own) => wire.later!(asked, Buffer.from('<svg/>'), own)
  const { error } = await run(broken)
  expect(thrown(error).problem).toBe('engine_failed')
})

test.each(all)('F-14 %s repeats the key and the prompt in an error: neither is in what we keep', async (_, wire) => {
  const message = `Incorrect API key provided: ${key} for ${secretPrompt}`
  const denied = {
    status: 401,
    body: { error: { message, code: 'invalid_api_key', status: 'UNAUTHENTICATED' }, detail: message },
  }
  const { error, events, begun } = await run(wire, { script: [denied] })
  expect(thrown(error)).toMatchObject({ problem: 'engine_failed', isRetryable: false })
  expect(begun).toHaveLength(1)
  expect(begun[0]!.headers).toSatisfy((headers: object) => JSON.stringify(headers).includes(key))
  for (let told: unknown = error; told instanceof Error; told = told.cause) {
    expect(`${told.message} ${told.stack} ${JSON.stringify(told)}`).not.toMatch(/sk-live|secret-de-la-lagune/)
  }
  expect(JSON.stringify(events)).not.toMatch(/sk-live|secret-de-la-lagune/)
})

test.each(all)('%s stops when the person cancels, in the person’s words', async (_, wire) => {
  const context = follow()
  const hanging: Wire = {
    ...wire,
    made: () => {
      queueMicrotask(() => context.abort(new Error('canceled')))
      return 'hang' as never
    },
  }
  const { error, events } = await run(hanging, { context })
  expect(error).toEqual(new Error('canceled'))
  expect(events).toEqual([])
})

test.each(all)('%s is let go of before its references travel: nothing fails that nobody waits for', async (_, wire) => {
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', onUnhandled)
  onTestFinished(() => void process.off('unhandledRejection', onUnhandled))
  const context = follow()
  // The first that is told is told before the provider's code is loaded.
  const leaving = { ...context, onProgress: () => context.abort(new Error('canceled')) }
  const { error, begun } = await run(wire, { order: { references: three }, context: leaving })
  expect(error).toEqual(new Error('canceled'))
  expect(begun).toEqual([])
  const form = new FormData()
  for (const { file } of three) form.append('image', new Blob([new Uint8Array(file)]))
  // What was read for them has been read by then.
  await new Response(form).bytes()
  await new Promise(setImmediate)
  expect(unhandled).toEqual([])
})
