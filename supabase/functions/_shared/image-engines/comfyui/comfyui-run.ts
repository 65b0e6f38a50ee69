/** One run on a ComfyUI server: found again, submitted, watched, cancelled, and its picture fetched. */
import { EngineError } from '../image-engine.ts'
import { pictureTypeOf } from '../pictures/picture-type.ts'
import { isObject, parseJson, pause, type OwnServer } from '../self-hosted/own-server.ts'
import type { RunSocket } from './comfyui-socket.ts'
import type { Workflow } from './comfyui-workflow.ts'

export type RunState =
  | { readonly state: 'unknown' | 'running' }
  | { readonly state: 'waiting'; readonly position: number }
  | { readonly state: 'done'; readonly entry: Record<string, unknown> }
  | { readonly state: 'failed'; readonly error: EngineError }

export interface Pace {
  /** Between two looks while the socket tells nothing. */
  readonly pollMs: number
  /** Between two looks while it does. */
  readonly socketPollMs: number
}

interface Watching {
  readonly socket: RunSocket
  readonly pace: Pace
  readonly onState: (state: RunState) => void
}

const historyLimit = 4 * 2 ** 20
const queueLimit = 64 * 2 ** 20
const pictureLimit = 128 * 2 ** 20
/** Looks that may fail in a row: a run that is under way outlives a moment of the network. */
const patience = 5

/** Asked in this order, and the history again: a run that ends in between is in one of them at any moment. */
export async function lookUp(server: OwnServer, id: string, signal: AbortSignal): Promise<RunState> {
  const before = await ending(server, id, signal)
  if (before) return before
  const queued = await placeInQueue(server, id, signal)
  return queued ?? (await ending(server, id, signal)) ?? { state: 'unknown' }
}

async function ending(server: OwnServer, id: string, signal: AbortSignal): Promise<RunState | null> {
  const history = await server.json(`/history/${id}`, { signal, limit: historyLimit })
  if (!isObject(history)) throw new EngineError('engine_failed', `${server.label} has a history of no form we know`)
  const entry = history[id]
  if (!isObject(entry)) return null
  const status = isObject(entry['status']) ? entry['status'] : {}
  if (status['status_str'] !== 'error') return { state: 'done', entry }
  return { state: 'failed', error: failureOf(server, status['messages']) }
}

async function placeInQueue(server: OwnServer, id: string, signal: AbortSignal): Promise<RunState | null> {
  const queue = await server.json('/queue', { signal, limit: queueLimit })
  if (!isObject(queue)) throw new EngineError('engine_failed', `${server.label} has a queue of no form we know`)
  if (idsOf(queue['queue_running']).includes(id)) return { state: 'running' }
  const position = idsOf(queue['queue_pending']).indexOf(id)
  return position < 0 ? null : { state: 'waiting', position }
}

/** `[number, id, …]` each; the server keeps them as a heap, and runs the smallest number first. */
function idsOf(items: unknown): readonly unknown[] {
  const entries = Array.isArray(items) ? items.filter(Array.isArray) : []
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, id]) => id as unknown)
}

/** @throws {EngineError} naming node and input, when the server refuses the workflow */
export async function submit(server: OwnServer, id: string, workflow: Workflow, signal: AbortSignal): Promise<void> {
  const json = { prompt: workflow, prompt_id: id, client_id: id }
  const answer = await server.request('/prompt', { method: 'POST', json, signal })
  const body = parseJson(answer.body)
  const errors = isObject(body) && isObject(body['node_errors']) ? Object.entries(body['node_errors']) : []
  if (answer.status === 400 && errors.length > 0) {
    const words = errors.map(([node, error]) => nodeComplaint(node, error)).join('; ')
    throw new EngineError('engine_failed', `${server.label} refuses the workflow: ${server.quote(words)}`, {
      upstream: '400',
      isOperatorsFault: true,
    })
  }
  if (answer.status !== 200) throw server.refusal(answer)
  if (!isObject(body) || body['prompt_id'] !== id)
    throw new EngineError('engine_failed', `${server.label} does not let its clients name a run: it is too old`, {
      isOperatorsFault: true,
    })
}

/** Until it has ended. `onState` hears what each look has found. */
export async function watch(
  server: OwnServer,
  id: string,
  signal: AbortSignal,
  { socket, pace, onState }: Watching,
): Promise<Record<string, unknown>> {
  for (let failures = 0; ;) {
    await untilNextLook(socket, pace, signal)
    try {
      const found = await lookUp(server, id, signal)
      failures = 0
      if (found.state === 'done') return found.entry
      if (found.state === 'failed') throw new Ended(found.error)
      if (found.state === 'unknown') throw new Ended(new EngineError('engine_failed', `${server.label} lost the run`))
      onState(found)
    } catch (error) {
      if (error instanceof Ended) throw error.cause
      failures += 1
      if (failures >= patience || !(error instanceof EngineError) || !error.isRetryable) throw error
    }
  }
}

