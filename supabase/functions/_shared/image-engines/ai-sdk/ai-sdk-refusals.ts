/**
 * What providers hold against the person's order itself: its content, or one of its pictures. Only the codes that they
 * document for that; whatever else they refuse is a matter of the operator's settings, and no person's fault.
 */
import { EngineError, type EngineProblem } from '../image-engine.ts'
import type { AiProviderName } from './ai-sdk-models.ts'
import type { Heard } from './ai-sdk-wire.ts'

/** Throws EngineError where an answer is such a refusal. */
export const listeners: Record<Exclude<AiProviderName, 'replicate' | 'black-forest-labs'>, (heard: Heard) => void> = {
  openai: hearOpenAi('openai'),
  'openai-compatible': hearOpenAi('openai-compatible'),
  google({ status, body }) {
    const candidates = objects(body['candidates'])
    const reasons = [
      ...candidates.map(({ finishReason }) => finishReason),
      field(body['promptFeedback'], 'blockReason'),
    ]
    const found = reasons.filter((reason) => typeof reason === 'string').find((reason) => refusedByGoogle.test(reason))
    if (found !== undefined) throw refusal('google', found)
    // NOTE: its code is the same for every wrong argument; only the sentence tells which.
    const words = field(body['error'], 'message')
    if (status === 400 && typeof words === 'string' && unreadByGoogle.test(words))
      throw badPicture('google', 'invalid_request', '400 INVALID_ARGUMENT image')
  },
  fal({ status, body }) {
    // NOTE: the picture is there, and black or worse: the flag is all that says so.
    const flags = [body['has_nsfw_concepts'], body['nsfw_content_detected']]
    if (flags.some((flag) => Array.isArray(flag) && flag.includes(true))) throw refusal('fal', 'nsfw')
    for (const { type } of objects(body['detail'])) {
      if (type === 'content_policy_violation') throw refusal('fal', type)
      blamePicture('fal', status, type)
    }
  },
  xai({ status, body }) {
    const isWithheld = objects(body['data']).some((image) => image['respect_moderation'] === false)
    const words = [field(body['error'], 'message'), body['error']].find((words) => typeof words === 'string') ?? ''
    const isRefused = status >= 400 && /content (?:policy|moderation)|safety check/i.test(words)
    if (isWithheld || isRefused) throw refusal('xai', 'moderation')
  },
}

export function refusal(provider: string, reason: string): EngineError {
  return new EngineError('moderation_blocked', `${provider} refuses to show this`, {
    block: { rule: `provider:${provider}`, terms: [] },
    upstream: reason,
  })
}

const refusedByGoogle = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION/
const unreadByGoogle = /unable to process input image|provided image is not valid/i

/** NOTE: its `image_generation_user_error` says nothing: a size that the model does not know has that type, too. */
function hearOpenAi(provider: AiProviderName) {
  return ({ status, body }: Heard): void => {
    const code = field(body['error'], 'code')
    if (typeof code === 'string' && refusedByOpenAi.has(code)) throw refusal(provider, code)
    blamePicture(provider, status, code)
  }
}

const refusedByOpenAi: ReadonlySet<string> = new Set([
  'moderation_blocked',
  'content_policy_violation',
  'image_content_policy_violation',
])

/** OpenAI's error codes of pictures, and fal's error types. */
const pictureProblems: ReadonlyMap<unknown, EngineProblem> = new Map([
  ['invalid_image', 'invalid_request'],
  ['invalid_image_file', 'invalid_request'],
  ['invalid_image_mode', 'invalid_request'],
  ['invalid_base64_image', 'invalid_request'],
  ['image_parse_error', 'invalid_request'],
  ['image_too_small', 'invalid_request'],
  ['empty_image_file', 'invalid_request'],
  ['image_load_error', 'invalid_request'],
  ['face_detection_error', 'invalid_request'],
  ['invalid_image_format', 'reference_type'],
  ['unsupported_image_media_type', 'reference_type'],
  ['unsupported_image_format', 'reference_type'],
  ['image_too_large', 'reference_too_large'],
  ['image_file_too_large', 'reference_too_large'],
  ['file_too_large', 'reference_too_large'],
])

const bad: ReadonlySet<number> = new Set([400, 413, 415, 422])

function blamePicture(provider: string, status: number, code: unknown): void {
  const problem = bad.has(status) ? pictureProblems.get(code) : undefined
  if (problem !== undefined) throw badPicture(provider, problem, `${status} ${String(code)}`)
}

function badPicture(provider: string, problem: EngineProblem, upstream: string): EngineError {
  return new EngineError(problem, `${provider} cannot use a picture of the order`, { upstream })
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function objects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}
