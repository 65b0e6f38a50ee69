/** Work that goes on at a provider without us: found again, ended with us, and refused there. */
import { afterEach, describe, expect, test } from 'vitest'

import { createAiSdkEngine } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk.ts'
import { createChain } from '../../../functions/_shared/image-engines/chain/engine-chain.ts'
import { readChainSettings } from '../../../functions/_shared/image-engines/engine-settings.ts'
import { startFakeServer, type Asked, type FakeServer, type Reply } from '../fake-server.ts'
import { follow, isInOrder, orderOf, pngOf, type Follower } from '../pictures.ts'
import { key, prediction } from './wires.ts'

const picture = await pngOf(64, 64)
const opened: FakeServer[] = []
afterEach(() => Promise.all(opened.splice(0).map((server) => server[Symbol.asyncDispose]())))

const providers = {
  replicate: { model: 'black-forest-labs/flux-2-pro', keyName: 'REPLICATE_API_TOKEN', baseName: 'REPLICATE_BASE_URL' },
  'black-forest-labs': { model: 'flux-2-pro', keyName: 'BFL_API_KEY', baseName: 'BFL_BASE_URL' },
} as const

async function open(name: keyof typeof providers, answer: (asked: Asked, own: string) => Reply, timeoutMs = 20_000) {
  const server = await startFakeServer((asked, own) =>
    asked.path.startsWith('/files/') ? { body: picture } : answer(asked, own),
  )
  opened.push(server)
  const { model, keyName, baseName } = providers[name]
  const env = { [keyName]: key, [baseName]: `${server.url}/v1` }
  const chain = createChain({
    engines: [createAiSdkEngine(name, { env, model, editModel: model, timeoutMs })],
    settings: { ...readChainSettings({}), firstWaitMs: 1, timeoutMs },
    reviews: { before: async () => null, after: async () => null },
    observe: () => {},
  })
  return { server, make: (context: Follower) => chain.makePicture(orderOf(), context) }
}

const isSubmit = ({ method, path }: Asked) => method === 'POST' && !path.endsWith('/cancel')
const submits = (server: FakeServer) => server.asked.filter((asked) => isSubmit(asked))

describe('Replicate', () => {
  test('a prediction is saved before it is waited for, and found again without paying twice', async () => {
    const first = follow()
    const { server, make } = await open('replicate', (asked, own) => {
      if (isSubmit(asked)) return { status: 201, body: prediction(own, 'starting') }
      if (!first.signal.aborted) return 'hang'
      return { body: prediction(own, 'succeeded') }
    })
    const killed = make(first)
    await server.until('GET /v1/predictions/p1')
    expect(first.saved).toEqual(['replicate:p1'])
    first.abort(new Error('killed'))
    await expect(killed).rejects.toThrow('killed')

    const again = await make(follow(first.saved[0]))
    expect(again.width).toBe(64)
    expect(submits(server)).toHaveLength(1)
    expect(submits(server)[0]!.headers['prefer']).toBe('wait=1')
  })

  test('one that has failed meanwhile is begun anew', async () => {
    const { server, make } = await open('replicate', (asked, own) => {
      if (isSubmit(asked)) return { status: 201, body: { ...prediction(own, 'succeeded'), id: 'p2' } }
      return { body: prediction(own, 'failed') }
    })
    const context = follow('replicate:p1')
    expect((await make(context)).width).toBe(64)
    expect(submits(server)).toHaveLength(1)
    expect(context.saved).toEqual(['replicate:p2'])
  })

  test('a connection that breaks while waiting takes the same prediction up', async () => {
    let polls = 0
    const { server, make } = await open('replicate', (asked, own) => {
      if (isSubmit(asked)) return { status: 201, body: prediction(own, 'starting') }
      polls += 1
      return polls === 1 ? { half: prediction(own, 'processing') } : { body: prediction(own, 'succeeded') }
    })
    expect((await make(follow())).width).toBe(64)
    expect(submits(server)).toHaveLength(1)
  })

  test.each(['lost', 'stopping'])('a job that is %s goes on for whoever takes it up', async (reason) => {
    const { server, make } = await open('replicate', (_asked, own) => ({
      body: prediction(own, first.signal.aborted ? 'succeeded' : 'processing'),
    }))
    const first = follow()
    const making = make(first)
    await server.until('GET /v1/predictions/p1')
    first.abort(reason)
    await expect(making).rejects.toBe(reason)
    expect((await make(follow(first.saved[0]))).width).toBe(64)
    expect(server.count('POST /v1/predictions/p1/cancel')).toBe(0)
  })

  test('its stages come in their order, and nothing is painted while it waits', async () => {
    let polls = 0
    const { make } = await open('replicate', (_asked, own) => {
      polls += 1
      const status = polls < 3 ? 'starting' : polls < 6 ? 'processing' : 'succeeded'
      return { status: polls === 1 ? 201 : 200, body: prediction(own, status) }
    })
    const context = follow()
    await make(context)
    expect(context.progress).toSatisfy(isInOrder)
    expect([...new Set(context.progress.map(({ stage }) => stage))]).toEqual(['queued', 'painting', 'encoding'])
  })

  test('is told to stop when the person cancels, and when its time is over', async () => {
    for (const timeoutMs of [20_000, 400]) {
      const { server, make } = await open(
        'replicate',
        (asked, own) => (asked.path.endsWith('/cancel') ? {} : { body: prediction(own, 'processing') }),
        timeoutMs,
      )
      const context = follow()
      const making = make(context)
      await server.until('GET /v1/predictions/p1')
      if (timeoutMs > 1000) context.abort(new Error('canceled'))
      await expect(making).rejects.toThrow(/canceled|took longer/)
      const stop = await server.until('POST /v1/predictions/p1/cancel')
      expect(stop.headers['authorization']).toBe(`Bearer ${key}`)
    }
  })
})

