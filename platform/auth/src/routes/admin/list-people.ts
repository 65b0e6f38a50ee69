import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Auth } from '../../auth.ts'
import { requireAdmin } from '../../caller.ts'
import { authErrors } from '../../errors.ts'
import { presentUser } from '../../present-user.ts'
import { readDocument, USER_DOCUMENT, type UserRow } from '../../store/users.ts'

const DEFAULT_SIZE = 50
const MAX_SIZE = 1000

/** GET /admin/users?page=&per_page= */
export function listPeople(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await requireAdmin(auth, request)
    const query = request.query as Record<string, unknown>
    const page = parseCount(query['page'], 1, Number.MAX_SAFE_INTEGER)
    const size = parseCount(query['per_page'], DEFAULT_SIZE, MAX_SIZE)
    const result = await auth.database.once(
      systemSession,
      {
        name: 'auth_list_users',
        text: `select jsonb_build_object('total', (select count(*) from auth.users), 'users', coalesce(
            (select jsonb_agg(p.document) from (
              select ${USER_DOCUMENT} as document from auth.users u order by u.created_at desc, u.id limit $1 offset $2) p), '[]'))`,
        params: [size, (page - 1) * size],
      },
      'read',
    )
    const { total, users } = readDocument(result) as { total: number; users: UserRow[] }
    return reply
      .headers({ 'x-total-count': String(total), link: linkHeader(page, size, Math.ceil(total / size)) })
      .send({ users: users.map(presentUser), aud: auth.config.audience })
  }
}

function parseCount(text: unknown, missing: number, max: number): number {
  if (text === undefined || text === '') return missing
  if (typeof text !== 'string' || !/^[1-9]\d{0,14}$/.test(text)) throw authErrors.invalid('Bad Pagination Parameters')
  return Math.min(Number(text), max)
}

/** Pure. RFC 8288; the client reads the digits behind `page=`. */
function linkHeader(page: number, size: number, last: number): string {
  const to = (number: number, rel: string) => `</admin/users?page=${number}&per_page=${size}>; rel="${rel}"`
  return page < last ? `${to(page + 1, 'next')}, ${to(last, 'last')}` : to(Math.max(last, 1), 'last')
}
