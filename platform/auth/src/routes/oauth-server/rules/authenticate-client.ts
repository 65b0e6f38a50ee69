/** Which client calls the token endpoint, by the way that it registered (RFC 6749 §2.3). */
import { systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'

import type { Auth } from '../../../auth.ts'
import { authErrors } from '../../../errors.ts'
import { findOAuthClient, secretMatches, type OAuthClientRow } from '../../../store/oauth-clients.ts'
import { isUuid } from '../../../tokens/uuid.ts'

interface Presented {
  readonly method: OAuthClientRow['token_endpoint_auth_method']
  readonly id: string
  readonly secret: string
}

/** @throws {OAuthError} `invalid_client` */
export async function authenticateClient(
  auth: Auth,
  request: FastifyRequest,
  form: Readonly<Record<string, unknown>>,
): Promise<OAuthClientRow> {
  const presented = readBasic(request.headers.authorization) ?? readForm(form)
  if (presented === null) throw authErrors.clientRefused('client credentials are missing')
  if (!isUuid(presented.id)) throw authErrors.clientRefused('invalid client credentials')
  const client = await auth.database.read(systemSession, async (tx) => {
    const row = await findOAuthClient(tx, presented.id)
    if (row === null || row.token_endpoint_auth_method !== presented.method) return null
    return presented.method === 'none' || (await secretMatches(tx, row.id, presented.secret)) ? row : null
  })
  if (client === null) throw authErrors.clientRefused('invalid client credentials')
  return client
}

function readBasic(header: string | undefined): Presented | null {
  const text = /^basic +(\S+) *$/i.exec(header ?? '')?.[1]
  if (text === undefined) return null
  const pair = Buffer.from(text, 'base64').toString()
  const colon = pair.indexOf(':')
  return colon === -1
    ? null
    : { method: 'client_secret_basic', id: decode(pair.slice(0, colon)), secret: decode(pair.slice(colon + 1)) }
}

/** RFC 6749 §2.3.1: both parts are form-encoded first. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function readForm({ client_id: id, client_secret: secret }: Readonly<Record<string, unknown>>): Presented | null {
  if (typeof id !== 'string' || id === '') return null
  return typeof secret === 'string' && secret !== ''
    ? { method: 'client_secret_post', id, secret }
    : { method: 'none', id, secret: '' }
}
