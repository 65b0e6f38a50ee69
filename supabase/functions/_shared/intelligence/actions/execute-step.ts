/** `execute_step`: the next step of a workflow. */
import { ExecuteStepRequest } from '../../contract/src/index.ts'
import { FunctionError } from '../../respond.ts'
import type { Call } from '../call.ts'
import { parseRequest } from '../parse-request.ts'
import { requirePerson } from '../person.ts'

export async function executeStep({ asker }: Call, body: unknown): Promise<Response> {
  requirePerson(asker, 'User must be authenticated to run a workflow')
  parseRequest(ExecuteStepRequest, body)
  // No workflow is kept yet, so every id is unknown.
  throw new FunctionError(404, 'not_found', 'There is no such workflow', { field: 'workflowId' })
}
