/** From a request to who acts in the database, and with which settings its policies may read. */
import type { Session } from '@platform/database'
import { TokenError, type Identify, type Identity } from '@platform/http'
import type { FastifyRequest } from 'fastify'

import { storageErrors } from '../errors.ts'
import type { Operation } from './operations.ts'

export interface Caller {
  /** The caller's own rights: row-level security decides. */
  readonly session: Session
  /** The service's rights with the caller's claims, for what row-level security has already decided. */
  readonly service: Session
  readonly owner: Owner
  /** Came with a valid key or token, if only the public one. */
  readonly isIdentified: boolean
}

export interface Owner {
  /** The token's subject where it is a uuid. */
  readonly uuid: string | null
  readonly text: string | null
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function toOwner(subject: unknown): Owner {
  if (typeof subject !== 'string' || subject === '') return { uuid: null, text: null }
  return { uuid: uuidPattern.test(subject) ? subject : null, text: subject }
}

/** @throws {StorageError} InvalidRequest without any key or token @throws {TokenError} */
export async function callerOf(identify: Identify, request: FastifyRequest, operation: Operation): Promise<Caller> {
  const { authorization, apikey } = request.headers
  if (authorization === undefined && apikey === undefined)
    throw storageErrors.invalidRequest("headers must have required property 'authorization'")
  return callerAs(await identify(request.headers), request, operation)
}

/** As `callerOf`, except that a request without a valid token acts as `anon` (WIRE §3.2). */
export async function readerOf(identify: Identify, request: FastifyRequest, operation: Operation): Promise<Caller> {
  const { authorization, apikey } = request.headers
  if (authorization === undefined && apikey === undefined) return callerAs(nobody, request, operation)
  const identity = await identify(request.headers).catch((error: unknown) => {
    if (error instanceof TokenError) return nobody
    throw error
  })
  return callerAs(identity, request, operation)
}

const nobody: Identity = { role: 'anon', claims: { role: 'anon' }, token: null }

/** For whoever proved in another way than by a bearer who they are. */
export function callerAs(identity: Identity, request: FastifyRequest, operation: Operation): Caller {
  const settings = settingsOf(identity, request, operation)
  return {
    session: { role: identity.role, claims: identity.claims, settings },
    service: { role: 'service_role', claims: identity.claims, settings },
    owner: toOwner(identity.claims['sub']),
    isIdentified: identity !== nobody,
  }
}

function settingsOf(identity: Identity, request: FastifyRequest, operation: Operation): Record<string, string> {
  const { sub } = identity.claims
  return {
    'request.jwt.claim.sub': typeof sub === 'string' ? sub : '',
    'request.jwt.claim.role': identity.role,
    'request.headers': JSON.stringify(request.headers),
    'request.method': request.method,
    'request.path': request.url.split('?', 1)[0] ?? '',
    'storage.operation': operation,
    // Deletions come with their blobs here (storage.protect_delete).
    'storage.allow_delete_query': 'true',
  }
}

/** The service itself, where no caller is known or none matters. */
export function serviceSession(operation: Operation): Session {
  return {
    role: 'service_role',
    claims: { role: 'service_role' },
    settings: { 'storage.operation': operation, 'storage.allow_delete_query': 'true' },
  }
}
