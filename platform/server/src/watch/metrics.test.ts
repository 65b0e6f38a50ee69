import Fastify from 'fastify'
import { expect, it } from 'vitest'

import { addMetricsRoute, createMetrics } from './metrics.ts'

function bookshop(token: string | null) {
  const metrics = createMetrics()
  const fastify = Fastify()
  addMetricsRoute(fastify, metrics, token)
  return { fastify, metrics }
}

it('counts requests by pattern and everything else by kind', async () => {
  const { fastify, metrics } = bookshop(null)
  const answered = { kind: 'http.answered', requestId: 'x', method: 'GET', route: '/books/:id', status: 200, ms: 7 }
  metrics.observe(answered)
  metrics.observe(answered)
  metrics.observe({ kind: 'auth.signed-in', userId: 'somebody' })
  const { body, headers } = await fastify.inject('/metrics')
  expect(headers['content-type']).toContain('text/plain; version=0.0.4')
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/books/:id",status="200"} 2')
  expect(body).toContain(
    'http_request_duration_seconds_bucket{le="0.01",method="GET",route="/books/:id",status="200"} 2',
  )
  expect(body).toContain('events_total{kind="auth.signed-in"} 1')
  expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(body).toContain('process_resident_memory_bytes')
  expect(body).not.toContain('somebody')
})

it('is for this machine only, whoever forwards', async () => {
  const { fastify } = bookshop(null)
  const status = async (options: object) => (await fastify.inject({ url: '/metrics', ...options })).statusCode
  expect(await status({ remoteAddress: '127.0.0.1' })).toBe(200)
  expect(await status({ remoteAddress: '::1' })).toBe(200)
  expect(await status({ remoteAddress: '192.168.1.7' })).toBe(404)
  expect(await status({ remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } })).toBe(404)
  expect(await status({ remoteAddress: '127.0.0.1', headers: { forwarded: 'for=203.0.113.9' } })).toBe(404)
})

it('is for whoever holds the token, where there is one', async () => {
  const { fastify } = bookshop('tulip-tulip-tulip')
  const status = async (authorization: string) =>
    (await fastify.inject({ url: '/metrics', remoteAddress: '192.168.1.7', headers: { authorization } })).statusCode
  expect(await status('Bearer tulip-tulip-tulip')).toBe(200)
  expect(await status('Bearer wrong')).toBe(404)
  expect(await status('')).toBe(404)
})

it('knows of what was looked up only what the last look found, and no method that somebody made up', async () => {
  const { fastify, metrics } = bookshop(null)
  const waiting = (state: string, value: number) => ({ name: 'orders', help: 'Orders', labels: { state }, value })
  metrics.replace([], [waiting('new', 3), waiting('old', 1)])
  metrics.replace(['orders'], [waiting('new', 2)])
  metrics.gauges('pool_open', 'Connections', 'pool', () => ({ gateway: 4, system: 2 }))
  metrics.facts('build_info', 'What this is', { build: 'aaaaaaaaaaaa' })
  metrics.observe({ kind: 'http.answered', requestId: 'x', method: 'BREW', route: 'page', status: 405, ms: 1 })
  const { body } = await fastify.inject('/metrics')
  expect(body.match(/^orders.*$/gm)).toEqual(['orders{state="new"} 2'])
  expect(body.match(/^pool_open.*$/gm)).toEqual(['pool_open{pool="gateway"} 4', 'pool_open{pool="system"} 2'])
  expect(body).toContain('build_info{build="aaaaaaaaaaaa"} 1')
  expect(body).toContain('{method="other",route="page",status="405"}')
})
