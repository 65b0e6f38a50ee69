import { ownerLogin, type Databases } from '@platform/database'
import { LogicalReplicationService, type Pgoutput } from 'pg-logical-replication'

import { formatLsn, parseLsn } from './lsn.ts'
import { ChangeStreamPlugin } from './plugin.ts'

export interface StreamOptions {
  readonly databases: Databases
  readonly slot: string
  /** Null: the slot is there already. */
  readonly makeSlot: 'kept' | 'temporary' | null
  /** The stream stops while this is pending. */
  readonly onMessage: (message: Pgoutput.Message) => Promise<void> | void
  /** Up to where everything is done, and may be forgotten by the server; `end` when nothing is left to do. */
  readonly position: () => bigint | 'end'
}

/** One connection that streams, until it breaks or is closed. */
export interface ChangeStream {
  /** Resolves when the stream is no more. */
  readonly ended: Promise<Error>
  close(): Promise<void>
}

const TELL_EVERY = 1_000
const ASK_EVERY = 5_000
const SILENT_AFTER = 15_000
const CONNECT_WITHIN = 10_000

/** How texts are written: the same as `to_json` with these settings. */
const SESSION = '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex -c extra_float_digits=1'

/** Resolves when the server streams. @throws what PostgreSQL said */
export async function openChangeStream(options: StreamOptions): Promise<ChangeStream> {
  const service = serviceFor(options.databases)
  const stop = () => service.stop().catch(() => service)
  const pulse = new Pulse(service, options.position)
  const plugin = new ChangeStreamPlugin({
    makeSlot: options.makeSlot,
    onReceived: () => pulse.received(),
    onUnreadable: () => void stop(),
  })
  service.on('data', async (_lsn, message: Pgoutput.Message) => {
    await options.onMessage(message)
    pulse.handled()
  })
  service.on('heartbeat', (lsn, _time, mustAnswer) => pulse.heard(parseLsn(lsn), mustAnswer))
  const { started, ended } = run(service, plugin, options.slot)
  await started
  const telling = setInterval(() => pulse.tell(), TELL_EVERY).unref()
  const asking = setInterval(() => void (pulse.isSilent ? stop() : pulse.ask()), ASK_EVERY).unref()
  const over = ended.finally(() => {
    clearInterval(telling)
    clearInterval(asking)
  })
  return {
    ended: over,
    close: async () => {
      await stop()
      await over
    },
  }
}

/** Tells the server how far we are, and notices when it has fallen silent. */
class Pulse {
  readonly #service: LogicalReplicationService
  readonly #position: () => bigint | 'end'
  #heardAt = performance.now()
  #unhandled = 0
  #end = 0n
  #told = 0n
  #hasAsked = false

  constructor(service: LogicalReplicationService, position: () => bigint | 'end') {
    this.#service = service
    this.#position = position
  }

  received(): void {
    this.#heardAt = performance.now()
    this.#unhandled += 1
  }

  handled(): void {
    this.#unhandled -= 1
  }

  heard(end: bigint, mustAnswer: boolean): void {
    this.#heardAt = performance.now()
    if (this.#unhandled === 0) this.#end = end
    if (mustAnswer) this.#send(false)
  }

  /** While we are still busy with what came, the stream is held back and silence means nothing. */
  get isSilent(): boolean {
    return this.#hasAsked && this.#unhandled === 0 && performance.now() - this.#heardAt > SILENT_AFTER
  }

  tell(): void {
    if (this.#place() > this.#told) this.#send(false)
  }

  ask(): void {
    this.#send(true)
  }

  /** Never back: what is done stays done. */
  #send(asksBack: boolean): void {
    const place = this.#place()
    if (place > this.#told) this.#told = place
    if (this.#told === 0n) return
    this.#hasAsked ||= asksBack
    void this.#service.acknowledge(formatLsn(this.#told), asksBack)
  }

  /** The library tells the server the place after the one it is given. */
  #place(): bigint {
    const position = this.#position()
    if (position !== 'end') return position
    return this.#unhandled === 0 && this.#end > 0n ? this.#end - 1n : 0n
  }
}

function serviceFor(databases: Databases): LogicalReplicationService {
  const { ssl = false, options = '', ...login } = ownerLogin(databases)
  return new LogicalReplicationService(
    {
      ...login,
      ssl,
      // NOTE: without a password `pg` would look into the user's ~/.pgpass.
      password: login.password ?? '',
      options: [options, SESSION].filter(Boolean).join(' '),
      connectionTimeoutMillis: CONNECT_WITHIN,
      keepAlive: !login.host.startsWith('/'),
      application_name: 'realtime',
    },
    { acknowledge: { auto: false, timeoutSeconds: 0 }, flowControl: { enabled: true } },
  )
}

function run(service: LogicalReplicationService, plugin: ChangeStreamPlugin, slot: string) {
  const { promise: started, resolve: onStart, reject: onFailure } = Promise.withResolvers<void>()
  const { promise: broken, resolve: onError } = Promise.withResolvers<Error>()
  service.on('start', () => onStart())
  service.on('error', onError)
  const ended = Promise.race([broken, outcomeOf(service.subscribe(plugin, slot))]).then(async (error) => {
    onFailure(error)
    await service.stop().catch(() => service)
    return error
  })
  return { started, ended }
}

const outcomeOf = (streaming: Promise<unknown>): Promise<Error> =>
  streaming.then(
    () => new Error('The stream ended'),
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
