import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { orderOf, threeReferences, witness } from '../own-orders.ts'
import { comfyuiUnderTest } from './comfyui-under-test.ts'

const comfyui = comfyuiUnderTest()

test('F-08 the run is taken up, and the server runs it once', async () => {
  comfyui.fake.isHeld = true
  const order = orderOf({ references: (await threeReferences()).slice(0, 1) })
  const first = spawn(process.execPath, [join(import.meta.dirname, 'dying-worker.ts')], {
    stdio: ['ipc', 'ignore', 'inherit'],
  })
  onTestFinished(() => void first.kill('SIGKILL'))
  const saved = Promise.withResolvers<string>()
  first.on('message', (id) => saved.resolve(id as string))
  first.send({ url: comfyui.fake.url, jobId: order.jobId, seed: order.seed })
  await comfyui.fake.until('POST /prompt')
  first.kill('SIGKILL')
  await once(first, 'exit')

  const context = witness({
    upstreamId: await saved.promise,
    onProgress: () => comfyui.fake.count('GET /history/') > 3 && comfyui.fake.run(),
  })
  const made = await comfyui.engine().generate(order, context)
  expect(Buffer.from(made.file)).toEqual(comfyui.picture)
  expect([
    comfyui.fake.ran.length,
    comfyui.fake.count('POST /prompt'),
    comfyui.fake.count('POST /upload/image'),
  ]).toEqual([1, 1, 1])
})

test('a run that ended meanwhile is fetched at once, even when its name was not saved', async () => {
  const order = orderOf()
  comfyui.fake.script('GET /view', 'hang')
  const lost = witness()
  const first = comfyui.engine().generate(order, lost)
  await comfyui.fake.until('GET /view')
  for (const upstreamId of [lost.saved[0] ?? '', null, 'someone:else', '42:no-uuid']) {
    expect(Buffer.from((await comfyui.engine().generate(order, witness({ upstreamId }))).file)).toEqual(comfyui.picture)
  }
  expect(comfyui.fake.ran).toHaveLength(1)
  lost.cancel()
  await expect(first).rejects.toThrow('canceled')
})

test.each(['lost', 'stopping'])('a job that is %s leaves its run to whoever takes it up', async (reason) => {
  comfyui.fake.isHeld = true
  const order = orderOf()
  const lost = witness()
  const first = comfyui.engine().generate(order, lost)
  await comfyui.fake.until('POST /prompt')
  lost.cancel(reason)
  await expect(first).rejects.toBe(reason)
  const again = comfyui.engine().generate(order, witness({ upstreamId: lost.saved[0] ?? null }))
  comfyui.fake.run()
  expect(Buffer.from((await again).file)).toEqual(comfyui.picture)
  expect(comfyui.fake.count('POST /prompt')).toBe(1)
})

test('another picture of the same job is another run', async () => {
  const jobId = randomUUID()
  const context = witness()
  await comfyui.engine().generate(orderOf({ jobId, seed: 1 }), context)
  await comfyui.engine().generate(orderOf({ jobId, seed: 2 }), witness({ upstreamId: context.saved[0] ?? null }))
  expect(comfyui.nodes('KSampler')).toHaveLength(1)
  expect(comfyui.fake.ran).toHaveLength(2)
})

test('what failed or was interrupted is begun anew, under another name', async () => {
  comfyui.fake.isHeld = true
  const order = orderOf()
  const context = witness()
  const first = comfyui.engine().generate(order, context)
  await comfyui.fake.until('POST /prompt')
  comfyui.fake.run('interrupted')
  await expect(first).rejects.toMatchObject({ problem: 'engine_failed', isRetryable: true })
  comfyui.fake.isHeld = false
  const again = witness({ upstreamId: context.saved[0] ?? null })
  expect(Buffer.from((await comfyui.engine().generate(order, again)).file)).toEqual(comfyui.picture)
  expect(again.saved[0]).not.toBe(context.saved[0])
})

test('a run that the server forgot is told as lost, and may be begun again', async () => {
  comfyui.fake.isHeld = true
  const work = comfyui.engine().generate(orderOf(), witness())
  await comfyui.fake.until('POST /prompt')
  comfyui.fake.script('GET /history/', { body: {} }, { body: {} })
  comfyui.fake.script('GET /queue', { body: { queue_running: [], queue_pending: [] } })
  for (const socket of comfyui.fake.sockets.values()) socket.terminate()
  await expect(work).rejects.toMatchObject({ message: 'ComfyUI lost the run', isRetryable: true })
})
