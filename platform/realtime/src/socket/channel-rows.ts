/** The row changes of one channel: subscribed to, followed from caller to caller, asked for anew when the database was away. */
import { RowChangesRefused, type Audience, type RowChangeSubscription } from '../changes/row-changes.ts'
import type { Caller } from '../channel/caller.ts'
import type { ChannelState, Input } from '../channel/step.ts'
import type { RealtimeService } from '../service.ts'
import type { ProtocolVersion } from '../wire/client-frames.ts'
import { messageFrame, type FrameSink } from '../wire/server-frames.ts'

export interface RowChannel {
  readonly service: RealtimeService
  readonly sink: FrameSink
  /** As it is by now. */
  readonly state: ChannelState
  take(input: Input): void
}

const RETRY_ROWS_MS = 5_000

export class ChannelRows {
  readonly #channel: RowChannel
  #subscription: RowChangeSubscription | null = null
  #retry: NodeJS.Timeout | undefined

  constructor(channel: RowChannel) {
    this.#channel = channel
  }

  /** The client's wishes with the ids under which changes will come. */
  entries(): object[] {
    const { service, state } = this.#channel
    const { entries, bindings } = state.wishes.rows
    const idAt = (index: number) => service.changes.rowChanges.bindingId(bindings[index]!)
    return entries.map((entry, index) => Object.assign({}, entry, { id: idAt(index) }))
  }

  /** Null, or why not. */
  async subscribeWithin(caller: Caller, ms: number): Promise<string | null> {
    const { promise: tooLate, resolve } = Promise.withResolvers<string>()
    const timer = setTimeout(() => {
      resolve(`PostgresChangesSubscribeTimeout: Timed out after ${ms}ms waiting for the postgres_changes subscription`)
    }, ms)
    const refused = (error: unknown) => {
      if (error instanceof RowChangesRefused) return `RealtimeDisabledForConfiguration: ${error.message}`
      throw error
    }
    try {
      return await Promise.race([this.#subscribe(caller).then(() => null, refused), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }

  async watch(caller: Caller): Promise<void> {
    try {
      await this.#subscribe(caller)
      this.#channel.take({ is: 'rows', status: 'ok', message: 'Subscribed to PostgreSQL' })
    } catch (error) {
      this.#failed(error, () => this.watch(this.#channel.state.caller ?? caller))
    }
  }

  async watchAs(caller: Caller): Promise<void> {
    try {
      await this.#subscription?.changeAudience(caller)
    } catch (error) {
      this.#failed(error, () => this.watchAs(this.#channel.state.caller ?? caller))
    }
  }

  close(): void {
    clearTimeout(this.#retry)
    this.#subscription?.close()
    this.#subscription = null
  }

  async #subscribe(audience: Audience): Promise<void> {
    const { service, sink, state } = this.#channel
    const { topic, wishes } = state
    const subscription = await service.changes.rowChanges.subscribe({
      bindings: wishes.rows.bindings,
      audience,
      deliver: (ids, dataJson) =>
        sink.write(rowFrame({ version: sink.version, topic, ids: wishes.rows.isByTopic ? null : ids }, dataJson)),
      lost: (message) => this.#channel.take({ is: 'rows', status: 'error', message }),
    })
    const { phase, caller } = this.#channel.state
    if (phase === 'closed') return subscription.close()
    this.#subscription = subscription
    // The token may have changed while the subscription was made.
    if (caller !== null && caller !== audience) await this.watchAs(caller)
  }

  /** What the database refuses stays refused; when it is away it is asked again. */
  #failed(error: unknown, again: () => Promise<void>): void {
    const { service, state } = this.#channel
    if (state.phase === 'closed') return
    const isRefused = error instanceof RowChangesRefused
    const message = isRefused ? error.message : 'Unable to subscribe to changes: the database does not answer'
    this.#channel.take({ is: 'rows', status: 'error', message })
    if (isRefused && error.cause === undefined) return
    service.observe({ kind: 'realtime.database-failed', task: 'rows', error })
    this.#retry = setTimeout(() => void again(), RETRY_ROWS_MS).unref()
  }
}

let lastJson = ''
const frames = new Map<string, Buffer>()

interface RowAudience {
  readonly version: ProtocolVersion
  readonly topic: string
  /** Null for clients from before there were any: they hear the change itself, as an event of its kind. */
  readonly ids: readonly number[] | null
}

/** One change reaches many channels one after the other: those that look the same share one frame. */
function rowFrame({ version, topic, ids }: RowAudience, dataJson: string): Buffer {
  if (dataJson !== lastJson) {
    frames.clear()
    lastJson = dataJson
  }
  const idList = ids?.join(',') ?? '-'
  const key = `${version} ${idList} ${topic}`
  let frame = frames.get(key)
  if (frame === undefined) {
    const told =
      ids === null
        ? { event: (JSON.parse(dataJson) as { type: string }).type, payloadJson: dataJson }
        : { event: 'postgres_changes', payloadJson: `{"ids":[${idList}],"data":${dataJson}}` }
    frame = messageFrame(version, { joinRef: null, ref: null, topic, ...told })
    frames.set(key, frame)
  }
  return frame
}
