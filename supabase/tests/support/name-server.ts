/** A name server that knows what tests tell it: TXT records by name, over UDP, as RFC 1035 has them. */
import { createSocket, type Socket } from 'node:dgram'

export class NameServer implements AsyncDisposable {
  readonly #socket: Socket
  /** By name: what its one TXT record says. */
  readonly records = new Map<string, string>()
  isSilent = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('message', (question, { port, address }) => {
      if (!this.isSilent) socket.send(this.#answer(question), port, address)
    })
  }

  static async open(): Promise<NameServer> {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => {
      socket.bind(0, '127.0.0.1', resolve)
    })
    return new NameServer(socket)
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`
  }

  #answer(question: Buffer): Buffer {
    const { name, end } = nameIn(question)
    const known = this.records.get(name)
    const header = Buffer.from(question.subarray(0, 12))
    // An answer; of what is not known: there is no such name.
    header.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(known === undefined ? 0 : 1, 6)
    header.writeUInt32BE(0, 8)
    const asked = question.subarray(12, end + 4)
    if (known === undefined) return Buffer.concat([header, asked])
    const text = Buffer.from(known)
    const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, text.length + 1, text.length])
    return Buffer.concat([header, asked, record, text])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.close(() => resolve())
    })
  }
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}
