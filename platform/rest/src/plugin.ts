/** rest/v1 as a Fastify plugin: sockets in, `pipeline.ts`, sockets out. */
import type { Databases } from '@platform/database'
import type { Identify, Identity, Observe } from '@platform/http'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { CompiledRequests } from './compiled-requests.ts'
import { restConfig, type RestOverrides } from './config.ts'
import { requestErrors } from './errors.ts'
import type { RestEvent } from './events.ts'
import { methods } from './parse/request.ts'
import { answer, compilerFor, type Rest } from './pipeline.ts'
import { failureAnswer, toRestError } from './respond/failure.ts'
import { cachingFor } from './respond/headers.ts'
import { withoutHiddenDetails } from './respond/hidden-details.ts'
import type { HttpAnswer } from './respond/respond.ts'
import { SchemaCache } from './schema/schema-cache.ts'
import { StatementNames } from './transact/statement-names.ts'

export interface RestOptions {
  readonly databases: Databases
  readonly identify: Identify
  readonly observe: Observe<RestEvent>
  readonly config?: RestOverrides
}

/**
 * Serves every exposed table, view and function below the prefix it is mounted with.
 * Authorization is the database's alone: the plugin turns a token into a role and its claims.
 */
export const restPlugin: FastifyPluginAsync<RestOptions> = async (
  fastify,
  { databases, identify, observe, config },
) => {
  const settings = restConfig(config)
  const schemaCache = new SchemaCache({ databases, config: settings, observe })
  const rest: Rest = {
    databases,
    identify,
    config: settings,
    schemaCache,
    names: new StatementNames(),
    compiled: new CompiledRequests(settings.limits, compilerFor(settings)),
  }
  // Read while the other wires are mounted; a failure is whoever waits for it to hear of.
  const starting = schemaCache.start()
  starting.catch(() => undefined)
  fastify.addHook('onReady', () => starting)
  fastify.addHook('onClose', () => schemaCache[Symbol.asyncDispose]())
  acceptAnyBody(fastify, settings.limits.bodyBytes)
  setRenderers(fastify, rest, observe)
  const handler = (request: FastifyRequest, reply: FastifyReply) => serve(request, reply, { rest, observe })
  for (const url of ['/', '/*']) {
    fastify.route({ method: [...methods], url, exposeHeadRoute: false, handler })
  }
}

/** Bodies stay bytes: which of them are JSON, and whether it is valid, is the parse stage's to say. */
function acceptAnyBody(fastify: FastifyInstance, bodyLimit: number): void {
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
}

/** What fails before or beside the pipeline: unreadable bodies, unknown methods. */
function setRenderers(fastify: FastifyInstance, { config }: Rest, observe: Observe<RestEvent>): void {
  fastify.setErrorHandler((error, request, reply) => {
    const refusal = toRestError(error, false)
    if (refusal.status === 500) observe({ kind: 'rest.failed', error })
    report(observe, request, {
      status: refusal.status,
      role: config.anonRole,
      code: refusal.code,
      ms: reply.elapsedTime,
    })
    return send(reply, failureAnswer(refusal))
  })
  fastify.setNotFoundHandler((request, reply) => send(reply, failureAnswer(requestErrors.method(request.method))))
}

interface Serving {
  readonly rest: Rest
  readonly observe: Observe<RestEvent>
}

async function serve(request: FastifyRequest, reply: FastifyReply, { rest, observe }: Serving): Promise<FastifyReply> {
  let identity: Identity = { role: rest.config.anonRole, claims: {}, token: null }
  let code: string | null = null
  let result: HttpAnswer
  try {
    identity = await rest.identify(request.headers)
    result = await answer(toHttpRequest(request), identity, rest)
  } catch (thrown) {
    const { role } = identity
    const error = withoutHiddenDetails(thrown, role, { schema: rest.schemaCache.current(), config: rest.config })
    const refusal = toRestError(error, role === rest.config.anonRole)
    code = refusal.code
    if (refusal.status >= 500) observe({ kind: 'rest.failed', error })
    result = failureAnswer(refusal)
  }
  const caching = cachingFor(request, identity, { status: result.status, config: rest.config })
  if (caching !== null) void reply.header('cache-control', caching)
  report(observe, request, { status: result.status, role: identity.role, code, ms: reply.elapsedTime })
  return send(reply, result)
}

interface Outcome {
  readonly status: number
  readonly role: string
  readonly code: string | null
  readonly ms: number
}

function report(observe: Observe<RestEvent>, { method }: FastifyRequest, outcome: Outcome): void {
  observe({ kind: 'rest.answered', method, ...outcome })
}

function toHttpRequest({ method, headers, body, ip, server, raw }: FastifyRequest) {
  const url = raw.url?.slice(server.prefix.length) ?? '/'
  return {
    method,
    url: url.startsWith('/') ? url : `/${url}`,
    mount: server.prefix,
    // As the hosted service's gateway does: functions may read where a call came from, and nobody can say it themselves.
    headers: { ...headers, 'x-forwarded-for': ip },
    body: Buffer.isBuffer(body) ? body : null,
  }
}

/** What an answer depends on besides its URL. */
const varies = 'Authorization, apikey, Accept, Accept-Profile, Prefer, Range'

function send(reply: FastifyReply, { status, headers, body, statusText = null }: HttpAnswer): FastifyReply {
  if (statusText !== null) reply.raw.statusMessage = statusText
  const vary = reply.getHeader('vary')
  void reply.header('vary', vary === undefined ? varies : `${String(vary)}, ${varies}`)
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined)
}
