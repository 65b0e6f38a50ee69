import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** A new ES256 pair as a private JWK with its thumbprint as `kid` (RFC 7638). */
export async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256', use: 'sig' }
}
