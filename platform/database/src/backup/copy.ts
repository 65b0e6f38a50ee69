/** What PostgreSQL copies out and in, as streams that wait for whoever is slower. */
import { once } from 'node:events'
import { Readable } from 'node:stream'

import type pg from 'pg'

import { toFailure } from '../driver/failure.ts'

/** What `pg` gives whoever speaks by a query of their own, and its types leave out. */
interface Wire {
  readonly stream: NodeJS.WritableStream & { pause(): void; resume(): void; writableNeedDrain: boolean }
  query(text: string): void
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** What comes of a statement, but for the bytes that it copies. */
class CopyQuery {
  readonly text: string
  readonly rows: string[][] = []
  /** Of the last statement, as its tag says: COPY 42. */
  count = 0
  readonly #done = Promise.withResolvers<void>()
  #failure: Error | null = null

  constructor(text: string) {
    this.text = text
    this.done.catch(() => {})
  }

  get done(): Promise<void> {
    return this.#done.promise
  }

  submit(wire: Wire): void {
    wire.query(this.text)
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.rows.push(fields.map(String))
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.count = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? this.count)
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.#failure ??= error
    this.#settle()
  }

  handleReadyForQuery(): void {
    this.#settle()
  }

  #settle(): void {
    if (this.#failure === null) this.#done.resolve()
    else this.#done.reject(toFailure(this.#failure))
  }
}

const messagesAhead = 64

/** A statement that copies out: read `stream` to its end, then `rows` and `count` are whole. */
export class CopyOut extends CopyQuery {
  #wire: Wire | null = null
  /** Message by message, as they came. */
  readonly stream = new Readable({
    objectMode: true,
    highWaterMark: messagesAhead,
    read: () => this.#wire?.stream.resume(),
    destroy: (error, done) => {
      this.#wire?.stream.resume()
      done(error)
    },
  })

  constructor(text: string) {
    super(text)
    this.done.then(
      () => this.stream.push(null),
      (error: Error) => this.stream.destroy(error),
    )
  }

  override submit(wire: Wire): void {
    this.#wire = wire
    super.submit(wire)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // NOTE: the parser's buffer is used again.
    if (!this.stream.destroyed && !this.stream.push(Buffer.from(chunk))) this.#wire?.stream.pause()
  }
}

class CopyIn extends CopyQuery {
  readonly #source: AsyncIterable<Uint8Array>
  #pumped: Promise<void> = Promise.resolve()

  constructor(text: string, source: AsyncIterable<Uint8Array>) {
    super(text)
    this.#source = source
  }

  handleCopyInResponse(wire: Wire): void {
    this.#pumped = this.#pump(wire)
  }

  async #pump(wire: Wire): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), this.done])
      }
      wire.endCopyFrom()
    } catch (error) {
      wire.sendCopyFail(error instanceof Error ? error.message : String(error))
    }
  }

  async end(): Promise<number> {
    await this.done
    await this.#pumped
    return this.count
  }
}

export function copyOut(client: pg.Client, text: string): CopyOut {
  return client.query(new CopyOut(text) as unknown as pg.Submittable) as unknown as CopyOut
}

/** Answers how many rows came in. */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  return (client.query(new CopyIn(text, source) as unknown as pg.Submittable) as unknown as CopyIn).end()
}
