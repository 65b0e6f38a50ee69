/**
 * The way between a browser and a server, made worse on purpose: for the worker and for the page alike, which the
 * browser's own « offline » is not.
 */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type NetworkMode =
  | 'open'
  /** Nobody listens. */
  | 'refuse'
  /** Everything is taken and nothing is answered, on connections that stand as well. */
  | 'swallow'
  /** 400 ms there, 400 kbit/s back. */
  | 'slow'
  /** Whatever is asked, a page answers. */
  | 'portal'
  /** Breaks when so much has come back as `cutAfter` says, and for good. */
  | 'cut'

const slowMs = 400
const slowBytesPerMs = 50
/** A browser sends the next one when the last is answered: it stands at the beginning of what comes. */
const requestLine = /^([A-Z]+ \/\S*) HTTP\/1\.1\r\n/u
const portalPage = '<!doctype html><title>Wi-Fi</title><h1>Connectez-vous au Wi-Fi</h1>'

export class RoughNetwork implements AsyncDisposable {
  readonly url: string
  /** What browsers were sent, heads included. */
  bytesBack = 0
  /** What browsers and their workers asked for, by method and address. */
  readonly asked: string[] = []
  readonly #server: Server
  readonly #port: number
  readonly #sockets = new Set<Socket>()
  #mode: NetworkMode = 'open'
  #bytesLeft = 0

  private constructor(server: Server, port: number) {
    this.#server = server
    this.#port = port
    this.url = `http://127.0.0.1:${port}`
  }

  static async to(target: string): Promise<RoughNetwork> {
    const { hostname, port } = new URL(target)
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const network = new RoughNetwork(server, (server.address() as { port: number }).port)
    server.on('connection', (client) => network.#take(client, () => connect(Number(port), hostname)))
    return network
  }

  async change(mode: NetworkMode): Promise<void> {
    this.#mode = mode
    if (mode === 'swallow') return
    for (const socket of this.#sockets) socket.destroy()
    if (mode === 'refuse' && this.#server.listening) {
      this.#server.close()
      await once(this.#server, 'close')
    }
    if (mode !== 'refuse' && !this.#server.listening) {
      this.#server.listen(this.#port, '127.0.0.1')
      await once(this.#server, 'listening')
    }
  }

  async cutAfter(bytes: number): Promise<void> {
    this.#bytesLeft = bytes
    await this.change('cut')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.change('refuse')
  }

  #take(client: Socket, open: () => Socket): void {
    this.#hold(client)
    if (this.#mode === 'swallow') return void client.resume()
    if (this.#mode === 'portal') return answerAll(client)
    const server = open()
    this.#hold(server)
    client.on('data', (bytes: Buffer) => {
      if (this.#mode === 'swallow') return
      const [, line] = requestLine.exec(bytes.toString('latin1')) ?? []
      if (line !== undefined) this.asked.push(line)
      server.write(bytes)
    })
    client.on('end', () => server.end())
    client.on('close', () => server.destroy())
    void this.#carryBack(server, client)
  }

  async #carryBack(server: Socket, client: Socket): Promise<void> {
    try {
      for await (const bytes of server as AsyncIterable<Buffer>) {
        if (this.#mode === 'slow') await delay(slowMs + bytes.length / slowBytesPerMs)
        if (this.#mode === 'cut' && bytes.length > this.#bytesLeft) return this.#break(client, bytes)
        this.#bytesLeft -= bytes.length
        this.bytesBack += bytes.length
        if (this.#mode !== 'swallow' && !client.destroyed) client.write(bytes)
      }
      client.end()
    } catch {
      // Nobody listens there, or cut on the way: whoever asked hears it at once, as without this in between.
      client.destroy()
    }
  }

  #break(client: Socket, bytes: Buffer): void {
    client.write(bytes.subarray(0, this.#bytesLeft))
    this.#bytesLeft = 0
    client.destroySoon()
  }

  #hold(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
  }
}

function answerAll(client: Socket): void {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${portalPage.length}\r\nconnection: close\r\n`
  client.once('data', () => client.end(`${head}\r\n${portalPage}`))
}
