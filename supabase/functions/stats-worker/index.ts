/** Called on a schedule, with the service key: folds what was seen and done into hours and days, until little waits. */
import { serviceClient } from '../_shared/clients.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'

const most = 20_000
const rounds = 10

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  let folded = 0
  for (let round = 0; round < rounds; round += 1) {
    const now = await callRpc(serviceClient(), 'fold_stats', { p_limit: most })
    folded += now
    if (now < most) break
  }
  return json({ folded })
}

export default { fetch: (request: Request) => answerPost(request, work) }
