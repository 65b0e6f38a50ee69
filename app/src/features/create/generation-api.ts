/** The calls of the create form: upload a reference, generate, publish. */
import {
  FunctionErrorBody,
  GenerationResult,
  type FunctionErrorCode,
  type GenerationRequestBody,
} from '@product/contract'
import * as v from 'valibot'

import { readConfig } from '#data/config.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'

/** `message` is the specification's technical line; `code` chooses what the person reads. */
export class GenerationError extends Error {
  override readonly name = 'GenerationError'
  readonly code: FunctionErrorCode | 'network' | null

  constructor(message: string, code: GenerationError['code'], cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

async function accessToken(): Promise<string> {
  const { data } = await (await supabase()).auth.getSession()
  if (data.session) return data.session.access_token
  throw new GenerationError('User must be authenticated to generate images', 'not_authenticated')
}

/** Uploads to temp-uploads under one's own folder and answers the public URL (spec §7). */
export async function uploadReference(userId: string, picture: Blob): Promise<string> {
  const bucket = (await supabase()).storage.from('temp-uploads')
  const path = `${userId}/${Date.now()}-${crypto.randomUUID().slice(0, 8)}.jpg`
  const { error } = await bucket.upload(path, picture, { contentType: 'image/jpeg' })
  if (error) throw new DataError(error.message, { status: 0, cause: error })
  return bucket.getPublicUrl(path).data.publicUrl
}

/** @throws {GenerationError} */
export async function generateImages(request: GenerationRequestBody): Promise<GenerationResult> {
  const [token, config] = await Promise.all([accessToken(), readConfig()])
  const response = await fetch(`${config.supabaseUrl}/functions/v1/v0-generator`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: config.anonKey, authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
  }).catch((cause: unknown) => {
    throw new GenerationError('Failed to fetch', 'network', cause)
  })
  const text = await response.text()
  if (!response.ok) throw new GenerationError(`v0-generator error (${response.status}): ${text}`, codeOf(text))
  return v.parse(GenerationResult, JSON.parse(text))
}

function codeOf(text: string): FunctionErrorCode | null {
  try {
    return v.parse(FunctionErrorBody, JSON.parse(text)).code
  } catch {
    return null
  }
}

export interface Publication {
  creatorId: string
  prompt: string
  imageUrl: string
  metadata: { engine: string; generationId: string }
}

/** Publishes to the public feed (spec §3); answers the post's id. */
export async function publishPost({ creatorId, prompt, imageUrl, metadata }: Publication): Promise<string> {
  const result = await (
    await supabase()
  )
    .from('feed_posts')
    .insert({
      creator_id: creatorId,
      prompt,
      title: null,
      description: null,
      hashtags: '',
      image_url: imageUrl,
      visibility: 'public',
      metadata: { source: 'create-modal', engine: metadata.engine, generation_id: metadata.generationId },
    })
    .select('id')
    .single<{ id: string }>()
  return unwrap(result).id
}
