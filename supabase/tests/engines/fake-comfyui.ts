/** A ComfyUI that paints nothing: its queue, history, files, node descriptions and websocket, as documented. */
import { WebSocketServer, type WebSocket } from 'ws'

import { describeNodes, type NodesOfServer } from './fake-comfyui-nodes.ts'
import { jsonOf, startFakeServer, type Asked, type FakeServer, type Reply } from './fake-server.ts'

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

export interface FakeComfyui extends FakeServer {
  /** The workflows that ran, in their order. */
  readonly ran: Graph[]
  /** Uploaded files by the names that LoadImage takes. */
  readonly files: Map<string, Buffer>
  readonly sockets: Map<string, WebSocket>
  /** While true, what is queued waits for `run()`. */
  isHeld: boolean
  /** Others' work in the queue, before whatever comes. */
  busyWith(...ids: readonly string[]): void
  /** Ends the first of the queue. */
  run(outcome?: Outcome): void
  /** To the client of the run that is under way, or waits. */
  tell(message: object | Buffer): void
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

const canonicalUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export async function startFakeComfyui(options: FakeComfyuiOptions): Promise<FakeComfyui> {
  const { picture, isNew = true, hasSocket = true } = options
  const nodes = describeNodes(options)
  const queue: Run[] = []
  const history: Record<string, unknown> = {}
  const ran: Graph[] = []
  const files = new Map<string, Buffer>()
  const sockets = new Map<string, WebSocket>()
  let number = 0

  const routes: Readonly<Record<string, (asked: Asked, name: string) => Reply | Promise<Reply>>> = {
    'GET /object_info/': (_, name) => ({ body: nodes[name] ? { [name]: nodes[name] } : {} }),
    'POST /upload/image': upload,
    'POST /prompt': submit,
    'GET /history/': (_, id) => ({ body: history[id] ? { [id]: history[id] } : {} }),
    'GET /queue': () => ({ body: { queue_running: queue.slice(0, 1).map(toItem), queue_pending: pending() } }),
    'POST /queue': (asked) => {
      for (const id of jsonOf(asked)['delete'] as string[])
        remove(queue.findIndex((run, at) => at > 0 && run.id === id))
      return { body: '' }
    },
    'POST /interrupt': (asked) => {
      if (queue[0] && [undefined, queue[0].id].includes(jsonOf(asked)['prompt_id'] as string)) end('interrupted')
      return { body: '' }
    },
    'POST /api/jobs/': (_, rest) => {
      const at = queue.findIndex(({ id }) => `${id}/cancel` === rest)
      if (at === 0) end('interrupted')
      else remove(at)
      return { body: { cancelled: at >= 0 } }
    },
    'GET /view': () => ({ body: picture }),
  }

  const fake = await startFakeServer((asked) => {
    const request = `${asked.method} ${asked.path}`
    const [start, route] = Object.entries(routes).find(([start]) => request.startsWith(start)) ?? []
    if (!start || !route || (!isNew && start.startsWith('POST /api/jobs/')))
      return { status: 404, body: '404: Not Found' }
    return route(asked, decodeURIComponent(request.slice(start.length).replace(/\?.*$/, '')))
  })

  if (hasSocket) {
    new WebSocketServer({ server: fake.server, path: '/ws' }).on('connection', (socket, request) => {
      const client = new URL(request.url ?? '', fake.url).searchParams.get('clientId') ?? ''
      sockets.set(client, socket)
    })
  }

  async function upload({ body, headers }: Asked): Promise<Reply> {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'Content-Type': headers['content-type'] ?? '' },
    }).formData()
    const image = form.get('image') as File
    const subfolder = form.get('subfolder') as string
    if (form.get('type') !== 'input') return { status: 400 }
    files.set(`${subfolder}/${image.name}`, Buffer.from(await image.arrayBuffer()))
    return { body: { name: image.name, subfolder, type: 'input' } }
  }

  function submit(asked: Asked): Reply {
    const { prompt, prompt_id: id, client_id: client } = jsonOf(asked) as { [name: string]: string } & { prompt: Graph }
    if (!canonicalUuid.test(id ?? '')) {
      return { status: 400, body: { error: { type: 'invalid_prompt_id', message: 'prompt_id must be a valid UUID' } } }
    }
    const errors = Object.entries(prompt).filter(([, node]) => !nodes[node.class_type])
    if (errors.length > 0) return { status: 400, body: { error: { type: 'invalid_prompt', message: 'no such node' } } }
    number += 1
    queue.push({ number, id: id ?? '', client: client ?? '', graph: prompt })
    if (!state.isHeld) setImmediate(() => runQuietly())
    return { body: { prompt_id: id, number, node_errors: {} } }
  }

  function runQuietly(): void {
    const [run] = queue
    if (!run) return
    send(run, { type: 'execution_start', data: { prompt_id: run.id } })
    for (const value of [1, 2, 3, 4]) {
      send(run, { type: 'progress', data: { value, max: 4, prompt_id: run.id, node: 'sampler' } })
      send(run, Buffer.concat([words(1, 1), Buffer.from([0xff, 0xd8, 0xff, value])]))
    }
    end()
  }

  function end(outcome?: Outcome): void {
    const run = queue.shift()
    if (!run) return
    if (outcome !== 'interrupted') ran.push(run.graph)
    history[run.id] = entryOf(run, outcome)
    // As the real one does: after the history has it.
    send(run, { type: 'executing', data: { node: null, prompt_id: run.id } })
  }

  const remove = (at: number): void => void (at >= 0 && queue.splice(at, 1))
  const toItem = ({ number, id, graph }: Run): unknown[] => [number, id, graph, {}, []]
  // A heap: only the first is sure to be the smallest.
  const pending = (): unknown[] => queue.slice(1).map(toItem).reverse()
  const send = ({ client }: Run, message: object | Buffer): void =>
    sockets.get(client)?.send(Buffer.isBuffer(message) ? message : JSON.stringify(message))

  const state = Object.assign(fake, {
    ran,
    files,
    sockets,
    isHeld: false,
    busyWith(...ids: readonly string[]) {
      for (const id of ids) queue.push({ number: (number += 1), id, client: '', graph: {} })
    },
    run: end,
    tell(message: object | Buffer) {
      const run = queue.find(({ client }) => client !== '')
      if (run) send(run, message)
    },
  })
  return state
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
