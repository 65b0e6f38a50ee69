import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { presentUser } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { requireAdmin } from '../../requests/caller.ts'
import { requireStorable } from '../../requests/read-body.ts'
import { readDocument, USER_DOCUMENT, type UserRow } from '../../store/users.ts'
import { pageHeaders, parsePage } from './paging.ts'

/** What a filter finds: a part of the address, or of the name, in any case. */
const MATCHES = `($1::text is null or strpos(lower(u.email), lower($1)) > 0
  or strpos(lower(u.raw_user_meta_data ->> 'full_name'), lower($1)) > 0)`

/** GET /admin/users?page=&per_page=&filter=&sort= */
export function listPeople(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await requireAdmin(auth, request)
    const query = request.query as Record<string, unknown>
    const page = parsePage(query)
    const direction = parseSort(query['sort'])
    const filter = parseFilter(query['filter'])
    const order = `u.created_at ${direction}, u.id`
    const result = await auth.database.once(
      systemSession,
      {
        name: `auth_list_users_${direction}`,
        text: `select jsonb_build_object(
            'total', (select count(*) from auth.users u where ${MATCHES}), 'users', coalesce((select jsonb_agg(p.document) from (
              select ${USER_DOCUMENT} as document from auth.users u where ${MATCHES}
              order by ${order} limit $2 offset $3) p), '[]'))`,
        params: [filter, page.size, page.offset],
      },
      'read',
    )
    const { total, users } = readDocument(result) as { total: number; users: UserRow[] }
    const wishes = ['filter', 'sort'].flatMap((name) => {
      const wish = query[name]
      return typeof wish === 'string' && wish !== '' ? [[name, wish] as const] : []
    })
    return reply
      .headers(pageHeaders(page, { path: '/admin/users', total, wishes }))
      .send({ users: users.map(presentUser), aud: auth.config.audience })
  }
}

function parseFilter(text: unknown): string | null {
  if (typeof text !== 'string' || text === '') return null
  requireStorable({ text })
  return text
}

/** `created_at`, with a direction or descending. */
function parseSort(wish: unknown): 'asc' | 'desc' {
  const text: unknown = Array.isArray(wish) ? wish[0] : wish
  if (typeof text !== 'string' || text === '') return 'desc'
  const [field = '', direction = 'desc'] = text.split(' ', 2)
  if (field !== 'created_at') {
    throw authErrors.invalid(`Bad Sort Parameters: bad field for sort '${field.slice(0, 40)}'`)
  }
  const name = direction.toLowerCase()
  if (name === 'asc' || name === 'desc') return name
  const given = direction.slice(0, 40)
  throw authErrors.invalid(`Bad Sort Parameters: bad direction for sort '${given}', only 'asc' and 'desc' allowed`)
}
