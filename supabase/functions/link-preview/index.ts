/**
 * GET link-preview: what the pages of the app are to those that do not run it. `?path=/post/…&origin=…` answers the head
 * of a page for the server that serves it; `?format=oembed&url=…` answers by oEmbed 1.0,
 * `?format=frame&url=…` the page that other sites show in a frame, `?format=list` the newest publications without a script.
 * Everything is asked of the database as a visitor: nothing that a visitor does not see can be in an answer.
 */
import { answerFrame } from '../_shared/pages/answer-frame.ts'
import { answerHead } from '../_shared/pages/answer-head.ts'
import { answerList } from '../_shared/pages/answer-list.ts'
import { answerOembed } from '../_shared/pages/answer-oembed.ts'
import { answer, FunctionError } from '../_shared/respond.ts'

async function work(request: Request): Promise<Response> {
  if (request.method !== 'GET') throw new FunctionError(405, 'method_not_allowed', 'Only GET is served here')
  const { searchParams } = new URL(request.url)
  if (searchParams.get('format') === 'frame') return answerFrame(request)
  if (searchParams.get('format') === 'list') return answerList(request)
  return searchParams.has('url') ? answerOembed(request) : answerHead(request)
}

export default { fetch: (request: Request) => answer(request, work) }
