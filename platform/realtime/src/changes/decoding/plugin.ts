import { PgoutputPlugin, type Pgoutput } from 'pg-logical-replication'

type Client = Parameters<PgoutputPlugin['start']>[0]

export interface PluginOptions {
  /** Null: the slot is there already. */
  readonly makeSlot: 'kept' | 'temporary' | null
  onReceived(): void
  onUnreadable(error: Error): void
}

/** The publications of schema realtime's migration. */
const PUBLICATIONS = ['supabase_realtime', 'supabase_realtime_messages_publication']

/** What stands for a message that says nothing about rows. */
const NOTHING: Pgoutput.Message = { tag: 'origin', originLsn: null, originName: '' }

/** `pgoutput` on a slot that may have to be made first, by the connection that streams: a temporary one is its own. */
export class ChangeStreamPlugin extends PgoutputPlugin {
  readonly #options: PluginOptions

  constructor(options: PluginOptions) {
    super({ protoVersion: 1, publicationNames: PUBLICATIONS })
    this.#options = options
  }

  override async start(client: Client, slot: string): Promise<unknown> {
    const { makeSlot } = this.#options
    const temporary = makeSlot === 'temporary' ? 'TEMPORARY ' : ''
    if (makeSlot !== null) {
      await client.query(`CREATE_REPLICATION_SLOT "${slot}" ${temporary}LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
    }
    return super.start(client, slot, '0/0')
  }

  /** Values stay the texts that PostgreSQL sent. An exception would end the process: nobody is there to catch it. */
  override parse(buffer: Buffer): Pgoutput.Message {
    this.#options.onReceived()
    try {
      const message = super.parse(buffer)
      if (message.tag === 'relation') for (const column of message.columns) column.parser = untouched
      return message
    } catch (error) {
      this.#options.onUnreadable(error instanceof Error ? error : new Error(String(error)))
      return NOTHING
    }
  }
}

const untouched = (text: unknown) => text
