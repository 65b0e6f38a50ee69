/** Takes the browsers' reports of violated page policies: counted and logged by directive, never stored. */

import type { Observe } from '@platform/http'
import type { FastifyInstance } from 'fastify'

import type { ServerEvent } from './events.ts'

const perMinute = 60
const bodyLimit = 16_384

export async function policyReports(
  fastify: FastifyInstance,
  { path, observe }: { path: string; observe: Observe<ServerEvent> },
): Promise<void> {
  let minute = 0
  let told = 0
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(
    ['application/reports+json', 'application/json'],
    { parseAs: 'string', bodyLimit },
    (_request, text, done) => done(null, text),
  )
  fastify.post(path, (request, reply) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, told] = [now, 0]
    for (const violation of readViolations(String(request.body))) {
      // Anybody may post here: a flood must not drown the log.
      if (told >= perMinute) break
      told += 1
      observe({ kind: 'server.policy-violated', ...violation })
    }
    return reply.code(204).send()
  })
}

interface Violation {
  readonly directive: string
  readonly blocked: string
}

function readViolations(text: string): Violation[] {
  const reports = parseJson(text)
  if (!Array.isArray(reports)) return []
  return reports.flatMap((report: { type?: unknown; body?: Record<string, unknown> | null } | null) => {
    if (report?.type !== 'csp-violation' || typeof report.body !== 'object' || report.body === null) return []
    const { effectiveDirective, blockedURL } = report.body
    if (typeof effectiveDirective !== 'string' || !/^[a-z-]{1,40}$/.test(effectiveDirective)) return []
    return [{ directive: effectiveDirective, blocked: originOf(blockedURL) }]
  })
}

// An address may carry a token; its origin says enough. Keywords such as `inline` and `eval` are no addresses.
function originOf(blocked: unknown): string {
  if (typeof blocked !== 'string') return 'unknown'
  return URL.parse(blocked)?.origin ?? (/^[a-z-]{1,40}$/.test(blocked) ? blocked : 'unknown')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
