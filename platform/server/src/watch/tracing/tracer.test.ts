import { describe, expect, test } from 'vitest'

import { spanKinds, Tracer, type EndedSpan } from './tracer.ts'

function followed(percent: number) {
  const told: EndedSpan[] = []
  const tracer = new Tracer({ percent, tell: (spans) => void told.push(...spans), random: () => 0.5 })
  const ask = (hasFailed = false, traceparent?: string) => {
    const span = tracer.begin({ name: 'ask', kind: spanKinds.server, traceparent })
    const passedOn = span.run(() => tracer.traceparent())
    span.run(() => tracer.begin({ name: 'within', kind: spanKinds.client }).end({ hasFailed: false }))
    span.end({ hasFailed })
    return passedOn
  }
  return { tracer, told, ask, names: () => told.map(({ name }) => name) }
}

describe('a trace', () => {
  test('is told whole or not at all: by chance, by the wish of who asks, or because something failed', () => {
    const rare = followed(0)
    rare.ask()
    expect(rare.names()).toEqual([])
    rare.ask(true)
    expect(rare.names()).toEqual(['within', 'ask'])
    rare.ask(false, `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`)
    expect(rare.told.at(-1)).toMatchObject({ traceId: '1'.repeat(32), parentId: '2'.repeat(16), name: 'ask' })
    const every = followed(100)
    every.ask()
    expect(every.told[0]?.parentId).toBe(every.told[1]?.spanId)
  })

  test('is passed on as what happens just now, with whether it is told', () => {
    const { tracer, ask } = followed(0)
    expect(tracer.traceparent()).toBeNull()
    expect(ask(false, `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`)).toMatch(/^00-1{32}-[0-9a-f]{16}-00$/)
    expect(ask(false, `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`)).toMatch(/^00-1{32}-[0-9a-f]{16}-01$/)
  })

  test('of a caller that writes something else is one of our own', () => {
    const { ask } = followed(100)
    expect(ask(false, 'nonsense')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  })
})
