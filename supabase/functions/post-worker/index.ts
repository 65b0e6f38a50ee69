/**
 * Called on a schedule, with the service key: publishes what was planned for now, tells the counts of publications that
 * have changed to whoever has them open, and everybody of what is new, reads what new words are about, and moves the
 * pictures of those that fewer may see than before. The database gathers what changed; so a thousand likes in a second are
 * one message.
 */
import { serviceClient } from '../_shared/clients.ts'
import { answerPost, json } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rpc.ts'
import { readMeanings } from '../_shared/search/read-meanings.ts'
import { requireServiceCall } from '../_shared/service-call.ts'
import { feedSettings } from '../_shared/settings/feed.ts'
import { readSettings } from '../_shared/settings/reader.ts'
import { movePictures } from '../_shared/stored-images/move-pictures.ts'

const picturesAtOnce = 20
const wordsAtOnce = 200

async function work(request: Request): Promise<Response> {
  requireServiceCall(request)
  const service = serviceClient()
  const published = await callRpc(service, 'publish_due_posts', {})
  const told = await callRpc(service, 'tell_counts', {})
  const { digestSeconds } = readSettings(feedSettings)
  const fresh = await callRpc(service, 'tell_fresh_posts', { p_least_gap_seconds: digestSeconds })
  const moved = await movePictures(service, picturesAtOnce)
  const read = await readMeanings(service, wordsAtOnce)
  return json({ published, told, fresh, moved, read })
}

export default { fetch: (request: Request) => answerPost(request, work) }