describe('Black Forest Labs', () => {
  const task = (own: string) => ({ body: { id: 't1', polling_url: `${own}/v1/get_result?id=t1` } })
  const ready = (own: string) => ({ body: { status: 'Ready', result: { sample: `${own}/files/1.png` } } })

  test.each(['Request Moderated', 'Content Moderated'])('%s is the end, not a minute of waiting', async (status) => {
    const { server, make } = await open('black-forest-labs', (asked, own) =>
      isSubmit(asked) ? task(own) : { body: { status, result: null } },
    )
    await expect(make(follow())).rejects.toMatchObject({
      problem: 'moderation_blocked',
      block: { rule: 'provider:black-forest-labs' },
    })
    // It was asked once how the task stands, and not again.
    expect(server.asked.filter((asked) => !isSubmit(asked))).toHaveLength(1)
  })

  test('a task is found again at the address that it was polled at', async () => {
    const { server, make } = await open('black-forest-labs', (asked, own) => (isSubmit(asked) ? task(own) : ready(own)))
    const saved = `black-forest-labs:${server.url}/v1/get_result?id=t1`
    expect((await make(follow(saved))).width).toBe(64)
    expect(submits(server)).toEqual([])
  })

  test('a saved address that is not theirs is never asked', async () => {
    const stranger = await startFakeServer(() => ({ body: { status: 'Pending' } }))
    opened.push(stranger)
    const { server, make } = await open('black-forest-labs', (asked, own) => (isSubmit(asked) ? task(own) : ready(own)))
    expect((await make(follow(`black-forest-labs:${stranger.url}/v1/get_result?id=t1`))).width).toBe(64)
    expect(stranger.asked).toEqual([])
    expect(submits(server)).toHaveLength(1)
  })

  test('its own progress is told, and no guess after it', async () => {
    const told = [0.4, 0.8, 0.8, 0.8, 0.6]
    const { make } = await open('black-forest-labs', (asked, own) => {
      if (isSubmit(asked)) return task(own)
      const progress = told.shift()
      return progress === undefined ? ready(own) : { body: { status: 'Pending', progress } }
    })
    const context = follow()
    await make(context)
    expect(context.progress).toContainEqual({ share: 0.4, stage: 'painting' })
    expect(context.progress).toSatisfy(isInOrder)
  })
})
