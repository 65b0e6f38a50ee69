/**
 * POST mail-unsubscribe?token=…: from a mail program, in its person's name (RFC 8058): no more notifications by mail. A
 * program that only follows links comes by GET and is led to the page, which asks first: what looks at mails for viruses
 * follows links too, and must end nothing.
 */
import { serviceClient } from '../_shared/clients.ts'
import { answer, FunctionError, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'

const longest = 200

async function work(request: Request): Promise<Response> {
  const token = (new URL(request.url).searchParams.get('token') ?? '').slice(0, longest)
  if (request.method === 'GET') {
    return new Response(null, { status: 303, headers: { location: `/unsubscribe?token=${encodeURIComponent(token)}` } })
  }
  if (request.method !== 'POST') throw new FunctionError(405, 'method_not_allowed', 'GET and POST are served here')
  if (!(await callRpc(serviceClient(), 'stop_mails', { token })))
    throw new FunctionError(404, 'not_found', 'Ce lien n’est plus valable')
  return json({ stopped: true })
}

export default { fetch: (request: Request) => answer(request, work) }
