/** A request → what it shares with others that differ only in ids, times and the values of their body. */
import { randomUUID } from 'node:crypto'
import { unescape } from 'node:querystring'

import type { RestLimits } from './config.ts'
import { media } from './parse/media-type.ts'
import { type JsonPayload, parsePayload } from './parse/payload.ts'
import type { HttpRequest } from './parse/request.ts'

const longestUrl = 2048
const longestHeaders = 1024
const longestKeys = 2048
const mostValues = 50

export interface RequestShape {
  readonly key: string
  /** The same request with stand-ins for its values. */
  readonly template: () => HttpRequest
  readonly standIns: readonly string[]
  readonly values: readonly string[]
}

/**
 * An id or a time where a filter's value, a part of a list or an argument may stand. What looks like one and is a name
 * after all is found by its stand-in, which then shows up outside of the parameters. None is longer than its stand-in,
 * so that what is too long is so with either.
 */
const id = /(?<=[=.(,]|%28|%2C)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?=$|[&,)]|%2C|%29)/iy
const time =
  /(?<=(?:eq|neq|gte?|lte?)\.|=)\d{4}-\d\d-\d\dT\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d{1,9})?(?:Z|(?:-|%2B)\d\d(?::|%3A)\d\d)?(?=$|[&,)]|%2C|%29)/iy

/** Parts of an address that hold names and no values: a time is none, and a stand-in could be one. */
const naming = /(?:^|\.)(?:select|columns|on_conflict|order)$/

// Nobody can guess them: a request that brings one itself would not be told from its template.
const standIns = Array.from({ length: mostValues }, () => randomUUID())
const bodyStandIn = randomUUID()

const json = /^application\/json\s*(?:;|$)/i

const shapingHeaders = ['accept', 'prefer', 'accept-profile', 'content-profile', 'range', 'content-type'] as const

/** Null for what is compiled each time: it is too long, or its body is not a list of values by name. */
export function shapeOf(http: HttpRequest, limits: RestLimits): RequestShape | null {
  const { method, url, headers } = http
  if (url.length > longestUrl || method === 'OPTIONS') return null
  const body = method === 'POST' || method === 'PATCH' || method === 'PUT' ? bodyShape(http, limits) : noBody
  if (body === null) return null
  const { shape, values } = urlShape(url)
  if (values.length > mostValues) return null
  const shaping = shapingHeaders.map((name) => headers[name] ?? '\0').join('\n')
  // Thousands of media types would be kept as so many objects.
  if (shaping.length > longestHeaders) return null
  const key = [method, shape, shaping, body.key].join('\n')
  const stoodFor = standIns.slice(0, values.length)
  const template = () => ({
    ...http,
    url: shape.replace(/\0(\d+)\0/g, (_, at: string) => stoodFor[Number(at)] ?? ''),
    body: body.template === null ? http.body : Buffer.from(body.template),
  })
  if (body.template === null) return { key, template, standIns: stoodFor, values }
  return { key, template, standIns: [...stoodFor, body.template], values: [...values, body.text] }
}

/** Looks where a dash is: most addresses have none. */
function urlShape(url: string): { readonly shape: string; readonly values: string[] } {
  const values: string[] = []
  let shape = ''
  let done = 0
  const query = url.indexOf('?')
  let dash = query < 0 ? -1 : url.indexOf('-', query)
  while (dash >= 0) {
    const text = textAt(url, dash - 8, id) ?? textAt(url, dash - 4, time)
    if (text !== null && isValue(url, text.at, query)) {
      const value = decodeURIComponent(text.value)
      // What is equal stays equal: expressions may have to be.
      const known = values.indexOf(value)
      shape += `${url.slice(done, text.at)}\0${known < 0 ? values.push(value) - 1 : known}\0`
      done = text.at + text.value.length
    }
    dash = url.indexOf('-', Math.max(done, dash + 1))
  }
  return { shape: done === 0 ? url : shape + url.slice(done), values }
}

function textAt(url: string, at: number, pattern: RegExp): { readonly at: number; readonly value: string } | null {
  if (at < 0) return null
  pattern.lastIndex = at
  const value = pattern.exec(url)?.[0]
  return value === undefined ? null : { at, value }
}

/** Whether what is at the place belongs to a part that has values. */
function isValue(url: string, at: number, query: number): boolean {
  const start = Math.max(url.lastIndexOf('&', at), query) + 1
  const equals = url.indexOf('=', start)
  return equals >= 0 && equals < at && !naming.test(unescape(url.slice(start, equals)))
}

interface BodyShape {
  readonly key: string
  /** Null where the body belongs to the key. */
  readonly template: string | null
  readonly text: string
}

const noBody: BodyShape = { key: '', template: null, text: '' }

function bodyShape({ url, body, headers }: HttpRequest, limits: RestLimits): BodyShape | null {
  if (!json.test(headers['content-type'] ?? media.json) || headers['content-encoding'] !== undefined) return null
  const payload = readJson(body ?? Buffer.alloc(0), { isCall: url.startsWith('/rpc/'), limits })
  if (payload === null || !payload.isUniform || payload.shape === 'scalar') return null
  const { keys, text, shape } = payload
  if (keys.length === 0) return text.length > longestKeys ? null : { key: text, template: null, text }
  const fields = keys.map((name) => `${JSON.stringify(name)}:"${bodyStandIn}"`).join()
  const template = shape === 'array' ? `[{${fields}}]` : `{${fields}}`
  return template.length > 4 * longestKeys ? null : { key: template, template, text }
}

/** Null for what is refused: with which words is said where it is parsed with all else. */
function readJson(body: Buffer, options: Parameters<typeof parsePayload>[2]): JsonPayload | null {
  try {
    const payload = parsePayload(body, { name: media.json, parameters: {} }, options)
    return payload.kind === 'json' ? payload : null
  } catch {
    return null
  }
}
