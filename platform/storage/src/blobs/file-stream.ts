/** A part of a file as a stream that sends itself in half the time: see `pipe`. */
import { read } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { callbackify } from 'node:util'

import { nodeHttp } from '@platform/http'

import type { ByteRange } from './blob-store.ts'

/** Memory of answers that have left, for the next ones: the pages of fresh memory cost a tenth of a download. */
const spare: Buffer[] = []
const sparesKept = 16
const nothing: Buffer = Buffer.alloc(0)

/** Closes the file when it ends, fails or is destroyed. */
export class FileStream extends Readable {
  readonly #file: FileHandle
  readonly #chunk: number
  #at: number
  readonly #end: number

  constructor(file: FileHandle, { start, end }: ByteRange, chunk: number) {
    super({ highWaterMark: chunk })
    this.#file = file
    this.#chunk = chunk
    this.#at = start
    this.#end = end + 1
  }

  override _read(): void {
    this.#fill(Buffer.allocUnsafeSlow(this.#nextLength())).then(
      (bytes) => this.push(bytes.length === 0 ? null : bytes),
      (error: Error) => this.destroy(error),
    )
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    callbackify(() => this.#close(error))((failure, closed) => done(failure ?? closed))
  }

  /**
   * Two buffers take turns, one filled while the other leaves: a stream's own chunks are memory that is taken fresh
   * and given back for each, which costs more than reading and sending it.
   */
  override pipe<To extends NodeJS.WritableStream>(to: To, options?: { end?: boolean }): To {
    this.#sendAll(to as unknown as Writable, options?.end !== false).catch((error: Error) => this.destroy(error))
    return to
  }

  async #close(error: Error | null): Promise<Error | null> {
    try {
      await this.#file.close()
      return error
    } catch (failure) {
      return error ?? (failure as Error)
    }
  }

  async #sendAll(to: Writable, isLast: boolean): Promise<void> {
    await this.#sendInto(to)
    if (this.destroyed) return
    if (isLast) to.end()
    this.push(null)
    this.resume()
  }

  async #sendInto(to: Writable): Promise<void> {
    let [filling, leaving] = [takeBuffer(this.#nextLength()), nothing]
    let sent = Promise.resolve()
    for (;;) {
      const bytes = await this.#fill(filling)
      await sent
      if (this.destroyed) return
      // A response has handed on what it says is written. Others may hold it still, and so may a failure.
      if (bytes.length === 0)
        return to instanceof nodeHttp.ServerResponse ? this.#giveBack([filling, leaving]) : undefined
      sent = written(to, bytes)
      // Awaited a turn later: until then nobody else hears of its failure.
      sent.catch(() => {})
      // NOTE: as long as what is left, and no shorter: what came may be less than was asked for.
      ;[filling, leaving] = [leaving.length > 0 ? leaving : takeBuffer(this.#nextLength()), filling]
    }
  }

  #giveBack(buffers: readonly Buffer[]): void {
    for (const one of buffers) if (one.length === this.#chunk && spare.length < sparesKept) spare.push(one)
  }

  #nextLength(): number {
    return Math.min(this.#chunk, this.#end - this.#at)
  }

  async #fill(buffer: Buffer): Promise<Buffer> {
    const length = Math.min(buffer.length, this.#end - this.#at)
    if (length <= 0) return buffer.subarray(0, 0)
    const bytesRead = await readInto(this.#file, buffer.subarray(0, length), this.#at)
    // Whoever was promised its length must not wait for the rest.
    if (bytesRead === 0) throw new Error('The file is shorter than it was')
    this.#at += bytesRead
    return buffer.subarray(0, bytesRead)
  }
}

function takeBuffer(length: number): Buffer {
  return (spare.at(-1)?.length === length ? spare.pop() : undefined) ?? Buffer.allocUnsafeSlow(length)
}

/** As `file.read`, whose promise costs as much as the reading of what is in memory already. */
function readInto(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file.fd, buffer, 0, buffer.length, position, (error, count) => (error ? reject(error) : resolve(count)))
  })
}

function written(to: Writable, bytes: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  to.write(bytes, (error) => (error ? reject(error) : resolve()))
  return promise
}
