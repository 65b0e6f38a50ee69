import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { presentTime } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { sealSecret } from '../../external/client-secret.ts'
import { CUSTOM_PREFIX } from '../../external/custom-providers.ts'
import { requireAdmin } from '../../requests/caller.ts'
import { readBody } from '../../requests/read-body.ts'
import {
  deleteCustomProvider,
  findCustomProvider,
  insertCustomProvider,
  listCustomProviders,
  updateCustomProvider,
  type CustomProviderRow,
} from '../../store/custom-providers.ts'
import type { Json } from '../../store/users.ts'
import { customProviderFields, planChange, planProvider } from './custom-provider-fields.ts'

async function requireFeature(auth: Auth, request: FastifyRequest): Promise<void> {
  await requireAdmin(auth, request)
  if (!auth.config.customProviders.enabled) {
    throw authErrors.featureOff('Custom OAuth/OIDC providers are not enabled')
  }
}

async function requireIdentifier(auth: Auth, request: FastifyRequest): Promise<string> {
  await requireFeature(auth, request)
  const { identifier } = request.params as { identifier: string }
  if (identifier.startsWith(CUSTOM_PREFIX)) return identifier
  const example = `'custom:${identifier.slice(0, 40)}'`
  throw authErrors.invalid(`identifier must start with 'custom:' prefix, e.g. ${example}`)
}

/** GET /admin/custom-providers?type= */
export function listProviders(auth: Auth) {
  return async (request: FastifyRequest) => {
    await requireFeature(auth, request)
    const { type } = request.query as { type?: unknown }
    const wanted = type === undefined || type === '' ? null : type
    if (wanted !== null && wanted !== 'oauth2' && wanted !== 'oidc') {
      throw authErrors.invalid("type must be either 'oauth2' or 'oidc'")
    }
    const rows = await auth.database.read(systemSession, (tx) => listCustomProviders(tx, wanted))
    return { providers: rows.map(presentProvider) }
  }
}

/** POST /admin/custom-providers */
export function createProvider(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await requireFeature(auth, request)
    const planned = await planProvider(readBody(request, customProviderFields))
    const fields = { ...planned, client_secret: sealSecret(auth.sealer, planned.client_secret) }
    const { max } = auth.config.customProviders
    const row = await auth.database.write(systemSession, (tx) => insertCustomProvider(tx, fields, max))
    if (row === 'full') throw authErrors.tooManyCustomProviders()
    if (row === null) throw authErrors.customProviderExists()
    return reply.code(201).send(presentProvider(row))
  }
}

/** GET /admin/custom-providers/:identifier */
export function readProvider(auth: Auth) {
  return async (request: FastifyRequest) => {
    const identifier = await requireIdentifier(auth, request)
    return presentProvider(await find(auth, identifier))
  }
}

/** PUT /admin/custom-providers/:identifier */
export function changeProvider(auth: Auth) {
  return async (request: FastifyRequest) => {
    const identifier = await requireIdentifier(auth, request)
    const body = readBody(request, v.partial(customProviderFields))
    const planned = await planChange(await find(auth, identifier), body)
    const secret = body.client_secret ? { client_secret: sealSecret(auth.sealer, body.client_secret) } : {}
    await auth.database.write(systemSession, (tx) => updateCustomProvider(tx, { ...planned, ...secret }))
    return presentProvider(await find(auth, identifier))
  }
}

/** DELETE /admin/custom-providers/:identifier */
export function removeProvider(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const identifier = await requireIdentifier(auth, request)
    const isGone = await auth.database.write(systemSession, (tx) => deleteCustomProvider(tx, identifier))
    if (!isGone) throw authErrors.customProviderUnknown()
    return reply.code(204).send()
  }
}

async function find(auth: Auth, identifier: string): Promise<CustomProviderRow> {
  const row = await auth.database.read(systemSession, (tx) => findCustomProvider(tx, identifier))
  if (row === null) throw authErrors.customProviderUnknown()
  return row
}

/** Everything but the secret, which only goes in. */
function presentProvider(row: CustomProviderRow): Json {
  const { client_secret: _secret, cached_discovery: discovery, created_at, updated_at, ...rest } = row
  const hidden = new Set(['discovery_cached_at'])
  const shown = Object.entries(rest).filter(([name, value]) => value !== null && !hidden.has(name))
  return {
    ...Object.fromEntries(shown),
    ...(row.provider_type === 'oidc' ? { discovery_document: discovery } : {}),
    created_at: presentTime(created_at),
    updated_at: presentTime(updated_at),
  }
}
