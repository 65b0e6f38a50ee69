import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { inspect } from 'node:util'

import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { createComfyuiEngine, type ComfyuiSettings } from '../../functions/_shared/image-engines/comfyui.ts'
import { EngineError } from '../../functions/_shared/image-engines/image-engine.ts'
import { startFakeComfyui, words, type FakeComfyui, type FakeComfyuiOptions } from './fake-comfyui.ts'
import { orderOf, painted, threeReferences, witness } from './own-orders.ts'

let picture: Buffer
let fake: FakeComfyui
beforeAll(async () => {
  picture = await painted()
})
beforeEach(async () => {
  fake = await startFakeComfyui({ picture })
})
afterEach(() => fake[Symbol.asyncDispose]())

async function restart(options: Partial<FakeComfyuiOptions>): Promise<void> {
  await fake[Symbol.asyncDispose]()
  fake = await startFakeComfyui({ picture, ...options })
}

function engine(changes: Partial<ComfyuiSettings> = {}) {
  return createComfyuiEngine({
    url: fake.url,
    token: null,
    workflows: {},
    checkpoint: null,
    steps: 20,
    cfg: 7,
    pace: { pollMs: 10, socketPollMs: 2000 },
    ...changes,
  })
}

const ran = () => {
  const [graph] = fake.ran
  if (!graph) throw new Error('nothing ran')
  return graph
}
const nodes = (className: string) => Object.values(ran()).filter(({ class_type: name }) => name === className)

