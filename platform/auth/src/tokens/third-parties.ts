/** Other services that sign tokens for our people (Auth0, Firebase, Clerk, Cognito, …): their keys, by their issuer. */

import { TokenError } from '@platform/http'
import { createRemoteJWKSet, decodeJwt, errors } from 'jose'

import { fetchKeysUrl } from '../external/discovery-document.ts'
import type { VerificationKey } from './keys.ts'

const TIMEOUT_MS = 5_000
/** Asymmetric ones only: whoever may check must not be able to sign. */
const ALGORITHMS = new Set(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'])

export interface TokenHeader {
  readonly kid: string | undefined
  readonly alg: string
}

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>

export interface ThirdParties {
  /**
   * The key that the issuer of this unverified token publishes (OpenID Connect Discovery 1.0); null where the issuer is
   * none of ours, or has no such key.
   * @throws {Error} while the issuer cannot be asked: that says nothing about the token
   */
  find(token: string, header: TokenHeader): Promise<VerificationKey | null>
}

/** Each issuer is asked for its keys when its first token comes, and again for a key id that is not among them. */
export function createThirdParties(issuers: readonly string[]): ThirdParties {
  const parties = new Map(issuers.map((issuer) => [issuer, rememberKeys(issuer)]))
  return {
    async find(token, { kid, alg }) {
      const issuer = issuerOf(token)
      const keysOf = issuer === undefined ? undefined : parties.get(issuer)
      if (keysOf === undefined || !ALGORITHMS.has(alg)) return null
      const keys = await keysOf()
      try {
        return { algorithm: alg, key: await keys({ alg, ...(kid !== undefined && { kid }) }) }
      } catch (error) {
        if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return null
        throw error
      }
    },
  }
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch (cause) {
    throw new TokenError('malformed', 'The claims are not JSON', cause)
  }
}

/** What failed is asked anew with the next token. */
function rememberKeys(issuer: string): () => Promise<RemoteKeys> {
  let known: Promise<RemoteKeys> | undefined
  return () => {
    known ??= discoverKeys(issuer).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

async function discoverKeys(issuer: string): Promise<RemoteKeys> {
  return createRemoteJWKSet(await fetchKeysUrl(issuer), { timeoutDuration: TIMEOUT_MS })
}
