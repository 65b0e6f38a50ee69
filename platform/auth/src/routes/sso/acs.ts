import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { savingUser } from '../../accounts/create-user.ts'
import { clientOf, limitByNetwork, type Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { withQuery, withSession } from '../../redirects/redirect-answer.ts'
import { describeRefusal, explainRefusal, reportRefusal } from '../../redirects/redirect-refusal.ts'
import { chooseRedirect } from '../../redirects/redirect.ts'
import { accountOf } from '../../sso/account.ts'
import { peekIssuer, type Assertion } from '../../sso/assertion.ts'
import { enterSsoAccount } from '../../sso/enter-sso-account.ts'
import { freshIdentityProvider } from '../../sso/metadata-source.ts'
import type { ServiceProvider } from '../../sso/service-provider.ts'
import { insertFlow } from '../../store/flow-state.ts'
import type { ExternalAccount } from '../../store/identities.ts'
import { redeemRelayState } from '../../store/relay-states.ts'
import { endSessionAt, insertSession, type Client } from '../../store/sessions.ts'
import { findSsoProvider, type SsoProviderName, type SsoProviderRow } from '../../store/sso-providers.ts'
import { useProof } from '../../store/used-proofs.ts'
import type { OpenSession } from '../../tokens/access-token.ts'
import { isUuid } from '../../tokens/uuid.ts'

const MAX_RESPONSE_LENGTH = 700_000
const BASE64 = /^[A-Za-z\d+/\s]+={0,2}\s*$/

/** POST /sso/saml/acs: an identity provider's answer. Whatever comes of it, the browser is sent on to the product. */
export function consumeAssertion(auth: Auth) {
  const { saml } = auth
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (saml === null) throw authErrors.samlOff()
    reply.header('cache-control', 'no-store')
    try {
      await limitByNetwork(auth, 'sso', request)
      return await reply.redirect(await follow(auth, saml, request), 302)
    } catch (error) {
      reportRefusal(auth, error)
      return reply.redirect(explainRefusal(auth.config.siteUrl, describeRefusal(error)), 303)
    }
  }
}

/** What the answer belongs to: one of our requests, or nothing that we know of. */
interface Arrival {
  readonly xml: string
  readonly name: SsoProviderName
  readonly requestId: string | null
  readonly redirectTo: string
  readonly challenge: string | null
}

async function follow(auth: Auth, saml: ServiceProvider, request: FastifyRequest): Promise<string> {
  const { SAMLResponse: response, RelayState: relayState } = (request.body ?? {}) as Record<string, unknown>
  const arrival = await arrive(auth, readResponse(response), typeof relayState === 'string' ? relayState : '')
  try {
    return await signIn(auth, saml, { arrival, client: clientOf(request) })
  } catch (error) {
    reportRefusal(auth, error)
    return explainRefusal(arrival.redirectTo, describeRefusal(error))
  }
}

function readResponse(text: unknown): string {
  if (typeof text !== 'string' || text === '') throw authErrors.invalid('SAMLResponse is missing')
  if (text.length > MAX_RESPONSE_LENGTH || !BASE64.test(text)) {
    throw authErrors.invalid('SAMLResponse is not a valid Base64 string')
  }
  return Buffer.from(text, 'base64').toString('utf8')
}

async function arrive(auth: Auth, xml: string, relayState: string): Promise<Arrival> {
  if (isUuid(relayState)) {
    const state = await auth.database.write(systemSession, (tx) => redeemRelayState(tx, relayState))
    if (state === null) throw authErrors.samlStateUnknown()
    if (state.isExpired) throw authErrors.samlStateExpired()
    const { providerId: id, requestId, redirectTo, challenge } = state
    return { xml, name: { by: 'id', id }, requestId, redirectTo, challenge }
  }
  if (relayState !== '' && !URL.canParse(relayState)) {
    throw authErrors.invalid('SAML RelayState is not a valid UUID or URL')
  }
  const name = { by: 'entity_id', entityId: readIssuer(xml) } as const
  return { xml, name, requestId: null, redirectTo: chooseRedirect(relayState, auth.config), challenge: null }
}

function readIssuer(xml: string): string {
  try {
    return peekIssuer(xml)
  } catch (cause) {
    throw authErrors.invalidBecause('SAMLResponse is not a valid XML SAML assertion', cause)
  }
}

async function signIn(
  auth: Auth,
  saml: ServiceProvider,
  { arrival, client }: { readonly arrival: Arrival; readonly client: Client },
): Promise<string> {
  const { xml, name, requestId } = arrival
  const row = await auth.database.read(systemSession, (tx) => findSsoProvider(tx, name))
  if (row === null) throw authErrors.samlIssuerUnknown()
  if (row.disabled === true) throw authErrors.ssoProviderOff()
  const provider = await freshIdentityProvider(auth, row)
  const assertion = await saml.verify({ provider, xml, requestId }).catch((cause: unknown) => {
    throw authErrors.samlAnswerBad(cause)
  })
  const { entity_id: entityId, attribute_mapping: mapping } = row.saml
  const account = accountOf(assertion, { providerId: row.id, entityId, mapping })
  return enter(auth, arrival, { row, assertion, account, client })
}

interface Proven {
  readonly row: SsoProviderRow
  readonly assertion: Assertion
  readonly account: ExternalAccount
  readonly client: Client
}

/** Assertion, account, and code or session, in one transaction. */
async function enter(auth: Auth, { challenge, redirectTo }: Arrival, proven: Proven): Promise<string> {
  const { row, assertion, account, client } = proven
  const { sessionEndsAt } = assertion
  const { entrance, code, open } = await savingUser(auth, async (tx) => {
    await useAssertion(tx, row, assertion)
    const entered = await enterSsoAccount(tx, auth, account)
    const userId = entered.user.id
    if (challenge !== null) {
      const next = { userId, challenge, method: 'sso/saml', sessionEndsAt } as const
      return { entrance: entered, code: await insertFlow(tx, next), open: null }
    }
    const session = await insertSession(tx, { userId, method: 'sso/saml', client })
    if (sessionEndsAt !== null) await endSessionAt(tx, session.session.id, sessionEndsAt)
    return { entrance: entered, code: null, open: { ...session, user: entered.user } satisfies OpenSession }
  })
  const userId = entrance.user.id
  if (entrance.isNew) auth.observe({ kind: 'auth.signed-up', userId, provider: account.provider })
  if (open === null) return withQuery(redirectTo, { code })
  auth.observe({ kind: 'auth.signed-in', userId, method: 'sso/saml' })
  return withSession(auth, redirectTo, open, {})
}

async function useAssertion(tx: WriteTransaction, { id }: SsoProviderRow, assertion: Assertion): Promise<void> {
  if (await useProof(tx, `saml ${id} ${assertion.id}`, assertion.until)) return
  throw authErrors.samlAnswerBad(new Error('The assertion has been used'))
}
