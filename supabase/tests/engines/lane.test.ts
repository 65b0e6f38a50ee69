/** What protects one engine, and us from it: time, turns and a circuit breaker. */
import { describe, expect, test } from 'vitest'

import { EngineError } from '../../functions/_shared/image-engines/image-engine.ts'
import { follow } from './pictures.ts'
import { broken, chainOf, engineOf, failing, good, made } from './pretend-engines.ts'

test('an engine that hangs, deaf to its signal, is left when its time is over', async () => {
  const deaf = engineOf('deaf', () => new Promise<never>(() => {}))
  const { make, events } = chainOf([deaf, engineOf('second', good)], { timeoutMs: 1500 })
  expect(await make()).toMatchObject({ engine: 'second' })
  expect(events[0]).toMatchObject({ kind: 'engine.failed', engine: 'deaf', problem: 'engine_timeout' })
})

test('what an engine that was left still tells is not told on', async () => {
  const late = Promise.withResolvers<void>()
  const deaf = engineOf('deaf', async (_, { signal, onProgress }) => {
    onProgress({ share: 0.5, stage: 'painting' })
    signal.addEventListener('abort', () => {
      onProgress({ share: 0.6, stage: 'painting' })
      late.resolve()
    })
    return new Promise<never>(() => {})
  })
  const { make } = chainOf([deaf, engineOf('second', good)], { timeoutMs: 300 })
  const context = follow()
  await make(context)
  await late.promise
  expect(context.progress.map(({ share }) => share)).toEqual([0.5, 0.97])
})

test('a canceled order ends at once, asks nobody else, and tells the engine', async () => {
  const heard = Promise.withResolvers<void>()
  const first = engineOf('first', (_, { signal }) => {
    signal.addEventListener('abort', () => heard.resolve())
    return new Promise<never>(() => {})
  })
  const second = engineOf('second', good)
  const { make, events } = chainOf([first, second])
  const context = follow()
  const making = make(context)
  await expect.poll(() => first.calls).toBe(1)
  context.abort(new Error('canceled'))
  await expect(making).rejects.toThrow('canceled')
  await heard.promise
  expect(second.calls).toBe(0)
  expect(events).toEqual([])
})

describe('circuit breaker', () => {
  test('opens after failures one after the other, spares the engine, and closes after one good probe', async () => {
    let isWell = false
    const flaky = engineOf('flaky', async () => {
      if (!isWell) throw new EngineError('engine_failed', 'broken')
      return made
    })
    const { make, events, kinds } = chainOf([flaky, engineOf('second', good)], {
      attempts: 1,
      breakerFailures: 3,
      breakerMs: 2000,
    })
    for (let i = 0; i < 5; i += 1) expect(await make()).toMatchObject({ engine: 'second' })
    expect(flaky.calls).toBe(3)
    expect(events.filter(({ kind }) => kind === 'engine.shed')).toHaveLength(2)
    expect(events).toContainEqual({ kind: 'engine.breaker', engine: 'flaky', state: 'open' })

    isWell = true
    await expect.poll(async () => (await make()).engine, { timeout: 10_000, interval: 100 }).toBe('flaky')
    expect(flaky.calls).toBe(4)
    expect(kinds().filter((kind) => kind === 'engine.breaker')).toHaveLength(3)
    expect(await make()).toMatchObject({ engine: 'flaky' })
  })

  test('a probe that fails keeps it open', async () => {
    const flaky = engineOf('flaky', broken)
    const { make, events } = chainOf([flaky, engineOf('second', good)], {
      attempts: 1,
      breakerFailures: 1,
      breakerMs: 30,
    })
    await make()
    const callsAfterAnother = async () => {
      await make()
      return flaky.calls
    }
    await expect.poll(callsAfterAnother, { interval: 10 }).toBe(2)
    expect(events.findLast(({ kind }) => kind === 'engine.breaker')).toMatchObject({ state: 'open' })
  })

  test('refusals of orders never open it', async () => {
    const strict = engineOf(
      'strict',
      failing(() => new EngineError('moderation_blocked', 'no')),
    )
    const { make, kinds } = chainOf([strict], { breakerFailures: 1 })
    for (let i = 0; i < 3; i += 1) await expect(make()).rejects.toMatchObject({ problem: 'moderation_blocked' })
    expect(strict.calls).toBe(3)
    expect(kinds()).not.toContain('engine.breaker')
  })

  test('the built-in engine is never taken out', async () => {
    const builtin = engineOf('builtin', broken)
    const { make } = chainOf([builtin], { attempts: 1, breakerFailures: 1 })
    for (let i = 0; i < 4; i += 1) await expect(make()).rejects.toMatchObject({ problem: 'engine_failed' })
    expect(builtin.calls).toBe(4)
  })
})

describe('turns', () => {
  /** At work until it is released. */
  function busyEngine(concurrency?: number) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const load = { now: 0, most: 0 }
    const engine = engineOf(
      'busy',
      async () => {
        load.now += 1
        load.most = Math.max(load.most, load.now)
        await released
        load.now -= 1
        return made
      },
      concurrency,
    )
    return { engine, load, release }
  }

  test.each([
    [undefined, 3],
    [1, 1],
  ])('an engine of concurrency %s works on %i orders at once, and on all in the end', async (own, most) => {
    const { engine, load, release } = busyEngine(own)
    const { make } = chainOf([engine], { concurrency: 3, queue: 100 })
    const all = Promise.all(Array.from({ length: 20 }, () => make()))
    await expect.poll(() => load.now).toBe(most)
    release()
    expect(await all).toHaveLength(20)
    expect(load.most).toBe(most)
  })

  test('whoever finds the queue full goes on to the next engine', async () => {
    const { engine, release } = busyEngine()
    const { make, events } = chainOf([engine, engineOf('second', good)], { concurrency: 1, queue: 1 })
    const shed = () => events.filter(({ kind }) => kind === 'engine.shed')
    const all = Promise.all(Array.from({ length: 4 }, async () => (await make()).engine))
    await expect.poll(shed).toMatchObject([{ why: 'queue-full' }, { why: 'queue-full' }])
    release()
    expect((await all).toSorted()).toEqual(['busy', 'busy', 'second', 'second'])
    expect(shed()).toHaveLength(2)
  })

  test('a canceled order leaves the queue and is never begun', async () => {
    const release = Promise.withResolvers<void>()
    const engine = engineOf('slow', async () => release.promise.then(() => made))
    const { make } = chainOf([engine], { concurrency: 1 })
    const first = make()
    const context = follow()
    const waiting = make(context)
    context.abort(new Error('canceled'))
    await expect(waiting).rejects.toThrow('canceled')
    release.resolve()
    await first
    expect(await make()).toMatchObject({ engine: 'slow' })
    expect(engine.calls).toBe(2)
  })

  test('a canceled order leaves its place in the queue at that moment, not when a running one ends', async () => {
    const release = Promise.withResolvers<void>()
    const engine = engineOf('slow', async () => release.promise.then(() => made))
    const { make, kinds } = chainOf([engine], { concurrency: 1, queue: 1 })
    const first = make()
    await expect.poll(() => engine.calls).toBe(1)
    const context = follow()
    const second = make(context)
    await expect(make()).rejects.toMatchObject({ problem: 'engine_busy' })
    context.abort(new Error('canceled'))
    await expect(second).rejects.toThrow('canceled')
    const third = make()
    release.resolve()
    expect(await Promise.all([first, third])).toMatchObject([{ engine: 'slow' }, { engine: 'slow' }])
    expect(kinds()).toEqual(['engine.shed', 'engine.made', 'engine.made'])
  })
})
