import { DatabaseUnavailableError, type Databases, type RawResult } from '@platform/database'
import Fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'

import type { ServerEvent } from './events.ts'
import { addHealthRoutes, createHealth } from './health.ts'

const one: RawResult = { rows: [[Buffer.from('1')]], rowCount: 1 }

/** Only the question is made up: the database's own tests ask a real one. */
interface Bookshop {
  readonly answer: () => Promise<RawResult>
  readonly gateway?: () => Promise<RawResult>
  readonly isReadOnly?: boolean
}

function bookshop({ answer, gateway = () => Promise.resolve(one), isReadOnly = false }: Bookshop) {
  const events: ServerEvent[] = []
  const once = vi.fn(answer)
  const databases = {
    system: { once },
    gateway: { once: gateway },
    isReadOnly: () => isReadOnly,
  } as unknown as Databases
  const health = createHealth(databases, (event) => void events.push(event))
  const fastify = Fastify()
  addHealthRoutes(fastify, health)
  return { fastify, health, events, once }
}

describe('health', () => {
  it('is ready while the database answers, and says no more than that', async () => {
    const { fastify } = bookshop({ answer: () => Promise.resolve(one) })
    const answer = await fastify.inject('/readyz')
    expect([answer.statusCode, answer.body]).toEqual([200, '{"status":"ok"}'])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('is alive but not ready while the database fails, and reports the reason once', async () => {
    const { fastify, events } = bookshop({ answer: () => Promise.reject(new Error('secret: socket is gone')) })
    for (let asked = 0; asked < 3; asked += 1) {
      const answer = await fastify.inject('/readyz')
      expect([answer.statusCode, answer.body]).toEqual([503, '{"status":"not ok"}'])
    }
    expect(events).toEqual([{ kind: 'server.unready', reason: 'the database does not answer' }])
    expect((await fastify.inject('/livez')).statusCode).toBe(200)
    expect((await fastify.inject('/healthz')).statusCode).toBe(200)
  })

  it('does not wait longer than a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { health, events } = bookshop({ answer: () => new Promise(() => {}) })
    const ready = health.isReady()
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    expect(await ready).toBe(false)
    expect(events).toEqual([{ kind: 'server.unready', reason: 'the database did not answer in time' }])
  })

  it('asks the database once for checks that arrive together', async () => {
    const { promise, resolve } = Promise.withResolvers<RawResult>()
    const { health, once } = bookshop({ answer: () => promise })
    const checks = [health.isReady(), health.isReady(), health.isReady()]
    resolve(one)
    expect(await Promise.all(checks)).toEqual([true, true, true])
    expect(once).toHaveBeenCalledTimes(1)
  })

  it('is not ready while requests cannot log in, and stays while they only wait', async () => {
    const answer = () => Promise.resolve(one)
    const failing = (reason: 'connection' | 'pool') => () => Promise.reject(new DatabaseUnavailableError(reason, ''))
    const refused = bookshop({ answer, gateway: failing('connection') })
    expect(await refused.health.isReady()).toBe(false)
    expect(refused.events).toEqual([{ kind: 'server.unready', reason: 'the database refuses the login of requests' }])
    expect(await bookshop({ answer, gateway: failing('pool') }).health.isReady()).toBe(true)
  })

  it('stays while the database only reads, and says so once', async () => {
    const readOnly = { rows: [[Buffer.from('true')]], rowCount: 1 }
    const { health, events } = bookshop({ answer: () => Promise.resolve(readOnly) })
    expect([await health.isReady(), await health.isReady()]).toEqual([true, true])
    expect(events).toEqual([{ kind: 'server.writes-refused' }])
  })

  it.each(['nearly full disk', 'stop'])('is not ready on a %s', async (cause) => {
    const { health } = bookshop({ answer: () => Promise.resolve(one), isReadOnly: cause === 'nearly full disk' })
    if (cause === 'stop') health.drain()
    expect(await health.isReady()).toBe(false)
  })
})
