/** From a user and its session to the claims of an access token and the token response (WIRE §1.2). */
import { systemSession, type Database } from '@platform/database'

import { presentUser } from '../accounts/present-user.ts'
import type { AuthConfig } from '../config.ts'
import { customiseClaims, type ClaimsParts } from '../hooks/customise-claims.ts'
import { deleteSessions, type SessionRow } from '../store/sessions.ts'
import type { Json, UserRow } from '../store/users.ts'
import type { Keys } from './keys.ts'

/** A token travels in a header of every request: metadata beyond this stays out of it (`GET /user` has it all). */
const MAX_METADATA_BYTES = 4096

export type TokenConfig = Pick<AuthConfig, 'apiUrl' | 'audience' | 'accessTokenSeconds'>

/** Pure: `now` in epoch seconds. */
function accessTokenClaims(
  user: UserRow,
  session: SessionRow,
  { config, now }: { readonly config: TokenConfig; readonly now: number },
): Json {
  return {
    iss: config.apiUrl,
    sub: user.id,
    aud: user.aud ?? config.audience,
    exp: now + config.accessTokenSeconds,
    iat: now,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: boundedMetadata(user.raw_app_meta_data),
    user_metadata: boundedMetadata(user.raw_user_meta_data),
    role: user.role ?? 'authenticated',
    aal: session.aal,
    amr: methodsOf(user, session),
    session_id: session.id,
    ...(session.clientId === null ? {} : { client_id: session.clientId }),
    is_anonymous: user.is_anonymous,
  }
}

const SSO_PREFIX = 'sso:'

/** Which company vouched stands beside its method; such people have one identity. */
function methodsOf({ identities }: UserRow, { amr }: SessionRow): readonly object[] {
  const company = identities.find(({ provider }) => provider.startsWith(SSO_PREFIX))?.provider.slice(SSO_PREFIX.length)
  if (company === undefined) return amr
  return amr.map((entry) => (entry.method === 'sso/saml' ? Object.assign({ provider: company }, entry) : entry))
}

function boundedMetadata(metadata: Json | null): Json {
  if (metadata === null || Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES) return {}
  return metadata
}

export interface OpenSession {
  readonly user: UserRow
  readonly session: SessionRow
  readonly refreshToken: string
  /** What a hook is told instead of the session's newest method. */
  readonly method?: 'token_refresh'
  /** Nobody has heard of the session yet: without its token it must not stay. */
  readonly isNew?: true
}

/** The body of every answer that signs somebody in. */
export async function tokenResponse(
  { user, session, refreshToken, method, isNew }: OpenSession,
  auth: ClaimsParts & { readonly keys: Pick<Keys, 'sign'>; readonly config: TokenConfig },
): Promise<Json> {
  const now = Math.floor(Date.now() / 1000)
  const { keys, config } = auth
  const plain = accessTokenClaims(user, session, { config, now })
  const claims = await customiseClaims(auth, plain, method ?? session.amr[0]?.method ?? '').catch(async (refusal) => {
    if (isNew) await endSession(auth.database, { userId: user.id, sessionId: session.id })
    throw refusal
  })
  const expiresAt = claims['exp'] as number
  return {
    access_token: await keys.sign(claims),
    token_type: 'bearer',
    expires_in: expiresAt - now,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presentUser(user),
  }
}

function endSession(
  database: Database,
  session: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  return database.write(systemSession, (tx) => deleteSessions(tx, session, 'local'))
}
