/** HTTP → ApiRequest: the first stage, which knows no schema and no database. */
import type { IncomingHttpHeaders } from 'node:http'

import { limits } from '@platform/http'

import type { RestConfig } from '../config.ts'
import { requestErrors } from '../errors.ts'
import { type MediaType, media, parseAccept, parseMediaType } from './media-type.ts'
import { parsePayload, type Payload, type PayloadOptions } from './payload.ts'
import { parsePreferences, type Preferences } from './preferences.ts'
import { parseQuery } from './query-string.ts'
import type { Query } from './query.ts'
import { parseRange, type RowRange } from './range.ts'

export const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const
type Method = (typeof methods)[number]

export interface HttpRequest {
  readonly method: string
  /** Path and query string, without the prefix of the mount. */
  readonly url: string
  /** Where the service is mounted, e.g. `/rest/v1`. */
  readonly mount: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer | null
}

type Target =
  | { readonly kind: 'root' }
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'routine'; readonly name: string }

export interface ApiRequest {
  readonly method: Method
  readonly target: Target
  /** Decoded path below the mount, as functions see it in `request.path`. */
  readonly path: string
  readonly schema: string
  /** True where there is a choice of schemas: the answer names the one that it is from. */
  readonly hasProfile: boolean
  readonly query: Query
  readonly preferences: Preferences
  readonly accept: readonly MediaType[]
  readonly range: RowRange
  readonly payload: Payload | null
}

const callMethods: ReadonlySet<Method> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
const wholeRange: RowRange = { first: 0, last: null }
const jsonType: MediaType = { name: media.json, parameters: {} }

export function parseRequest(request: HttpRequest, config: RestConfig): ApiRequest {
  const { headers, url } = request
  if (url.length > limits.urlBytes) throw requestErrors.urlTooLong(limits.urlBytes)
  const method = parseMethod(request.method)
  const [path, queryString] = splitUrl(url)
  const target = parseTarget(path)
  const isCall = target.kind === 'routine'
  const isRead = method === 'GET' || method === 'HEAD'
  if (isCall && !callMethods.has(method)) throw requestErrors.rpcMethod(method)
  return {
    method,
    target,
    path,
    ...parseProfile(headers[isRead ? 'accept-profile' : 'content-profile'], config),
    query: parseQuery(queryString, { takesArguments: isCall && isRead, limits: config.limits }),
    preferences: parsePreferences(headers['prefer'] as string | undefined),
    accept: parseAccept(headers.accept),
    range: method === 'GET' ? parseRange(headers.range) : wholeRange,
    payload: hasPayload(method) ? readPayload(request, { isCall, limits: config.limits }) : null,
  }
}

function readPayload({ body, headers }: HttpRequest, options: PayloadOptions): Payload {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw requestErrors.encoding(encoding)
  return parsePayload(body ?? Buffer.alloc(0), parseContentType(headers['content-type']), options)
}

const hasPayload = (method: Method) => method === 'POST' || method === 'PATCH' || method === 'PUT'

const parseContentType = (header: string | undefined) =>
  header === undefined || header === media.json ? jsonType : parseMediaType(header)

function parseMethod(method: string): Method {
  const known = methods.find((name) => name === method)
  if (known === undefined) throw requestErrors.method(method)
  return known
}

function splitUrl(url: string): [path: string, query: string] {
  const mark = url.indexOf('?')
  try {
    return mark < 0 ? [decodeURIComponent(url), ''] : [decodeURIComponent(url.slice(0, mark)), url.slice(mark + 1)]
  } catch {
    throw requestErrors.path()
  }
}

function parseTarget(path: string): Target {
  const [, first = '', second, ...deeper] = path.split('/')
  if (deeper.length > 0) throw requestErrors.path()
  if (first === '') {
    if (second !== undefined) throw requestErrors.path()
    return { kind: 'root' }
  }
  if (second === undefined) return { kind: 'table', name: first }
  if (first !== 'rpc' || second === '') throw requestErrors.path()
  return { kind: 'routine', name: second }
}

function parseProfile(header: string | string[] | undefined, config: RestConfig) {
  if (header === undefined) return { schema: config.schemas[0] ?? 'public', hasProfile: config.schemas.length > 1 }
  const schema = String(header)
  if (!config.schemas.includes(schema)) throw requestErrors.schema(schema, config.schemas)
  return { schema, hasProfile: true }
}
