/**
 * POST send-notification {userId, title, body, type, data} (spec §7): tells oneself, or of a message whoever takes part in
 * the conversation that `data.conversation_id` names; for anybody else 'Non autorisé' (spec §6). Whatever a message's
 * title and body say, its reader is told that there is one, and by whom.
 */
import * as v from 'valibot'

import { callerOf, serviceClient } from '../_shared/clients.ts'
import { isOwnPath, NoticeRequest } from '../_shared/contract/src/index.ts'
import { answerPost, FunctionError, json, readJson } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'

const callsPerMinute = 30

interface Sent {
  readonly outcome: 'sent' | 'not_allowed' | 'throttled'
  /** Seconds. */
  readonly retry_after?: number
}

declare module '../_shared/rpc.ts' {
  interface RpcAnswers {
    send_notification: Sent
  }
}

async function send(request: Request): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const notice = parse(await readJson(request))
  const params = { p_caller: caller.userId, p_notice: notice, p_calls_per_minute: callsPerMinute }
  const { outcome, retry_after: retryAfter = 60 } = await callRpc(serviceClient(), 'send_notification', params)
  if (outcome === 'not_allowed') throw new FunctionError(403, 'not_allowed', 'Non autorisé', { field: 'userId' })
  if (outcome === 'throttled') {
    const sentence = `At most ${callsPerMinute} notifications a minute`
    throw new FunctionError(429, 'throttled', sentence, { retryAfter })
  }
  return json({ success: true })
}

function parse(body: unknown): NoticeRequest {
  const { success, output, issues } = v.safeParse(NoticeRequest, body)
  if (!success) {
    const field = issues[0].path?.[0]?.key
    throw new FunctionError(400, 'bad_request', issues[0].message, { ...(typeof field === 'string' && { field }) })
  }
  const { url } = output.data
  if (url === undefined || (typeof url === 'string' && isOwnPath(url))) return output
  throw new FunctionError(400, 'url_not_allowed', 'data.url must be a path of this site', { field: 'data' })
}

export default { fetch: (request: Request) => answerPost(request, send) }
