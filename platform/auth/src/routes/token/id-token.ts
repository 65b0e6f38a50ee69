import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { savingUser } from '../../accounts/create-user.ts'
import { clientOf, limitByNetwork, type Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { CUSTOM_PREFIX } from '../../external/custom-providers.ts'
import { enterAccount } from '../../external/enter-account.ts'
import type { ExternalProvider, IdTokenRules } from '../../external/provider.ts'
import { verifyIdToken } from '../../external/verify-id-token.ts'
import { requireCaller } from '../../requests/caller.ts'
import { optionalText, readBody } from '../../requests/read-body.ts'
import { insertSession } from '../../store/sessions.ts'
import { sendSession } from '../../tokens/send-session.ts'

const bodySchema = v.object({
  provider: optionalText,
  client_id: optionalText,
  issuer: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  link_identity: v.nullish(v.boolean(), false),
})

type Body = v.InferOutput<typeof bodySchema>

/** POST /token?grant_type=id_token: a token that an app got from the provider itself becomes a session. */
export function grantByIdToken(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = readBody(request, bodySchema)
    if (!body.id_token) throw authErrors.idTokenMissing()
    const { name, idTokens, emailOptional } = await chooseProvider(auth, body)
    const linkingUserId = body.link_identity ? await requireLinker(auth, request) : null
    await limitByNetwork(auth, 'signIn', request)
    const presented = { idToken: body.id_token, accessToken: body.access_token || null, nonce: body.nonce || null }
    const account = idTokens.readAccount(await verifyIdToken(presented, idTokens))
    const { entrance, session } = await savingUser(auth, async (tx) => {
      const entered = await enterAccount(tx, auth, account, { linkingUserId, emailOptional })
      const opened = await insertSession(tx, { userId: entered.user.id, method: 'oauth', client: clientOf(request) })
      return { entrance: entered, session: opened }
    })
    const { user, isNew } = entrance
    if (isNew) auth.observe({ kind: 'auth.signed-up', userId: user.id, provider: name })
    auth.observe({ kind: 'auth.signed-in', userId: user.id, method: 'oauth' })
    return sendSession(auth, reply, { ...session, user })
  }
}

async function chooseProvider(auth: Auth, body: Body): Promise<ExternalProvider & { readonly idTokens: IdTokenRules }> {
  const { provider: name, client_id: clientId, issuer } = body
  if (!name && !(clientId && issuer)) throw authErrors.idTokenProviderMissing()
  const found = name
    ? await findByName(auth, name)
    : [...auth.external.values()].find(
        ({ idTokens }) => idTokens?.issuer === issuer && idTokens?.audiences.includes(clientId!) === true,
      )
  const idTokens = found?.idTokens ?? null
  if (found === undefined || idTokens === null) throw authErrors.idTokenProviderOff((name || issuer!).slice(0, 200))
  return { ...found, idTokens }
}

async function findByName({ external, customProviders }: Auth, name: string): Promise<ExternalProvider | undefined> {
  if (!name.startsWith(CUSTOM_PREFIX)) return external.get(name)
  const found = await customProviders.find(name)
  return found === null || found === 'off' ? undefined : found
}

async function requireLinker(auth: Auth, request: FastifyRequest): Promise<string> {
  if (!auth.config.manualLinking) throw authErrors.manualLinkingOff()
  return (await requireCaller(auth, request)).user.id
}