async function untilNextLook(socket: RunSocket, pace: Pace, signal: AbortSignal): Promise<void> {
  if (!socket.isTelling) return pause(pace.pollMs, signal)
  const told = new AbortController()
  void socket.over.then(() => told.abort())
  await pause(pace.socketPollMs, AbortSignal.any([signal, told.signal])).catch(() => signal.throwIfAborted())
}

/** The run's own failure, as opposed to one of asking for it. */
class Ended extends Error {
  constructor(cause: EngineError) {
    super('ended', { cause })
  }
}

/** @throws {EngineError} `empty_result` where the run saved no picture */
export async function fetchPicture(
  server: OwnServer,
  entry: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const pictures = picturesOf(entry)
  // A workflow's previews of steps in between are temporary files, its result is not.
  const picture = pictures.find(({ type }) => type === 'output') ?? pictures.at(-1)
  if (!picture) throw new EngineError('empty_result', `${server.label} ran the workflow, which saved no picture`)
  const answer = await server.request(`/view?${new URLSearchParams(picture).toString()}`, {
    signal,
    limit: pictureLimit,
  })
  if (answer.status !== 200) throw server.refusal(answer)
  if (!pictureTypeOf(answer.body))
    throw new EngineError('engine_failed', `${server.label} answers with no picture that we know`)
  return answer.body
}

interface SavedPicture extends Record<string, string> {
  readonly filename: string
  readonly subfolder: string
  readonly type: string
}

function picturesOf(entry: Record<string, unknown>): SavedPicture[] {
  const outputs = isObject(entry['outputs']) ? Object.values(entry['outputs']) : []
  return outputs
    .flatMap((output) => (isObject(output) && Array.isArray(output['images']) ? (output['images'] as unknown[]) : []))
    .flatMap((picture) => {
      if (!isObject(picture)) return []
      const { filename, subfolder, type } = picture
      if (typeof filename !== 'string' || (type !== 'output' && type !== 'temp')) return []
      return [{ filename, subfolder: typeof subfolder === 'string' ? subfolder : '', type }]
    })
}

/** Whatever its state; never throws: whoever cancels has gone already. */
export async function cancel(server: OwnServer, id: string): Promise<void> {
  const signal = AbortSignal.timeout(3000)
  try {
    const newer = await server.request(`/api/jobs/${id}/cancel`, { method: 'POST', json: {}, signal })
    const body = parseJson(newer.body)
    if (newer.status === 200 && isObject(body) && 'cancelled' in body) return
    await server.request('/queue', { method: 'POST', json: { delete: [id] }, signal })
    // NOTE: older servers interrupt whatever runs and do not look at the id.
    const place = await placeInQueue(server, id, signal)
    if (place?.state === 'running')
      await server.request('/interrupt', { method: 'POST', json: { prompt_id: id }, signal })
  } catch {
    // The server has gone, and the run with it.
  }
}

function failureOf(server: OwnServer, messages: unknown): EngineError {
  const events = Array.isArray(messages) ? (messages as unknown[]) : []
  const dataOf = (name: string): unknown => events.find((event) => Array.isArray(event) && event[0] === name)
  const [, data] = (dataOf('execution_error') ?? []) as unknown[]
  if (!isObject(data)) {
    const how = dataOf('execution_interrupted') ? 'was interrupted' : 'failed'
    return new EngineError('engine_failed', `${server.label}: the run ${how}`)
  }
  const [kind, node, className] = [data['exception_type'], data['node_id'], data['node_type']].map(String)
  // Only the first line: models put whole tensors into the others. The traceback stays where it is.
  const said = data['exception_message']
  const [words = ''] = typeof said === 'string' ? said.split('\n') : []
  const message = `${server.label}: node ${node} (${className}) failed: ${server.quote(words)}`
  return new EngineError('engine_failed', message, {
    isRetryable: /OutOfMemory/.test(kind ?? ''),
    ...(kind !== undefined && { upstream: kind }),
  })
}

function nodeComplaint(node: string, error: unknown): string {
  if (!isObject(error)) return `node ${node}`
  const complaints = Array.isArray(error['errors']) ? error['errors'].filter(isObject) : []
  const words = complaints.map(({ message, details, extra_info: extra }) => {
    const input = isObject(extra) && typeof extra['input_name'] === 'string' ? `input ${extra['input_name']}: ` : ''
    return `${input}${[message, details].filter((word) => typeof word === 'string').join(' ')}`
  })
  return `node ${node} (${String(error['class_type'])}), ${words.join(', ')}`
}
