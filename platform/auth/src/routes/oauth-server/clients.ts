import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { presentTime } from '../../accounts/present-user.ts'
import { limitByNetwork, type Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { readBody } from '../../requests/read-body.ts'
import {
  createClientSecret,
  deleteOAuthClient,
  findOAuthClient,
  insertOAuthClient,
  listOAuthClients,
  setClientSecret,
  updateOAuthClient,
  type OAuthClientRow,
} from '../../store/oauth-clients.ts'
import type { Json } from '../../store/users.ts'
import { isUuid } from '../../tokens/uuid.ts'
import { pageHeaders, parsePage } from '../admin/paging.ts'
import { clientSchema, planClient, planClientChange } from './rules/client-fields.ts'

/** POST /oauth/clients/register (RFC 7591): anybody's, where the operator allows it. */
export function registerClient(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!auth.config.oauthServer.dynamicRegistration) throw authErrors.dynamicRegistrationOff()
    await limitByNetwork(auth, 'signUp', request)
    return reply.code(201).send(await insert(auth, request, 'dynamic'))
  }
}

/** POST /admin/oauth/clients */
export function createClient(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) =>
    reply.code(201).send(await insert(auth, request, 'manual'))
}

async function insert(
  auth: Auth,
  request: FastifyRequest,
  registrationType: OAuthClientRow['registration_type'],
): Promise<Json> {
  const fields = planClient(readBody(request, clientSchema))
  const secret = fields.client_type === 'public' ? null : createClientSecret()
  const row = await auth.database.write(systemSession, (tx) =>
    insertOAuthClient(tx, { fields, registrationType, secret }),
  )
  return presentClient(row, secret)
}

/** GET /admin/oauth/clients?page=&per_page= */
export function listClients(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const page = parsePage(request.query as Record<string, unknown>)
    const { clients, total } = await auth.database.read(systemSession, (tx) => listOAuthClients(tx, page))
    reply.headers(pageHeaders(page, { path: `${auth.config.apiUrl}/admin/oauth/clients`, total }))
    return { clients: clients.map((row) => presentClient(row)), aud: auth.config.audience }
  }
}

/** GET /admin/oauth/clients/:client */
export function readClient(auth: Auth) {
  return async (request: FastifyRequest) => presentClient(await find(auth, request))
}

/** PUT /admin/oauth/clients/:client */
export function changeClient(auth: Auth) {
  return async (request: FastifyRequest) => {
    const row = await find(auth, request)
    const fields = planClientChange(row, readBody(request, clientSchema))
    return presentClient(await auth.database.write(systemSession, (tx) => updateOAuthClient(tx, row.id, fields)))
  }
}

/** DELETE /admin/oauth/clients/:client */
export function removeClient(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = await find(auth, request)
    await auth.database.write(systemSession, (tx) => deleteOAuthClient(tx, id))
    return reply.code(204).send()
  }
}

/** POST /admin/oauth/clients/:client/regenerate_secret */
export function renewSecret(auth: Auth) {
  return async (request: FastifyRequest) => {
    const row = await find(auth, request)
    if (row.client_type === 'public') throw authErrors.invalid('Cannot regenerate secret for public client')
    const secret = createClientSecret()
    await auth.database.write(systemSession, (tx) => setClientSecret(tx, row.id, secret))
    return presentClient(await find(auth, request), secret)
  }
}

async function find(auth: Auth, request: FastifyRequest): Promise<OAuthClientRow> {
  const { client } = request.params as { client: string }
  if (!isUuid(client)) throw authErrors.oauthClientUnknown()
  const row = await auth.database.read(systemSession, (tx) => findOAuthClient(tx, client))
  if (row === null) throw authErrors.oauthClientUnknown()
  return row
}

/** The secret is told once, when it is made. */
function presentClient(row: OAuthClientRow, secret: string | null = null): Json {
  const { id, created_at, updated_at, ...rest } = row
  const told = Object.entries(rest).filter(([, value]) => value !== null)
  return {
    client_id: id,
    ...(secret !== null && { client_secret: secret }),
    ...Object.fromEntries(told),
    response_types: ['code'],
    created_at: presentTime(created_at),
    updated_at: presentTime(updated_at),
  }
}
