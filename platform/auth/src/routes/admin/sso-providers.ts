import { randomUUID } from 'node:crypto'

import { systemSession, type ReadTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { presentTime } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { AuthError, authErrors } from '../../errors.ts'
import { requireAdmin } from '../../requests/caller.ts'
import { readBody } from '../../requests/read-body.ts'
import {
  deleteSsoProvider,
  findSsoProvider,
  listSsoProviders,
  saveSsoProvider,
  takenPart,
  type SsoProviderFields,
  type SsoProviderName,
  type SsoProviderRow,
} from '../../store/sso-providers.ts'
import type { Json } from '../../store/users.ts'
import { isUuid } from '../../tokens/uuid.ts'
import { planSsoProvider, ssoProviderFields, type SsoBody } from './sso-provider-fields.ts'

/** GET /admin/sso/providers. Without the metadata, which is long. */
export function listSso(auth: Auth) {
  return async (request: FastifyRequest) => {
    await requireAdmin(auth, request)
    const rows = await auth.database.read(systemSession, listSsoProviders)
    return { items: rows.map((row) => presentSso(row, { isShort: true })) }
  }
}

/** POST /admin/sso/providers */
export function createSso(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await requireAdmin(auth, request)
    const body = readBody(request, ssoProviderFields)
    if (body.type !== 'saml') throw authErrors.invalid("Only 'saml' supported for SSO provider type")
    if (!body.metadata_url && !body.metadata_xml) {
      throw authErrors.invalid('Either metadata_xml or metadata_url must be set')
    }
    return reply.code(201).send(await save(auth, randomUUID(), { body, current: null }))
  }
}

/** GET /admin/sso/providers/:id */
export function readSso(auth: Auth) {
  return async (request: FastifyRequest) => presentSso(await requireSso(auth, request))
}

/** PUT /admin/sso/providers/:id. What is not named stays. */
export function updateSso(auth: Auth) {
  return async (request: FastifyRequest) => {
    const current = await requireSso(auth, request)
    return save(auth, current.id, { body: readBody(request, ssoProviderFields), current })
  }
}

/** DELETE /admin/sso/providers/:id. Its people stay, and can no longer sign in. */
export function deleteSso(auth: Auth) {
  return async (request: FastifyRequest) => {
    const current = await requireSso(auth, request)
    await auth.database.write(systemSession, (tx) => deleteSsoProvider(tx, current.id))
    return presentSso(current)
  }
}

async function requireSso(auth: Auth, request: FastifyRequest): Promise<SsoProviderRow> {
  await requireAdmin(auth, request)
  const name = nameOf((request.params as { id: string }).id)
  const row = name && (await auth.database.read(systemSession, (tx) => findSsoProvider(tx, name)))
  if (row === null) throw authErrors.ssoProviderUnknown('SSO Identity Provider not found')
  return row
}

/** The id, or `resource_` and the name that it was created with. */
function nameOf(text: string): SsoProviderName | null {
  const resource = /^resource_(.{1,200})$/u.exec(text)?.[1]
  if (isUuid(text)) return { by: 'id', id: text }
  return resource === undefined || !resource.isWellFormed() || resource.includes('\0')
    ? null
    : { by: 'resource_id', id: resource }
}

interface Change {
  readonly body: SsoBody
  readonly current: SsoProviderRow | null
}

async function save(auth: Auth, id: string, { body, current }: Change): Promise<Json> {
  const fields = await planSsoProvider(body, current)
  try {
    return await auth.database.write(systemSession, async (tx) => {
      await requireFree(tx, id, fields)
      await saveSsoProvider(tx, id, fields)
      return presentSso((await findSsoProvider(tx, { by: 'id', id }))!)
    })
  } catch (error) {
    if (error instanceof AuthError || takenPart(error) === null) throw error
    throw authErrors.conflict('Updating SSO provider failed, likely due to a conflict. Try again?', error)
  }
}

async function requireFree(tx: ReadTransaction, id: string, { entityId, domains }: SsoProviderFields): Promise<void> {
  const same = await findSsoProvider(tx, { by: 'entity_id', entityId })
  if (same !== null && same.id !== id) throw authErrors.samlIssuerExists(entityId)
  for (const domain of domains) {
    const owner = await findSsoProvider(tx, { by: 'domain', domain })
    if (owner !== null && owner.id !== id) throw authErrors.ssoDomainTaken(domain, owner.id)
  }
}

/** Pure. */
function presentSso(
  { id, resource_id: resource, disabled, domains, saml, ...times }: SsoProviderRow,
  { isShort } = { isShort: false },
): Json {
  const { entity_id: entityId, metadata_xml: xml, metadata_url: url, name_id_format: format } = saml
  return {
    id,
    ...(resource === null ? {} : { resource_id: resource }),
    disabled: disabled ?? false,
    saml: {
      entity_id: entityId,
      ...(isShort ? {} : { metadata_xml: xml }),
      ...(url === null ? {} : { metadata_url: url }),
      attribute_mapping: saml.attribute_mapping ?? {},
      ...(format === null ? {} : { name_id_format: format }),
    },
    domains: domains.map(({ domain, created_at, updated_at }) => ({
      domain,
      created_at: presentTime(created_at),
      updated_at: presentTime(updated_at),
    })),
    created_at: presentTime(times.created_at),
    updated_at: presentTime(times.updated_at),
  }
}
