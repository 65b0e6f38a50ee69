/** Called on a schedule, with the service key: counts and tells likes of what very many like at once, until none wait. */
import { serviceClient } from '../_shared/clients.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'

/** Few enough that whoever comments on the same publication waits for a moment only. */
const most = 200
const rounds = 50

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  let folded = 0
  for (let round = 0; round < rounds; round += 1) {
    const now = await callRpc(serviceClient(), 'fold_likes', { p_limit: most })
    folded += now
    if (now < most) break
  }
  return json({ folded })
}

export default { fetch: (request: Request) => answerPost(request, work) }
