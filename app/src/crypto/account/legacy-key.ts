/** A private key of the times before CX1, as an old client left it: PKCS#8 in base64 (or PEM), or a JWK. */
import { fromBase64, isSame, randomBytes, type Bytes } from '../bytes.ts'
import { importDecryptionKey, publicHalf, unwrap, wrap } from '../ciphers.ts'
import { VaultError } from '../codes.ts'
import { kidOf } from './key-statement.ts'

const noLabel = new Uint8Array(0)

/** Only after it has opened what its public half closed. */
export async function readLegacyKey(raw: string): Promise<{ pkcs8: Bytes; kid: string }> {
  try {
    const pkcs8 = raw.trimStart().startsWith('{') ? await fromJwk(raw) : fromBase64(withoutPem(raw))
    const spki = await publicHalf('encryption', pkcs8)
    const probe = randomBytes(32)
    const answer = await unwrap(await importDecryptionKey(pkcs8), await wrap(spki, probe, noLabel), noLabel)
    if (!isSame(probe, answer)) throw new Error('The key does not open what it closes')
    return { pkcs8, kid: await kidOf(spki) }
  } catch (cause) {
    throw new VaultError('bad_legacy_key', { cause })
  }
}

function withoutPem(text: string): string {
  return text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s/g, '')
}

async function fromJwk(text: string): Promise<Bytes> {
  const { kty, n, e, d, p, q, dp, dq, qi } = JSON.parse(text) as JsonWebKey
  const jwk = { kty, n, e, d, p, q, dp, dq, qi } as JsonWebKey
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'RSA-OAEP', hash: 'SHA-256' }, true, ['decrypt'])
  return new Uint8Array(await crypto.subtle.exportKey('pkcs8', key))
}
