/** `execute_step`: one step of a workflow, in its turn. */
import { ExecuteStepRequest } from '../../_shared/contract/src/index.ts'
import { idempotencyKeyOf } from '../../_shared/generation/generation-request.ts'
import { parseRequest } from '../../_shared/parse-request.ts'
import { json } from '../../_shared/respond.ts'
import { executeStep as execute } from '../../_shared/workflows/execute-step.ts'
import type { Call } from '../call.ts'
import { requirePerson } from '../person.ts'

export async function executeStep({ asker, request, signal }: Call, body: unknown): Promise<Response> {
  const { userId } = requirePerson(asker, 'User must be authenticated to run a workflow')
  const { workflowId, stepIndex, runId, inputs } = parseRequest(ExecuteStepRequest, body)
  const key = idempotencyKeyOf(request)
  const result = await execute({ userId, workflowId, stepIndex, runId, inputs, key, signal })
  return json(result, result.step.status === 'running' ? 202 : 200)
}
