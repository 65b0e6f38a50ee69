/**
 * Called on a schedule and when a process starts, with the service key: ranks anew what trends and who moves people, where that is due,
 * tells of new publications those who asked for it, by a bell or by a search, and ends challenges whose time is over.
 */
import { serviceClient } from '../_shared/clients.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'

/** Of which trends are told, in hours. */
const windows = [24, 168, 720]

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  // Each in a transaction of its own: a long window that takes too long keeps no short one from being new.
  const told = await callRpc(serviceClient(), 'ring_bells', {})
  const searched = await tellSearches()
  let snapshots = 0
  for (const only_hours of windows) snapshots += await callRpc(serviceClient(), 'refresh_trending', { only_hours })
  const weeks = await callRpc(serviceClient(), 'refresh_leaders', {})
  const settled = await callRpc(serviceClient(), 'settle_challenges', {})
  return json({ snapshots, weeks, told, searched, settled })
}

/** Until none is left, each time in a transaction of its own; answers how many publications were looked at. */
async function tellSearches(): Promise<number> {
  const most = 100
  let searched = 0
  for (let looked = most; looked === most; searched += looked) {
    looked = await callRpc(serviceClient(), 'tell_searches', { p_limit: most })
  }
  return searched
}

export default { fetch: (request: Request) => answerPost(request, work) }
