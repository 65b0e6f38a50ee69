/** A ComfyUI that paints nothing: its queue, history, files, node descriptions and websocket, as documented. */
import { WebSocketServer, type WebSocket } from 'ws'

import { jsonOf, startFakeServer, type Asked, type FakeServer, type Reply } from '../fake-server.ts'
import { describeNodes, type NodesOfServer } from './fake-comfyui-nodes.ts'

interface Node {
  readonly class_type: string
  readonly inputs: Readonly<Record<string, unknown>>
}
type Graph = Readonly<Record<string, Node>>

interface Run {
  readonly number: number
  readonly id: string
  readonly client: string
  readonly graph: Graph
}

export interface FakeComfyuiOptions extends NodesOfServer {
  readonly picture: Uint8Array
  /** Has `/api/jobs/{id}/cancel`. */
  readonly isNew?: boolean
  readonly hasSocket?: boolean
}

export type Outcome =
  | 'interrupted'
  | { readonly outputs: Readonly<Record<string, unknown>> }
  | { readonly error: Readonly<Record<string, unknown>> }

/** Queue, history and files; the HTTP server in front of them is its base. */
class Works {
  /** The workflows that ran, in their order. */
  readonly ran: Graph[] = []
  /** Uploaded files by the names that LoadImage takes. */
  readonly files = new Map<string, Buffer>()
  readonly sockets = new Map<string, WebSocket>()
  readonly history: Record<string, unknown> = {}
  readonly queue: Run[] = []
  /** While true, what is queued waits for `run()`. */
  isHeld = false
  private number = 0

  put(run: Omit<Run, 'number'>): number {
    this.number += 1
    this.queue.push({ ...run, number: this.number })
    return this.number
  }

  /** Others' work in the queue, before whatever comes. */
  busyWith(...ids: readonly string[]): void {
    for (const id of ids) this.put({ id, client: '', graph: {} })
  }

  /** Ends the first of the queue. */
  run(outcome?: Outcome): void {
    const run = this.queue.shift()
    if (!run) return
    if (outcome !== 'interrupted') this.ran.push(run.graph)
    this.history[run.id] = entryOf(run, outcome)
    // As the real one does: after the history has it.
    this.send(run, { type: 'executing', data: { node: null, prompt_id: run.id } })
  }

  runWithProgress(): void {
    const [run] = this.queue
    if (!run) return
    this.send(run, { type: 'execution_start', data: { prompt_id: run.id } })
    for (const value of [1, 2, 3, 4]) {
      this.send(run, { type: 'progress', data: { value, max: 4, prompt_id: run.id, node: 'sampler' } })
      this.send(run, Buffer.concat([words(1, 1), Buffer.from([0xff, 0xd8, 0xff, value])]))
    }
    this.run()
  }

  /** To the client of the run that is under way, or waits. */
  tell(message: object | Buffer): void {
    const run = this.queue.find(({ client }) => client !== '')
    if (run) this.send(run, message)
  }

  interrupt(id: unknown): void {
    if (this.queue[0] && (id === undefined || id === this.queue[0].id)) this.run('interrupted')
  }

  /** Only what waits can be taken out. */
  remove(id: string): boolean {
    const at = this.queue.findIndex((run, at) => at > 0 && run.id === id)
    if (at > 0) this.queue.splice(at, 1)
    return at > 0
  }

  private send({ client }: Run, message: object | Buffer): void {
    this.sockets.get(client)?.send(Buffer.isBuffer(message) ? message : JSON.stringify(message))
  }
}

export interface FakeComfyui extends FakeServer, Works {}

const canonicalUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

type Route = (asked: Asked, rest: string) => Reply | Promise<Reply>

