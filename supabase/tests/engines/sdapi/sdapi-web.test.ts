import { expect, test } from 'vitest'

import { orderOf, witness } from '../own-orders.ts'
import { refused, startSdapi } from './sdapi-under-test.ts'

test('progress and previews in order', async () => {
  const { fake, engine } = await startSdapi('web')
  fake.isHeld = true
  const context = witness({ onProgress: ({ share }) => (share ?? 0) > 0.7 && fake.paint() })
  await engine.generate(orderOf(), context)
  const shares = context.told.flatMap(({ share }) => share ?? [])
  expect(shares.slice(0, 3)).toEqual([0.25, 0.5, 0.75].map((share) => share * 0.95))
  const previews = context.told.flatMap(({ preview }) => (preview ? [preview.at(-1)] : []))
  expect(previews).toEqual([1, 2, 3])
})

test('one order at a time: progress is of the whole server', async () => {
  const { fake, engine } = await startSdapi('web')
  fake.isHeld = true
  const contexts = [witness(), witness(), witness()]
  const work = contexts.map((context, seed) => engine.generate(orderOf({ seed }), context))
  await fake.until('GET /sdapi/v1/progress')
  contexts[1]?.cancel()
  await expect(work[1]).rejects.toThrow('canceled')
  expect([fake.count('POST /sdapi/v1/txt2img'), fake.count('POST /sdapi/v1/interrupt')]).toEqual([1, 0])
  fake.isHeld = false
  fake.paint()
  await Promise.all([work[0], work[2]])
  expect(fake.painted.map(({ seed }) => seed)).toEqual([0, 2])
  const places = contexts.map(({ told }) => told.flatMap(({ position }) => position ?? []))
  expect(places).toEqual([[], [0], [1]])
})

test('cancelling interrupts the server, and the next order has its turn', async () => {
  const { picture, fake, engine } = await startSdapi('web')
  fake.isHeld = true
  const context = witness()
  const work = engine.generate(orderOf(), context)
  await fake.until('POST /sdapi/v1/txt2img')
  context.cancel()
  await expect(work).rejects.toThrow('canceled')
  expect(fake.count('POST /sdapi/v1/interrupt')).toBe(1)
  fake.isHeld = false
  expect(Buffer.from((await engine.generate(orderOf(), witness())).file)).toEqual(picture)
})

test('a job that is lost interrupts nothing: another worker may be painting by now', async () => {
  const { fake, engine } = await startSdapi('web')
  fake.isHeld = true
  const context = witness()
  const work = engine.generate(orderOf(), context)
  await fake.until('POST /sdapi/v1/txt2img')
  context.cancel('lost')
  await expect(work).rejects.toBe('lost')
  expect(fake.count('POST /sdapi/v1/interrupt')).toBe(0)
})

test('a model is asked for by its name', async () => {
  const { fake, engine } = await startSdapi('web', { model: 'dreams.safetensors' })
  await engine.generate(orderOf(), witness())
  expect(fake.painted[0]?.['override_settings']).toEqual({ sd_model_checkpoint: 'dreams.safetensors' })
})

test.each([
  { answer: { images: [] }, problem: 'empty_result' },
  { answer: { images: null }, problem: 'empty_result' },
  { answer: { images: [Buffer.from('<svg/>').toString('base64')] }, problem: 'engine_failed' },
  { answer: [], problem: 'empty_result' },
])('an answer without a picture: $answer', async ({ answer, problem }) => {
  const { fake, engine } = await startSdapi('web')
  fake.script('POST /sdapi/v1/txt2img', { body: answer })
  expect(await refused(engine.generate(orderOf(), witness()))).toMatchObject({ problem })
})
