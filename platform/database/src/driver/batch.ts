import type pg from 'pg'

import { toBytes, type BatchStep } from './messages.ts'

export interface Column {
  readonly name: string
  readonly dataTypeID: number
}

export interface BatchResult {
  readonly rows: (Buffer | null)[][]
  readonly rowCount: number
  /** The command tag, e.g. `INSERT 0 1`. */
  readonly tag: string
  readonly columns: readonly Column[]
}

export interface Settle {
  done(result: BatchResult): void
  failed(error: Error): void
}

/** What `pg`'s types do not declare. */
interface Wire {
  readonly stream: { write(bytes: Buffer): boolean }
  sync(): void
  sendCopyFail(message: string): void
}

/**
 * Statements that run as one implicit transaction: one Sync ends them all, and they leave in one write.
 * The answer is that of the last one. This is what `pg` calls a Submittable, as `pg-cursor` is one.
 */
export class Batch implements pg.Submittable {
  readonly deadline: number
  readonly #steps: readonly BatchStep[]
  readonly #describe: boolean
  readonly #settle: Settle
  readonly #rows: (Buffer | null)[][] = []
  #columns: readonly Column[] = []
  #completed = 0
  #tag = ''
  #settled = false

  constructor(steps: readonly BatchStep[], options: { describe: boolean; deadline: number }, settle: Settle) {
    this.#steps = steps
    this.#describe = options.describe
    this.deadline = options.deadline
    this.#settle = settle
  }

  write(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    wire.stream.write(toBytes(this.#steps, this.#describe))
  }

  /** Nothing: the connection writes batches as they come, ahead of their turn to be answered. */
  submit(): void {}

  handleRowDescription(message: { fields: readonly Column[] }): void {
    this.#columns = message.fields
  }

  handleDataRow(message: { fields: (Buffer | null)[] }): void {
    if (this.#completed === this.#steps.length - 1) this.#rows.push(message.fields)
  }

  handleCommandComplete(message: { text: string }): void {
    this.#completed += 1
    this.#tag = message.text
  }

  handleEmptyQuery(): void {
    this.#completed += 1
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    wire.sendCopyFail('COPY from the client is not offered')
    // The server ignored the Sync that was already on its way while it waited for data.
    wire.sync()
  }

  handleCopyData(): void {}

  handleError(error: Error): void {
    if (this.#settled) return
    this.#settled = true
    this.#settle.failed(error)
  }

  handleReadyForQuery(): void {
    if (this.#settled) return
    this.#settled = true
    const rowCount = Number(/ (\d+)$/.exec(this.#tag)?.[1] ?? 0)
    this.#settle.done({ rows: this.#rows, rowCount, tag: this.#tag, columns: this.#columns })
  }
}
