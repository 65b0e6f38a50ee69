import type { FastifyReply, FastifyRequest } from 'fastify'

import { presentTime } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { requireAdmin } from '../../requests/caller.ts'
import { requireStorable } from '../../requests/read-body.ts'
import { listEntries } from '../../store/audit-log.ts'
import { pageHeaders, parsePage } from './paging.ts'

/** What a query may look at, and where that stands in an entry. */
const SCOPES = new Map([
  ['author', ['actor_username', 'actor_name']],
  ['action', ['action']],
  ['type', ['log_type']],
])

/** GET /admin/audit?page=&per_page=&query=action:login */
export function listAuditLog(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await requireAdmin(auth, request)
    const query = request.query as Record<string, unknown>
    const page = parsePage(query)
    const { members, text, wishes } = parseQuery(query['query'])
    const { total, entries } = await listEntries(auth.database, { members, text, size: page.size, offset: page.offset })
    return reply.headers(pageHeaders(page, { path: '/admin/audit', total, wishes })).send(
      entries.map(({ id, payload, created_at: at, ip_address }) => ({
        id,
        payload,
        created_at: presentTime(at),
        ip_address,
      })),
    )
  }
}

interface Wanted {
  readonly members: readonly string[]
  readonly text: string
  readonly wishes: readonly (readonly [string, string])[]
}

function parseQuery(query: unknown): Wanted {
  if (typeof query !== 'string' || query === '') return { members: [], text: '', wishes: [] }
  requireStorable({ query })
  const [scope = '', ...rest] = query.split(':')
  const members = SCOPES.get(scope)
  if (members === undefined || rest.length === 0) {
    throw authErrors.invalid(`Invalid query scope: ${query.slice(0, 100)}`)
  }
  return { members, text: rest.join(':'), wishes: [['query', query]] }
}
