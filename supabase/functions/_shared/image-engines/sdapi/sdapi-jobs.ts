/** Servers with jobs of their own: an order becomes a job, which is looked at until it has ended. */
import {
  EngineError,
  isLeftToOthers,
  type EngineProgress,
  type ImageContext,
  type ImageOrder,
  type ReferenceReceipt,
} from '../image-engine.ts'
import { isObject, parseJson, pause, type Answer, type OwnServer } from '../self-hosted/own-server.ts'
import { answerLimit, type Painted, type Painter, type SdapiServer, type SdapiSettings } from './sdapi-server.ts'

export type Job = Readonly<Record<string, unknown>>

/** What the two families do each in their own way. */
export interface JobsApi {
  /** Before our ids: a saved one of the other family means nothing here. */
  readonly tag: string
  readonly submitPath: string
  body(order: ImageOrder, settings: SdapiSettings): Record<string, unknown>
  receipts(order: ImageOrder): readonly ReferenceReceipt[]
  jobPath(id: string): string
  cancel(server: OwnServer, id: string, signal: AbortSignal): Promise<Answer>
  progress(server: OwnServer, job: Job, signal: AbortSignal): Promise<EngineProgress>
  picture(server: OwnServer, job: Job, signal: AbortSignal): Promise<Uint8Array>
}

interface Counter extends SdapiServer {
  readonly api: JobsApi
}

/** Looks that may fail in a row before a job that is under way is given up. */
const patience = 5
const jobId = /^\w[\w-]{0,99}$/

export function createJobsPainter(base: SdapiServer, api: JobsApi): Painter {
  return { paint: (order, context) => paint({ ...base, api }, order, context) }
}

async function paint(counter: Counter, order: ImageOrder, context: ImageContext): Promise<Painted> {
  const { server, api } = counter
  const { signal } = context
  let id = savedId(counter, order, context)
  try {
    let job = id === null ? null : await read(counter, id, signal)
    if (id === null || job === null || hasFailed(job)) {
      id = await submit(counter, order, context)
      job = await read(counter, id, signal)
    }
    job = await finish(counter, id, job, context)
    context.onProgress({ share: 0.95, stage: 'finishing' })
    return { file: await api.picture(server, job, signal), seed: order.seed, receipts: api.receipts(order) }
  } catch (error) {
    if (!signal.aborted) throw error
    if (id !== null && !isLeftToOthers(signal))
      await api.cancel(server, id, AbortSignal.timeout(3000)).catch(() => undefined)
    throw signal.reason
  }
}

/** A job's pictures differ in their seeds. */
function prefixOf({ api }: Counter, { seed }: ImageOrder): string {
  return `${api.tag}:${seed}:`
}

function savedId(counter: Counter, order: ImageOrder, { upstreamId }: ImageContext): string | null {
  const prefix = prefixOf(counter, order)
  const id = upstreamId?.startsWith(prefix) ? upstreamId.slice(prefix.length) : ''
  return jobId.test(id) ? id : null
}

async function submit(counter: Counter, order: ImageOrder, context: ImageContext): Promise<string> {
  const { server, api, settings } = counter
  context.onProgress({ share: null, stage: 'preparing' })
  const json = api.body(order, settings)
  const job = await server.json(api.submitPath, { method: 'POST', json, signal: context.signal })
  const id = isObject(job) ? job['id'] : null
  if (typeof id !== 'string' || !jobId.test(id))
    throw new EngineError('engine_failed', `${server.label} took the order and gave no job`, { isRetryable: false })
  await context.saveUpstreamId(prefixOf(counter, order) + id)
  return id
}

/** Null for one that the server does not know any more. */
async function read({ server, api }: Counter, id: string, signal: AbortSignal): Promise<Job | null> {
  const answer = await server.request(api.jobPath(id), { signal, limit: answerLimit })
  if (answer.status === 404 || answer.status === 410) return null
  if (answer.status !== 200) throw server.refusal(answer)
  const job = parseJson(answer.body)
  if (!isObject(job)) throw new EngineError('engine_failed', `${server.label} answers with no JSON`)
  return job
}

async function finish(counter: Counter, id: string, found: Job | null, context: ImageContext): Promise<Job> {
  const { server, api, pollMs } = counter
  let job = found
  for (let failures = 0; ;) {
    if (job === null) throw new EngineError('engine_failed', `${server.label} lost the job`)
    if (job['status'] === 'completed') return job
    if (hasFailed(job)) throw failureOf(server, job)
    try {
      context.onProgress(await api.progress(server, job, context.signal))
      await pause(pollMs, context.signal)
      job = await read(counter, id, context.signal)
      failures = 0
    } catch (error) {
      failures += 1
      if (failures >= patience || !(error instanceof EngineError) || !error.isRetryable) throw error
    }
  }
}

function hasFailed({ status }: Job): boolean {
  return status === 'failed' || status === 'cancelled'
}

function failureOf(server: OwnServer, { status, error }: Job): EngineError {
  const words = isObject(error) ? error['message'] : error
  const said = typeof words === 'string' && words !== '' ? `: ${server.quote(words.split('\n')[0] ?? '')}` : ''
  return new EngineError(
    'engine_failed',
    `${server.label}: the job ${status === 'failed' ? 'failed' : 'was cancelled'}${said}`,
  )
}
