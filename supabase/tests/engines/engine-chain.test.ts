/** Several engines as one: who takes over from whom, what is taken up, and what is refused. */
import { describe, expect, test } from 'vitest'

import { EngineError } from '../../functions/_shared/image-engines/image-engine.ts'
import { follow, orderOf, secretPrompt, threeReferences } from './pictures.ts'
import { broken, chainOf, engineOf, failing, good, made } from './pretend-engines.ts'

describe('the next engine takes over', () => {
  test.each(['engine_failed', 'engine_busy', 'engine_timeout', 'empty_result'] as const)(
    'after %s',
    async (problem) => {
      const first = engineOf(
        'first',
        failing(() => new EngineError(problem, 'no')),
      )
      const second = engineOf('second', good)
      const { make, events } = chainOf([first, second])
      expect(await make()).toMatchObject({ engine: 'second', width: 64 })
      expect(first.calls).toBe(problem === 'engine_timeout' ? 1 : 3)
      expect(events).toContainEqual({
        kind: 'engine.passed-on',
        engine: 'first',
        next: 'second',
        problem,
        job: orderOf().jobId,
      })
    },
  )

  test('after an error of no kind that we know, and a picture that is none', async () => {
    const strange = engineOf(
      'strange',
      failing(() => new TypeError('undefined is not a function')),
    )
    const empty = engineOf('empty', async () => ({ ...made, file: new Uint8Array() }))
    const { make } = chainOf([strange, empty, engineOf('last', good)])
    expect(await make()).toMatchObject({ engine: 'last' })
    expect([strange.calls, empty.calls]).toEqual([1, 3])
  })

  test.each(['moderation_blocked', 'invalid_request', 'reference_type', 'reference_too_large'] as const)(
    'but not after %s: the order would meet the same refusal',
    async (problem) => {
      const second = engineOf('second', good)
      const { make } = chainOf([
        engineOf(
          'first',
          failing(() => new EngineError(problem, 'no')),
        ),
        second,
      ])
      await expect(make()).rejects.toMatchObject({ problem })
      expect(second.calls).toBe(0)
    },
  )

  test('and the last one’s error is the answer', async () => {
    const last = engineOf(
      'last',
      failing(() => new EngineError('empty_result', 'nothing')),
    )
    await expect(chainOf([engineOf('first', broken), last]).make()).rejects.toMatchObject({ problem: 'empty_result' })
  })

  test('when an engine asks for more patience than anybody has', async () => {
    const busy = engineOf(
      'busy',
      failing(() => new EngineError('engine_busy', 'later', { retryAfterMs: 60_000 })),
    )
    expect(await chainOf([busy, engineOf('second', good)]).make()).toMatchObject({ engine: 'second' })
    expect(busy.calls).toBe(1)
  })
})

describe('work begun upstream', () => {
  test('is saved with its engine’s name, and comes back to it first', async () => {
    const seen: (string | null)[] = []
    const second = engineOf('second', async (_, { upstreamId, saveUpstreamId }) => {
      seen.push(upstreamId)
      await saveUpstreamId('abc:1')
      return made
    })
    const first = engineOf('first', broken)
    const { make } = chainOf([first, second])
    const context = follow()
    await make(context)
    expect(context.saved).toEqual(['second:abc:1'])
    first.calls = 0
    expect(await make(follow('second:abc:1'))).toMatchObject({ engine: 'second' })
    expect(seen).toEqual([null, 'abc:1'])
    expect(first.calls).toBe(0)
  })

  test('is taken up by the next attempt, but not where it ended with nothing', async () => {
    for (const [problem, expected] of [
      ['engine_failed', [null, 'one']],
      ['empty_result', [null, null]],
    ] as const) {
      const seen: (string | null)[] = []
      const engine = engineOf('one', async (_, { upstreamId, saveUpstreamId }) => {
        seen.push(upstreamId)
        if (seen.length > 1) return made
        await saveUpstreamId('one')
        throw new EngineError(problem, 'cut')
      })
      await chainOf([engine]).make()
      expect(seen).toEqual(expected)
    }
  })
})

describe('reviews', () => {
  test('before: no engine is asked for what is refused', async () => {
    const engine = engineOf('one', good)
    const block = { rule: 'minor-sexual', terms: ['…'] }
    const { make, events } = chainOf([engine], {}, { before: async () => block })
    await expect(make()).rejects.toMatchObject({ problem: 'moderation_blocked', block })
    expect(engine.calls).toBe(0)
    expect(events).toEqual([{ kind: 'moderation.blocked', job: orderOf().jobId, rule: 'minor-sexual', when: 'before' }])
  })

  test('after: what came out is withheld, and no other engine is asked', async () => {
    const second = engineOf('second', good)
    const { make } = chainOf(
      [engineOf('first', good), second],
      {},
      { after: async () => ({ rule: 'service:x', terms: [] }) },
    )
    await expect(make()).rejects.toMatchObject({ problem: 'moderation_blocked', isRetryable: false })
    expect(second.calls).toBe(0)
  })
})

test('an engine that does not account for every reference has failed', async () => {
  const { make } = chainOf([engineOf('forgetful', good)])
  await expect(make(follow(), { references: await threeReferences() })).rejects.toMatchObject({
    problem: 'engine_failed',
  })
})

test('F-14 nothing that is observed holds a prompt', async () => {
  const { make, events } = chainOf([
    engineOf(
      'first',
      failing(() => new Error(secretPrompt)),
    ),
    engineOf('second', good),
  ])
  await make()
  expect(events.length).toBeGreaterThan(1)
  expect(JSON.stringify(events)).not.toContain('secret-de-la-lagune')
})

test('another shape than asked for is told', async () => {
  const { make } = chainOf([engineOf('one', good)])
  const warning = 'Le moteur a rendu 64 × 64 au lieu de 512 × 1024.'
  expect((await make(follow(), { width: 512, height: 1024 })).warnings).toEqual([warning])
  expect((await make(follow(), { width: 64, height: 64 })).warnings).toEqual([])
})
