/** Many websocket clients that do as little as possible: they shake hands, join, and count the bytes that arrive. */
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export const payloadBytes = 500

export interface SwarmOptions {
  readonly port: number
  readonly path: string
  readonly count: number
  /** Sent once after the handshake, and answered. */
  readonly join: string
}

interface Client {
  readonly socket: Socket
  answered: () => void
}

const openAtOnce = 100
const received = Buffer.alloc(1_048_576)

export class Swarm implements AsyncDisposable {
  readonly #clients: Client[] = []
  #bytes = 0
  #wanted = Number.POSITIVE_INFINITY
  #arrived: () => void = () => {}
  #heartbeat: NodeJS.Timeout | undefined

  static async open(options: SwarmOptions): Promise<Swarm> {
    const swarm = new Swarm()
    for (let opened = 0; opened < options.count; opened += openAtOnce) {
      const size = Math.min(openAtOnce, options.count - opened)
      await Promise.all(Array.from({ length: size }, () => swarm.#add(options)))
    }
    const beat = textFrame('[null,"h","phoenix","heartbeat",{}]')
    swarm.#heartbeat = setInterval(() => swarm.#clients.forEach(({ socket }) => socket.write(beat)), 25_000).unref()
    return swarm
  }

  get size(): number {
    return this.#clients.length
  }

  /** Everything that arrives from now on counts; resolves when it is that much. */
  arrivalOf(bytes: number): Promise<void> {
    this.#bytes = 0
    this.#wanted = bytes
    return new Promise((resolve) => void (this.#arrived = resolve))
  }

  /** How many bytes each client gets when `act` is done once. */
  async bytesEach(act: () => void): Promise<number> {
    this.#bytes = 0
    act()
    for (let before = -1; before !== this.#bytes || this.#bytes === 0; await wait(500)) before = this.#bytes
    return this.#bytes / this.size
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#heartbeat)
    for (const { socket } of this.#clients) socket.resetAndDestroy()
    await wait(500)
  }

  async #add({ port, path, join }: SwarmOptions): Promise<void> {
    const { promise: shaken, resolve } = Promise.withResolvers<void>()
    const onread = {
      buffer: received,
      callback: (length: number) => {
        client.answered()
        this.#bytes += length
        if (this.#bytes >= this.#wanted) this.#arrive()
        return true
      },
    }
    const socket = connect({ port, host: '127.0.0.1', onread })
    const client: Client = { socket, answered: resolve }
    socket.on('error', () => {})
    socket.write(handshake(path))
    await shaken
    await new Promise<void>((joined) => {
      client.answered = joined
      socket.write(textFrame(join))
    })
    client.answered = () => {}
    this.#clients.push(client)
  }

  #arrive(): void {
    this.#wanted = Number.POSITIVE_INFINITY
    this.#arrived()
  }
}

/** One client that speaks. */
export async function openSpeaker(options: Omit<SwarmOptions, 'count'>): Promise<Socket> {
  const socket = connect({ port: options.port, host: '127.0.0.1' })
  for (const message of [handshake(options.path), textFrame(options.join)]) {
    const answered = new Promise((resolve) => void socket.once('data', resolve))
    socket.write(message)
    await answered
  }
  socket.resume()
  return socket
}

const handshake = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`

const textFrame = (text: string) => clientFrame(0x81, Buffer.from(text))
export const binaryFrame = (bytes: Buffer) => clientFrame(0x82, bytes)

/** Masked with zeros, which changes nothing. */
function clientFrame(first: number, payload: Buffer): Buffer {
  const { length } = payload
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([first, ...size, 0, 0, 0, 0]), payload])
}