export async function startFakeComfyui(options: FakeComfyuiOptions): Promise<FakeComfyui> {
  const works = new Works()
  const routes = routesOf(works, options)
  const server = await startFakeServer((asked) => {
    const request = `${asked.method} ${asked.path}`
    const [start = '', route] = Object.entries(routes).find(([start]) => request.startsWith(start)) ?? []
    if (!route) return { status: 404, body: '404: Not Found' }
    return route(asked, decodeURIComponent(request.slice(start.length).replace(/\?.*$/, '')))
  })
  if (options.hasSocket ?? true) {
    new WebSocketServer({ server: server.server, path: '/ws' }).on('connection', (socket, request) => {
      const client = new URL(request.url ?? '', server.url).searchParams.get('clientId') ?? ''
      works.sockets.set(client, socket)
    })
  }
  return Object.assign(works, server)
}

function routesOf(works: Works, options: FakeComfyuiOptions): Readonly<Record<string, Route>> {
  const nodes = describeNodes(options)
  const routes: Record<string, Route> = {
    'GET /object_info/': (_, name) => ({ body: nodes[name] ? { [name]: nodes[name] } : {} }),
    'POST /upload/image': (asked) => upload(works, asked),
    'POST /prompt': (asked) => submit(works, nodes, asked),
    'GET /history/': (_, id) => ({ body: works.history[id] ? { [id]: works.history[id] } : {} }),
    'GET /queue': () => {
      const items = works.queue.map(({ number, id, graph }) => [number, id, graph, {}, []])
      // A heap: only its first is sure to be the smallest.
      return { body: { queue_running: items.slice(0, 1), queue_pending: items.slice(1).toReversed() } }
    },
    'POST /queue': (asked) => {
      for (const id of jsonOf(asked)['delete'] as string[]) works.remove(id)
      return { body: '' }
    },
    'POST /interrupt': (asked) => {
      works.interrupt(jsonOf(asked)['prompt_id'])
      return { body: '' }
    },
    'GET /view': () => ({ body: options.picture }),
  }
  if (options.isNew ?? true) {
    routes['POST /api/jobs/'] = (_, rest) => {
      const id = rest.replace(/\/cancel$/, '')
      const isRunning = works.queue[0]?.id === id
      if (isRunning) works.interrupt(id)
      return { body: { cancelled: isRunning || works.remove(id) } }
    }
  }
  return routes
}

async function upload({ files }: Works, { body, headers }: Asked): Promise<Reply> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': headers['content-type'] ?? '' },
  }).formData()
  const image = form.get('image') as File
  const subfolder = form.get('subfolder') as string
  if (form.get('type') !== 'input') return { status: 400 }
  files.set(`${subfolder}/${image.name}`, Buffer.from(await image.arrayBuffer()))
  return { body: { name: image.name, subfolder, type: 'input' } }
}

function submit(works: Works, nodes: Readonly<Record<string, unknown>>, asked: Asked): Reply {
  const {
    prompt,
    prompt_id: id = '',
    client_id: client = '',
  } = jsonOf(asked) as {
    readonly prompt: Graph
    readonly prompt_id?: string
    readonly client_id?: string
  }
  if (!canonicalUuid.test(id))
    return { status: 400, body: { error: { type: 'invalid_prompt_id', message: 'prompt_id must be a valid UUID' } } }
  if (Object.values(prompt).some((node) => !nodes[node.class_type]))
    return { status: 400, body: { error: { type: 'invalid_prompt', message: 'no such node' } } }
  const number = works.put({ id, client, graph: prompt })
  if (!works.isHeld) setImmediate(() => works.runWithProgress())
  return { body: { prompt_id: id, number, node_errors: {} } }
}

/** Big-endian, as the server packs them. */
export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

function entryOf({ id, graph }: Run, outcome: Outcome | undefined): unknown {
  const isFailure = outcome === 'interrupted' || (outcome && 'error' in outcome)
  if (!isFailure) {
    const last = Object.keys(graph).at(-1) ?? ''
    const outputs = outcome?.outputs ?? { [last]: { images: [{ filename: 'made.png', subfolder: '', type: 'temp' }] } }
    return { outputs, status: { status_str: 'success', completed: true, messages: [] } }
  }
  const event =
    outcome === 'interrupted'
      ? ['execution_interrupted', { prompt_id: id }]
      : ['execution_error', { prompt_id: id, ...outcome.error }]
  return { outputs: {}, status: { status_str: 'error', completed: false, messages: [event] } }
}
