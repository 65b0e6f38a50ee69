/** The time that payments go by: told to members, moved forward by the staff, and by anybody where nobody depends on it. */
import * as v from 'valibot'

import { callerOf, serviceClient } from '../../clients.ts'
import { parseRequest } from '../../parse-request.ts'
import { FunctionError, json, readJson } from '../../respond.ts'
import { callRpc } from '../../rpc.ts'
import { readSetting } from '../../settings/reader.ts'
import { runtimeSettings } from '../../settings/runtime.ts'

declare module '../../rpc.ts' {
  interface RpcAnswers {
    move_payment_clock: string
  }
}

const steps = { none: '0', hour: '1 hour', day: '1 day', month: '31 days' } as const
const Moving = v.object({ by: v.picklist(['hour', 'day', 'month']) })

export async function answerClock(request: Request): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const mayMove = await mayTry(caller.userId)
  if (request.method !== 'POST') return json({ now: await move('none'), may_move: mayMove })
  if (!mayMove) throw new FunctionError(403, 'not_allowed', 'The staff moves the clock')
  const { by } = parseRequest(Moving, await readJson(request))
  return json({ now: await move(by), may_move: mayMove })
}

/** Anybody where nobody depends on it, the staff elsewhere. */
export async function mayTry(userId: string): Promise<boolean> {
  return readSetting(runtimeSettings.appEnv) !== 'production' || (await isStaff(userId))
}

async function isStaff(userId: string): Promise<boolean> {
  const { data, error } = await serviceClient().auth.admin.getUserById(userId)
  if (error) throw new FunctionError(503, 'storage_failed', error.message, { retryAfter: 2 })
  return data.user.app_metadata['staff'] === true
}

function move(by: keyof typeof steps): Promise<string> {
  return callRpc(serviceClient(), 'move_payment_clock', { p_by: steps[by] })
}
