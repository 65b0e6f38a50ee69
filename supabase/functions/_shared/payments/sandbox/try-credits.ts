/** Credits that are given, set aside and settled by hand, where no money moves. */
import * as v from 'valibot'

import { callerOf, serviceClient } from '../../clients.ts'
import { parseRequest } from '../../parse-request.ts'
import { FunctionError, json, readJson } from '../../respond.ts'
import { callRpc, RpcError } from '../../rpc.ts'
import { mayTry } from './clock.ts'

declare module '../../rpc.ts' {
  interface RpcAnswers {
    try_credits: { readonly act: string; readonly id: string }
  }
}

const Trial = v.object({
  act: v.picklist(['give', 'hold', 'release', 'capture']),
  key: v.pipe(v.string(), v.uuid()),
})

export async function tryCredits(request: Request): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  if (!(await mayTry(caller.userId))) throw new FunctionError(403, 'not_allowed', 'The staff tries credits')
  const { act, key } = parseRequest(Trial, await readJson(request))
  const args = { p_user: caller.userId, p_act: act, p_key: key }
  return json(
    await callRpc(serviceClient(), 'try_credits', args).catch((error: unknown) => {
      if (!(error instanceof RpcError) || error.status !== 409) throw error
      throw new FunctionError(409, 'payment_state', error.message, { cause: error })
    }),
  )
}
