import { inspect } from 'node:util'

import { expect, test } from 'vitest'

import { EngineError } from '../../../functions/_shared/image-engines/image-engine.ts'
import { orderOf, witness } from '../own-orders.ts'
import { comfyuiUnderTest } from './comfyui-under-test.ts'

const comfyui = comfyuiUnderTest()

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
  comfyui.fake.script('POST /prompt', reply)
  expect(await refused(comfyui.engine().generate(orderOf(), witness()))).toMatchObject(expected)
})

test('moments of the network while a run is under way cost nothing', async () => {
  comfyui.fake.script(
    'GET /history/',
    {},
    {},
    { status: 502 },
    { half: { a: 'b'.repeat(500) } },
    { body: '<html>' },
    { body: [] },
  )
  await restartPolling()
  expect(comfyui.fake.ran).toHaveLength(1)
})

test('a server that stays away is given up', async () => {
  comfyui.fake.script('GET /history/', {}, {}, ...Array.from({ length: 5 }, () => ({ status: 502 })))
  expect(await refused(restartPolling())).toMatchObject({ problem: 'engine_failed', upstream: '502' })
})

const restartPolling = () => comfyui.engine({ pace: { pollMs: 5, socketPollMs: 5 } }).generate(orderOf(), witness())

test('F-14 a node that fails is told by its words, without its stack and without the prompt', async () => {
  comfyui.fake.isHeld = true
  const order = orderOf({ prompt: 'mon secret à moi' })
  const work = comfyui.engine().generate(order, witness())
  await comfyui.fake.until('POST /prompt')
  comfyui.fake.run({
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
  comfyui.fake.script('POST /prompt', {
    status: 400,
    body: {
      error: { type: 'prompt_outputs_failed_validation', message: 'Prompt outputs failed validation' },
      node_errors: { 5: { class_type: 'KSampler', errors: [complaint], dependent_outputs: ['9'] } },
    },
  })
  const error = await refused(comfyui.engine().generate(orderOf(), witness()))
  expect(error.message).toBe(
    'ComfyUI refuses the workflow: node 5 (KSampler), input steps: Value smaller than min steps',
  )
  expect(error.isRetryable).toBe(false)
})

test.each([
  { outputs: {}, problem: 'empty_result' },
  { outputs: { 9: { images: [{ filename: 'x.png', type: 'input' }] } }, problem: 'empty_result' },
])('a run without a picture: $outputs', async ({ outputs, problem }) => {
  comfyui.fake.isHeld = true
  const work = comfyui.engine().generate(orderOf(), witness())
  await comfyui.fake.until('POST /prompt')
  comfyui.fake.run({ outputs })
  expect(await refused(work)).toMatchObject({ problem })
})

test('the result of a workflow is taken, not the previews of its steps', async () => {
  comfyui.fake.isHeld = true
  const work = comfyui.engine().generate(orderOf(), witness())
  await comfyui.fake.until('POST /prompt')
  const image = { filename: '../a&b.png', subfolder: 'x', type: 'output' }
  comfyui.fake.run({
    outputs: { 1: { images: [{ filename: 'p.png', subfolder: '', type: 'temp' }] }, 2: { images: [image] } },
  })
  await work
  const { path } = await comfyui.fake.until('GET /view')
  expect(Object.fromEntries(new URL(path, comfyui.fake.url).searchParams)).toEqual(image)
})

test('a page in place of the picture, and half a picture', async () => {
  comfyui.fake.script('GET /view', { body: '<html>sign in</html>' }, { half: comfyui.picture })
  expect(await refused(comfyui.engine().generate(orderOf(), witness()))).toMatchObject({ problem: 'engine_failed' })
  expect(await refused(comfyui.engine().generate(orderOf(), witness()))).toMatchObject({ isRetryable: true })
})

test('F-14 no error names a token, an address or its password', async () => {
  const { port } = new URL(comfyui.fake.url)
  const echo = (said: string) => ({ status: 500, body: { error: { message: `bad ${said}`, details: said } } })
  comfyui.fake.script('GET /history/', echo('Bearer geheim-1'), echo('geheim-2'))
  const errors = await Promise.all(
    [
      () => comfyui.engine({ token: 'geheim-1' }),
      () => comfyui.engine({ url: `http://op:geheim-2@127.0.0.1:${port}` }),
      () => comfyui.engine({ url: 'http://op:geheim-3@127.0.0.1:1' }),
    ].map((make) => refused(make().generate(orderOf(), witness()))),
  )
  const unmade = ['ftp://op:geheim@x', 'not an address geheim'].map((url) => () => comfyui.engine({ url }))
  for (const make of [...unmade, () => comfyui.engine({ token: 'geheim\nX: y' })]) {
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
