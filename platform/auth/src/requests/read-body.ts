/** From a request's body to a typed value, with the wire's refusals. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { authErrors } from '../errors.ts'

/** What `data` may hold: any JSON object. */
export const metadataSchema = v.record(v.string(), v.unknown())

/** Null and missing mean the same on this wire. */
export const optionalText = v.nullish(v.string())

/** A body that is no JSON: who never reads it does not mind, and rights and switches are asked before it is read. */
class Unreadable {
  readonly why: string

  constructor(error: Error) {
    this.why = error.message
  }
}

/**
 * An empty body counts as `{}`: some calls declare JSON and send nothing. Fastify's own parser refuses
 * `__proto__` and `constructor.prototype` keys.
 */
export function acceptJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else
      void parse(request, body as string, (error, value) => done(null, error === null ? value : new Unreadable(error)))
  })
}

/** The form that a provider's page posts to `/callback`; every other path takes JSON only (THREATS A-29). */
export function acceptForm(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)))
  })
}

/** @throws {AuthError} `bad_json` for a body of another form, `validation_failed` for text the database cannot hold */
export function readBody<Schema extends v.GenericSchema>(
  request: FastifyRequest,
  schema: Schema,
): v.InferOutput<Schema> {
  if (request.body instanceof Unreadable) throw authErrors.badJson(request.body.why)
  if (Array.isArray(request.body)) throw authErrors.badJson('an array where an object belongs')
  const result = v.safeParse(schema, request.body ?? {})
  if (!result.success) {
    const [issue] = result.issues
    throw authErrors.badJson(`${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
  }
  return result.output
}

/** What people say about themselves is a handful of fields, not a database. */
const MAX_KEYS = 256

/** @throws {AuthError} for texts with NUL or half surrogate pairs, which jsonb refuses, and for too many keys */
export function requireStorable(metadata: Readonly<Record<string, unknown>>): void {
  if (Object.keys(metadata).length > MAX_KEYS) throw authErrors.invalid(`Metadata has more than ${MAX_KEYS} keys`)
  const text = JSON.stringify(metadata)
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(text)) {
    throw authErrors.invalid('Metadata contains characters that cannot be stored')
  }
}
