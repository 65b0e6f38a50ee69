/** Signed addresses: who holds one may do one thing with one object until it expires. */
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'

import { storageErrors } from '../errors.ts'
import type { Transformation } from '../images/transformation.ts'

interface DownloadGrant {
  readonly scope: 'download'
  /** `bucket/key` */
  readonly url: string
  readonly transformations?: Transformation
}

interface UploadGrant {
  readonly scope: 'upload'
  readonly url: string
  readonly upsert: boolean
  readonly owner?: string
}

type Grant = DownloadGrant | UploadGrant

export interface SignedTokens {
  sign(grant: Grant, seconds: number): Promise<string>
  /**
   * The grant of that scope for that object, and when it ends, in seconds.
   * @throws {StorageError} InvalidJWT, InvalidSignature
   */
  verify<Scope extends Grant['scope']>(
    token: string,
    scope: Scope,
    url: string,
  ): Promise<Extract<Grant, { scope: Scope }> & { readonly exp: number }>
}

/** @param secret the service's own, so that no signed address passes as a session's token, nor the other way round */
export function signedTokens(secret: string): SignedTokens {
  const key = new TextEncoder().encode(secret)
  return {
    sign: (grant, seconds) =>
      new SignJWT({ ...grant })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key),
    verify: async <Scope extends Grant['scope']>(token: string, scope: Scope, url: string) => {
      const payload = await verifyToken(token, key)
      if (payload['scope'] !== scope) throw storageErrors.invalidSignature(`Token is not scoped for ${scope}`)
      if (payload['url'] !== url) throw storageErrors.invalidSignature()
      return payload as unknown as Extract<Grant, { scope: Scope }> & { readonly exp: number }
    },
  }
}

async function verifyToken(token: string, key: Uint8Array): Promise<Record<string, unknown>> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] })
    return payload
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) throw storageErrors.invalidToken(error.message, error)
    throw error
  }
}
