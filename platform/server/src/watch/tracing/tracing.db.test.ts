/** The whole server with a collector beside it: what it is told, and what it never is. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { startCollector } from '../../../../../tests/support/elsewhere/collector.ts'
import { composeSystem, readConfig } from '../../index.ts'
import { openTracing } from './tracing.ts'

test('a request that somebody follows is told with what it asked of the database, without a word of whose it is', async () => {
  await using collector = await startCollector()
  const root = await mkdtemp(join(tmpdir(), 'tracing-'))
  const settings = { PORT: '0', LOG_LEVEL: 'silent', SEED_DEMO: 'off', TRACES_PERCENT: '0' }
  const telling = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc' }
  const system = await composeSystem(readConfig({ ...settings, ...telling }, { root }))
  const traceId = 'a'.repeat(32)
  const ask = (id: string, flags: string, path: string, body?: object) =>
    fetch(`${system.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        apikey: system.anonKey,
        'content-type': 'application/json',
        traceparent: `00-${id}-${'b'.repeat(16)}-${flags}`,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const person = { email: 'secret.person@example.com', password: 'Analytical-Engine-1843' }
  expect((await ask(traceId, '01', '/auth/v1/signup', person)).status).toBe(200)
  await ask('c'.repeat(32), '00', '/rest/v1/nothing?name=eq.secret.person')
  // The last spans are told as it ends.
  await system.close()
  await rm(root, { recursive: true, force: true })

  const spans = collector.spans()
  const root0 = spans.find(({ name }) => name === 'POST /auth/v1/signup')
  expect(root0).toMatchObject({ traceId, parentSpanId: 'b'.repeat(16), status: {} })
  const asked = spans.filter(({ parentSpanId }) => parentSpanId === root0?.spanId)
  expect(asked.map(({ name }) => name)).toContain('postgresql write')
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
  expect(collector.text()).not.toMatch(/secret|person|Analytical|127\.0\.0\.1/)
  expect(collector.keys[0]).toBe('abc')
})

test('what is asked of our own server on behalf of something says so, and what is asked elsewhere does not', async () => {
  const heard: (string | undefined)[] = []
  const open = async () => {
    const server = createServer(({ headers }, response) => {
      heard.push(headers['traceparent'] as string | undefined)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  await using collector = await startCollector()
  const [own, foreign] = [await open(), await open()]
  {
    const parts = { endpoint: collector.url, headers: {}, resource: {}, onUnsent: () => {} }
    await using tracing = openTracing({ ...parts, percent: 100 })
    tracing.passOnTo(own.url)
    await tracing.scheduled('worker', async () => {
      await fetch(own.url)
      await fetch(foreign.url)
    })
    await fetch(own.url)
  }
  const [span] = collector.spans()
  expect(span?.name).toBe('schedule worker')
  expect(heard).toEqual([`00-${span?.traceId}-${span?.spanId}-01`, undefined, undefined])
  for (const { server } of [own, foreign]) {
    server.closeAllConnections()
    server.close()
  }
})
