/** ComfyUI by its address: our own workflows, or the operator's. A run is found again after a crash, never run twice. */
import { createHash, randomUUID } from 'node:crypto'

import {
  EngineError,
  isLeftToOthers,
  type EngineImage,
  type ImageContext,
  type ImageEngine,
  type ImageOrder,
  type Reference,
} from '../image-engine.ts'
import { comfyuiCapabilities, comfyuiLabel } from '../local-capabilities.ts'
import { createOwnServer, isObject, withoutPrompt, type OwnServer } from '../self-hosted/own-server.ts'
import { createNodeCatalogReader, type NodeCatalogReader } from './comfyui-nodes.ts'
import { createOrderPlanner, type OrderPlan, type OrderPlanner, type PlannerSettings } from './comfyui-plan.ts'
import { cancel, fetchPicture, lookUp, submit, watch, type Pace, type RunState } from './comfyui-run.ts'
import { openRunSocket, type RunNews } from './comfyui-socket.ts'
import { buildWorkflow } from './comfyui-workflow.ts'

export interface ComfyuiSettings extends PlannerSettings {
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly token: string | null
  readonly pace?: Pace
}

const usualPace: Pace = { pollMs: 700, socketPollMs: 3000 }

interface Workshop {
  readonly server: OwnServer
  readonly catalogs: NodeCatalogReader
  readonly planner: OrderPlanner
  readonly pace: Pace
}

export function createComfyuiEngine(settings: ComfyuiSettings): ImageEngine {
  const authorization = settings.token === null ? null : `Bearer ${settings.token}`
  const server = createOwnServer({ label: 'ComfyUI', url: settings.url, authorization })
  const catalogs = createNodeCatalogReader(server)
  const planner = createOrderPlanner(settings, catalogs)
  const workshop = { server, catalogs, planner, pace: settings.pace ?? usualPace }
  return {
    name: 'comfyui',
    label: comfyuiLabel,
    isNeural: true,
    capabilities: () => ({ ...comfyuiCapabilities, references: planner.takesReferences() }),
    generate: (order, context) => generate(workshop, order, context),
  }
}

async function generate(workshop: Workshop, order: ImageOrder, context: ImageContext): Promise<EngineImage> {
  const { server, planner } = workshop
  const { signal } = context
  const ids = new Set(idsOf(order, context))
  try {
    signal.throwIfAborted()
    const run = await findRun(server, order, context)
    ids.add(run.id)
    const plan = await planner.plan(order, signal)
    const entry = run.entry ?? (await carryOut(workshop, run, plan, { order, context }))
    context.onProgress({ share: 0.95, stage: 'finishing' })
    const file = await fetchPicture(server, entry, signal)
    const { seed, facts, receipts, warnings } = plan
    return { file, seed, facts, receipts, warnings }
  } catch (error) {
    if (!signal.aborted) throw judge(workshop, error, order)
    if (!isLeftToOthers(signal)) await Promise.all(Array.from(ids, (id) => cancel(server, id)))
    throw signal.reason
  }
}

function judge({ catalogs, planner }: Workshop, error: unknown, order: ImageOrder): unknown {
  if (!(error instanceof EngineError)) return error
  if (!error.isRetryable) catalogs.forget()
  if (!error.message.includes('(IPAdapter')) return withoutPrompt(error, order)
  // The nodes are there, their models are not: the next attempt does without.
  planner.stopSteering()
  return new EngineError(error.problem, error.message, { isRetryable: true })
}

interface Job {
  readonly order: ImageOrder
  readonly context: ImageContext
}

async function carryOut(workshop: Workshop, run: Run, plan: OrderPlan, job: Job): Promise<Entry> {
  const { server, pace } = workshop
  const { signal } = job.context
  const report = createReport(job.context)
  if (run.isUnderWay) report.state({ state: 'running' })
  // Before the run begins: what a client is told is told once.
  const socket = await openRunSocket(server, run.id, report.news)
  try {
    if (!run.isUnderWay) await start(server, run.id, plan, job)
    return await watch(server, run.id, signal, { socket, pace, onState: report.state })
  } finally {
    socket.close()
  }
}

