/** Who asks and what, as the transaction's settings (WIRE §2.1). */
import type { IncomingHttpHeaders } from 'node:http'

import type { Session } from '@platform/database'
import type { Identity } from '@platform/http'

import type { RestConfig } from '../config.ts'
import type { ApiRequest } from '../parse/request.ts'
import { quoteIdentifier } from '../sql/text.ts'

export function sessionFor(
  request: ApiRequest,
  { role, claims }: Identity,
  headers: IncomingHttpHeaders,
  config: RestConfig,
): Session {
  const { cookie, ...others } = headers
  const settings: Record<string, string> = {
    search_path: searchPath(request.schema, config.extraSearchPath),
    'request.method': request.method,
    'request.path': request.path,
    'request.headers': JSON.stringify(others),
  }
  if (cookie !== undefined) settings['request.cookies'] = JSON.stringify(parseCookies(cookie))
  if (request.preferences.timezone !== null) settings['timezone'] = request.preferences.timezone
  return { role, claims: claims['role'] === role ? claims : { ...claims, role }, settings }
}

const searchPaths = new WeakMap<readonly string[], Map<string, string>>()

/** One text for each exposed schema of a configuration. */
function searchPath(schema: string, extra: readonly string[]): string {
  const known = searchPaths.get(extra) ?? new Map<string, string>()
  searchPaths.set(extra, known)
  const path = known.get(schema) ?? [...new Set([schema, ...extra])].map(quoteIdentifier).join(', ')
  known.set(schema, path)
  return path
}

function parseCookies(header: string): Record<string, string> {
  const cookies = header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=')
    return equals < 0 ? [] : [[pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()] as const]
  })
  return Object.fromEntries(cookies)
}
