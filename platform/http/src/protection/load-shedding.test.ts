import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { HttpEvent } from '../events.ts'
import { addLoadShedding } from './load-shedding.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

it('refuses what is expendable after 5 s of delay, nothing else, and only as long as it lasts', async () => {
  let delay = 900
  const events: HttpEvent[] = []
  const fastify = Fastify()
  const isExpendable = ({ headers }: { headers: Record<string, unknown> }) => headers['authorization'] === undefined
  addLoadShedding(fastify, { isExpendable, delayP99: () => delay }, (event) => void events.push(event))
  fastify.get('/books', () => [])
  const get = (headers = {}) => fastify.inject({ url: '/books', headers })

  vi.advanceTimersByTime(4_000)
  expect((await get()).statusCode).toBe(200)
  vi.advanceTimersByTime(1_000)
  const refused = await get()
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json().code).toBe('overloaded')
  expect(events).toEqual([expect.objectContaining({ kind: 'http.shed', route: '/books' })])
  expect((await get({ authorization: 'Bearer member' })).statusCode).toBe(200)

  delay = 20
  vi.advanceTimersByTime(1_000)
  expect((await get()).statusCode).toBe(200)
})