describe('orders', () => {
  test('a description becomes a workflow with everything in its place', async () => {
    const order = orderOf({ prompt: 'un {{seed}} et "des guillemets" $& \\n', width: 500, height: 300 })
    const made = await engine().generate(order, witness())
    expect(Buffer.from(made.file)).toEqual(picture)
    expect(made).toMatchObject({
      seed: 42,
      receipts: [],
      facts: { workflow: 'txt2img', checkpoint: 'first.safetensors' },
    })
    expect(made.warnings).toEqual(['Ce moteur travaille par pas de 8 pixels : 500 × 300 devient 504 × 304.'])
    expect(nodes('CLIPTextEncode').map(({ inputs }) => inputs['text'])).toEqual([order.prompt, 'du texte'])
    expect(nodes('EmptyLatentImage')[0]?.inputs).toMatchObject({ width: 504, height: 304 })
    expect(nodes('KSampler')[0]?.inputs).toMatchObject({ seed: 42, steps: 20, cfg: 7, denoise: 1 })
  })

  test('the token goes along, by HTTP and by websocket', async () => {
    const upgrades: (string | undefined)[] = []
    fake.server.on('upgrade', ({ headers }) => upgrades.push(headers.authorization))
    await engine({ token: 'geheim' }).generate(orderOf(), witness())
    expect(new Set(fake.asked.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer geheim']))
    expect(upgrades).toEqual(['Bearer geheim'])
  })

  test('a checkpoint of the operator’s choice; an unknown one is told by node and input', async () => {
    await engine({ checkpoint: 'second.safetensors' }).generate(orderOf(), witness())
    expect(nodes('CheckpointLoaderSimple')[0]?.inputs).toEqual({ ckpt_name: 'second.safetensors' })
    await expect(engine({ checkpoint: 'third.safetensors' }).generate(orderOf(), witness())).rejects.toMatchObject({
      problem: 'engine_failed',
      isRetryable: false,
      message: 'Node checkpoint (CheckpointLoaderSimple), input ckpt_name: "third.safetensors" is not on the server',
    })
    expect(fake.count('POST /prompt')).toBe(1)
  })
})

describe('references', () => {
  const loaded = () => nodes('LoadImage').map(({ inputs }) => fake.files.get(String(inputs['image'])))

  test('one is the start of the picture, at the strength of its influence', async () => {
    const references = (await threeReferences([{ influence: 1 }])).slice(0, 1)
    const made = await engine().generate(orderOf({ references }), witness())
    expect(loaded()).toEqual([references[0]?.file])
    expect(nodes('KSampler')[0]?.inputs['denoise']).toBe(0.25)
    expect(nodes('ImageScale')[0]?.inputs).toMatchObject({ width: 512, height: 384 })
    expect(made.receipts).toEqual([
      { position: 1, used: true, as: 'init', note: 'Point de départ de l’image, suivi à 100 %.' },
    ])
  })

  test.each([2, 3])('without nodes that steer, %i are told apart: one served, the others did not', async (count) => {
    const references = (await threeReferences()).slice(0, count)
    const made = await engine().generate(orderOf({ references }), witness())
    expect(loaded()).toEqual([references[0]?.file])
    expect(fake.files.size).toBe(1)
    expect(made.receipts.map(({ position, used, as }) => [position, used, as])).toEqual(
      [
        [1, true, 'init'],
        [2, false, 'engine-takes-one'],
        [3, false, 'engine-takes-one'],
      ].slice(0, count),
    )
  })

  test.each([1, 2, 3])('with them, all %i arrive as they are, each in its role', async (count) => {
    await restart({ canSteer: true })
    const roles = [
      { role: 'style', influence: 0.8 },
      { role: 'subject', influence: 0.4 },
      { role: 'composition', influence: 0 },
    ] as const
    const references = (await threeReferences(roles)).slice(0, count)
    const made = await engine().generate(orderOf({ references }), witness())
    expect(new Set(loaded())).toEqual(new Set(references.map(({ file }) => file)))
    expect(nodes('IPAdapterAdvanced').map(({ inputs }) => [inputs['weight_type'], inputs['weight']])).toEqual(
      [
        ['style transfer', 0.8],
        ['linear', 0.4],
      ].slice(0, count),
    )
    expect(nodes('KSampler')[0]?.inputs['denoise']).toBe(count === 3 ? 0.95 : 1)
    expect(made.receipts.map(({ as }) => as)).toEqual(['ip-adapter', 'ip-adapter', 'init'].slice(0, count))
    expect(made.receipts[0]?.note).toBe('Guide le style, à 80 %.')
    expect(made.receipts.every(({ used }) => used)).toBe(true)
  })

  test('a server whose steering models are missing is asked without them the next time', async () => {
    await restart({ canSteer: true })
    fake.isHeld = true
    const references = (await threeReferences([{ role: 'style' }])).slice(0, 1)
    const order = orderOf({ references })
    const painter = engine()
    const context = witness()
    const first = painter.generate(order, context)
    await fake.until('POST /prompt')
    const error = { exception_type: 'Exception', exception_message: 'IPAdapter model not found.', node_id: 'adapter' }
    fake.run({ error: { ...error, node_type: 'IPAdapterUnifiedLoader', traceback: ['File "/home/op/secret.py"'] } })
    await expect(first).rejects.toMatchObject({ problem: 'engine_failed', isRetryable: true })
    fake.isHeld = false
    const made = await painter.generate(order, witness({ upstreamId: context.saved[0] ?? null }))
    expect(made.receipts).toMatchObject([{ used: true, as: 'init' }])
    expect(nodes('IPAdapterAdvanced')).toHaveLength(1)
    expect(Object.keys(fake.ran[1] ?? {})).not.toContain('guide1')
  })
})

describe('progress', () => {
  test('comes with previews, in order, and only grows', async () => {
    const context = witness()
    await engine().generate(orderOf(), context)
    const shares = context.told.flatMap(({ share }) => share ?? [])
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares).toEqual([...new Set(shares)].flatMap((share) => (share < 0.95 ? [share, share] : [share])))
    expect(shares.at(-2)).toBeCloseTo(0.9)
    expect(context.told.flatMap(({ preview }) => (preview ? [preview[3]] : []))).toEqual([1, 2, 3, 4])
    expect(new Set(context.told.map(({ stage }) => stage))).toEqual(new Set(['preparing', 'painting', 'finishing']))
  })

  test('a preview with metadata, another run’s progress, and nonsense', async () => {
    fake.isHeld = true
    const context = witness()
    const work = engine().generate(orderOf(), context)
    await fake.until('POST /prompt')
    const metadata = Buffer.from('{"node_id":"3","image_type":"image/png"}')
    fake.tell(Buffer.from('no words'))
    fake.tell(Buffer.from([1]))
    fake.tell({ type: 'progress', data: { value: 1, max: 2, prompt_id: randomUUID() } })
    fake.tell({ type: 'progress' })
    fake.tell(Buffer.concat([words(4, 0xffff_ffff), metadata]))
    fake.tell(Buffer.concat([words(4, metadata.length), metadata, Buffer.from([0x89, 7])]))
    fake.run()
    await work
    expect(context.told.filter(({ stage }) => stage === 'painting')).toEqual([
      { share: null, stage: 'painting', preview: new Uint8Array([0x89, 7]) },
    ])
  })

  test('the place in the queue, whatever its order on the wire', async () => {
    fake.isHeld = true
    fake.busyWith(randomUUID(), randomUUID(), randomUUID())
    const places: number[] = []
    const context = witness({
      onProgress({ position, stage }) {
        const isNew = position !== undefined && position !== places.at(-1)
        if (isNew) places.push(position)
        if (isNew || (stage === 'preparing' && places.at(-1) === 0)) fake.run()
      },
    })
    await engine({ pace: { pollMs: 5, socketPollMs: 5 } }).generate(orderOf(), context)
    expect(places).toEqual([2, 1, 0])
  })

  test('without a websocket, and when it drops, the picture comes by polling', async () => {
    await restart({ hasSocket: false })
    expect(Buffer.from((await engine().generate(orderOf(), witness())).file)).toEqual(picture)
    await restart({})
    fake.isHeld = true
    const work = engine({ pace: { pollMs: 10, socketPollMs: 3_600_000 } }).generate(orderOf(), witness())
    await fake.until('POST /prompt')
    for (const socket of fake.sockets.values()) socket.terminate()
    fake.run()
    expect(Buffer.from((await work).file)).toEqual(picture)
  })
})

describe('cancelling', () => {
  test.each([true, false])('mid-run ends the run on the server (newer: %s)', async (isNew) => {
    await restart({ isNew })
    fake.isHeld = true
    const context = witness()
    const work = engine().generate(orderOf(), context)
    await fake.until('POST /prompt')
    context.cancel(new Error('the person left'))
    await expect(work).rejects.toThrow('the person left')
    expect(fake.count(isNew ? 'POST /api/jobs/' : 'POST /interrupt')).toBe(1)
    expect(fake.ran).toEqual([])
  })

  test('what waits is taken out of the queue, and others’ work goes on', async () => {
    await restart({ isNew: false })
    fake.isHeld = true
    fake.busyWith(randomUUID())
    const context = witness()
    const work = engine().generate(orderOf(), context)
    await fake.until('POST /prompt')
    context.cancel()
    await expect(work).rejects.toThrow('canceled')
    expect(fake.count('POST /interrupt')).toBe(0)
    fake.run()
    expect(fake.ran).toHaveLength(1)
    fake.run()
    expect(fake.ran).toHaveLength(1)
  })

  test('a server that hangs does not hold the one who cancels', async () => {
    fake.script('POST /prompt', 'hang')
    fake.script('POST /api/jobs/', 'hang')
    const context = witness()
    const work = engine().generate(orderOf(), context)
    await fake.until('POST /prompt')
    context.cancel()
    await expect(work).rejects.toThrow('canceled')
  })

  test('before it begins, nothing is sent', async () => {
    const context = witness()
    context.cancel()
    await expect(engine().generate(orderOf(), context)).rejects.toThrow('canceled')
    expect(fake.count('POST /prompt')).toBe(0)
  })
})

describe('after a crash', () => {
  test('the run is taken up, and the server runs it once', async () => {
    fake.isHeld = true
    const order = orderOf({ references: (await threeReferences()).slice(0, 1) })
    const first = spawn(process.execPath, [join(import.meta.dirname, 'dying-worker.ts')], {
      stdio: ['ipc', 'ignore', 'inherit'],
    })
    onTestFinished(() => void first.kill('SIGKILL'))
    const saved = Promise.withResolvers<string>()
    first.on('message', (id) => saved.resolve(String(id)))
    first.send({ url: fake.url, jobId: order.jobId, seed: order.seed })
    await fake.until('POST /prompt')
    first.kill('SIGKILL')
    await once(first, 'exit')

    const context = witness({
      upstreamId: await saved.promise,
      onProgress: () => fake.count('GET /history/') > 3 && fake.run(),
    })
    const made = await engine().generate(order, context)
    expect(Buffer.from(made.file)).toEqual(picture)
    expect([fake.ran.length, fake.count('POST /prompt'), fake.count('POST /upload/image')]).toEqual([1, 1, 1])
  })

  test('a run that ended meanwhile is fetched at once, even when its name was not saved', async () => {
    const order = orderOf()
    fake.script('GET /view', 'hang')
    const lost = witness()
    const first = engine().generate(order, lost)
    await fake.until('GET /view')
    for (const upstreamId of [lost.saved[0] ?? '', null, 'someone:else', '42:no-uuid']) {
      expect(Buffer.from((await engine().generate(order, witness({ upstreamId }))).file)).toEqual(picture)
    }
    expect(fake.ran).toHaveLength(1)
    lost.cancel()
    await expect(first).rejects.toThrow('canceled')
  })

  test('another picture of the same job is another run', async () => {
    const jobId = randomUUID()
    const context = witness()
    await engine().generate(orderOf({ jobId, seed: 1 }), context)
    await engine().generate(orderOf({ jobId, seed: 2 }), witness({ upstreamId: context.saved[0] ?? null }))
    expect(nodes('KSampler')).toHaveLength(1)
    expect(fake.ran).toHaveLength(2)
  })

  test('what failed or was interrupted is begun anew, under another name', async () => {
    fake.isHeld = true
    const order = orderOf()
    const context = witness()
    const first = engine().generate(order, context)
    await fake.until('POST /prompt')
    fake.run('interrupted')
    await expect(first).rejects.toMatchObject({ problem: 'engine_failed', isRetryable: true })
    fake.isHeld = false
    const again = witness({ upstreamId: context.saved[0] ?? null })
    expect(Buffer.from((await engine().generate(order, again)).file)).toEqual(picture)
    expect(again.saved[0]).not.toBe(context.saved[0])
  })

  test('a run that the server forgot is told as lost, and may be begun again', async () => {
    fake.isHeld = true
    const work = engine().generate(orderOf(), witness())
    await fake.until('POST /prompt')
    fake.script('GET /history/', { body: {} }, { body: {} })
    fake.script('GET /queue', { body: { queue_running: [], queue_pending: [] } })
    for (const socket of fake.sockets.values()) socket.terminate()
    await expect(work).rejects.toMatchObject({ message: 'ComfyUI lost the run', isRetryable: true })
  })
})

describe('failures', () => {
  const refused = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (error: unknown) => error,
    )
    expect(error).toBeInstanceOf(EngineError)
    return error as EngineError
  }

  test.each([
    {
      reply: { status: 429, headers: { 'Retry-After': '7' } },
      problem: 'engine_busy',
      isRetryable: true,
      retryAfterMs: 7000,
    },
    { reply: { status: 503, body: 'down' }, problem: 'engine_busy', isRetryable: true, retryAfterMs: null },
    {
      reply: { status: 500, body: { error: 'boom' } },
      problem: 'engine_failed',
      isRetryable: true,
      retryAfterMs: null,
    },
    { reply: { status: 401 }, problem: 'engine_failed', isRetryable: false, retryAfterMs: null },
    {
      reply: { status: 302, headers: { Location: 'http://127.0.0.1:9/' } },
      problem: 'engine_failed',
      isRetryable: false,
      retryAfterMs: null,
    },
    {
      reply: { half: { prompt_id: 'x'.repeat(1000) } },
      problem: 'engine_failed',
      isRetryable: true,
      retryAfterMs: null,
    },
    { reply: { body: '<html>' }, problem: 'engine_failed', isRetryable: false, retryAfterMs: null },
    { reply: { body: 'x'.repeat(2 ** 21) }, problem: 'engine_failed', isRetryable: false, retryAfterMs: null },
  ] as const)('an order answered by $reply', async ({ reply, ...expected }) => {
    fake.script('POST /prompt', reply)
    expect(await refused(engine().generate(orderOf(), witness()))).toMatchObject(expected)
  })

  test('moments of the network while a run is under way cost nothing', async () => {
    fake.script(
      'GET /history/',
      {},
      {},
      { status: 502 },
      { half: { a: 'b'.repeat(500) } },
      { body: '<html>' },
      { body: [] },
    )
    await restartPolling()
    expect(fake.ran).toHaveLength(1)
  })

  test('a server that stays away is given up', async () => {
    fake.script('GET /history/', {}, {}, ...Array.from({ length: 5 }, () => ({ status: 502 })))
    expect(await refused(restartPolling())).toMatchObject({ problem: 'engine_failed', upstream: '502' })
  })

  const restartPolling = () => engine({ pace: { pollMs: 5, socketPollMs: 5 } }).generate(orderOf(), witness())

  test('a node that fails is told by its words, without its stack and without the prompt', async () => {
    fake.isHeld = true
    const order = orderOf({ prompt: 'mon secret à moi' })
    const work = engine().generate(order, witness())
    await fake.until('POST /prompt')
    fake.run({
      error: {
        node_id: 'sampler',
        node_type: 'KSampler',
        exception_type: 'torch.OutOfMemoryError',
        exception_message: `Allocation failed on "${order.prompt}"\ntensor(1, 2, 3)`,
        traceback: ['File "/home/op/nodes.py", line 3'],
        current_inputs: { text: [order.prompt] },
      },
    })
    const error = await refused(work)
    expect(error.message).toBe('ComfyUI: node sampler (KSampler) failed: Allocation failed on "…"')
    expect(error).toMatchObject({ isRetryable: true, upstream: 'torch.OutOfMemoryError', cause: undefined })
  })

  test('a workflow that the server refuses is told by node and input', async () => {
    const complaint = {
      type: 'value_smaller_than_min',
      message: 'Value smaller than min',
      details: 'steps',
      extra_info: { input_name: 'steps', received_value: 0 },
    }
    fake.script('POST /prompt', {
      status: 400,
      body: {
        error: { type: 'prompt_outputs_failed_validation', message: 'Prompt outputs failed validation' },
        node_errors: { 5: { class_type: 'KSampler', errors: [complaint], dependent_outputs: ['9'] } },
      },
    })
    const error = await refused(engine().generate(orderOf(), witness()))
    expect(error.message).toBe(
      'ComfyUI refuses the workflow: node 5 (KSampler), input steps: Value smaller than min steps',
    )
    expect(error.isRetryable).toBe(false)
  })

  test.each([
    { outputs: {}, problem: 'empty_result' },
    { outputs: { 9: { images: [{ filename: 'x.png', type: 'input' }] } }, problem: 'empty_result' },
  ])('a run without a picture: $outputs', async ({ outputs, problem }) => {
    fake.isHeld = true
    const work = engine().generate(orderOf(), witness())
    await fake.until('POST /prompt')
    fake.run({ outputs })
    expect(await refused(work)).toMatchObject({ problem })
  })

  test('the result of a workflow is taken, not the previews of its steps', async () => {
    fake.isHeld = true
    const work = engine().generate(orderOf(), witness())
    await fake.until('POST /prompt')
    const image = { filename: '../a&b.png', subfolder: 'x', type: 'output' }
    fake.run({
      outputs: { 1: { images: [{ filename: 'p.png', subfolder: '', type: 'temp' }] }, 2: { images: [image] } },
    })
    await work
    const { path } = await fake.until('GET /view')
    expect(Object.fromEntries(new URL(path, fake.url).searchParams)).toEqual(image)
  })

  test('a page in place of the picture, and half a picture', async () => {
    fake.script('GET /view', { body: '<html>sign in</html>' }, { half: picture })
    expect(await refused(engine().generate(orderOf(), witness()))).toMatchObject({ problem: 'engine_failed' })
    expect(await refused(engine().generate(orderOf(), witness()))).toMatchObject({ isRetryable: true })
  })

  test('F-14 no error names a token, an address or its password', async () => {
    const { port } = new URL(fake.url)
    const echo = (said: string) => ({ status: 500, body: { error: { message: `bad ${said}`, details: said } } })
    fake.script('GET /history/', echo('Bearer geheim-1'), echo('geheim-2'))
    const errors = await Promise.all(
      [
        () => engine({ token: 'geheim-1' }),
        () => engine({ url: `http://op:geheim-2@127.0.0.1:${port}` }),
        () => engine({ url: 'http://op:geheim-3@127.0.0.1:1' }),
      ].map((make) => refused(make().generate(orderOf(), witness()))),
    )
    const unmade = ['ftp://op:geheim@x', 'not an address geheim'].map((url) => () => engine({ url }))
    for (const make of [...unmade, () => engine({ token: 'geheim\nX: y' })]) {
      try {
        make()
        expect.unreachable()
      } catch (error) {
        errors.push(error as EngineError)
      }
    }
    expect(errors).toHaveLength(6)
    for (const error of errors) expect(inspect(error, { depth: 9 })).not.toMatch(/geheim|127\.0\.0\.1/)
  })
})
