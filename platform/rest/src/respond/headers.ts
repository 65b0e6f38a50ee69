/** `Content-Location` of a read, `Location` of an inserted row, which preferences took effect, and who may keep an answer. */
import type { Identity } from '@platform/http'
import type { FastifyRequest } from 'fastify'

import type { RestConfig } from '../config.ts'
import { noPreferences as none } from '../parse/preferences.ts'
import type { ApiRequest } from '../parse/request.ts'
import type { Plan } from '../plan/plan.ts'
import type { Answer } from '../transact/run.ts'

const segment = ({ path }: ApiRequest) => path.split('/').map(encodeURIComponent).join('/')

const contentLocations = new WeakMap<ApiRequest, string>()

/** Written once for each request that was parsed once. */
export function contentLocation(request: ApiRequest): string {
  const known = contentLocations.get(request)
  if (known !== undefined) return known
  const { canonical } = request.query
  const location = `${segment(request)}${canonical === '' ? '' : `?${canonical}`}`
  contentLocations.set(request, location)
  return location
}

/** @param row the key's columns as JSON text, when exactly one row was inserted */
export function rowLocation(request: ApiRequest, key: readonly string[], row: string | null): string | null {
  if (key.length === 0 || row === null) return null
  const values = JSON.parse(row) as Record<string, string | null>
  const filters = key.map((name) => `${encodeURIComponent(name)}=${equals(values[name] ?? null)}`)
  return `${segment(request)}?${filters.join('&')}`
}

/** NOTE: a view of several tables may show a row without the key of one of them. */
const equals = (value: string | null) => (value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`)

/** `Preference-Applied`: the preferences that took effect, in a fixed order. */
export function appliedPreferences(request: ApiRequest, plan: Plan, { isEstimated }: Answer): string {
  const { preferences } = request
  if (preferences === none) return ''
  const { source } = plan
  const isInsert = source?.kind === 'insert'
  const isChange = source !== null && source.kind !== 'call'
  const isUpsert = isInsert && request.method === 'POST' && source.conflict !== null
  const applied: readonly (readonly [name: string, value: string | number | null, takesEffect: boolean])[] = [
    ['resolution', preferences.resolution, isUpsert],
    ['missing', preferences.missing, isInsert || source?.kind === 'update'],
    ['return', preferences.return, isChange],
    ['count', isEstimated && preferences.count === 'exact' ? 'estimated' : preferences.count, true],
    ['tx', preferences.tx, preferences.tx === 'commit' || plan.rollsBack],
    ['handling', preferences.handling, true],
    ['timezone', preferences.timezone, true],
    ['max-affected', preferences.maxAffected, plan.maxAffected !== null],
  ]
  return applied
    .filter(([, value, takesEffect]) => value !== null && takesEffect)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

interface Outcome {
  readonly status: number
  readonly config: RestConfig
}

/**
 * The value of `Cache-Control`; null leaves it out. Caches on the way may never keep a person's answer, a visitor's where the
 * operator says so.
 */
export function cachingFor(request: FastifyRequest, identity: Identity, { status, config }: Outcome): string | null {
  if (identity.role !== config.anonRole) return 'private, no-store'
  const { seconds, reads } = config.heldForVisitors
  // A token of the visitors' role may name somebody all the same.
  const isWhole = status === 200 && request.method === 'GET' && identity.claims['sub'] === undefined
  if (seconds === 0 || !isWhole || !reads.includes(readOf(request))) return null
  // Browsers ask again: whoever reloads wants to see what is new.
  return `public, max-age=0, s-maxage=${seconds}`
}

/** `posts` of `/rest/v1/posts?…` */
function readOf({ raw, server }: FastifyRequest): string {
  const path = raw.url?.slice(server.prefix.length + 1) ?? ''
  const end = path.indexOf('?')
  return end < 0 ? path : path.slice(0, end)
}
