/** The whole of a PostgreSQL while it works: its own base backup, by the protocol of replication, with the log that makes it whole. */
import type { Login } from '../driver/login.ts'
import { copyOut } from './copy.ts'
import { openSession } from './session.ts'

export interface BaseBackup extends AsyncDisposable {
  /** Of the cluster: two with one are copies of the same. */
  readonly systemId: string
  /** A tar of the cluster's folder. */
  readonly archive: AsyncIterable<Uint8Array>
  /** Known when the archive has been read to its end. */
  position(): BackupPosition
}

export interface BackupPosition {
  /** The timeline of the log, and where in it the backup begins: what is before is not needed to restore it. */
  readonly timeline: number
  readonly start: string
  readonly end: string
}

const command = "BASE_BACKUP (LABEL 'backup', CHECKPOINT 'fast', WAL true, MANIFEST 'no')"

export async function openBaseBackup(login: Login): Promise<BaseBackup> {
  const client = await openSession(login, 'replication')
  try {
    const { rows } = await client.query<{ systemid: string }>('IDENTIFY_SYSTEM')
    const copy = copyOut(client, command)
    return {
      systemId: rows[0]!.systemid,
      archive: archiveOf(copy.stream),
      position: () => positionOf(copy.rows),
      [Symbol.asyncDispose]: async () => {
        copy.stream.destroy()
        // What is still being sent is of no use to anybody.
        client.connection.stream.destroy()
      },
    }
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}

const [newArchive, data] = [0x6e, 0x64]

/** Each message begins with a letter that says what it holds. */
async function* archiveOf(messages: AsyncIterable<Buffer>): AsyncIterable<Uint8Array> {
  let archives = 0
  for await (const message of messages) {
    if (message[0] === newArchive) archives += 1
    if (archives > 1) throw new Error('This PostgreSQL has tablespaces, which lie outside of its folder')
    if (message[0] === data) yield message.subarray(1)
  }
}

/** Rows come as: start, tablespaces, end. */
function positionOf(rows: readonly string[][]): BackupPosition {
  const [start, end] = [rows[0], rows.at(-1)]
  if (start === undefined || end === undefined || rows.length < 3) throw new Error('The base backup is not complete')
  return { timeline: Number(end[1]), start: start[0]!, end: end[0]! }
}
