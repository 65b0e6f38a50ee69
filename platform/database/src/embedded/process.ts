import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import { Connection } from '../driver/connection.ts'
import type { Login } from '../driver/login.ts'
import { PORT, SUPERUSER, dataArgument, spawnOptions, type Cluster } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'

export const maintenanceLogin = ({ socketFolder }: Cluster): Login => ({
  host: socketFolder,
  port: PORT,
  user: SUPERUSER,
  database: 'postgres',
})

const READY_WITHIN = 60_000
const READY_POLL = 20
const STOP_WITHIN = 10_000
const COMPLAINT_KEPT = 4_000

/** The postmaster of one cluster, as our child. */
export class PostgresProcess {
  readonly #child: ChildProcess
  readonly exited: Promise<string>
  #complaint = ''

  constructor(cluster: Cluster, settings: Readonly<Record<string, string>>) {
    const args = ['-D', dataArgument(cluster), '-p', String(PORT)]
    for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
    const options = spawnOptions(cluster)
    this.#child = spawn(cluster.binaries.postgres, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-COMPLAINT_KEPT)
    })
    this.exited = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message))
      this.#child.once('exit', (code, signal) => resolve(`exit ${signal ?? code}`))
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined
  }

  async untilReady(cluster: Cluster): Promise<void> {
    const deadline = Date.now() + READY_WITHIN
    for (;;) {
      const answer = await tryToConnect(cluster)
      if (answer === null) return
      if (this.hasExited) throw new EmbeddedPostgresError(`PostgreSQL did not start: ${await this.#lastWords()}`)
      if (Date.now() > deadline) throw new EmbeddedPostgresError(`PostgreSQL is not ready: ${answer.message}`)
      await wait(READY_POLL)
    }
  }

  /** Fast shutdown: open transactions are rolled back, a checkpoint is written. */
  async stop(): Promise<void> {
    if (this.hasExited) return
    this.#child.kill('SIGINT')
    const late = setTimeout(() => this.kill(), STOP_WITHIN)
    await this.exited
    clearTimeout(late)
  }

  /** For a postmaster that does not answer: its children notice and end, the next start recovers. */
  kill(): void {
    this.#child.kill('SIGKILL')
  }

  async #lastWords(): Promise<string> {
    if (this.#child.pid !== undefined && !this.#child.stderr?.readableEnded) {
      await Promise.race([once(this.#child, 'close'), wait(500)])
    }
    return this.#complaint.trim() || (await this.exited)
  }
}

/** Null when it answers; else why not. */
async function tryToConnect(cluster: Cluster): Promise<Error | null> {
  try {
    const connection = await Connection.open(maintenanceLogin(cluster), { connectTimeout: 1_000, settings: {} })
    await connection.close()
    return null
  } catch (error) {
    return error as Error
  }
}
