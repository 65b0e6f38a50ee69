/** From a request to the action that it asks for. */
import { intelligenceActions, type IntelligenceAction } from '../_shared/contract/src/index.ts'
import { withPictures } from '../_shared/intelligence/images/image-pool.ts'
import { takeTurn } from '../_shared/intelligence/quota.ts'
import { FunctionError, json, readJson } from '../_shared/respond.ts'
import { readSettings } from '../_shared/settings/reader.ts'
import { quotaSettings } from '../_shared/settings/words.ts'
import { analyzeImage } from './actions/analyze-image.ts'
import { analyze } from './actions/analyze.ts'
import { enhance } from './actions/enhance.ts'
import { enlarge } from './actions/enlarge.ts'
import { executeStep } from './actions/execute-step.ts'
import { generate } from './actions/generate.ts'
import { plan } from './actions/plan.ts'
import { searchByMeaning } from './actions/search-by-meaning.ts'
import { searchReferences } from './actions/search-references.ts'
import { template } from './actions/template.ts'
import { translate } from './actions/translate.ts'
import { askerOf, requireSelf, type Asker } from './asker.ts'
import type { Call } from './call.ts'

type Action = (call: Call, body: unknown) => Promise<object>

const actions: Readonly<Record<IntelligenceAction, Action>> = {
  analyze,
  enhance,
  analyze_image: analyzeImage,
  search_references: searchReferences,
  search_by_meaning: searchByMeaning,
  template,
  plan,
  translate,
  enlarge,
  generate,
  execute_step: executeStep,
}

/** @throws {FunctionError} */
export async function answerAction(request: Request): Promise<Response> {
  const asker = await askerOf(request)
  await countCall(asker)
  // What carries pictures takes its turn before its body is read: the memory goes there.
  if (!isLarge(request)) return run(request, asker, (hasPictures, work) => (hasPictures ? withPictures(work) : work()))
  try {
    return await withPictures(() => run(request, asker, (_hasPictures, work) => work()))
  } catch (error) {
    if (!request.bodyUsed) pour(request)
    throw error
  }
}

async function run(request: Request, asker: Asker, inTurn: Call['withPictures']): Promise<Response> {
  const body = await readJson(request)
  if (typeof body !== 'object' || body === null) throw new FunctionError(400, 'bad_request', 'The body is no object')
  const claimed = 'user_id' in body && typeof body.user_id === 'string' ? body.user_id : null
  requireSelf(claimed, asker.userId, 'user_id')
  const { action } = body as { action?: unknown }
  const known = intelligenceActions.find((name) => name === action)
  if (known === undefined) {
    throw new FunctionError(400, 'bad_request', `action: one of ${intelligenceActions.join(', ')}`, { field: 'action' })
  }
  const answer = await actions[known]({ asker, request, signal: request.signal, withPictures: inTurn }, body)
  return answer instanceof Response ? answer : json(answer)
}

const largeBody = 64 * 1024

function isLarge(request: Request): boolean {
  const length = request.headers.get('content-length')
  return length === null || Number(length) > largeBody
}

/** The rest of a body that nobody reads would keep its connection busy. */
function pour(request: Request): void {
  void request.body?.pipeTo(new WritableStream()).catch(() => {})
}

/** @throws {FunctionError} 429 for whoever has used up their hour */
async function countCall({ key, userId }: Asker): Promise<void> {
  const { visitorPerHour, personPerHour } = readSettings(quotaSettings)
  const perHour = userId === null ? visitorPerHour : personPerHour
  const retryAfter = await takeTurn({ name: 'intelligence', perHour }, key)
  if (retryAfter === null) return
  throw new FunctionError(429, 'throttled', 'Trop de demandes, réessayez plus tard', { retryAfter })
}
