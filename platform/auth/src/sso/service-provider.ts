/** We, as identity providers see us: our name and key, our requests, and what we make of their answers. */
import { createPrivateKey, randomBytes } from 'node:crypto'

import type { SamlConfig } from '../config.ts'
import { checkEnvelope, readAssertion, type Assertion } from './assertion.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'

const MIN_KEY_BITS = 2048
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

export interface ServiceProvider {
  /** XML. */
  readonly metadata: string
  /** Where a browser takes a request that is answered with `relayState`. */
  requestUrl(wish: SamlRequest): Promise<string>
  /** @throws {Error} for an answer that its identity provider did not give to us, here and now */
  verify(answer: SamlAnswer): Promise<Assertion>
}

export interface SamlRequest {
  readonly provider: IdentityProvider
  readonly requestId: string
  readonly relayState: string
  readonly nameIdFormat: string | null
}

export interface SamlAnswer {
  readonly provider: IdentityProvider
  readonly xml: string
  /** Null for a sign-in that began at the identity provider. */
  readonly requestId: string | null
}

export function createRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`
}

/** @throws {Error} for a key that is no RSA key of at least 2048 bits */
export async function createServiceProvider({ privateKey }: SamlConfig, apiUrl: string): Promise<ServiceProvider> {
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS) {
    throw new Error(`The SAML key must be an RSA key of at least ${MIN_KEY_BITS} bits`)
  }
  // NOTE: only whoever wants it pays for loading the library.
  const { SAML, generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const issuer = `${apiUrl}/sso/saml/metadata`
  const callbackUrl = `${apiUrl}/sso/saml/acs`
  const common = { issuer, callbackUrl, audience: issuer, privateKey: pem, signatureAlgorithm: 'sha256' } as const

  return {
    metadata: generateServiceProviderMetadata({
      ...common,
      publicCerts: selfSignedCertificate(key, new URL(apiUrl).hostname),
      identifierFormat: PERSISTENT,
      wantAssertionsSigned: true,
      generateUniqueId: () => '_metadata',
    }),
    requestUrl({ provider, requestId, relayState, nameIdFormat }) {
      const saml = new SAML({
        ...common,
        idpCert: [...provider.certificates],
        entryPoint: provider.signInUrl,
        identifierFormat: nameIdFormat ?? PERSISTENT,
        disableRequestedAuthnContext: true,
        generateUniqueId: () => requestId,
      })
      return saml.getAuthorizeUrlAsync(relayState, undefined, {})
    },
    async verify({ provider, xml, requestId }) {
      const expected = { issuer: provider.entityId, recipient: callbackUrl, requestId }
      checkEnvelope(xml, expected)
      // NOTE: the library answers for the signature alone; what it found signed, and nothing else, is read and judged here.
      const saml = new SAML({
        ...common,
        idpCert: [...provider.certificates],
        wantAssertionsSigned: false,
        wantAuthnResponseSigned: false,
        acceptedClockSkewMs: -1,
        audience: false,
      })
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
      const signed = profile?.getAssertionXml?.()
      if (signed === undefined) throw new Error('Nothing was signed')
      return readAssertion(signed, { ...expected, audience: issuer, now: Date.now() })
    },
  }
}