async function start(server: OwnServer, id: string, plan: OrderPlan, { order, context }: Job): Promise<void> {
  context.onProgress({ share: null, stage: 'preparing' })
  const names = await upload(server, order.references, plan, context.signal)
  const workflow = buildWorkflow(plan.template, { ...plan.values, ...names }, plan.catalog)
  await context.saveUpstreamId(savedName(order, id))
  await submit(server, id, workflow, context.signal)
}

type Entry = Record<string, unknown>

interface Run {
  readonly id: string
  readonly isUnderWay: boolean
  /** There already. */
  readonly entry: Entry | null
}

/** The server is asked before anything is sent to it: for the run that was saved, and for the one that would be made. */
async function findRun(server: OwnServer, order: ImageOrder, context: ImageContext): Promise<Run> {
  let isUsed = false
  for (const id of idsOf(order, context)) {
    const found = await lookUp(server, id, context.signal)
    if (found.state === 'done') return { id, isUnderWay: true, entry: found.entry }
    if (found.state === 'waiting' || found.state === 'running') return { id, isUnderWay: true, entry: null }
    isUsed ||= found.state === 'failed'
  }
  // The history holds on to what has failed: a new attempt needs a name of its own.
  return { id: isUsed ? randomUUID() : runIdOf(order), isUnderWay: false, entry: null }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A job's pictures differ in their seeds. */
function savedName({ seed }: ImageOrder, id: string): string {
  return `${seed}:${id}`
}

/** Under which names an earlier attempt of this picture may have run. */
function idsOf(order: ImageOrder, { upstreamId }: ImageContext): readonly string[] {
  const prefix = savedName(order, '')
  const saved = upstreamId?.startsWith(prefix) ? upstreamId.slice(prefix.length) : ''
  return uuid.test(saved) && saved !== runIdOf(order) ? [saved, runIdOf(order)] : [runIdOf(order)]
}

function runIdOf({ jobId, seed }: ImageOrder): string {
  const hash = createHash('sha256').update(`${jobId}:${seed}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** By placeholder; under the hash of its content, so that the same picture lies there once. */
async function upload(
  server: OwnServer,
  references: readonly Reference[],
  plan: OrderPlan,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const wanted = references.flatMap((reference, index) =>
    plan.pictures.has(`image${index + 1}`) ? [{ reference, placeholder: `image${index + 1}` }] : [],
  )
  const uploaded = wanted.map(async ({ reference: { file, type }, placeholder }) => {
    const name = `${createHash('sha256').update(file).digest('hex')}.${type.slice('image/'.length)}`
    const form = new FormData()
    form.set('image', new Blob([file], { type }), name)
    form.set('type', 'input')
    form.set('subfolder', 'references')
    form.set('overwrite', 'true')
    const answer = await server.json('/upload/image', { method: 'POST', form, signal })
    if (!isObject(answer) || typeof answer['name'] !== 'string')
      throw new EngineError('engine_failed', `${server.label} does not say where it put a reference`)
    const folder = typeof answer['subfolder'] === 'string' && answer['subfolder'] ? `${answer['subfolder']}/` : ''
    return [placeholder, folder + answer['name']] as const
  })
  return Object.fromEntries(await Promise.all(uploaded))
}

interface Report {
  readonly state: (state: RunState) => void
  readonly news: (news: RunNews) => void
}

/** Shares only grow: a workflow with two samplers begins anew with the second. */
function createReport({ onProgress }: ImageContext): Report {
  let share: number | null = null
  return {
    state(found) {
      if (found.state === 'waiting') onProgress({ share: null, stage: 'queued', position: found.position })
      else if (share === null) onProgress({ share, stage: 'preparing' })
    },
    news(news) {
      if (news.share !== undefined) share = Math.max(share ?? 0, news.share * 0.9)
      onProgress({ share, stage: 'painting', ...(news.preview && { preview: news.preview }) })
    },
  }
}
