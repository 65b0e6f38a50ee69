import { timingSafeEqual } from 'node:crypto'

import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { savingUser } from '../../accounts/create-user.ts'
import { clientOf, limitByNetwork, type Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { enterAccount, findLinker, type Entrance } from '../../external/enter-account.ts'
import { requireProvider } from '../../external/find-provider.ts'
import { providerTokens, type ExternalProvider } from '../../external/provider.ts'
import { browserCookieName } from '../../external/start-authorization.ts'
import { withQuery, withSession, type Fields } from '../../redirects/redirect-answer.ts'
import { describeRefusal, explainRefusal, reportRefusal } from '../../redirects/redirect-refusal.ts'
import { insertFlow } from '../../store/flow-state.ts'
import type { ExternalAccount } from '../../store/identities.ts'
import { digest, redeemState, type OAuthState } from '../../store/oauth-states.ts'
import { insertSession, type Client } from '../../store/sessions.ts'
import type { OpenSession } from '../../tokens/access-token.ts'

/** GET and POST /callback: the provider's answer. Whatever comes of it, the browser is sent on to the product. */
export function finishAuthorization(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const location = await follow(auth, request).catch((error: unknown) => {
      reportRefusal(auth, error)
      return explainRefusal(auth.config.siteUrl, describeRefusal(error))
    })
    return reply.header('cache-control', 'no-store').redirect(location, 303)
  }
}

async function follow(auth: Auth, request: FastifyRequest): Promise<string> {
  await limitByNetwork(auth, 'verify', request)
  const answer = readAnswer(request)
  const state = answer.get('state') ?? ''
  const flow = await auth.database.write(systemSession, (tx) => redeemState(tx, state))
  if (flow === null || !comesFromSameBrowser(request, state, flow)) throw authErrors.oauthStateBad()
  if (answer.has('error')) return explainRefusal(flow.redirectTo, refusalOf(answer))
  try {
    const provider = await requireProvider(auth, flow.provider)
    const account = await redeem(auth, provider, { flow, state, answer })
    return await enter(auth, { flow, account, emailOptional: provider.emailOptional, client: clientOf(request) })
  } catch (error) {
    reportRefusal(auth, error)
    return explainRefusal(flow.redirectTo, describeRefusal(error))
  }
}

function readAnswer(request: FastifyRequest): URLSearchParams {
  const source = (request.method === 'POST' ? request.body : request.query) as Record<string, unknown> | undefined
  const texts = Object.entries(source ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return new URLSearchParams(texts)
}

function comesFromSameBrowser(request: FastifyRequest, state: string, { browserHash }: OAuthState): boolean {
  if (browserHash === null) return true
  const name = `${browserCookieName(state)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const value = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length) ?? ''
  return timingSafeEqual(Buffer.from(digest(value)), Buffer.from(browserHash))
}

async function redeem(
  auth: Auth,
  provider: ExternalProvider,
  { flow, state, answer }: { readonly flow: OAuthState; readonly state: string; readonly answer: URLSearchParams },
): Promise<ExternalAccount> {
  if (!answer.has('code')) throw authErrors.oauthCallbackBad()
  const url = new URL(`${auth.config.apiUrl}/callback?${answer.toString()}`)
  try {
    return await provider.finish({ state, nonce: flow.nonce, verifier: flow.verifier }, url)
  } catch (cause) {
    throw authErrors.exchangeFailed(cause)
  }
}

interface Arrival {
  readonly flow: OAuthState
  readonly account: ExternalAccount
  readonly emailOptional: boolean
  readonly client: Client
}

/** Account, and code or session, in one transaction: a product's trigger that refuses leaves nothing behind. */
async function enter(auth: Auth, { flow, account, emailOptional, client }: Arrival): Promise<string> {
  const { challenge, redirectTo, linkingUserId } = flow
  const { accessToken: providerToken, refreshToken: providerRefreshToken } = account
  const { entrance, code, open } = await savingUser(auth, async (tx) => {
    // NOTE: whoever stands in this browser need not be who asked for one more identity: with a challenge, the identity
    // waits for the verifier, which only the asking client has (decision 0009).
    const pending = linkingUserId !== null && challenge !== null ? account : null
    const rules = { linkingUserId, emailOptional }
    const entered: Entrance =
      pending === null
        ? await enterAccount(tx, auth, account, rules)
        : { user: await findLinker(tx, account, linkingUserId!), isNew: false }
    const userId = entered.user.id
    if (challenge !== null) {
      const next = { userId, challenge, method: 'oauth', providerToken, providerRefreshToken, pending } as const
      return { entrance: entered, code: await insertFlow(tx, next), open: null }
    }
    const session = await insertSession(tx, { userId, method: 'oauth', client })
    return { entrance: entered, code: null, open: { ...session, user: entered.user } satisfies OpenSession }
  })
  const userId = entrance.user.id
  if (entrance.isNew) auth.observe({ kind: 'auth.signed-up', userId, provider: account.provider })
  if (open === null) return withQuery(redirectTo, { code })
  auth.observe({ kind: 'auth.signed-in', userId, method: 'oauth' })
  return withSession(auth, redirectTo, open, providerTokens(providerToken, providerRefreshToken))
}

/** The provider's own refusal, in its words. */
function refusalOf(answer: URLSearchParams): Fields {
  const description = answer.get('error_description')
  return { error: answer.get('error')!, ...(description === null ? {} : { error_description: description }) }
}
