/** Called on a schedule, with the service key: ends the decisions of the staff whose time is over. */
import { serviceClient } from '../_shared/clients.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  return json({ ended: await callRpc(serviceClient(), 'end_due_decisions', {}) })
}

export default { fetch: (request: Request) => answerPost(request, work) }
