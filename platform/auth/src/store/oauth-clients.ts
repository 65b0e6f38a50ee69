/** auth.oauth_clients: who may ask people for their consent. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { ReadTransaction, WriteTransaction } from '@platform/database'

import { readDocument } from './users.ts'

export interface ClientFields {
  readonly client_name: string
  readonly client_uri: string | null
  readonly logo_uri: string | null
  readonly redirect_uris: readonly string[]
  readonly client_type: 'public' | 'confidential'
  readonly token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post'
  readonly grant_types: readonly string[]
  readonly scope: string | null
}

export interface OAuthClientRow extends ClientFields {
  readonly id: string
  readonly registration_type: 'dynamic' | 'manual'
  readonly created_at: string
  readonly updated_at: string
}

const DOCUMENT = `to_jsonb(c) - 'client_secret_hash'`
const SECRET_BYTES = 32

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

export function createClientSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** @param id a UUID */
export async function findOAuthClient(tx: ReadTransaction, id: string): Promise<OAuthClientRow | null> {
  return readDocument(
    await tx.raw({
      name: 'auth_oauth_client',
      text: `select ${DOCUMENT} from auth.oauth_clients c where id = $1`,
      params: [id],
    }),
  ) as OAuthClientRow | null
}

/** Whether the secret is this client's. */
export async function secretMatches(tx: ReadTransaction, id: string, secret: string): Promise<boolean> {
  const [row] = await tx.query<{ hash: string | null }>(
    `select encode(client_secret_hash, 'hex') as hash from auth.oauth_clients where id = $1`,
    [id],
  )
  const known = Buffer.from(row?.hash ?? '', 'hex')
  const given = hashOf(secret)
  return known.length === given.length && timingSafeEqual(known, given)
}

export async function listOAuthClients(
  tx: ReadTransaction,
  { size, offset }: { readonly size: number; readonly offset: number },
): Promise<{ clients: readonly OAuthClientRow[]; total: number }> {
  return readDocument(
    await tx.raw({
      text: `select jsonb_build_object('total', (select count(*) from auth.oauth_clients), 'clients', coalesce(
          (select jsonb_agg(${DOCUMENT} order by c.created_at, c.id) from
            (select * from auth.oauth_clients order by created_at, id limit $1 offset $2) c), '[]'))`,
      params: [size, offset],
    }),
  ) as { clients: readonly OAuthClientRow[]; total: number }
}

const COLUMNS = [
  'client_name', 'client_uri', 'logo_uri', 'redirect_uris', 'client_type', 'token_endpoint_auth_method', 'grant_types', 'scope',
] as const satisfies readonly (keyof ClientFields)[] // prettier-ignore

export interface NewOAuthClient {
  readonly fields: ClientFields
  readonly registrationType: OAuthClientRow['registration_type']
  /** Null for one that can keep none. */
  readonly secret: string | null
}

export async function insertOAuthClient(
  tx: WriteTransaction,
  { fields, registrationType, secret }: NewOAuthClient,
): Promise<OAuthClientRow> {
  return readDocument(
    await tx.raw({
      text: `with c as (insert into auth.oauth_clients (${COLUMNS.join(', ')}, registration_type, client_secret_hash)
          select ${COLUMNS.map((name) => `p.${name}`).join(', ')}, $2, $3
          from jsonb_populate_record(null::auth.oauth_clients, $1) p returning *)
        select ${DOCUMENT} from c`,
      params: [JSON.stringify(fields), registrationType, secret === null ? null : hashOf(secret)],
    }),
  ) as OAuthClientRow
}

export async function updateOAuthClient(
  tx: WriteTransaction,
  id: string,
  fields: ClientFields,
): Promise<OAuthClientRow> {
  return readDocument(
    await tx.raw({
      text: `with c as (update auth.oauth_clients o set updated_at = clock_timestamp(),
            ${COLUMNS.map((name) => `${name} = p.${name}`).join(', ')}
          from jsonb_populate_record(null::auth.oauth_clients, $2) p where o.id = $1 returning o.*)
        select ${DOCUMENT} from c`,
      params: [id, JSON.stringify(fields)],
    }),
  ) as OAuthClientRow
}

export async function setClientSecret(tx: WriteTransaction, id: string, secret: string): Promise<void> {
  await tx.execute(
    'update auth.oauth_clients set client_secret_hash = $2, updated_at = clock_timestamp() where id = $1',
    [id, hashOf(secret)],
  )
}

/** Its sessions and what people granted it go with it. */
export async function deleteOAuthClient(tx: WriteTransaction, id: string): Promise<void> {
  await tx.execute('delete from auth.oauth_clients where id = $1', [id])
}
