/** One job: every picture that it still lacks is made, stored and recorded; then it is settled. */
import { createHash } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { makePicture, type MadePicture } from '../../image-engines/chain/engine-chain.ts'
import type { LeavingReason, Reference } from '../../image-engines/image-engine.ts'
import { publicUrl } from '../../public-url.ts'
import { RpcError, callRpc, retry } from '../../rpc.ts'
import { writeLikeness } from '../../stored-images/write-likeness.ts'
import { canceled, factsOf, outcomeOf } from '../job-outcome.ts'
import type { Outcome, Work } from '../queue.ts'
import { readStoredReference } from '../reference-store.ts'
import type { JobProgress } from './job-progress.ts'

/** Why a job is left before its end. */
export type StopReason = 'cancel' | LeavingReason

export interface Job {
  readonly work: Work
  readonly worker: string
  readonly client: SupabaseClient
  /** Its reason is a StopReason. */
  readonly signal: AbortSignal
  readonly progress: JobProgress
  readonly stop: (why: StopReason) => void
}

/** How it ended: `over`, `retry` with the milliseconds until then, or in a way that leaves it to others. */
export type JobEnd =
  | { readonly kind: 'over' | 'late' | 'lost' | 'stopping' }
  | { readonly kind: 'retry'; readonly inMs: number }

const bucket = 'generated-images'

export async function runJob(job: Job): Promise<JobEnd> {
  const outcome = await makeAll(job)
  if (job.signal.aborted && job.signal.reason !== 'cancel') return { kind: job.signal.reason as LeavingReason }
  const { work, worker, client } = job
  const params = { p_worker: worker, p_attempt: work.attempt, p_id: work.generation_id, p_outcome: outcome }
  const kind = await retry(() => callRpc(client, 'finish_generation', params))
  return kind === 'retry' ? { kind, inMs: outcome.retry_in_ms ?? 0 } : { kind }
}

async function makeAll(job: Job): Promise<Outcome> {
  const { work, client, signal } = job
  const positions = work.paths.map((_, place) => place + 1).filter((position) => !work.done.includes(position))
  let references: readonly Reference[]
  try {
    references = await Promise.all(work.references.map((reference) => readStoredReference(client, reference)))
  } catch (error) {
    return outcomeOf([], [error], work.attempt)
  }
  const results = await Promise.allSettled(positions.map((position) => makeOne(job, position, references)))
  if (signal.aborted && signal.reason === 'cancel') return { ...outcomeOf(fulfilled(results), [], 0), ...canceled }
  return outcomeOf(fulfilled(results), rejected(results), work.attempt)
}

async function makeOne(job: Job, position: number, references: readonly Reference[]): Promise<MadePicture> {
  const { work, client, worker, signal, progress, stop } = job
  signal.throwIfAborted()
  const call = { p_worker: worker, p_attempt: work.attempt, p_id: work.generation_id }
  const order = {
    jobId: position === 1 ? work.generation_id : siblingId(work.generation_id, position),
    prompt: work.prompt,
    negativePrompt: work.negative_prompt,
    width: work.width,
    height: work.height,
    seed: (work.seed + position - 1) >>> 0,
    references,
  }
  const made = await makePicture(order, {
    signal,
    onProgress: (step) => progress.report(position, step),
    upstreamId: work.upstream_ids[position] ?? null,
    saveUpstreamId: (id) =>
      retry(() => callRpc(client, 'save_generation_upstream', { ...call, p_position: position, p_upstream_id: id })),
  })
  // NOTE: first the file, then the row, then the money: whoever pays can open what they paid for.
  const image = await retry(() => storePicture(job, position, made))
  const verdict = await retry(() => callRpc(client, 'record_generation_image', { ...call, p_image: image }))
  progress.finish(position)
  if (verdict === 'lost' || verdict === 'cancel') stop(verdict)
  return made
}

/** Under a name that every attempt gives it. */
async function storePicture(
  { work, client }: Job,
  position: number,
  made: MadePicture,
): Promise<Record<string, unknown>> {
  const path = work.paths[position - 1] ?? ''
  const files = client.storage.from(bucket)
  const { error } = await files.upload(path, made.file, {
    contentType: made.type,
    cacheControl: '31536000, immutable',
    upsert: true,
  })
  if (error) {
    const { status = 0 } = error as { status?: number }
    throw new RpcError('upload', status, { code: 'storage_failed', message: error.message, hint: '', details: '' })
  }
  const { width, height, thumbhash, seed } = made
  const likeness = await writeLikeness(made.file)
  const url = publicUrl(files.getPublicUrl(path).data.publicUrl)
  return {
    ...factsOf([made]),
    ...likeness,
    position,
    bucket,
    path,
    url,
    width,
    height,
    bytes: made.file.byteLength,
    thumbhash,
    seed,
  }
}

/** The same at every attempt, as an engine must find the work of the first one again. RFC 9562, version 8. */
function siblingId(id: string, position: number): string {
  const hash = createHash('sha256').update(`${id}/${position}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

const fulfilled = <T>(results: readonly PromiseSettledResult<T>[]): T[] =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
const rejected = (results: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
