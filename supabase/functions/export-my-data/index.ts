/**
 * POST export-my-data: asks for an archive of everything that the caller has here, pictures included; 202 with the row of
 * data_exports that tells how it is doing, or with the one that is being made already. One a day: 429 `throttled`.
 */
import { startExports } from '../_shared/account/own-exports.ts'
import { callerOf } from '../_shared/clients.ts'
import { answerPost, FunctionError, json } from '../_shared/respond.ts'

async function order(request: Request): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const { data, error, status } = await caller.client.rpc('request_data_export')
  if (status === 429) {
    throw new FunctionError(429, 'throttled', 'One archive a day', { retryAfter: Number(error?.details) || 3600 })
  }
  if (error) throw error
  startExports()
  return json(data, 202)
}

export default { fetch: (request: Request) => answerPost(request, order) }
