/** Listens between a server and its PostgreSQL: which statements travel in each batch of the extended protocol. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface SentStatement {
  readonly text: string
  readonly values: readonly string[]
}

export interface WireTap extends AsyncDisposable {
  readonly port: number
  /** Statements between two Syncs, in the order sent. */
  readonly batches: readonly (readonly SentStatement[])[]
}

export async function tapWire(socketPath: string): Promise<WireTap> {
  const batches: SentStatement[][] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(socketPath)
    const read = batchReader((batch) => batches.push(batch))
    client.on('data', read)
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {
        client.destroy()
        database.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return {
    port: address.port,
    batches,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Of the messages that a client sends, those that say what runs: Parse, Bind and Sync. */
function batchReader(done: (batch: SentStatement[]) => void): (chunk: Buffer) => void {
  const texts = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let isStarted = false
  let batch: SentStatement[] = []
  const take = (type: string, body: Buffer) => {
    if (type === 'P') {
      const [name = '', text = ''] = body.toString().split('\0')
      texts.set(name, text)
    }
    if (type === 'B') {
      const { name, values } = readBind(body)
      batch.push({ text: texts.get(name) ?? '', values })
    }
    if (type !== 'S') return
    done(batch)
    batch = []
  }
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // Only the very first message has no type.
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      if (isStarted) take(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, length))
      isStarted = true
      rest = rest.subarray(length)
    }
  }
}

function readBind(body: Buffer): { name: string; values: string[] } {
  const portalEnd = body.indexOf(0)
  const nameEnd = body.indexOf(0, portalEnd + 1)
  let at = nameEnd + 1
  at += 2 + 2 * body.readInt16BE(at)
  const count = body.readInt16BE(at)
  at += 2
  const values: string[] = []
  for (let index = 0; index < count; index += 1) {
    const length = Math.max(0, body.readInt32BE(at))
    values.push(body.toString('utf8', at + 4, at + 4 + length))
    at += 4 + length
  }
  return { name: body.toString('utf8', portalEnd + 1, nameEnd), values }
}
