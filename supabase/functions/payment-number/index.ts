/**
 * POST payment-number {operator, number}: a code by text to that number, `{sent: true}`; with `code` besides: whether it is
 * the one that was sent, `{proven}`, and then the number stands in `my_numbers`. 429 `throttled` after three codes in an hour.
 * With `receives: true` it becomes the number that one's earnings go to, `{proven, from}`: none goes there before; 403
 * `aal2_required` where a second factor exists and was not used.
 */
import { createHash, randomInt } from 'node:crypto'

import * as v from 'valibot'

import { callerOf, serviceClient } from '../_shared/clients.ts'
import { tell } from '../_shared/notices/tell.ts'
import { parseRequest } from '../_shared/parse-request.ts'
import { numberHash, numberOf, sealNumber } from '../_shared/payments/paying-number.ts'
import { answerPost, FunctionError, json, readJson } from '../_shared/respond.ts'
import { callRpc, RpcError } from '../_shared/rpc.ts'

const Order = v.object({
  operator: v.pipe(v.string(), v.regex(/^[a-z]+_[a-z]{2}$/)),
  number: v.pipe(v.string(), v.maxLength(30)),
  code: v.optional(v.pipe(v.string(), v.regex(/^\d{6}$/))),
  receives: v.optional(v.boolean(), false),
})

async function prove(request: Request): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const { operator, number, code, receives } = parseRequest(Order, await readJson(request))
  if (receives) await callRpc(caller.client, 'check_payout_strength', {}).catch(refuse)
  const service = serviceClient()
  const { msisdn } = await numberOf(service, { operator, number })
  const person = { p_user: caller.userId, p_msisdn_hash: numberHash(msisdn) }
  if (code !== undefined) {
    const entered = { p_code_hash: codeHash(msisdn, code), p_operator: operator, p_last4: msisdn.slice(-4) }
    const proven = await callRpc(service, 'prove_number', { ...person, ...entered })
    if (!proven || !receives) return json({ proven })
    const from = await callRpc(service, 'set_payout_destination', { ...person, p_sealed: sealNumber(msisdn) })
    return json({ proven, from })
  }
  const fresh = String(randomInt(1_000_000)).padStart(6, '0')
  await callRpc(service, 'note_number_code', { ...person, p_code_hash: codeHash(msisdn, fresh) }).catch(refuse)
  await send(caller.userId, msisdn, fresh)
  return json({ sent: true })
}

async function send(userId: string, msisdn: string, code: string): Promise<void> {
  const words = {
    fr: `Cortexia : ${code} est votre code pour ce numéro. Il vaut 10 minutes. Ne le donnez à personne.`,
    en: `Cortexia: ${code} is your code for this number. It is valid for 10 minutes. Share it with no one.`,
  }
  const status = await tell({ channel: 'sms', user_id: userId, phone: `+${msisdn}`, code, words })
  if (status !== 200) throw new FunctionError(503, 'operator_down', 'No code can be sent just now', { retryAfter: 60 })
}

/** With the number, so that a code of another one is wrong. */
const codeHash = (msisdn: string, code: string): string =>
  createHash('sha256').update(`${msisdn}:${code}`).digest('hex')

function refuse(error: unknown): never {
  if (!(error instanceof RpcError)) throw error
  if (error.hint === 'throttled') {
    throw new FunctionError(429, 'throttled', 'Too many codes were sent', { retryAfter: Number(error.details) })
  }
  if (error.hint === 'aal2_required') {
    throw new FunctionError(403, 'aal2_required', 'The second factor is needed')
  }
  if (error.hint === 'account_suspended') {
    throw new FunctionError(403, 'account_suspended', 'This account cannot pay just now')
  }
  if (error.hint === 'teen_mode') throw new FunctionError(403, 'teen_mode', 'Money is for whoever is eighteen')
  throw error
}

export default { fetch: (request: Request) => answerPost(request, prove) }
