/**
 * Called on a schedule with the service key: moves orders on whose time has come, makes previews of what was delivered, and
 * takes files away whose two years are over. Any number of processes may do so at once.
 */
import { serviceClient } from '../_shared/clients.ts'
import { makePreviews, removeFiles } from '../_shared/commissions/work-on-files.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { requireServiceCall } from '../_shared/service-call.ts'
import { paymentSettings } from '../_shared/settings/payments.ts'
import { readSetting } from '../_shared/settings/reader.ts'

const atOnce = 50
const font = new URL('../payment-receipt/receipt.ttf', import.meta.url)

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  const service = serviceClient()
  await callRpc(service, 'set_commissions_live', { p_is_open: readSetting(paymentSettings.commissionsLive) })
  const moved = await callRpc(service, 'advance_commissions', { p_limit: atOnce })
  const previews = await makePreviews(service, 5, font)
  const removed = await removeFiles(service, atOnce)
  return json({ moved, previews, removed })
}

export default { fetch: (request: Request) => answerPost(request, work) }
