/** What happens without a request: calls by a schedule, and the end of the process. */
import { fileURLToPath } from 'node:url'

import type { Identify } from '@platform/http'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'

import { bell } from '../testing/folder/_shared/bell.ts'
import { createFunctions, defaultFunctionsConfig, type FunctionsConfig, type FunctionsEvent } from './index.ts'
import { startSchedules } from './schedule.ts'

const folder = fileURLToPath(new URL('../testing/folder', import.meta.url))
const identify: Identify = async () => ({ role: 'anon', claims: {}, token: null })

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()))
  bell.removeAllListeners()
})

interface Started extends Partial<FunctionsConfig> {
  readonly isDue?: (by: string) => Promise<boolean>
}

async function start({ isDue, ...config }: Started = {}) {
  const fastify = Fastify({ forceCloseConnections: true })
  const events: FunctionsEvent[] = []
  const service = createFunctions({
    folder,
    identify,
    observe: (event) => events.push(event),
    config: { ...defaultFunctionsConfig, ...config },
    serviceKey: 'service',
    ...(isDue && { isDue }),
  })
  await fastify.register(service.plugin, { prefix: '/functions/v1' })
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
  opened.push(fastify)
  const get = (path: string) => fetch(`${url}/functions/v1${path}`, { headers: { authorization: 'Bearer x' } })
  const all = (kind: FunctionsEvent['kind']) => events.filter((event) => event.kind === kind)
  return { service, get, all }
}

const once = (name: string) =>
  new Promise<string>((resolve) => {
    bell.once(name, resolve)
  })

describe('a schedule', () => {
  it('calls its function from the start on, and not while a call is under way', async () => {
    const { service, all } = await start({ schedules: [{ name: 'slow', everyMs: 1 }], timeoutMs: 40 })
    const underWay: number[] = []
    bell.on('slow-begun', () => underWay.push(underWay.length - all('functions.failed').length))
    service.start()
    await expect.poll(() => underWay.length).toBeGreaterThan(2)
    expect(new Set(underWay)).toEqual(new Set([0]))
  })

  it('calls with the service key, says how it went, and stops with the server', async () => {
    const { service, get, all } = await start({ schedules: [{ name: 'books', everyMs: 1 }] })
    const called = once('books-called')
    service.start()
    expect(await called).toBe('POST Bearer service')
    await expect.poll(() => all('functions.scheduled.answered').length).toBeGreaterThan(2)
    expect(all('functions.scheduled.answered')[0]).toMatchObject({ name: 'books', status: 200 })
    await service.drain()
    const calls = all('functions.scheduled.answered').length
    await get('/books/text')
    expect(all('functions.scheduled.answered')).toHaveLength(calls)
  })

  it('calls what is asked first once in the beginning, then where there is something to do', async () => {
    let isDue = false
    let asked = 0
    const { service, all } = await start({
      schedules: [{ name: 'books', everyMs: 1, due: { by: 'shop.has_orders', anywayMs: 3_600_000 } }],
      isDue: async (by) => {
        asked += by === 'shop.has_orders' ? 1 : 0
        return isDue
      },
    })
    service.start()
    await expect.poll(() => asked).toBeGreaterThan(20)
    expect(all('functions.scheduled.answered')).toHaveLength(1)
    isDue = true
    await expect.poll(() => all('functions.scheduled.answered').length).toBeGreaterThan(2)
    isDue = false
    const [before, calls] = [asked, all('functions.scheduled.answered').length]
    await expect.poll(() => asked).toBeGreaterThan(before + 20)
    expect(all('functions.scheduled.answered').length - calls).toBeLessThanOrEqual(1)
  })

  it.each([
    ['has not been called for long', 1, async () => false],
    ['cannot be asked about', 3_600_000, () => Promise.reject(new Error('The database is away'))],
  ])('calls what %s anyway', async (_, anywayMs, isDue) => {
    const due = { by: 'shop.has_orders', anywayMs }
    const { service, all } = await start({ schedules: [{ name: 'books', everyMs: 1, due }], isDue })
    service.start()
    await expect.poll(() => all('functions.scheduled.answered').length).toBeGreaterThan(2)
  })

  it('tells once of a question that fails, and anew when it has answered meanwhile', async () => {
    let isAway = true
    let asked = 0
    const due = { by: 'shop.has_orders', anywayMs: 3_600_000 }
    const { service, all } = await start({
      schedules: [{ name: 'books', everyMs: 1, due }],
      isDue: async () => {
        asked += 1
        if (isAway) throw new Error('There is no such function')
        return false
      },
    })
    service.start()
    const askMore = async () => {
      const before = asked
      await expect.poll(() => asked).toBeGreaterThan(before + 5)
    }
    await askMore()
    expect(all('functions.question-failed')).toMatchObject([{ name: 'shop.has_orders' }])
    isAway = false
    await askMore()
    isAway = true
    await askMore()
    expect(all('functions.question-failed')).toHaveLength(2)
  })

  it('calls at once what is woken, whatever there is to do', async () => {
    const due = { by: 'shop.has_orders', anywayMs: 3_600_000 }
    const schedules = [{ name: 'books', everyMs: 3_600_000, due }]
    const { service, all } = await start({ schedules, isDue: async () => false })
    service.start()
    service.wake('books')
    await expect.poll(() => all('functions.scheduled.answered').length).toBe(1)
  })

  it('keeps nothing of a call that is over, and tells the one under way that it stops', async () => {
    const signals: AbortSignal[] = []
    const { promise: stopped, resolve } = Promise.withResolvers<void>()
    const call = async (_name: string, signal: AbortSignal) => {
      signals.push(signal)
      if (signals.length === 3) await new Promise((over) => signal.addEventListener('abort', over))
      if (signal.aborted) resolve()
    }
    const schedules = startSchedules([{ name: 'books', everyMs: 1 }], { call, isTurn: () => true })
    await expect.poll(() => signals.length).toBe(3)
    await Promise.all([schedules.stop(), stopped])
    // Listeners of a signal that outlived its calls would be as many as all of them.
    expect([new Set(signals).size, ...signals.map(({ aborted }) => aborted)]).toEqual([3, false, false, true])
  })

  it('survives a function that fails', async () => {
    const { service, all } = await start({ schedules: [{ name: 'broken', everyMs: 1 }] })
    service.start()
    await expect.poll(() => all('functions.failed').length).toBeGreaterThan(2)
    expect(all('functions.failed')[0]).toMatchObject({ name: 'broken', code: 'BOOT_ERROR' })
  })
})

describe('beforeunload', () => {
  it('comes while the server still serves, and a stop waits for what is done then', async () => {
    const { service, get } = await start()
    await get('/books/unloads')
    const ended = once('books-ended')
    const drained = service.drain()
    expect((await get('/books/text')).status).toBe(200)
    bell.emit('books-may-end')
    await Promise.all([ended, drained])
  })
})
