/**
 * POST profile-domain `{domain}`: looks whether the domain says that it is the caller's, and then shows it beside their name:
 * `{domain, is_proven}`. 400 `bad_request` (field domain), 429 `throttled`, 503 `domain_unread`, 403 `account_suspended`.
 */
import * as v from 'valibot'

import { holdsProof } from '../_shared/account/domain-proof.ts'
import { callerOf, serviceClient } from '../_shared/clients.ts'
import { parseRequest } from '../_shared/parse-request.ts'
import { answerPost, FunctionError, json, readJson } from '../_shared/respond.ts'
import { callRpc, RpcError } from '../_shared/rpc.ts'

const Asked = v.object({ domain: v.pipe(v.string(), v.maxLength(300)) })

async function answer(request: Request): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const { domain: given } = parseRequest(Asked, await readJson(request))
  const domain = await callRpc(caller.client, 'ask_domain', { domain: given }).catch(refuse)
  const isProven = await holdsProof(domain, caller.userId)
  if (isProven) await callRpc(serviceClient(), 'keep_domain', { p_user: caller.userId, p_domain: domain })
  return json({ domain, is_proven: isProven })
}

function refuse(error: unknown): never {
  const hint = error instanceof RpcError ? error.hint : undefined
  if (hint === 'domain_invalid') throw new FunctionError(400, 'bad_request', 'This is no domain', { field: 'domain' })
  if (hint === 'too_many_domains') throw new FunctionError(429, 'throttled', 'Too many domains', { retryAfter: 3600 })
  if (hint === 'account_suspended') throw new FunctionError(403, 'account_suspended', 'This account is suspended')
  throw error
}

export default { fetch: (request: Request) => answerPost(request, answer) }
