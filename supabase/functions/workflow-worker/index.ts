/**
 * Called on a schedule and when a process starts, with the service key: works on the steps that are due. It begins runs
 * that somebody has just started, and goes on with those whose process was killed.
 */
import { answerPost, json } from '../_shared/respond.ts'
import { requireServiceCall } from '../_shared/service-call.ts'
import { startWorkflowWorker } from '../_shared/workflows/own-workflow-worker.ts'

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  startWorkflowWorker()
  return json({})
}

export default { fetch: (request: Request) => answerPost(request, work) }
