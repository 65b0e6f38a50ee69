import type { GenerationProgress } from '@product/contract'
import { expect, test } from 'vitest'

import {
  fromRecord,
  isRunning,
  newCreation,
  withAnswer,
  withProblem,
  withProgress,
  withRecord,
  type Creation,
  type RecordedCreation,
} from './creation.ts'

const order = {
  prompt: 'Une pirogue',
  negativePrompt: null,
  mode: 'normal',
  width: 1024,
  height: 1024,
  count: 2,
  seed: null,
  source: 'create-modal',
  remixOf: null,
  references: [],
} as const

const created = newCreation('key', order, 0)
const image = { id: 'i1', url: '/a.webp', width: 8, height: 8, thumbhash: 'AA' }

function event(change: Partial<GenerationProgress>): GenerationProgress {
  return {
    generation_id: 'g',
    status: 'running',
    stage: null,
    progress: null,
    position: null,
    eta_seconds: null,
    preview: null,
    images: [],
    error: null,
    cost_charged: 0,
    ...change,
  }
}

function recordOf(change: Partial<Creation>): RecordedCreation {
  const { position: _p, etaSeconds: _e, preview: _v, isCanceling: _c, ...recorded } = { ...created, id: 'g', ...change }
  return recorded
}

test('an order is sent, queued, made and done', () => {
  const answer = { generation_id: 'g', status: 'queued', position: 1, eta_seconds: 20, cost: 2 } as const
  const queued = withAnswer(created, answer)
  expect(queued).toMatchObject({ id: 'g', status: 'queued', position: 1, etaSeconds: 20 })
  const running = withProgress(queued, event({ progress: 0.5, images: [image] }))
  expect(running).toMatchObject({ status: 'running', position: null, progress: 0.5 })
  expect(running.images).toHaveLength(1)
  const done = withProgress(
    running,
    event({ status: 'succeeded', progress: 1, images: [image, { ...image, id: 'i2' }] }),
  )
  expect(done.images).toHaveLength(2)
  expect(isRunning(done)).toBe(false)
})

test('an answer that says that all is over shows nothing until the pictures are read', () => {
  const answer = { generation_id: 'g', status: 'succeeded', position: null, eta_seconds: null, cost: 1 } as const
  const answered = withAnswer(created, answer)
  expect(isRunning(answered)).toBe(true)
  expect(withRecord(answered, recordOf({ status: 'succeeded' })).status).toBe('succeeded')
})

test('events that come late or twice neither revive what is over nor run backwards', () => {
  const running = withProgress(created, event({ progress: 0.7, images: [image] }))
  expect(withProgress(running, event({ status: 'queued', position: 3 }))).toBe(running)
  expect(withProgress(running, event({ progress: 0.2 }))).toMatchObject({ progress: 0.7, images: [{ id: 'i1' }] })
  const canceled = withProgress(running, event({ status: 'canceled' }))
  expect(withProgress(canceled, event({ status: 'running', progress: 0.9 }))).toBe(canceled)
  expect(withRecord(canceled, recordOf({ status: 'running' }))).toBe(canceled)
})

test('a row settles what no event told, and keeps the key under which it was ordered', () => {
  const running = withProgress(created, event({ progress: 0.7 }))
  const done = withRecord(running, recordOf({ key: 'other', status: 'succeeded', images: [{ ...image, seed: 7 }] }))
  expect(done).toMatchObject({ key: 'key', status: 'succeeded', images: [{ seed: 7 }] })
})

test('pictures that wait on this device stay with the order', () => {
  const file = new Blob(['x'])
  const own = newCreation('key', { ...order, references: [{ file, url: null, role: 'style', influence: 0.5 }] }, 0)
  expect(withRecord(own, recordOf({ status: 'running' })).order.references[0]?.file).toBe(file)
})

test('a refused prompt is blocked, any other refusal a failure; neither touches what is done', () => {
  expect(withProblem(created, { code: 'blocked', message: '' }).status).toBe('blocked')
  expect(withProblem(created, { code: 'insufficient_credits', message: '' }).status).toBe('failed')
  const done = fromRecord(recordOf({ status: 'succeeded' }))
  expect(withProblem(done, { code: 'network', message: '' })).toBe(done)
})
