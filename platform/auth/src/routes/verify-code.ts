import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { parseAddress } from '../accounts/address.ts'
import { clientOf, giveTokenBack, limitByNetwork, spareNetwork, takeToken, type Auth } from '../auth.ts'
import { tokenTypes, verify, type Claim } from '../codes/verification.ts'
import { authErrors } from '../errors.ts'
import { optionalText, readBody } from '../requests/read-body.ts'
import { PKCE_PREFIX } from '../store/one-time-tokens.ts'
import { sendSession } from '../tokens/send-session.ts'

const bodySchema = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
})

export const HALFWAY = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify */
export function verifyCode(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const claim = parseClaim(readBody(request, bodySchema))
    await limitByNetwork(auth, 'verify', request)
    // NOTE: a flow that began with a challenge ends with its verifier, not with the mail alone (THREATS A-10).
    if (claim.kind === 'link' && claim.linkToken.startsWith(PKCE_PREFIX)) throw authErrors.linkExpired()
    const outcome = await limitedByAddress(auth, claim, () => verify(auth, claim, clientOf(request)))
    if (outcome.kind === 'session') {
      await spareNetwork(auth, 'verify', { ip: request.ip, userId: outcome.open.user.id })
      return sendSession(auth, reply, outcome.open)
    }
    if (outcome.kind === 'halfway') return reply.send({ msg: HALFWAY, code: '200' })
    throw authErrors.linkExpired()
  }
}

/** NOTE: wrong codes count for their address wherever they come from, known or not (THREATS A-12). */
async function limitedByAddress<T>(auth: Auth, claim: Claim, work: () => Promise<T>): Promise<T> {
  if (claim.kind === 'link') return work()
  const wait = await takeToken(auth, 'verifyPerAddress', claim.relatesTo)
  if (wait > 0) throw authErrors.tooManyRequests(wait)
  const result = await work()
  await giveTokenBack(auth, 'verifyPerAddress', claim.relatesTo)
  return result
}

function parseClaim(body: v.InferOutput<typeof bodySchema>): Claim {
  const { type, token, token_hash: hash } = body
  if (!type) throw authErrors.invalid('Verify requires a verification type')
  if (!token && !hash) throw authErrors.invalid('Verify requires a token or a token hash')
  const types = tokenTypes(type)
  if (hash) {
    if (token || body.email || body.phone) throw authErrors.invalid('Only the token_hash and type should be provided')
    return { kind: 'link', types, linkToken: hash }
  }
  const address = parseAddress(body)
  const isPhoneType = type === 'sms' || type === 'phone_change'
  if (address === null || (address.kind === 'phone') !== isPhoneType) {
    throw authErrors.invalid('Only an email address or phone number should be provided on verify')
  }
  return { kind: 'code', types, code: token!, relatesTo: address.kind === 'email' ? address.email : address.phone }
}
