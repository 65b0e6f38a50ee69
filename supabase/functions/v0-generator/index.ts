/**
 * v0-generator (spec §7): a description becomes pictures that are stored and recorded as the caller's.
 *
 * `POST` waits for them, as the specification says, or with `Prefer: respond-async` answers 202 at once; so it does where
 * they take longer than an answer may. `jobs/{id}` tells how one is doing, `jobs/{id}/cancel` and `jobs/{id}/retry` do
 * what they say.
 */
import { callerOf } from '../_shared/clients.ts'
import { accepted, generate } from '../_shared/generation/generate.ts'
import { idempotencyKeyOf } from '../_shared/generation/generation-request.ts'
import { FunctionError, answer, json, readJson } from '../_shared/respond.ts'
import { cancelJob, readJob, reorder } from './jobs.ts'

const route = /^\/v0-generator(?:\/jobs\/(?<id>[\da-f-]{36})(?:\/(?<action>cancel|retry))?)?\/?$/i

async function serve(request: Request): Promise<Response> {
  const { id = null, action = null } = route.exec(new URL(request.url).pathname)?.groups ?? notFound()
  const method = id !== null && action === null ? 'GET' : 'POST'
  if (request.method !== method) throw new FunctionError(405, 'method_not_allowed', `Only ${method} is served here`)
  const caller = await callerOf(request)
  if (caller === null)
    throw new FunctionError(401, 'not_authenticated', 'User must be authenticated to generate images')
  if (id === null) return generate(request, { caller, body: await readJson(request) })
  if (action === null) return json(await readJob(caller, id))
  if (action === 'cancel') return json(await cancelJob(caller, id))
  return accepted(await reorder(caller, id, idempotencyKeyOf(request)))
}

function notFound(): never {
  throw new FunctionError(404, 'not_found', 'There is nothing here')
}

export default { fetch: (request: Request) => answer(request, serve) }
