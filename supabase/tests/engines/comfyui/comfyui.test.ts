import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { orderOf, threeReferences, witness } from '../own-orders.ts'
import { comfyuiUnderTest } from './comfyui-under-test.ts'
import { words } from './fake-comfyui.ts'

const comfyui = comfyuiUnderTest()

describe('orders', () => {
  test('a description becomes a workflow with everything in its place', async () => {
    const order = orderOf({ prompt: 'un {{seed}} et "des guillemets" $& \\n', width: 500, height: 300 })
    const made = await comfyui.engine().generate(order, witness())
    expect(Buffer.from(made.file)).toEqual(comfyui.picture)
    expect(made).toMatchObject({
      seed: 42,
      receipts: [],
      facts: { workflow: 'txt2img', checkpoint: 'first.safetensors' },
    })
    expect(made.warnings).toEqual(['Ce moteur travaille par pas de 8 pixels : 500 × 300 devient 504 × 304.'])
    expect(comfyui.nodes('CLIPTextEncode').map(({ inputs }) => inputs['text'])).toEqual([order.prompt, 'du texte'])
    expect(comfyui.nodes('EmptyLatentImage')[0]?.inputs).toMatchObject({ width: 504, height: 304 })
    expect(comfyui.nodes('KSampler')[0]?.inputs).toMatchObject({ seed: 42, steps: 20, cfg: 7, denoise: 1 })
  })

  test('the token goes along, by HTTP and by websocket', async () => {
    const upgrades: (string | undefined)[] = []
    comfyui.fake.server.on('upgrade', ({ headers }) => upgrades.push(headers.authorization))
    await comfyui.engine({ token: 'geheim' }).generate(orderOf(), witness())
    expect(new Set(comfyui.fake.asked.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer geheim']))
    expect(upgrades).toEqual(['Bearer geheim'])
  })

  test('a checkpoint of the operator’s choice; an unknown one is told by node and input', async () => {
    await comfyui.engine({ checkpoint: 'second.safetensors' }).generate(orderOf(), witness())
    expect(comfyui.nodes('CheckpointLoaderSimple')[0]?.inputs).toEqual({ ckpt_name: 'second.safetensors' })
    await expect(
      comfyui.engine({ checkpoint: 'third.safetensors' }).generate(orderOf(), witness()),
    ).rejects.toMatchObject({
      problem: 'engine_failed',
      isRetryable: false,
      message: 'Node checkpoint (CheckpointLoaderSimple), input ckpt_name: "third.safetensors" is not on the server',
    })
    expect(comfyui.fake.count('POST /prompt')).toBe(1)
  })
})

describe('references', () => {
  const loaded = () => comfyui.nodes('LoadImage').map(({ inputs }) => comfyui.fake.files.get(String(inputs['image'])))

  test('one is the start of the picture, at the strength of its influence', async () => {
    const references = (await threeReferences([{ influence: 1 }])).slice(0, 1)
    const made = await comfyui.engine().generate(orderOf({ references }), witness())
    expect(loaded()).toEqual([references[0]?.file])
    expect(comfyui.nodes('KSampler')[0]?.inputs['denoise']).toBe(0.25)
    expect(comfyui.nodes('ImageScale')[0]?.inputs).toMatchObject({ width: 512, height: 384 })
    expect(made.receipts).toEqual([
      { position: 1, used: true, as: 'init', note: 'Point de départ de l’image, suivi à 100 %.' },
    ])
  })

  test.each([2, 3])('without nodes that steer, %i are told apart: one served, the others did not', async (count) => {
    const references = (await threeReferences()).slice(0, count)
    const made = await comfyui.engine().generate(orderOf({ references }), witness())
    expect(loaded()).toEqual([references[0]?.file])
    expect(comfyui.fake.files.size).toBe(1)
    expect(made.receipts.map(({ position, used, as }) => [position, used, as])).toEqual(
      [
        [1, true, 'init'],
        [2, false, 'engine-takes-one'],
        [3, false, 'engine-takes-one'],
      ].slice(0, count),
    )
  })

  test.each([1, 2, 3])('with them, all %i arrive as they are, each in its role', async (count) => {
    await comfyui.restart({ canSteer: true })
    const roles = [
      { role: 'style', influence: 0.8 },
      { role: 'subject', influence: 0.4 },
      { role: 'composition', influence: 0 },
    ] as const
    const references = (await threeReferences(roles)).slice(0, count)
    const made = await comfyui.engine().generate(orderOf({ references }), witness())
    expect(new Set(loaded())).toEqual(new Set(references.map(({ file }) => file)))
    expect(comfyui.nodes('IPAdapterAdvanced').map(({ inputs }) => [inputs['weight_type'], inputs['weight']])).toEqual(
      [
        ['style transfer', 0.8],
        ['linear', 0.4],
      ].slice(0, count),
    )
    expect(comfyui.nodes('KSampler')[0]?.inputs['denoise']).toBe(count === 3 ? 0.95 : 1)
    expect(made.receipts.map(({ as }) => as)).toEqual(['ip-adapter', 'ip-adapter', 'init'].slice(0, count))
    expect(made.receipts[0]?.note).toBe('Guide le style, à 80 %.')
    expect(made.receipts.every(({ used }) => used)).toBe(true)
  })

  test('a server whose steering models are missing is asked without them the next time', async () => {
    await comfyui.restart({ canSteer: true })
    comfyui.fake.isHeld = true
    const references = (await threeReferences([{ role: 'style' }])).slice(0, 1)
    const order = orderOf({ references })
    const painter = comfyui.engine()
    const context = witness()
    const first = painter.generate(order, context)
    await comfyui.fake.until('POST /prompt')
    const error = { exception_type: 'Exception', exception_message: 'IPAdapter model not found.', node_id: 'adapter' }
    comfyui.fake.run({
      error: { ...error, node_type: 'IPAdapterUnifiedLoader', traceback: ['File "/home/op/secret.py"'] },
    })
    await expect(first).rejects.toMatchObject({ problem: 'engine_failed', isRetryable: true })
    comfyui.fake.isHeld = false
    const made = await painter.generate(order, witness({ upstreamId: context.saved[0] ?? null }))
    expect(made.receipts).toMatchObject([{ used: true, as: 'init' }])
    expect(comfyui.nodes('IPAdapterAdvanced')).toHaveLength(1)
    expect(Object.keys(comfyui.fake.ran[1] ?? {})).not.toContain('guide1')
  })
})

describe('progress', () => {
  test('comes with previews, in order, and only grows', async () => {
    const context = witness()
    await comfyui.engine().generate(orderOf(), context)
    const shares = context.told.flatMap(({ share }) => share ?? [])
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares).toEqual([...new Set(shares)].flatMap((share) => (share < 0.95 ? [share, share] : [share])))
    expect(shares.at(-2)).toBeCloseTo(0.9)
    expect(context.told.flatMap(({ preview }) => (preview ? [preview[3]] : []))).toEqual([1, 2, 3, 4])
    expect(new Set(context.told.map(({ stage }) => stage))).toEqual(new Set(['preparing', 'painting', 'finishing']))
  })

  test('a preview with metadata, another run’s progress, and nonsense', async () => {
    comfyui.fake.isHeld = true
    const context = witness()
    const work = comfyui.engine().generate(orderOf(), context)
    await comfyui.fake.until('POST /prompt')
    const metadata = Buffer.from('{"node_id":"3","image_type":"image/png"}')
    comfyui.fake.tell(Buffer.from('no words'))
    comfyui.fake.tell(Buffer.from([1]))
    comfyui.fake.tell({ type: 'progress', data: { value: 1, max: 2, prompt_id: randomUUID() } })
    comfyui.fake.tell({ type: 'progress' })
    comfyui.fake.tell(Buffer.concat([words(4, 0xffff_ffff), metadata]))
    comfyui.fake.tell(Buffer.concat([words(4, metadata.length), metadata, Buffer.from([0x89, 7])]))
    comfyui.fake.run()
    await work
    expect(context.told.filter(({ stage }) => stage === 'painting')).toEqual([
      { share: null, stage: 'painting', preview: new Uint8Array([0x89, 7]) },
    ])
  })

  test('the place in the queue, whatever its order on the wire', async () => {
    comfyui.fake.isHeld = true
    comfyui.fake.busyWith(randomUUID(), randomUUID(), randomUUID())
    const places: number[] = []
    const context = witness({
      onProgress({ position, stage }) {
        const isNew = position !== undefined && position !== places.at(-1)
        if (isNew) places.push(position)
        if (isNew || (stage === 'preparing' && places.at(-1) === 0)) comfyui.fake.run()
      },
    })
    await comfyui.engine({ pace: { pollMs: 5, socketPollMs: 5 } }).generate(orderOf(), context)
    expect(places).toEqual([2, 1, 0])
  })

  test('without a websocket, and when it drops, the picture comes by polling', async () => {
    await comfyui.restart({ hasSocket: false })
    expect(Buffer.from((await comfyui.engine().generate(orderOf(), witness())).file)).toEqual(comfyui.picture)
    await comfyui.restart({})
    comfyui.fake.isHeld = true
    const work = comfyui.engine({ pace: { pollMs: 10, socketPollMs: 3_600_000 } }).generate(orderOf(), witness())
    await comfyui.fake.until('POST /prompt')
    for (const socket of comfyui.fake.sockets.values()) socket.terminate()
    comfyui.fake.run()
    expect(Buffer.from((await work).file)).toEqual(comfyui.picture)
  })
})

describe('cancelling', () => {
  test.each([true, false])('mid-run ends the run on the server (newer: %s)', async (isNew) => {
    await comfyui.restart({ isNew })
    comfyui.fake.isHeld = true
    const context = witness()
    const work = comfyui.engine().generate(orderOf(), context)
    await comfyui.fake.until('POST /prompt')
    context.cancel(new Error('the person left'))
    await expect(work).rejects.toThrow('the person left')
    expect(comfyui.fake.count(isNew ? 'POST /api/jobs/' : 'POST /interrupt')).toBe(1)
    expect(comfyui.fake.ran).toEqual([])
  })

  test('what waits is taken out of the queue, and others’ work goes on', async () => {
    await comfyui.restart({ isNew: false })
    comfyui.fake.isHeld = true
    comfyui.fake.busyWith(randomUUID())
    const context = witness()
    const work = comfyui.engine().generate(orderOf(), context)
    await comfyui.fake.until('POST /prompt')
    context.cancel()
    await expect(work).rejects.toThrow('canceled')
    expect(comfyui.fake.count('POST /interrupt')).toBe(0)
    comfyui.fake.run()
    expect(comfyui.fake.ran).toHaveLength(1)
    comfyui.fake.run()
    expect(comfyui.fake.ran).toHaveLength(1)
  })

  test('a server that hangs does not hold the one who cancels', async () => {
    comfyui.fake.script('POST /prompt', 'hang')
    comfyui.fake.script('POST /api/jobs/', 'hang')
    const context = witness()
    const work = comfyui.engine().generate(orderOf(), context)
    await comfyui.fake.until('POST /prompt')
    context.cancel()
    await expect(work).rejects.toThrow('canceled')
  })

  test('before it begins, nothing is sent', async () => {
    const context = witness()
    context.cancel()
    await expect(comfyui.engine().generate(orderOf(), context)).rejects.toThrow('canceled')
    expect(comfyui.fake.count('POST /prompt')).toBe(0)
  })
})
