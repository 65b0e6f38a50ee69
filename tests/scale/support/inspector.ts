/** What a node holds when nothing is about to be collected: asked over its inspector, which is opened from outside. */
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { childrenOf } from '../../bench/support/processor-time.ts'
import { until, type Program } from './programs.ts'

/** To be among the settings of a node that is to be looked into: any free port. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' } as const

export interface Held {
  /** Objects that are in use, and what they hold outside of V8's heap, in megabytes. */
  readonly live: number
  /** All pages of the process. */
  readonly resident: number
}

export interface Inspector extends Disposable {
  /** After two full collections. */
  held(): Promise<Held>
  /** Into a file that the browser's own tools read. */
  snapshot(path: string): Promise<void>
}

interface Reply {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly chunk?: string }
  readonly result?: { readonly result?: { readonly value?: string } }
}

/** Once for each process. */
export async function openInspector(program: Program, log: string): Promise<Inspector> {
  const [server] = await childrenOf(program.pid)
  if (server === undefined) throw new Error('npm has started nothing')
  const said = async () => (await readFile(log, 'utf8')).match(/ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/g) ?? []
  // Of processes before this one.
  const { length: known } = await said()
  process.kill(server, 'SIGUSR1')
  const address = await until('the inspector listens', async () => (await said())[known] ?? null)
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`${address} does not answer`)))
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  let onChunk = (_chunk: string): void => {}
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.method === 'HeapProfiler.addHeapSnapshotChunk') onChunk(reply.params?.chunk ?? '')
    if (reply.id === undefined) return
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  let last = 0
  const ask = (method: string, params: object = {}) =>
    new Promise<Reply>((resolve) => {
      const id = (last += 1)
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  return {
    async held() {
      for (let round = 0; round < 2; round += 1) {
        await ask('HeapProfiler.collectGarbage')
        await wait(200)
      }
      const expression = 'JSON.stringify(process.memoryUsage())'
      const { result } = await ask('Runtime.evaluate', { expression })
      const usage = JSON.parse(result?.result?.value ?? '{}') as NodeJS.MemoryUsage
      return { live: (usage.heapUsed + usage.external) / 1e6, resident: usage.rss / 1e6 }
    },
    async snapshot(path) {
      const file = createWriteStream(path)
      onChunk = (chunk) => void file.write(chunk)
      await ask('HeapProfiler.takeHeapSnapshot')
      await new Promise<void>((resolve) => file.end(() => resolve()))
    },
    [Symbol.dispose]: () => socket.close(),
  }
}
