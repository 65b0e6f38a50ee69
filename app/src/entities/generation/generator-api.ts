/** The calls behind a creation: upload a reference, order, cancel. */
import {
  FunctionErrorBody,
  GenerationAccepted,
  generatorError,
  GenerationResult,
  type GenerationRequestBody,
} from '@product/contract'
import * as v from 'valibot'

import { callSignedIn } from '#data/call-signed-in.ts'
import { readConfig, requestHeaders } from '#data/config.ts'
import { noteWork } from '#data/device/work-under-way.ts'
import { timedFetch } from '#data/reach/timed-fetch.ts'
import { DataError } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'

import type { CreationProblem } from './creation.ts'

/** `message` is the specification's technical line; `problem` chooses what the person reads. */
export class GenerationError extends Error {
  override readonly name = 'GenerationError'
  readonly problem: CreationProblem

  constructor(problem: CreationProblem, cause?: unknown) {
    super(problem.message, { cause })
    this.problem = problem
  }

  /** No answer came, or none of the generator's own: nobody knows whether the order arrived. */
  get isUnanswered(): boolean {
    return this.problem.code === 'network'
  }
}

/** Long enough for a slow phone to send; the pictures themselves are not waited for. */
const answerWithinMs = 45_000

async function accessToken(): Promise<string> {
  const { data } = await (await supabase()).auth.getSession()
  if (data.session) return data.session.access_token
  const message = 'User must be authenticated to generate images'
  throw new GenerationError({ code: 'not_authenticated', message })
}

/**
 * Uploads under one's own folder and answers the public URL (spec §7): what an order refers to goes to temp-uploads,
 * what is only looked at to temp-images.
 */
export async function uploadReference(
  userId: string,
  picture: Blob,
  name: 'temp-uploads' | 'temp-images' = 'temp-uploads',
): Promise<string> {
  const bucket = (await supabase()).storage.from(name)
  const path = `${userId}/${Date.now()}-${crypto.randomUUID().slice(0, 8)}.jpg`
  const { error } = await noteWork(bucket.upload(path, picture, { contentType: 'image/jpeg' }))
  if (error)
    throw new DataError(error.message, { status: 'status' in error ? Number(error.status) || 0 : 0, cause: error })
  return bucket.getPublicUrl(path).data.publicUrl
}

/**
 * Orders pictures under an idempotency key: sent twice, it is one job. Answers as soon as the job stands; a server that
 * makes them while one waits answers with the pictures themselves.
 * @throws {GenerationError}
 */
export async function placeOrder(
  key: string,
  body: GenerationRequestBody,
): Promise<GenerationAccepted | GenerationResult> {
  const [token, config] = await Promise.all([accessToken(), readConfig()])
  const headers = {
    'content-type': 'application/json',
    ...requestHeaders(config, token),
    'idempotency-key': key,
    prefer: 'respond-async',
  }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const address = `${config.supabaseUrl}/functions/v1/v0-generator`
  const response = await timedFetch(address, request, answerWithinMs).catch((cause: unknown) => {
    throw new GenerationError({ code: 'network', message: 'Failed to fetch' }, cause)
  })
  const text = await response.text().catch((cause: unknown) => {
    throw new GenerationError({ code: 'network', message: 'Failed to fetch' }, cause)
  })
  if (!response.ok) throw new GenerationError(problemOf(response.status, text))
  return v.parse(response.status === 202 ? GenerationAccepted : GenerationResult, JSON.parse(text))
}

/** Asks the server to stop; what was not delivered costs nothing. */
export async function cancelGeneration(id: string): Promise<void> {
  await callSignedIn('cancel_generation', { generation_id: id })
}

function problemOf(status: number, text: string): CreationProblem {
  const message = generatorError(status, text)
  try {
    const { code, rule, terms, retry_after: retryAfter } = v.parse(FunctionErrorBody, JSON.parse(text))
    return { code, message, rule, terms, retryAfter }
  } catch {
    // A proxy answered in the generator's place (spec §8: 502, 503 and 504 are worth another try).
    return { code: [502, 503, 504].includes(status) ? 'network' : null, message }
  }
}
