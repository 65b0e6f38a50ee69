/**
 * POST export-my-data: asks for an archive of everything that the caller has here, pictures included; 202 with the row of
 * data_exports that tells how it is doing, or with the one that is being made already. One a day: 429 `throttled`.
 */
import { startExports } from '../_shared/account/own-exports.ts'
import { callerOf } from '../_shared/clients.ts'
import { answerPost, FunctionError, json } from '../_shared/respond.ts'
import { callRpc, RpcError } from '../_shared/rpc.ts'

async function order(request: Request): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const row = await callRpc(caller.client, 'request_data_export', {}).catch((error: unknown) => {
    if (!(error instanceof RpcError) || error.status !== 429) throw error
    throw new FunctionError(429, 'throttled', 'One archive a day', { retryAfter: Number(error.details) || 3600 })
  })
  startExports()
  return json(row, 202)
}

export default { fetch: (request: Request) => answerPost(request, order) }
